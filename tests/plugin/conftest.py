"""A game that is installed beside Battlereel: its package is here, and nothing else knows it."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.repo.files import ROOT

PROJECT = Path(__file__).parent / "conquest"
"""The game's own project, as somebody else would have it in a folder of theirs."""

# Tests of its rules import the package from here, which is not to say that it is installed.
sys.path.append(str(PROJECT))

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the game was installed, for PYTHONPATH."""
    folder = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target"]
    command = [sys.executable, "-m", "pip", "install", *options, str(folder), str(PROJECT)]
    subprocess.run(command, check=True, cwd=folder)
    return folder


def environment(site: Path) -> Mapping[str, str]:
    """What a process needs to find the game."""
    return {**os.environ, "PYTHONPATH": str(site)}


@pytest.fixture
def run(site: Path) -> Run:
    """Runs Python with the game installed; `stdin` is text, output is not checked."""

    def run(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *args],
            input=stdin,
            env=environment(site),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

    return run
