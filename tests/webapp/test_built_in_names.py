"""Names of built-in armies and sides: stored in English, read in each reader's language."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import tournament
from tests.present import require
from tests.webapp.challengers import Person
from tests.webapp.in_background import finish
from tests.webapp.page_parts import page_data, post, token
from tests.webapp.stopped_clock import StoppedClock
from webapp import create_app, games
from webapp.base import called
from webapp.base.config import Settings
from webapp.battles import samples
from webapp.store import database

RAID: Final = {"army_a": "sample:dragon-raid", "army_b": "sample:silver-order"}


@pytest.fixture
def app(settings: Settings, clock: StoppedClock) -> Iterator[Flask]:
    """An application that speaks two languages and has the samples of the siege."""
    app = create_app(replace(settings, languages=("en", "de")), clock)
    app.config["TESTING"] = True
    with app.app_context():
        samples.store([games.games()[id_] for id_ in ("siege",) if id_ in games.games()])
    yield app
    finish(app)
    app.extensions[database.KEY].kw["bind"].dispose()


def read(client: FlaskClient, address: str, language: str = "de") -> str:
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return unescape(answer.text)


def sample_page(ruleset: str, id_: str) -> str:
    of_game = samples.load(games.game(ruleset))
    return f"/b/{of_game.page_id(of_game.battles[id_])}"


def battle_data(client: FlaskClient, address: str, language: str = "de") -> Any:
    html = client.get(address, headers={"Accept-Language": language}).text
    return page_data(html)["battle"]


def test_a_sample_battle_names_sides_and_armies_in_the_readers_language(
    client: FlaskClient,
) -> None:
    require("siege")
    address = sample_page("siege", "ram-and-warden")
    german, english = (battle_data(client, address, language) for language in ("de", "en"))
    assert german["sides"] == {
        "a": {"name": "Rammbock", "army": "Speerspitze"},
        "b": {"name": "Wächter", "army": "Lange Mauer"},
    }
    assert german["called"]["sides"] == {"a": "Rammbock", "b": "Wächter"}
    assert german["called"]["armies"]["Gatekeepers"] == "Torwächter"
    assert english["sides"]["a"] == {"name": "Ram", "army": "Spearhead"}
    assert english["called"] is None


def test_its_recording_and_file_stay_as_they_are(client: FlaskClient) -> None:
    require("siege")
    address = sample_page("siege", "open-gate")
    recording = read(client, f"/api/v1{address.replace('/b/', '/battles/')}/recording")
    assert "Gatekeepers" in recording
    assert "Torwächter" not in recording


def test_its_log_is_told_with_the_same_names(client: FlaskClient) -> None:
    require("siege")
    log = read(client, sample_page("siege", "open-gate") + "/log.txt")
    assert "Torwächter" in log
    assert "Gatekeepers" not in log
    ram = read(client, sample_page("siege", "ram-and-warden") + "/log.txt")
    assert "Rammbock" in ram
    assert "Warden" not in ram


def test_armies_of_a_quick_battle_are_stored_in_english_and_read_in_any_language(
    client: FlaskClient, clock: StoppedClock
) -> None:
    require("warlords")
    client.set_cookie("language", "de")
    started = post(client, "/quick/warlords", **RAID, seed="3", listed="1")
    client.delete_cookie("language")
    clock.ms += 1_000_000
    (stored,) = client.get("/api/v1/battles").get_json()["battles"]
    assert [stored["sides"][side]["army"] for side in "ab"] == ["Dragon raid", "Silver order"]
    assert stored["title"] == "Dragon raid against Silver order"
    assert battle_data(client, started.location)["title"] == "Drachenüberfall gegen Silberorden"
    assert battle_data(client, started.location, "en")["title"] == stored["title"]
    for address in ("/battles", "/", f"/best-order?battle={stored['id']}"):
        page = re.sub("<input[^>]*>", "", read(client, address))
        assert "Drachenüberfall" in page, address
        assert "Dragon raid" not in page, address


def test_who_is_called_as_a_side_of_a_sample_keeps_the_name(
    client: FlaskClient, clock: StoppedClock
) -> None:
    """Unless it leads that side's army: `Rose` and `Thorn` are names of people, too."""
    require("manymarios")
    lineup = [{"unit": "goomba"}]
    sides = [
        {"name": "Thorn", "army": {"name": "Hedge", "lineup": lineup}},
        {"name": "Thorn", "army": {"name": "Night garden", "lineup": lineup}},
    ]
    file = {"ruleset": "manymarios", "seed": 1, "sides": sides}
    id_ = client.post("/api/v1/battles", json=file).get_json()["id"]
    assert battle_data(client, f"/b/{id_}")["sides"] == {
        "a": {"name": "Thorn", "army": "Hedge"},
        "b": {"name": "Dorn", "army": "Nachtgarten"},
    }


