"""A German page is German wherever its words come from: threads, forms, what somebody pastes."""

import re
from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import OTHER_LINEUP, Person
from tests.webapp.page_parts import page_data, post, words_of

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


@pytest.fixture(autouse=True)
def _speaks_german(app: Flask) -> None:
    app.config["LANGUAGES"] = ("en", "de")


def german(html: str, part: str) -> str:
    """What people read in the parts of a page that this pattern finds, none of it English."""
    told = words_of(" | ".join(re.findall(part, html, re.DOTALL)))
    assert ENGLISH.findall(told) == []
    return told


def sent(client: FlaskClient, address: str, fields: dict[str, str]) -> str:
    return str(post(client, address, headers=GERMAN, **fields).text)


def test_odds_are_german(client: FlaskClient) -> None:
    """They are worked out in a thread, which answers no request."""
    address = "/odds?ruleset=warlords&army_a=dragon-raid&army_b=silver-order"
    told = german(client.get(address, headers=GERMAN).text, RESULT)
    assert told.startswith("Drachenüberfall gegen Silberorden exakt")
    assert "Drachenüberfall gewinnt" in told
    assert re.search(r"[+−]\d+,\d\d\b", told)  # noqa: RUF001 - a minus as wide as the plus
    assert not re.search(r"\d\.\d\d %|\d,\d\d\d,", told), "numbers are German, too"


ARMIES = {"manymarios": MARIOS, "warlords": STACKS, "siege": FIVES}
SHOWN = {"do": "show"}
PIPE = "Kanonenröhre, Nummer 2: Ausrüstung: "


WRONG: tuple[tuple[str, dict[str, str], str, str], ...] = (
    ("manymarios", {"other_a": GOMBA}, ERRORS, "lineup[0].unit: Einheit 'gomba' gibt es nicht"),
    ("warlords", {"other_b": COSTLY}, ERRORS, "stack[0].buys: kostet"),
    ("manymarios", {"other_a": DRESSED}, ERRORS, PIPE),
    # The match-up says which side and which field.
    ("manymarios", SHOWN | {"seed": "x"}, MATCHUP, "Seed der Würfel: Gib eine ganze Zahl"),
    ("manymarios", SHOWN | {"name_b": "x" * 300}, MATCHUP, "Seite Orange: Name: ist 300 Zeichen"),
    ("manymarios", SHOWN | {"other_a": DRESSED}, MATCHUP, f"Seite Blau: Armee: {PIPE}"),
    ("siege", SHOWN | {"bot_a": "strong"}, MATCHUP, "Kastellan"),
)


def test_a_quick_battle_says_in_german_what_is_wrong(client: FlaskClient) -> None:
    for game, fields, part, expected in WRONG:
        others = {f"army_{name[-1]}": "other" for name in fields if name.startswith("other")}
        page = sent(client, f"/quick/{game}", ARMIES[game] | others | fields)
        assert expected in german(page, part)


def test_armies_that_are_pasted_are_refused_in_german(client: FlaskClient) -> None:
    fields = {"ruleset": "manymarios", "kind": "round-robin", "best_of": "1", "other": "Banane"}
    for address in ("/tournaments", "/matchups"):
        assert "Armee 1: Zeile 1" in german(sent(client, address, fields), ERRORS)


def test_notes_and_errors_of_an_import_are_german(client: FlaskClient) -> None:
    def imported(text: str) -> str:
        return words_of(sent(client, "/build/manymarios", {"text": text, "do": "import"}))

    assert "Zeile 2: Einheit 'Banane' gibt es nicht" in imported("Toad\nBanane")
    note = "Zeile 1: 'Gumbaa' wurde als Gumba gelesen"
    assert note in imported("Gumbaa")
    address = "/api/v1/builder/manymarios/text"
    (told,) = client.post(address, json={"text": "Gumbaa"}, headers=GERMAN).json["notes"]
    assert f"{told['path']}: {told['message']}" == note


def test_what_is_not_there_is_told_in_german(client: FlaskClient) -> None:
    for address in ("/rules/nope", "/quick/nope"):
        told = german(client.get(address, headers=GERMAN).text, ERROR_PAGE)
        assert "nope" in told
        assert "There" not in told
    page = sent(client, "/challenge/bot/siege", {"opponent": "nope"})
    assert "Diesen Bot gibt es nicht." in german(page, ERROR_PAGE)


def test_the_api_refuses_in_german(client: FlaskClient) -> None:
    asked = {"query_string": {"title": "\u3164"}, "headers": GERMAN}
    answers = (
        client.post("/api/v1/battles", json=BATTLE, **asked),
        client.get("/api/v1/battles?ruleset=chess", headers=GERMAN),
    )
    title, game = (answer.get_json()["errors"][0]["message"] for answer in answers)
    assert title == "zeigt nichts; nimm einen Buchstaben, den man sieht"
    assert game.startswith("Regelwerk 'chess' gibt es nicht; es gibt ")


def test_days_lead_backwards_and_forwards_in_german(client: FlaskClient) -> None:
    page = client.get("/puzzle/2027-01-13", headers=GERMAN).text
    days = dict(re.findall(r'<a href="/puzzle/([\d-]+)">([^<]+)</a>', page))
    assert days == {"2027-01-12": "Der Tag davor", "2027-01-14": "Der Tag danach"}


def test_players_without_names_are_stored_alike_whoever_seals_last(
    app: Flask, ann: Person, bo: Person
) -> None:
    """A name in the language of one of them would be read by all others."""
    page = ann.challenge("manymarios", name="")
    bo.join(ann.link(page, "join"), "")
    ann.seal(page)
    bo.client.set_cookie("language", "de")
    bo.seal(page, OTHER_LINEUP)
    battle = page_data(ann.get(f"/b/{ann.standing(page)['battle']}"))["battle"]
    assert [battle["sides"][side]["name"] for side in "ab"] == ["Challenger", "Opponent"]
    assert battle["title"] == "Challenger against Opponent"
