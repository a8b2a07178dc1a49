"""Where the game is not installed, nothing of it is seen, and nothing else in here names it."""

import json

from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.plugin.installing import ID, NAME
from tests.repo.files import ROOT, committed
from tests.webapp.addresses import without_arguments
from tests.webapp.conftest import app, client, clock, settings
from webapp import games

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


def test_no_page_names_it(app: Flask, client: FlaskClient) -> None:
    for address in without_arguments(app):
        page = client.get(address, follow_redirects=True)
        assert page.status_code == 200, address
        assert ID.encode() not in page.data.lower(), address
        assert NAME.encode() not in page.data, address


def test_its_battle_file_is_refused_with_the_games_that_there_are(client: FlaskClient) -> None:
    file = {"ruleset": ID, "sides": [{"army": {"armies": 3}}, {"army": {"armies": 2}}]}
    answer = client.post("/api/v1/battles", json=file)
    assert answer.status_code == 422
    assert "manymarios" in json.dumps(answer.json["errors"])
