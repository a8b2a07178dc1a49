"""Every page with every game that is installed, however little its record says."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.present import OURS
from tests.webapp.challengers import Person
from tests.webapp.stopped_clock import StoppedClock
from webapp import games
from webapp.battles import samples

INSTALLED = [id_ for id_ in games.games() if id_ not in OURS]
EVERYWHERE = ("/", "/quick", "/quick/file", "/battles", "/build", "/challenge/new", "/odds", "/api")
OF_A_GAME = (
    *("/rules/{}", "/build/{}", "/quick/{}", "/quick/file?example={}"),
    *(
        "/odds?ruleset={}",
        "/challenge/new?ruleset={}",
        "/battles?ruleset={}",
        "/api/v1/catalogs/{}",
    ),
)
OF_A_BATTLE = (
    *("/b/{}", "/embed/{}", "/odds?battle={}", "/b/{}/card.png", "/b/{}/log.txt"),
    *("/b/{}/battlereel.html", "/b/{}/battle.json", "/b/{}/recording.jsonl"),
    *("/api/v1/battles/{}", "/api/v1/battles/{}/recording"),
)

every_game = pytest.mark.parametrize("id_", INSTALLED)


def army(id_: str, seed: int) -> Any:
    return games.game(id_).builder.random({}, {}, engine.Seeded(seed))


def file(id_: str) -> dict[str, Any]:
    return {"ruleset": id_, "sides": [{"army": army(id_, seed)} for seed in (1, 2)]}


@pytest.mark.parametrize("address", EVERYWHERE)
def test_pages_of_all_games(client: FlaskClient, address: str) -> None:
    assert client.get(address, follow_redirects=True).status_code == 200


@every_game
@pytest.mark.parametrize("address", OF_A_GAME)
def test_pages_of_a_game(client: FlaskClient, id_: str, address: str) -> None:
    assert client.get(address.format(id_), follow_redirects=True).status_code == 200


@every_game
@pytest.mark.parametrize("address", ["/odds?ruleset={}", "/quick/{}"])
def test_a_form_that_nobody_has_sent_shows_no_error(
    client: FlaskClient, id_: str, address: str
) -> None:
    html = client.get(address.format(id_)).text
    assert "aria-invalid" not in html
    assert 'role="alert"' not in html


@every_game
def test_a_challenge_has_a_heading_for_terms_only_where_there_are_some(
    client: FlaskClient, id_: str
) -> None:
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
@pytest.mark.parametrize("address", OF_A_BATTLE)
def test_pages_of_a_battle(
    client: FlaskClient, clock: StoppedClock, id_: str, address: str
) -> None:
    made = client.post("/api/v1/battles?listed=true", json=file(id_)).json
    clock.ms += 10_000_000
    assert client.get(address.format(made["id"])).status_code == 200


@every_game
def test_a_new_form_says_of_nothing_that_it_is_wrong(client: FlaskClient, id_: str) -> None:
    page = client.get(f"/quick/{id_}").text
    assert "to fix" not in page
    assert "cannot meet like this" not in page


@every_game
def test_its_odds(client: FlaskClient, id_: str) -> None:
    odds = client.post("/api/v1/odds?samples=1000", json=file(id_))
    assert odds.status_code == 200
    assert odds.json["a"] + odds.json["b"] + odds.json["draw"] == pytest.approx(1)


@every_game
def test_an_army_is_kept_and_shown(client: FlaskClient, id_: str) -> None:
    kept = client.post("/api/v1/armies", json={"ruleset": id_, "army": army(id_, 3)}).json
    for address in (f"/a/{kept['id']}", "/armies", f"/quick/{id_}?army_a={kept['id']}"):
        assert client.get(address).status_code == 200, address


@every_game
def test_a_challenge(ann: Person, bo: Person, id_: str) -> None:
    page = ann.challenge(id_)
    bo.join(ann.link(page, "join"))
    assert ann.get(f"{page}/build")
    for person, seed in ((ann, 1), (bo, 2)):
        person.seal(page, army(id_, seed))
    assert ann.standing_again(page)["battle"]
    assert ann.client.get(f"{page}/card.png").status_code == 200


@every_game
def test_its_samples_are_stored(app: Flask, id_: str) -> None:
    with app.app_context():
        samples.store([games.game(id_)])
