"""Finds a Chromium to test with, or installs one: `python -m e2e.chromium` prints its path."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from e2e import debian

SHELL = "chromium-headless-shell"  # headless only, in two thirds of the time
COMMANDS = (SHELL, "chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """Return the path of a Chromium that starts, or None. Call it before a session starts
    Playwright: asking for its browser starts that."""
    return next((path for path in _candidates() if _starts(path)), None)


def install_chromium() -> str | None:
    """The path of a Chromium, installed from Debian's packages or by Playwright, or None."""
    for commands in (debian.install(SHELL), debian.install("chromium"), _playwright()):
        if commands and all(map(debian.succeeds, commands)):
            path = find_chromium()
            if path is not None:
                return path
    return None


def install_shell() -> str | None:
    """The path of the faster Chromium, if Debian's packages have it; where there is another."""
    commands = debian.install(SHELL)
    return find_chromium() if commands and all(map(debian.succeeds, commands)) else None


def main() -> int:
    """Prints the path of a Chromium, after installing one if need be; an exit status."""
    path = find_chromium()
    if path is None:
        print("no Chromium here yet: installing one", file=sys.stderr)
        path = install_chromium()
    elif Path(path).name != SHELL and os.geteuid() == 0:  # a container, not somebody's machine
        path = install_shell() or path
    if path is None:
        print(
            "No Chromium could be installed, as said above: "
            f"put one of {', '.join(COMMANDS)} on PATH, then run this again.",
            file=sys.stderr,
        )
        return 1
    print(path)
    return 0


def _candidates() -> Iterator[str]:
    for command in COMMANDS:
        path = shutil.which(command)
        if path is not None:
            yield path
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    if Path(path).is_file():
        yield path


def _starts(path: str) -> bool:
    """Whether the browser is one: some systems' `chromium` only tells how to install it."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def _playwright() -> list[list[str]]:
    return [[sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"]]


if __name__ == "__main__":
    sys.exit(main())
