"""The search of the gallery: names and units, in the language of the reader."""

import re
from dataclasses import replace
from html import unescape
from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import IntegrityError

from tests.webapp.battle_files import BATTLE, side
from tests.webapp.page_parts import post
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_gallery import put
from webapp.base.config import Settings
from webapp.store import search
from webapp.store.database import session

ZOE: Final = "Zoë"
IVAN: Final = "Ivan"
OBRIEN: Final = "O\u2019Brien"
NAMES: Final = {
    "schlacht": [ZOE],
    "SCHLA": [ZOE],
    "flu": [ZOE],
    "fluss": [ZOE],  # casefolding turns ß into ss
    "lacht": [],  # words are found by their beginnings
    "zoe": [ZOE],
    "ZOË": [ZOE],
    "zoe\u0308": [ZOE],  # the accent as a character of its own
    "lukasz": [ZOE],
    "łuk": [ZOE],
    "zo lu": [ZOE],  # all words, in any order
    "lu zo": [ZOE],
    "zo ivan": [],
    "ωmega": [IVAN],
    "ΩMEGA": [IVAN],
    "иван": [IVAN],
    "ИВ": [IVAN],
    "ivan": [IVAN],
    '"ivan"': [IVAN],
    "ivan*": [IVAN],
    "^ivan": [IVAN],
    "ivan:": [IVAN],
    "ivan\0": [IVAN],
    "🔥": [OBRIEN],
    "o'brien": [OBRIEN],  # no apostrophe is part of a word
    "brien": [OBRIEN],
    "van": [OBRIEN],
    "(berg)": [OBRIEN],
    "toad": [],  # a unit has a field of its own
}
HOSTILE: Final = [
    *('"', "'", "*", "q*", '"unclosed', "NOT", "AND OR NOT", "NEAR(ida jo)", "ida NEAR jo"),
    *("terms:ida", "battle_terms", "^ida", "-ida +jo", "(((", "{terms} : ida"),
    *("ida & jo | ! cem", "ida:*", "<->", "\\", "\\'", "'; DROP TABLE battles; --"),
    *("\0", "i\0da", "ida " * 50, "x" * 4000, "\u0301" * 90, "\u202e\u200d", "%00"),
]
DRAGONS: Final = "Drachenüberfall"
GERMAN: Final = {"Accept-Language": "de"}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, languages=("en", "de"))


@pytest.fixture
def fights(client: FlaskClient, clock: StoppedClock) -> dict[str, str]:
    """Three battles that are over, by the name of a side."""
    ids = {}
    for title, a, b in [
        ("Die Schlacht am Fluß", ZOE, "Łukasz"),
        ("Ωmega war", IVAN, "Иван"),
        ("🔥 Night", OBRIEN, "van der Berg"),
    ]:
        clock.ms += 1000
        ids[a] = put(client, BATTLE | {"sides": [side(a, "toad"), side(b, "goomba")]}, title=title)
    clock.ms += 1_000_000
    return ids


@pytest.fixture
def raid(client: FlaskClient, clock: StoppedClock) -> str:
    """A battle of two ready armies, over, titled in German "Drachenüberfall gegen Silberorden"."""
    armies = {"army_a": "sample:dragon-raid", "army_b": "sample:silver-order"}
    started = post(client, "/quick/warlords", **armies, seed="3", listed="1")
    clock.ms += 1_000_000
    return str(started.location).rpartition("/")[2]


def page(client: FlaskClient, language: str, **query: str) -> str:
    answer = client.get("/battles", query_string=query, headers={"Accept-Language": language})
    return unescape(answer.text)


def found(client: FlaskClient, language: str = "en", **query: str) -> list[str]:
    return re.findall(r'data-battle="(\w+)"', page(client, language, **query))


def test_names_are_found_by_prefixes(client: FlaskClient, fights: dict[str, str]) -> None:
    for text, names in NAMES.items():
        assert found(client, text=text) == [fights[name] for name in names], text
    assert found(client, text="zoe", unit="toad", ruleset="manymarios") == [fights[ZOE]]
    assert found(client, text="zoe", unit="boo") == []
    assert found(client, text="zoe", ruleset="warlords") == []


