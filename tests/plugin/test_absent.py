"""Where the game is not installed, nothing of it is seen, and nothing else in here names it."""

from flask.testing import FlaskClient

import engine
from tests.plugin.installing import ID
from tests.repo.files import ROOT, committed
from tests.webapp.conftest import app, client, clock, settings
from webapp.base import games

__all__ = ["app", "client", "clock", "settings"]

FOLDER = "tests/plugin"


def test_no_file_outside_its_folder_names_it() -> None:
    found = [
        path
        for path in committed()
        if not path.is_relative_to(FOLDER) and ID.encode() in (ROOT / path).read_bytes().lower()
    ]
    assert found == []


def test_it_is_no_game(client: FlaskClient) -> None:
    assert ID not in games.games()
    assert ID not in engine.rulesets()
    assert {*games.broken(), *engine.broken_rulesets()} == set()
    for room in ("rules", "build", "quick", "api/v1/catalogs"):
        assert client.get(f"/{room}/{ID}").status_code == 404
