"""The game, installed: its own pages, and what holds for every game."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugin.installing import install, install_module
from tests.present import absent
from tests.repo.files import ROOT

HERE = Path(__file__).parent
BARE = """
from dataclasses import replace

from conquest.game import GAME as WHOLE
from conquest.ruleset import RULESET as RULES
from webapp.base.game import Game, Scene

RULESET = replace(
    RULES,
    id="bare",
    name="Bare",
    chances=None,
    outlook=None,
    rolls=None,
    catalog=lambda: {"ruleset": "bare", "abilities": {}, "entries": {}},
)
GAME = Game(RULESET, WHOLE.builder, WHOLE.wording, Scene(WHOLE.scene.folder, "view.js"))
"""
"""A game with only the required members."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the game is installed, and a bare one beside it."""
    folder = install(tmp_path_factory.mktemp("site"))
    return install_module(folder, "bare", BARE, "bare = bare:GAME", "bare = bare:RULESET")


def test_where_it_is_installed(site: Path, pytestconfig: pytest.Config) -> None:
    env = {**os.environ, "PYTHONPATH": str(site), "BATTLES": str(HERE / "battles")}
    options = ["-q", "-p", "no:cacheprovider", "-m", pytestconfig.getoption("markexpr")]
    tests = ["tests/plugin/installed", "tests/engine/test_contract.py"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if absent() and ran.returncode == pytest.ExitCode.NO_TESTS_COLLECTED:
        pytest.skip("all of them need a game that is not there")
    assert ran.returncode == 0, ran.stdout
