"""Debian's packages, which bring the browsers that tests are run in."""

import os
import shutil
import subprocess
import sys

FONT = "fonts-dejavu-core"  # a page without a font has no text


def install(*packages: str) -> list[list[str]]:
    """The commands that install packages; none where there is no apt or no right to it."""
    if shutil.which("apt-get") is None:
        return []
    root = os.geteuid() == 0
    if not root and shutil.which("sudo") is None:
        return []
    sudo = [] if root else ["sudo", "-n"]
    apt_get = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    named = [*packages, FONT]
    return [[*apt_get, "update"], [*apt_get, "install", "-y", "--no-install-recommends", *named]]


def succeeds(command: list[str]) -> bool:
    """Runs a command with its output on standard error: standard output is for answers."""
    print("$", *command, file=sys.stderr, flush=True)
    return subprocess.run(command, stdout=sys.stderr, check=False).returncode == 0
