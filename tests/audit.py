"""`make audit`: known vulnerabilities of our dependencies, by PyPI and npm. pip-audit gets its own
environment, to stay out of the lock file."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
SECONDS = 300


def _run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def python() -> tuple[str, bool]:
    """What is known of the Python packages, and whether anything has to be done."""
    with tempfile.TemporaryDirectory() as folder:
        made = _run(sys.executable, "-m", "venv", folder)
        pip = Path(folder) / "bin" / "pip"
        if made.returncode or _run(pip, "install", "-q", "pip-audit").returncode:
            return "pip-audit: cannot be installed here", False
        audit = pip.with_name("pip-audit")
        files = ("-r", ROOT / "requirements-dev.txt")
        done = _run(audit, *files, "--disable-pip", "--require-hashes", "--progress-spinner=off")
    if done.returncode == 0:
        return "pip-audit: nothing is known of what is in requirements-dev.txt", False
    if "|" not in done.stdout and "----" not in done.stdout:
        return f"pip-audit: its data cannot be reached from here ({_last(done.stderr)})", False
    return done.stdout, True


def node() -> tuple[str, bool]:
    """The same of the packages of the page."""
    done = _run("npm", "audit", "--json", "--no-update-notifier")
    try:
        found = json.loads(done.stdout)["metadata"]["vulnerabilities"]["total"]
    except (ValueError, KeyError):
        return f"npm audit: its data cannot be reached from here ({_last(done.stderr)})", False
    if found == 0:
        return "npm audit: nothing is known of what is in package-lock.json", False
    return _run("npm", "audit").stdout, True


def _last(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip() and "log of this run" not in line]
    return lines[-1].strip()[:100] if lines else "it says nothing"


if __name__ == "__main__":
    results = [python(), node()]
    for told, _ in results:
        click.echo(told)
    sys.exit(any(is_bad for _, is_bad in results))
