"""The gallery's search in another language: what is read in a list is found by what is typed.

Battles have built-in names in English, whoever reads them (D-172).
"""

import re
from dataclasses import replace
from html import unescape
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.present import require
from tests.webapp.battle_files import BATTLE, side
from tests.webapp.page_parts import post
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_gallery import put
from webapp.base.config import Settings

DRAGONS: Final = "Drachenüberfall"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Those of an application that speaks two languages."""
    return replace(settings, languages=("en", "de"))


@pytest.fixture
def raid(client: FlaskClient, clock: StoppedClock) -> str:
    """A battle of two ready armies, over, titled in German "Drachenüberfall gegen Silberorden"."""
    require("warlords")
    armies = {"army_a": "sample:dragon-raid", "army_b": "sample:silver-order"}
    started = post(client, "/quick/warlords", **armies, seed="3", listed="1")
    clock.ms += 1_000_000
    return str(started.location).rpartition("/")[2]


def page(client: FlaskClient, language: str, **query: str) -> str:
    answer = client.get("/battles", query_string=query, headers={"Accept-Language": language})
    return unescape(answer.text)


def found(client: FlaskClient, language: str = "de", **query: str) -> list[str]:
    return re.findall(r'data-battle="(\w+)"', page(client, language, **query))


@pytest.mark.parametrize(
    "text",
    [
        DRAGONS,
        "drachen",
        "silb DRACHENUBER",
        "Drachenüberfall gegen Silberorden",
        "Drachenüberfall order",  # what is stored is found as before, too
        "dragon raid",
    ],
)
def test_a_built_in_army_is_found_by_the_name_that_is_read(
    client: FlaskClient, raid: str, text: str
) -> None:
    assert found(client, text=text) == [raid]
    headers = {"Accept-Language": "de"}
    told = client.get("/api/v1/battles", query_string={"text": text}, headers=headers).get_json()
    assert [battle["id"] for battle in told["battles"]] == [raid]


@pytest.mark.parametrize(
    "text",
    [
        "überfall",  # words are found by their beginnings
        "Drachenüberfall Torwächter",
        "Dorfwache",
    ],
)
def test_other_names_are_not_found(client: FlaskClient, raid: str, text: str) -> None:
    assert found(client, text=text) == []


def test_who_reads_english_finds_what_is_read_in_english(client: FlaskClient, raid: str) -> None:
    assert found(client, "en", text="dragon raid") == [raid]
    for text in (DRAGONS, "gegen"):
        assert found(client, "en", text=text) == []


def test_a_name_is_all_of_its_words_and_of_its_game(client: FlaskClient, raid: str) -> None:
    """Neither half of "Dragon raid" is a "Drachenüberfall", nor is that name in another game."""
    require("manymarios")
    for name in ("Dragon of the north", "Raid"):
        put(client, STACKS | {"sides": [one | {"name": name} for one in STACKS["sides"]]})
    put(client, BATTLE | {"sides": [side("Dragon raid", "toad"), side("Bo", "goomba")]})
    assert len(found(client, "en", text="dragon")) == 3
    assert len(found(client, "en", text="raid")) == 3
    assert found(client, text=DRAGONS) == [raid]


def test_a_side_of_a_sample_is_found_by_its_name_if_it_leads_that_army(
    client: FlaskClient, clock: StoppedClock
) -> None:
    """Thorn is read as "Dorn" with the army of the sample alone."""
    require("manymarios")
    lineup = [{"unit": "goomba"}]
    ids = {}
    for army in ("Hedge", "Night garden"):
        clock.ms -= 1000
        sides = [
            {"name": name, "army": {"name": army, "lineup": lineup}} for name in ("Thorn", "Bo")
        ]
        ids[army] = put(client, {"ruleset": "manymarios", "seed": 1, "sides": sides})
    assert found(client, text="dorn") == [ids["Night garden"]]
    assert found(client, text="thorn") == [*ids.values()]


def test_a_sample_battle_that_is_fought_again_is_found_by_its_title(client: FlaskClient) -> None:
    require("manymarios")
    id_ = put(client, title="The hedge dispute")
    title = re.search(rf'data-battle="{id_}".*?<a [^>]*>([^<]+)</a>', page(client, "de"), re.S)
    assert title
    assert title[1] != "The hedge dispute"
    assert found(client, text=title[1]) == [id_]


def test_units_are_found_by_the_names_that_are_offered(
    client: FlaskClient, clock: StoppedClock
) -> None:
    """In German a Goomba is a Gumba, and the field offers it by that name."""
    require("manymarios")
    id_ = put(client, BATTLE)
    clock.ms += 1_000_000
    offered: Any = re.search(r'<datalist id="units">(.*?)</datalist>', page(client, "de"))
    assert '<option value="Gumba">' in offered[1]
    for unit in ("Gumba", " GUMBA", "umb", "Goomba", "goomba"):
        assert found(client, unit=unit) == [id_]
        assert "Meintest du" not in page(client, "de", unit=unit)
    assert found(client, "en", unit="Gumba") == []


@pytest.mark.parametrize(
    ("query", "language", "unit"),
    [
        ({"unit": "Gumbaa"}, "de", "Gumba"),
        ({"text": "Gumbaa"}, "de", "Gumba"),
        ({"text": "gumba"}, "de", "Gumba"),
        ({"unit": "Gomba"}, "en", "Goomba"),
    ],
)
def test_units_that_may_be_meant_have_the_names_that_are_read(
    client: FlaskClient, query: dict[str, str], language: str, unit: str
) -> None:
    require("manymarios")
    html = page(client, language, **query)
    assert re.search(rf'<p class="hint">[^<]*<a href="/battles\?unit={unit}">{unit}</a>', html)
