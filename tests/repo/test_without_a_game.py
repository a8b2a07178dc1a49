"""Without one game's folders the product starts, and nothing of that game is seen."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.present import OURS, absent
from tests.repo.files import ROOT, kept
from tests.repo.test_games_apart import OWN_FOLDERS

LEFT = ("engine/*", "webapp/*", "templates/*", "static/*")
WALK = """
import sys
from pathlib import Path

import engine
from webapp import create_app
from webapp.base import games
from webapp.base.config import Settings

gone = sys.argv[1]
assert gone not in games.games() and gone not in engine.rulesets(), "it is still there"
assert gone in games.broken() and gone in engine.broken_rulesets(), "nobody says what is missing"
app = create_app(Settings(f"sqlite:///{Path.cwd()}/db.sqlite3", "secret", limits=False))
client = app.test_client()
rules = [rule for rule in app.url_map.iter_rules() if "GET" in rule.methods]
left_out = {"about.icon", "health.metrics", "oembed.oembed"}  # a built file, a key, an address
paths = [r.rule for r in rules if not r.arguments and r.endpoint not in left_out]
for id_ in games.games():
    paths += [f"/quick/{id_}", f"/odds?ruleset={id_}", f"/build/{id_}", f"/rules/{id_}"]
needs = {
    "/puzzle": any(game.puzzles for game in games.games().values()),
    "/best-order": any(game.ruleset.ordered for game in games.games().values()),
}
for path in paths:
    answer = client.get(path, follow_redirects=True)
    expected = 200 if needs.get(path, True) else 404
    assert answer.status_code == expected, (path, answer.status)
    assert f"/{gone}".encode() not in answer.data, path
assert client.get(f"/quick/{gone}").status_code == 404
"""


def _copy_compiled(path: Path, folder: Path) -> None:
    """Copies a module's bytecode, too: to compile all anew takes seconds."""
    code = Path(importlib.util.cache_from_source(path))
    if path.suffix == ".py" and (ROOT / code).exists():
        (folder / code).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / code, folder / code)


@pytest.mark.long
@pytest.mark.parametrize("id_", [id_ for id_ in OURS if id_ not in absent()])
def test_what_is_left_starts(id_: str, tmp_path: Path) -> None:
    own = tuple(folder.format(id_) + "/" for folder in OWN_FOLDERS)
    for path in kept(*LEFT):
        if not path.as_posix().startswith(own):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, tmp_path / path)
            _copy_compiled(path, tmp_path)
    dist = ROOT / "static/dist"
    if not dist.is_dir():
        pytest.skip("static/dist is not built: run `make build`")
    shutil.copytree(dist, tmp_path / "static/dist")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", WALK, id_]
    ran = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
