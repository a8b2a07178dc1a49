"""A German page is German wherever its words come from: threads, forms, what somebody pastes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import Problem
from tests.present import require
from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import OTHER_LINEUP, Person
from tests.webapp.in_background import finish
from tests.webapp.page_parts import page_data, token
from tests.webapp.stopped_clock import StoppedClock
from webapp import create_app, games
from webapp.armies.builder.placing import place
from webapp.base.config import Settings
from webapp.store import database

GERMAN: Final = {"Accept-Language": "de"}
ENGLISH: Final = re.compile(
    r"\b(wins|exact|sampled|ability|the field|Dragons|Archons|did you mean|must|whole number|"
    r"there is no|too long|at most|costs|has|fits?|possible|line \d|choose another|points|for each|"
    r"equipment|cannot|no unit|over the)\b",
    re.IGNORECASE,
)
"""Words of sentences that these pages say in English; no German page of them needs any."""

RESULT: Final = r'<form class="odds-result".*?</form>'
MATCHUP: Final = r'<section class="matchup".*?</section>'
ERRORS: Final = r'<div class="form-errors".*?</div>|<p class="field-error".*?</p>'
ERROR_PAGE: Final = r'<main id="content" class="page error-page">.*?</main>'

MARIOS: Final = {"army_a": "sample:mushroom-patch", "army_b": "sample:masked-trio"}
STACKS: Final = {"army_a": "sample:dragon-raid", "army_b": "sample:silver-order"}
FIVES: Final = {"army_a": "sample:even-five", "army_b": "sample:even-five"}
GOMBA: Final = '{"lineup": [{"unit": "gomba"}]}'
COSTLY: Final = '{"stack": [{"hero": "priest", "level": 1, "buys": {"leadership": 99}}]}'
DRESSED: Final = "Toad\nKanonenröhre [Feuerblume]"


@pytest.fixture
def app(settings: Settings, clock: StoppedClock) -> Iterator[Flask]:
    """An application that speaks two languages."""
    app = create_app(replace(settings, languages=("en", "de")), clock)
    app.config["TESTING"] = True
    yield app
    finish(app)
    app.extensions[database.KEY].kw["bind"].dispose()


def words_of(html: str, part: str) -> str:
    """What people read in the parts of a page that this pattern finds."""
    found = " | ".join(re.findall(part, html, re.DOTALL))
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", found).split()))


def sent(client: FlaskClient, address: str, fields: dict[str, str]) -> Any:
    return client.post(address, data={"csrf_token": token(client), **fields}, headers=GERMAN)


def test_odds_are_german(client: FlaskClient) -> None:
    """They are worked out in a thread, which answers no request."""
    require("warlords")
    address = "/odds?ruleset=warlords&army_a=dragon-raid&army_b=silver-order"
    told = words_of(client.get(address, headers=GERMAN).text, RESULT)
    assert "exakt" in told
    assert "Drachenüberfall gewinnt" in told
    assert re.search(r"[+−]\d+,\d\d\b", told)  # noqa: RUF001 - a minus as wide as the plus
    assert ENGLISH.findall(told) == []
    assert not re.search(r"\d\.\d\d %|\d,\d\d\d,", told), "numbers are German, too"


@pytest.mark.parametrize(
    ("game", "fields", "part", "expected"),
    [
        # pasted JSON, by its paths
        (
            "manymarios",
            MARIOS | {"army_a": "other", "other_a": GOMBA},
            ERRORS,
            "lineup[0].unit: Einheit 'gomba' gibt es nicht; meintest du 'goomba'?",
        ),
        (
            "warlords",
            STACKS | {"army_b": "other", "other_b": COSTLY},
            ERRORS,
            "stack[0].buys: kostet",
        ),
        # pasted text, by the words of the form
        (
            "manymarios",
            MARIOS | {"army_a": "other", "other_a": DRESSED},
            ERRORS,
            "Kanonenröhre, Nummer 2: Ausrüstung: ",
        ),
        # the match-up says which side and which field
        (
            "manymarios",
            MARIOS | {"do": "show", "seed": "x"},
            MATCHUP,
            "Seed der Würfel: Gib eine ganze Zahl",
        ),
        (
            "manymarios",
            MARIOS | {"do": "show", "name_b": "x" * 300},
            MATCHUP,
            "Seite Orange: Name: ist 300 Zeichen lang",
        ),
        (
            "manymarios",
            MARIOS | {"do": "show", "army_a": "other", "other_a": DRESSED},
            MATCHUP,
            "Seite Blau: Armee: Kanonenröhre, Nummer 2: Ausrüstung: ",
        ),
        ("siege", FIVES | {"do": "show", "bot_a": "strong"}, MATCHUP, "Kastellan"),
    ],
)
def test_a_quick_battle_says_in_german_what_is_wrong(
    client: FlaskClient, game: str, fields: dict[str, str], part: str, expected: str
) -> None:
    require(game)
    told = words_of(sent(client, f"/quick/{game}", fields).text, part)
    assert expected in told
    assert ENGLISH.findall(told) == []


@pytest.mark.parametrize("address", ["/tournaments", "/matchups"])
def test_armies_that_are_pasted_are_refused_in_german(client: FlaskClient, address: str) -> None:
    require("manymarios")
    fields = {"ruleset": "manymarios", "kind": "round-robin", "best_of": "1", "other": "Banane"}
    told = words_of(sent(client, address, fields).text, ERRORS)
    assert "Armee 1: Zeile 1" in told
    assert ENGLISH.findall(told) == []


@pytest.mark.parametrize("address", ["/rules/nope", "/quick/nope"])
def test_a_game_that_is_not_there_is_told_in_german(client: FlaskClient, address: str) -> None:
    told = words_of(client.get(address, headers=GERMAN).text, ERROR_PAGE)
    assert "nope" in told
    assert ENGLISH.findall(told) == []
    assert "There" not in told


def test_a_bot_that_is_not_there_is_told_in_german(client: FlaskClient) -> None:
    require("siege")
    answer = sent(client, "/challenge/bot/siege", {"opponent": "nope"})
    told = words_of(answer.text, ERROR_PAGE)
    assert "Diesen Bot gibt es nicht." in told


def test_a_title_of_a_battle_is_refused_in_german(client: FlaskClient) -> None:
    asked = {"query_string": {"title": "\u3164"}, "headers": GERMAN}
    (problem,) = client.post("/api/v1/battles", json=BATTLE, **asked).get_json()["errors"]
    assert problem["message"] == "zeigt nichts; nimm einen Buchstaben, den man sieht"


def test_a_list_of_a_game_that_is_not_there_is_refused_in_german(client: FlaskClient) -> None:
    answer = client.get("/api/v1/battles?ruleset=chess", headers=GERMAN)
    (problem,) = answer.get_json()["errors"]
    assert problem["message"].startswith("Regelwerk 'chess' gibt es nicht; es gibt ")


def test_players_without_names_are_stored_alike_whoever_seals_last(
    app: Flask, ann: Person, bo: Person
) -> None:
    """A name in the language of one of them would be read by all others."""
    require("manymarios")
    page = ann.challenge("manymarios", name="")
    bo.join(ann.link(page, "join"), "")
    ann.seal(page)
    bo.client.set_cookie("language", "de")
    bo.seal(page, OTHER_LINEUP)
    battle = page_data(ann.get(f"/b/{ann.standing(page)['battle']}"))["battle"]
    assert [battle["sides"][side]["name"] for side in "ab"] == ["Challenger", "Opponent"]
    assert battle["title"] == "Challenger against Opponent"


def test_of_several_numbers_the_wrong_one_is_named() -> None:
    """Of abilities that a hero may buy, say: one message for all of them would help nobody."""
    require("warlords")
    form = games.game("warlords").builder.form
    buys = next(f for kind in form.rows for f in kind.fields if f.type == "counts")
    by = buys.options_by
    option = buys.options[0] if by is None else next(iter(by.of.values()))[0]
    wrong = Problem(f"stack[0].{buys.path}.{option.id}", "is -1; it must be from 0 to 20")
    placed = place(form, [wrong])
    assert placed.rows[0][buys.path] == [f"{option.name} is -1; it must be from 0 to 20"]
