"""Tables with an entry for each event: the type check sees a name that is misspelt."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.repo.files import ROOT

JS = ROOT / "static" / "js"


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


def test_every_scene_has_tables_that_the_type_check_sees(tmp_path: Path) -> None:
    """A copy of all scenes, in each of which one event's name is misspelt in all tables."""
    shutil.copytree(JS, tmp_path / "js")
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    tables = []
    for path in (tmp_path / "js" / "scenes").glob("*/*.js"):
        text = path.read_text("utf-8")
        if re.search(r"@type \{(?:Reducers|Choreography|Sounds)<(?:State, )?Event>\}", text):
            tables.append(str(path.relative_to(tmp_path)))
            path.write_text(re.sub(r"(?m)^  battle_ended\b", "  battle_edned", text), "utf-8")
    views = [path.relative_to(JS.parent) for path in JS.glob("scenes/*/view.js")]
    names = ("choreography.js", "reduce.js", "view.js")
    assert sorted(tables) == sorted(str(path.with_name(name)) for path in views for name in names)
    said = complaints(tmp_path)
    assert said.keys() == {*tables}
    assert all("battle_edned" in text or "battle_ended" in text for text in said.values())
