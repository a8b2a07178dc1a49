"""The game, installed: its own pages, and what holds for every game."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugin.installing import install
from tests.repo.files import ROOT

HERE = Path(__file__).parent


@pytest.mark.parametrize("tests", ["tests/plugin/installed", "tests/engine/test_contract.py"])
def test_where_it_is_installed(tmp_path: Path, tests: str) -> None:
    env = {
        **os.environ,
        "PYTHONPATH": str(install(tmp_path / "site")),
        "BATTLES": str(HERE / "battles"),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests]
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
