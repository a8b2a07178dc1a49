"""What `make setup` says on a machine that lacks something."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from e2e import chromium
from e2e.browsers.__main__ import BROWSERS
from e2e.browsers.__main__ import main as install_browsers

ROOT = Path(__file__).parents[2]

LACKS_VENV = """#!/bin/sh
case "$2" in *ensurepip*) echo "No module named 'ensurepip'" >&2; exit 1;; esac
"""
TOO_OLD = "#!/bin/sh\nexit 1\n"
WORKS = "#!/bin/sh\n"
FAILS = '#!/bin/sh\necho "nobody answers" >&2\nexit 1\n'


@pytest.mark.parametrize(
    ("python", "words"),
    [
        (TOO_OLD, "needs Python 3.11, 3.12, 3.13 or 3.14"),
        (LACKS_VENV, "apt-get install python3-venv"),
    ],
    ids=["too old", "without venv"],
)
def test_unsupported_python_is_named_in_one_line(python: str, words: str, tmp_path: Path) -> None:
    run = make(tmp_path, "PYTHON=" + command(tmp_path / "python", python))
    assert run.returncode != 0
    first, *rest = run.stderr.splitlines()
    assert words in first
    assert all(line.startswith("make: ***") for line in rest)
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize("lacking", ["pip", "npm"])
def test_a_network_that_is_not_there_is_told_with_the_remedy(lacking: str, tmp_path: Path) -> None:
    tools = tmp_path / ".venv" / "bin"
    tools.mkdir(parents=True)
    (tmp_path / ".venv" / ".python").touch()
    for tool in ("pip", "npm"):
        command(tools / tool, FAILS if tool == lacking else WORKS)
    run = make(tmp_path, "PYTHON=unused")
    assert run.returncode != 0
    said, *rest = [line for line in run.stderr.splitlines() if "nobody answers" not in line]
    assert said.startswith(f"{lacking} could not install")
    assert "then run this again" in said
    assert all(line.startswith("make: ***") for line in rest)


def test_a_browser_that_is_not_there_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for browser in BROWSERS.values():
        monkeypatch.setattr(browser, "find", lambda: None)
    monkeypatch.setattr(chromium, "find_chromium", lambda: None)
    monkeypatch.setattr(chromium, "install_chromium", lambda: None)
    install_browsers()
    assert chromium.main() == 1
    firefox, webkit, said, *rest = [
        line for line in capsys.readouterr().err.splitlines() if "installing" not in line
    ]
    assert "sudo apt-get install firefox-esr" in firefox
    assert "sudo apt-get install webkit2gtk-driver" in webkit
    assert "put one of chromium-headless-shell" in said
    assert rest == []


def command(path: Path, text: str) -> str:
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    for name in ("Makefile", "pyproject.toml", "package.json"):
        shutil.copy(ROOT / name, folder)
    for name in ("requirements-dev.txt", "package-lock.json"):
        (folder / name).touch()
    (folder / "node_modules").mkdir()
    call = ["make", "--no-print-directory", "node_modules/.ready", *words]
    # The tests are started by make as well, whose variables would be handed on.
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(call, cwd=folder, env=env, capture_output=True, text=True, check=False)