def test_a_ready_army_that_is_sealed_is_read_in_both_players_languages(app: Flask) -> None:
    require("manymarios")
    ann, bo = Person(app), Person(app)
    ann.client.set_cookie("language", "de")
    page = ann.challenge("manymarios")
    bo.join(ann.link(page, "join"))
    for person in (ann, bo):
        person.send(f"{page}/seal", army="sample:boo-choir", sure="1")
    battle = ann.standing(page)["battle"]
    assert battle_data(bo.client, f"/b/{battle}", "en")["sides"]["a"]["army"] == "Boo choir"
    assert battle_data(ann.client, f"/b/{battle}")["sides"]["b"]["army"] == "Geisterchor"


def test_entrants_of_a_tournament_are_called_by_their_armies_in_the_readers_language(
    app: Flask, client: FlaskClient
) -> None:
    """An army of the player's own keeps its name; one without a name is the third here."""
    require("manymarios")
    army = {"lineup": [{"unit": "goomba"}]}
    others = json.dumps([army | {"name": "Boo choir"}, army, army | {"name": "Hedge"}])
    client.set_cookie("language", "de")
    sent = {"kind": "round-robin", "best_of": "1", "other": others}
    sent |= {"ruleset": "manymarios", "army": "sample:boo-choir", "csrf_token": token(client)}
    address = client.post("/tournaments", data=sent).location
    client.delete_cookie("language")
    client.set_cookie("spoilers", "1")
    finish(app)
    both = {language: read(client, address, language) for language in ("de", "en")}
    rows = {lang: re.findall(r'<th scope="row">(\D.*?)</th>', page) for lang, page in both.items()}
    assert {*rows["de"]} == {"Geisterchor", "Geisterchor (2)", "Armee 3", "Hedge"}
    assert {*rows["en"]} == {"Boo choir", "Boo choir (2)", "Army 3", "Hedge"}
    battles = [battle_data(client, page) for page in re.findall('href="(/b/[^"]+)"', both["de"])]
    sides = [{side["name"] for side in battle["sides"].values()} for battle in battles]
    assert {"Geisterchor", "Geisterchor (2)"} in sides
    assert {"Armee 3", "Hedge"} in sides
    named = {name for battle in battles for name in battle["called"]["sides"].values()}
    assert named == {"Geisterchor", "Geisterchor (2)", "Armee 3"}


def test_entrants_that_would_be_called_alike_keep_the_names_of_the_file(app: Flask) -> None:
    require("manymarios")
    lineup = [{"unit": "goomba"}]
    names = ("Boo choir", "Geisterchor", "Spike wall")
    entrants = [{"army": {"name": name, "lineup": lineup}} for name in names]
    file = {"kind": "round-robin", "ruleset": "manymarios", "seed": 1, "entrants": entrants}
    with app.test_request_context(headers={"Accept-Language": "de"}):
        cup = called.in_tournament(games.game("manymarios"), tournament.read(file))
    assert cup.names == ("Boo choir", "Geisterchor", "Stachelwall")


def test_a_builders_field_holds_a_name_that_its_reader_can_read(client: FlaskClient) -> None:
    require("manymarios")
    html = read(client, "/build/manymarios?from=sample:boo-choir")
    assert 'value="Geisterchor (eigene)"' in html
    assert 'value="Boo choir"' not in html


def test_an_army_in_an_address_has_a_name_that_its_reader_can_read(client: FlaskClient) -> None:
    require("manymarios")
    html = read(client, "/build/manymarios?army=%3D+Boo+choir%0AGoomba")
    assert page_data(html)["army"]["name"] == "Geisterchor (eigene)"
    hedge = read(client, "/build/manymarios?army=%3D+Hedge%0AGoomba")
    assert page_data(hedge)["army"]["name"] == "Hedge"


def test_a_table_of_who_beats_whom_calls_armies_as_its_reader_does(client: FlaskClient) -> None:
    """Two have the same name, and a number behind it."""
    require("manymarios")
    game = games.game("manymarios")
    army = samples.load(game).armies["boo-choir"].army
    sent = {
        "ruleset": "manymarios",
        "csrf_token": token(client),
        "army": ["sample:boo-choir", "sample:masked-trio"],
        "other": json.dumps(army),
    }
    german = {"Accept-Language": "de"}
    text = unescape(client.post("/matchups", data=sent, headers=german).text)
    named = set(re.findall(r'heat-name">([^<]+)<', text))
    assert named == {"Geisterchor", "Geisterchor (2)", "Maskentrio"}
