"""A game that cannot be used is named with what is wrong, and the others run."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.plugin.installing import PROJECT, install_module
from tests.repo.files import ROOT

RECORD = """
from dataclasses import replace
from pathlib import Path
from conquest.game import GAME as WHOLE
from conquest.ruleset import RULESET as RULES

HERE = Path(__file__).parent
EMPTY = HERE / "empty"
RULESET = replace(RULES, id="{id}")
SCENE = replace(WHOLE.scene, icons=None)
MINE = replace(WHOLE, ruleset=RULESET, scene=SCENE)
GAME = {game}
"""
START = """
import webapp
from webapp.base import games
webapp.create_app()
print(*games.games())
"""
WHOLE = "MINE"
BROKEN = {
    "1 / 0": "cannot be imported: ZeroDivisionError",
    "'a text'": "is no webapp.base.game.Game, but a str",
    "replace(MINE, ruleset=RULES)": "is called 'conquest'",
    "replace(MINE, ruleset=replace(RULESET, version=9))": "its ruleset cannot be played: no entry",
    "replace(MINE, scene=replace(SCENE, folder=EMPTY))": "its scene has no file words.json",
    "replace(MINE, scene=replace(SCENE, module='no.js'))": "its scene has no file no.js",
    "replace(MINE, scene=replace(SCENE, icons='no.svg'))": "its scene has no file no.svg",
    "replace(MINE, scene=WHOLE.scene)": "its icon 'conquest-army' has to be called",
    "replace(MINE, scene=replace(SCENE, folder=HERE / 'scene'))": "words.json or pace.json of its",
    "replace(MINE, samples=EMPTY / 'no.json')": "its samples cannot be read",
    "replace(MINE, samples=HERE / 'samples.json')": "no field would take its sample army 'x'",
}
"""Unusable records, and the message about each."""
NOWHERE = "nowhere:RULESET"  # an unusable entry point of a ruleset


def test_a_broken_record_is_named(tmp_path: Path) -> None:
    """With all of these installed: g0 to g10, then r0, and one that is whole."""
    shutil.copytree(PROJECT / "conquest" / "scene", tmp_path / "scene")
    (tmp_path / "scene" / "words.json").write_text('{"headings": "none"}')
    army = {"id": "x", "text": "", "army": {"armies": 99}}
    (tmp_path / "samples.json").write_text(json.dumps({"armies": [army], "battles": []}))
    records = {f"g{number}": (game, "") for number, game in enumerate(BROKEN)}
    records |= {"r0": (WHOLE, NOWHERE), "whole": (WHOLE, "")}
    for id_, (game, ruleset) in records.items():
        source = RECORD.format(id=id_, game=game)
        point = ruleset or f"{id_}:RULESET"
        install_module(tmp_path, id_, source, f"{id_} = {id_}:GAME", f"{id_} = {point}")
    path = os.pathsep.join([str(tmp_path), str(PROJECT)])
    start = subprocess.run(
        [sys.executable, "-c", START],
        env={**os.environ, "PYTHONPATH": path, "BATTLEREEL_INSTANCE": str(tmp_path / "instance")},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line for line in start.stderr.splitlines() if " is left out" in line]
    said = {id_: line for id_ in records for line in lines if f"the game '{id_}' is" in line}
    assert start.stdout.split() == ["manymarios", "siege", "warlords", "whole"]
    assert said.keys() == records.keys() - {"whole"}
    for number, told in enumerate(BROKEN.values()):
        assert told in said[f"g{number}"]
    for told in ("its ruleset cannot be played", "ModuleNotFoundError"):
        assert told in said["r0"]
