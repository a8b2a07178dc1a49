"""A game that cannot be used is named with what is wrong, and the others run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugin.installing import ID, PROJECT, install_module
from tests.repo.files import ROOT

RECORD = """
from dataclasses import replace
from pathlib import Path
from conquest.game import GAME as WHOLE
from conquest.ruleset import RULESET as WHOLE_RULESET

EMPTY = Path(__file__).parent
RULESET = WHOLE_RULESET
GAME = {game}
"""
START = """
import webapp
from webapp import games
webapp.create_app()
print(*games.games())
"""
OURS = "manymarios warlords siege"


def install(folder: Path, game: str, ruleset: str = "mine:RULESET") -> Path:
    """Installs a game whose record is this expression; the ruleset's entry point may be wrong."""
    source = RECORD.format(game=game)
    return install_module(folder, source, f"{ID} = mine:GAME", f"{ID} = {ruleset}")


def start(folder: Path) -> subprocess.CompletedProcess[str]:
    """An application's start with what is in this folder installed; it prints the games."""
    path = os.pathsep.join([str(folder), str(PROJECT)])
    return subprocess.run(
        [sys.executable, "-c", START],
        env={**os.environ, "PYTHONPATH": path, "BATTLEREEL_INSTANCE": str(folder / "instance")},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("1 / 0", "mine:GAME cannot be imported: ZeroDivisionError"),
        ("'conquest'", "mine:GAME is no webapp.base.game.Game, but a str"),
        ("replace(WHOLE, scene=replace(WHOLE.scene, folder=EMPTY))", "its scene has no file"),
        ("replace(WHOLE, scene=replace(WHOLE.scene, icons='none.svg'))", "no file none.svg"),
        ("replace(WHOLE, samples=EMPTY / 'samples.json')", "its samples cannot be read"),
        ("replace(WHOLE, ruleset=replace(RULESET, id='other'))", "is called 'other'"),
        ("replace(WHOLE, ruleset=replace(RULESET, version=9))", "its ruleset cannot be played"),
    ],
)
def test_a_broken_record_is_named_and_the_other_games_run(
    tmp_path: Path, game: str, told: str
) -> None:
    started = start(install(tmp_path, game))
    assert "the game 'conquest' is left out" in started.stderr
    assert told in started.stderr
    assert started.stdout.strip() == OURS


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [
        ("mine:NOTHING", "AttributeError"),
        ("nowhere:RULESET", "ModuleNotFoundError"),
        ("mine:EMPTY", "which is no Ruleset"),
    ],
)
def test_a_game_without_its_ruleset_is_named(tmp_path: Path, ruleset: str, told: str) -> None:
    started = start(install(tmp_path, "WHOLE", ruleset))
    assert "the game 'conquest' is left out: its ruleset cannot be played" in started.stderr
    assert told in started.stderr
    assert started.stdout.strip() == OURS


def test_a_whole_record_is_a_game_among_the_others(tmp_path: Path) -> None:
    started = start(install(tmp_path, "WHOLE"))
    assert started.stdout.strip() == f"{OURS} conquest"
    assert "left out" not in started.stderr
