"""The gallery's search by words: what is found, and that no text is more than a text."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.battle_files import BATTLE, side
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_gallery import found, put
from webapp import games
from webapp.battles import gallery, samples
from webapp.battles.index_terms import Search
from webapp.store import search
from webapp.store.database import session

HOSTILE = [
    '"',
    "'",
    "*",
    "q*",
    '"unclosed',
    "NOT",
    "AND OR NOT",
    "NEAR(ida jo)",
    "ida NEAR jo",
    "terms:ida",
    "battle_terms",
    "^ida",
    "-ida +jo",
    "(((",
    "{terms} : ida",
    "ida & jo | ! cem",
    "ida:*",
    "<->",
    "\\",
    "\\'",
    "'; DROP TABLE battles; --",
    "\0",
    "i\0da",
    "ida " * 50,
    "x" * 4000,
    "\u0301" * 90,
    "\u202e\u200d",
    "%00",
]


@pytest.fixture
def fights(client: FlaskClient, clock: StoppedClock) -> dict[str, str]:
    """Three battles that are over, by the name of a side."""
    ids = {}
    for title, a, b in [
        ("Die Schlacht am Fluß", "Zoë", "Łukasz"),
        ("Ωmega war", "Ivan", "Иван"),
        ("🔥 Night", "O\u2019Brien", "van der Berg"),
    ]:
        clock.ms += 1000
        ids[a] = put(client, BATTLE | {"sides": [side(a, "toad"), side(b, "goomba")]}, title=title)
    clock.ms += 1_000_000
    return ids


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("schlacht", ["Zoë"]),
        ("SCHLA", ["Zoë"]),
        ("flu", ["Zoë"]),
        ("fluss", ["Zoë"]),  # ß is ss without regard to case
        ("lacht", []),  # words are found by their beginnings
        ("zoe", ["Zoë"]),
        ("ZOË", ["Zoë"]),
        ("zoe\u0308", ["Zoë"]),  # the accent as a character of its own
        ("lukasz", ["Zoë"]),
        ("łuk", ["Zoë"]),
        ("zo lu", ["Zoë"]),  # all words, in any order
        ("lu zo", ["Zoë"]),
        ("zo ivan", []),
        ("ωmega", ["Ivan"]),
        ("ΩMEGA", ["Ivan"]),
        ("иван", ["Ivan"]),
        ("ИВ", ["Ivan"]),
        ("ivan", ["Ivan"]),
        ("🔥", ["O\u2019Brien"]),
        ("o'brien", ["O\u2019Brien"]),  # neither apostrophe is part of a word
        ("brien", ["O\u2019Brien"]),
        ("berg", ["O\u2019Brien"]),
        ("van", ["O\u2019Brien"]),
        ("(berg)", ["O\u2019Brien"]),
        ("toad", []),  # who takes part is looked for by the unit
    ],
)
def test_names_are_found_by_the_beginnings_of_their_words(
    client: FlaskClient, fights: dict[str, str], text: str, names: list[str]
) -> None:
    assert found(client, text=text) == [fights[name] for name in names]


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_is_ordinary_text(client: FlaskClient, fights: dict[str, str], text: str) -> None:
    for field in ("text", "unit"):
        answer = client.get("/battles", query_string={field: text})
        assert answer.status_code in (200, 414)
        assert "data-battle" not in answer.text
    told = client.get("/api/v1/battles", query_string={"text": text})
    assert told.status_code in (200, 414, 422)


def test_quotes_and_operators_are_left_out_of_what_is_looked_for(
    client: FlaskClient, fights: dict[str, str]
) -> None:
    for text in ('"ivan"', "ivan*", "^ivan", "ivan:", "(ivan", "'ivan'", "ivan\0"):
        assert found(client, text=text) == [fights["Ivan"]], text


def test_marks_cannot_be_asked_for_as_words(client: FlaskClient, fights: dict[str, str]) -> None:
    """Otherwise somebody could ask how a battle on air ends."""
    for result in ("won", "draw", "upset"):
        assert found(client, text=search.mark("result", result)) == []


def test_units_and_words_and_results_are_looked_for_together(
    client: FlaskClient, fights: dict[str, str]
) -> None:
    assert found(client, text="zoe", unit="toad", ruleset="manymarios") == [fights["Zoë"]]
    assert found(client, text="zoe", unit="boo") == []
    assert found(client, text="zoe", ruleset="warlords") == []


def test_a_battle_that_is_stored_again_is_in_lists_as_often(
    client: FlaskClient, clock: StoppedClock
) -> None:
    """The same recording, twice on air."""
    file = BATTLE | {"seed": 1}
    first = put(client, file)
    clock.ms += 1000
    second = put(client, file)
    clock.ms += 1_000_000
    assert found(client) == found(client, unit="goomba") == [second, first]


def test_what_is_taken_out_is_not_found(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        with session() as db, db.begin():
            search.put(db, [(7, {"wida"}), (9, {"wida", "wjo"})])
        with session() as db, db.begin():
            search.remove(db, 9)
        with session() as db:
            assert [*db.scalars(search.found(db, [["wi*"]]))] == [7]
            assert [*db.scalars(search.found(db, [["wjo", "wida"]]))] == [7]
            assert [*db.scalars(search.found(db, [["wjo"]]))] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ida against Jo", ["wida", "wagainst", "wjo"]),
        ("  Été—ÉTÉ ", ["wete", "wete"]),
        ("Straße", ["wstrasse"]),
        ("ﬁne", ["wfine"]),
        ("a\u200db", ["wab"]),
        ("東京 2", ["w東京", "w2"]),
        ("...", []),
        ("y" * 90, ["w" + "y" * 40]),
    ],
)
def test_words_of_a_text(text: str, words: list[str]) -> None:
    assert search.words(text) == words


def test_a_place_is_taken_once(app: Flask) -> None:
    from sqlalchemy.exc import IntegrityError

    def twice() -> Any:
        with session() as db, db.begin():
            search.put(db, [(7, {"wida"})])

    with app.app_context():
        twice()
        with pytest.raises(IntegrityError):
            twice()


def test_battles_of_games_that_are_not_there_are_not_found(app: Flask, client: FlaskClient) -> None:
    known = [*games.games().values()]
    for game in known:
        of_game = samples.load(game)
        put(client, of_game.battle_file(next(iter(of_game.battles.values()))), title="Same")
    with app.app_context():
        for there in (known, *([other for other in known if other is not one] for one in known)):
            page = gallery.find(there, Search(text="same"), now_ms=0)
            assert {row.ruleset for row in page.rows} == {game.id for game in there}
            assert page.total == len(there)
