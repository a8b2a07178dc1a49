"""Tables with an entry for each event: the type check sees what is missing and what is misspelt."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repo.files import ROOT

JS = ROOT / "static" / "js"
TYPES = f"""// @ts-check
/** @import {{ Choreography, Reducers, Sounds }} from "{JS}/core/types" */
/** @typedef {{{{ type: "bell_rung", times: number }} | {{ type: "bell_melted" }}}} Event */
"""
REDUCERS = "/** @type {Reducers<number, Event>} */ export const reducers ="
CHOREOGRAPHY = "/** @type {Choreography<any, Event>} */ export const choreography ="
SOUNDS = "/** @type {Sounds<Event>} */ export const sounds ="

CASES = {
    "complete": (
        f"{REDUCERS} {{ bell_rung: (n, {{ times }}) => n + times, bell_melted: (n) => n }};\n"
        f"{CHOREOGRAPHY} {{ bell_rung(stage, event) {{ event.times; }}, bell_melted() {{}} }};\n"
        f'{SOUNDS} {{ bell_rung: "clank" }};',
        "",
    ),
    "reducer-missing": (f"{REDUCERS} {{ bell_rung: (n) => n }};", "'bell_melted' is missing"),
    "reducer-misspelt": (
        f"{REDUCERS} {{ bell_rung: (n) => n, bell_melted: (n) => n, bell_rang: (n) => n }};",
        "'bell_rang' does not exist",
    ),
    "field-misspelt": (
        f"{REDUCERS} {{ bell_rung: (n, {{ timez }}) => n + timez, bell_melted: (n) => n }};",
        "'timez' does not exist",
    ),
    "choreography-missing": (f"{CHOREOGRAPHY} {{ bell_rung() {{}} }};", "'bell_melted' is missing"),
    "choreography-misspelt": (
        f"{CHOREOGRAPHY} {{ bell_rung() {{}}, bell_melted() {{}}, bell_rang() {{}} }};",
        "'bell_rang' does not exist",
    ),
    "sound-misspelt": (f'{SOUNDS} {{ bell_rang: "clank" }};', "'bell_rang' does not exist"),
    "sound-unknown": (f'{SOUNDS} {{ bell_rung: "clonk" }};', "'\"clonk\"' is not assignable"),
}
"""Lines of JavaScript, and what the type check says to them."""


def complaints(folder: Path) -> dict[str, str]:
    """What the type check says of each JavaScript file below a folder, by its path."""
    config = {"extends": str(ROOT / "tsconfig.json"), "include": ["**/*.js", "**/*.d.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(config))
    node = Path(sys.executable).parent  # `make setup` puts it beside Python
    answer = subprocess.run(
        [ROOT / "node_modules/.bin/tsc", "--noEmit", "--pretty", "false", "-p", folder],
        cwd=folder,
        env={**os.environ, "PATH": f"{node}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    said: dict[str, str] = {}
    for line in answer.stdout.splitlines():
        if found := re.match(r"([^(\s]+)\(\d+,\d+\): error TS\d+: (.*)", line):
            said[found[1]] = f"{said.get(found[1], '')}{found[2]}\n"
    return said


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("tables")
    for name, (lines, _) in CASES.items():
        (folder / f"{name}.js").write_text(TYPES + lines)
    return complaints(folder)


@pytest.mark.parametrize("name", CASES)
def test_the_type_check_sees_what_is_wrong_with_a_table(said: dict[str, str], name: str) -> None:
    _, complaint = CASES[name]
    found = said.get(f"{name}.js", "")
    assert complaint in found if complaint else found == ""


def test_every_scene_has_tables_that_the_type_check_sees(tmp_path: Path) -> None:
    """A copy of all scenes, in each of which one event's name is misspelt in both tables."""
    shutil.copytree(JS, tmp_path / "js")
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    assert complaints(tmp_path) == {}
    tables = []
    for path in (tmp_path / "js" / "scenes").glob("*/*.js"):
        text = path.read_text("utf-8")
        if re.search(r"@type \{(?:Reducers|Choreography)<State, Event>\}", text):
            tables.append(str(path.relative_to(tmp_path)))
            path.write_text(re.sub(r"(?m)^  battle_ended\b", "  battle_edned", text), "utf-8")
    scenes = [path.parent.name for path in JS.glob("scenes/*/view.js")]
    assert sorted(tables) == sorted(
        f"js/scenes/{id_}/{file}" for id_ in scenes for file in ("choreography.js", "reduce.js")
    )
    said = complaints(tmp_path)
    assert said.keys() == {*tables}
    assert all("battle_edned" in text or "battle_ended" in text for text in said.values())
