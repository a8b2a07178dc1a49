"""Every page with every game that is installed, however little its record says."""

from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.present import OURS
from tests.webapp.addresses import addresses, army, everything, file
from tests.webapp.challengers import Person
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import games, samples

INSTALLED = [id_ for id_ in games.games() if id_ not in OURS]
REFUSED: Final = {
    "/api/v1/tournaments/<id_>/proof": (404, "nobody sealed an army for this one"),
    "/api/v1/battles/<id_>/verdict": (422, "where a game has no exact odds"),
    "/b/<id_>/fight-on/<side>": (409, "where this side lost"),
    "/c/<id_>/calendar.ics": (404, "without an appointment"),
    "/t/<id_>/build": (404, "without an inventory"),
}
"""Calls that may be refused, with status and reason."""

every_game = pytest.mark.parametrize("id_", INSTALLED)


@pytest.mark.parametrize(
    "id_",
    [
        pytest.param(id_, marks=pytest.mark.long) if number else id_
        for number, id_ in enumerate(INSTALLED)
    ],
)
def test_every_address(app: Flask, ann: Person, bo: Person, clock: StoppedClock, id_: str) -> None:
    wrong = {}
    for rule, address in addresses(app, everything(app, ann, bo, id_, clock)):
        asked = address if rule.startswith("/api/") else f"{address}?ruleset={id_}"
        status = ann.client.get(asked, follow_redirects=True).status_code
        if status not in (200, REFUSED.get(rule, (200, ""))[0]):
            wrong[asked] = status
    assert wrong == {}


@every_game
def test_a_form_that_nobody_has_sent_shows_no_error(client: FlaskClient, id_: str) -> None:
    for address in (f"/odds?ruleset={id_}", f"/quick/{id_}"):
        html = client.get(address).text
        for mark in ("aria-invalid", 'role="alert"', "to fix", "cannot meet like this"):
            assert mark not in html


@every_game
def test_challenge_without_terms_has_no_heading_for_them(client: FlaskClient, id_: str) -> None:
    game = games.game(id_)
    html = client.get(f"/challenge/new?ruleset={id_}").text
    has_terms = bool(game.builder.form.terms or game.challenge_terms)
    assert (">Terms</h2>" in html) is has_terms


@every_game
def test_a_form_that_was_sent_without_armies_says_so(client: FlaskClient, id_: str) -> None:
    if samples.load(games.game(id_)).armies:
        pytest.skip("it offers armies, so that there is no form without")
    blank = {"ruleset": id_, "other_a": "", "other_b": ""}
    answer = client.get("/odds", query_string=blank)
    assert answer.status_code == 422
    assert answer.text.count("aria-invalid") == 2


@every_game
def test_its_odds_are_found_and_an_army_that_is_kept_fights(client: FlaskClient, id_: str) -> None:
    kept = client.post("/api/v1/armies", json={"ruleset": id_, "army": army(id_, 3)}).json
    assert client.get(f"/quick/{id_}?army_a={kept['id']}").status_code == 200
    odds = client.post("/api/v1/odds?samples=100", json=file(id_))
    assert odds.status_code == 200
    assert odds.json["a"] + odds.json["b"] + odds.json["draw"] == pytest.approx(1)
