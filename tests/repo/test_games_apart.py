"""A game stands in its own folders, and nothing else knows its name."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repo.files import ROOT, kept
from webapp.base import games

OWN_FOLDERS = (
    "engine/rulesets/{}",
    "engine/players/{}",
    "engine/env/{}",
    "webapp/games/{}",
    "static/js/games/{}",
)
CODE = ("engine/*", "webapp/*", "templates/*", "static/js/*", "static/css/*", "*.mjs")
ENDINGS = {".py", ".html", ".js", ".mjs", ".ts", ".css", ".svg"}


def naming(id_: str) -> re.Pattern[str]:
    """What names a game in code: its id in quotes, as a part of a path, or of a dotted name."""
    return re.compile(rf"""["'`/.]{id_}["'`/.]|\b{id_}[_-](?:view|scene|game)|scene-{id_}\b""")


def shared() -> Iterator[Path]:
    """Return the files of no game (another game's may use the word: `siege` is also a power)."""
    own = tuple(folder.format(id_) + "/" for folder in OWN_FOLDERS for id_ in games.games())
    for path in kept(*CODE):
        if path.suffix in ENDINGS and not path.as_posix().startswith(own):
            yield path


@pytest.mark.parametrize("id_", games.games())
def test_nothing_outside_a_games_folders_names_it(id_: str) -> None:
    found = [
        f"{path}:{number}: {line.strip()}"
        for path in shared()
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), start=1)
        if naming(id_).search(line)
    ]
    assert found == []