def test_any_text_is_ordinary_text(client: FlaskClient, fights: dict[str, str]) -> None:
    for text in HOSTILE:
        for field in ("text", "unit"):
            answer = client.get("/battles", query_string={field: text})
            assert answer.status_code in (200, 414), text
            assert "data-battle" not in answer.text, text
        told = client.get("/api/v1/battles", query_string={"text": text})
        assert told.status_code in (200, 414, 422), text
    # Marks cannot be searched for as words, or a search would reveal the result of a live battle.
    for result in ("won", "draw", "upset"):
        assert found(client, text=search.mark("result", result)) == []


def test_terms_of_the_index_are_added_once_and_removed(app: Flask) -> None:
    with app.app_context():
        with session() as db, db.begin():
            search.put(db, [(7, {"wida"}), (9, {"wida", "wjo"})])
        with pytest.raises(IntegrityError), session() as db, db.begin():
            search.put(db, [(7, {"wida"})])
        with session() as db, db.begin():
            search.remove(db, 9)
        with session() as db:
            for alternatives, places in ((["wi*"], [7]), (["wjo", "wida"], [7]), (["wjo"], [])):
                assert [*db.scalars(search.found(db, [alternatives]))] == places


WORDS: Final = {
    "Ida against Jo": ["wida", "wagainst", "wjo"],
    "  Été—ÉTÉ ": ["wete", "wete"],
    "Straße": ["wstrasse"],
    "ﬁne": ["wfine"],
    "a\u200db": ["wab"],
    "東京 2": ["w東京", "w2"],
    "...": [],
    "y" * 90: ["w" + "y" * 40],
}


def test_words_of_a_text() -> None:
    assert {text: search.words(text) for text in WORDS} == WORDS


def test_sample_army_is_found_in_the_readers_language(client: FlaskClient, raid: str) -> None:
    """The name is one of its game, and all of its words count."""
    for name in ("Dragon of the north", "Raid"):
        put(client, STACKS | {"sides": [one | {"name": name} for one in STACKS["sides"]]})
    put(client, BATTLE | {"sides": [side("Dragon raid", "toad"), side("Bo", "goomba")]})
    # A stored name is found in German too.
    for text in (DRAGONS, "drachen", "silb DRACHENUBER", f"{DRAGONS} order"):
        assert found(client, "de", text=text) == [raid], text
        told = client.get("/api/v1/battles", query_string={"text": text}, headers=GERMAN).json
        assert [battle["id"] for battle in told["battles"]] == [raid], text
    for text in ("überfall", f"{DRAGONS} Torwächter", "Dorfwache"):
        assert found(client, "de", text=text) == [], text
    for text, count in (("dragon", 3), ("raid", 3), ("dragon raid", 2), (DRAGONS, 0), ("gegen", 0)):
        assert len(found(client, text=text)) == count, text


def test_sample_sides_and_units_are_found(client: FlaskClient, clock: StoppedClock) -> None:
    """The side Thorn is "Dorn" in German only with the army of its sample."""
    ids = {}
    for army in ("Hedge", "Night garden"):
        clock.ms -= 1000
        named = {"name": army, "lineup": [{"unit": "goomba"}]}
        sides = [{"name": name, "army": named} for name in ("Thorn", "Bo")]
        ids[army] = put(client, BATTLE | {"sides": sides})
    clock.ms += 1_000_000
    assert found(client, "de", text="dorn") == [ids["Night garden"]]
    assert found(client, "de", text="thorn") == [*ids.values()]
    for unit in ("Gumba", " GUMBA", "umb", "Goomba", "goomba"):
        assert found(client, "de", unit=unit) == [*ids.values()]
        assert "Meintest du" not in page(client, "de", unit=unit)
    assert found(client, unit="Gumba") == []
    assert re.search(r'<datalist id="units">.*?<option value="Gumba">', page(client, "de"))
    for query, language, unit in (
        ({"unit": "Gumbaa"}, "de", "Gumba"),
        ({"text": "Gumbaa"}, "de", "Gumba"),
        ({"text": "gumba"}, "de", "Gumba"),
        ({"unit": "Gomba"}, "en", "Goomba"),
    ):
        link = rf'<p class="hint">[^<]*<a href="/battles\?unit={unit}">{unit}</a>'
        assert re.search(link, page(client, language, **query)), query
    id_ = put(client, title="The hedge dispute")
    title = re.search(rf'data-battle="{id_}".*?<a [^>]*>([^<]+)</a>', page(client, "de"), re.S)
    assert title
    assert title[1] != "The hedge dispute"
    assert found(client, "de", text=title[1]) == [id_]
