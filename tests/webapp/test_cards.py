"""Preview cards: what they tell when, and that any name fits."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import gevent
import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.webapp.battle_files import BATTLE, ONE_SIDED
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import StoppedClock
from webapp import cards
from webapp.battles import store as battles
from webapp.cards.text import ELLIPSIS, ems, fit
from webapp.pages import cards as card_page

PNG = b"\x89PNG\r\n\x1a\n"
EVIL = """</text><image href="file:///etc/passwd"/>&'\""""


Described = Callable[..., cards.PreviewCard]


def five(*rows: str) -> dict[str, object]:
    """An allotment, its units written as ATK, DEF and HP: `403`."""
    stats = ("atk", "def", "hp")
    units = [dict(zip(stats, map(int, row), strict=True)) for row in rows]
    return {"units": dict(zip("ABCDE", units, strict=True))}


OPEN_GATE = {
    "ruleset": "siege",
    "sides": [
        {
            "name": "Ann",
            "army": five("403", "403", "221", "041", "042"),
            "orders": [{"A": "attack"}],
        },
        {"name": "Bo", "army": five(*["222"] * 5), "orders": []},
    ],
}


@pytest.fixture
def described(
    app: Flask, client: FlaskClient, clock: StoppedClock, request: pytest.FixtureRequest
) -> Described:
    """Gives the card of a battle, a one-sided one or the parameter, after so many ms more."""
    file = getattr(request, "param", ONE_SIDED)
    id_ = client.post("/api/v1/battles", json=file).get_json()["id"]

    def described(after_ms: int) -> cards.PreviewCard:
        clock.ms += after_ms
        with app.test_request_context():
            battle = battles.find(id_)
            assert battle
            return card_page.describe(battle)

    return described


def test_before_the_battle_the_armies_are_secret(described: Described) -> None:
    card = described(0)
    assert [side.name for side in card.sides] == ["Ann", "Bo"]
    assert [side.units for side in card.sides] == [(), ()]


def test_once_it_has_begun_the_armies_are_there(described: Described) -> None:
    card = described(4_000)
    assert [len(side.units) for side in card.sides] == [2, 1]
    assert card.headline == "● On air"


def test_when_it_is_over_the_card_does_not_tell_how_it_ended(described: Described) -> None:
    on_air = described(4_000)
    card = described(1_000_000)
    assert (card.headline, card.detail) == ("Who wins?", "watch how it ends")
    assert card.sides == on_air.sides


@pytest.mark.parametrize("described", [OPEN_GATE], indirect=True, ids=["siege"])
def test_what_is_secret_in_the_beginning_stays_so_on_the_card(described: Described) -> None:
    for after_ms in (4_000, 1_000_000):
        card = described(after_ms)
        assert {unit.icon for side in card.sides for unit in side.units} == {cards.NO_ICON}


@pytest.mark.parametrize("described", [STACKS], indirect=True, ids=["stacks"])
def test_exact_chances_are_on_the_card_once_the_armies_are_no_secret(described: Described) -> None:
    a = round(100 * engine.odds(STACKS).a)
    assert described(0).detail == "on air for all at once"
    assert described(4_000).detail == f"{a} : {100 - a} · watch it live"
    assert described(1_000_000).detail == f"{a} : {100 - a} · watch how it ends"


@pytest.mark.parametrize("file", [BATTLE, STACKS], ids=["lineups", "stacks"])
def test_the_card_is_a_png_of_the_size_that_chat_programs_want(
    client: FlaskClient, clock: StoppedClock, file: dict[str, object]
) -> None:
    id_ = client.post("/api/v1/battles", json=file).get_json()["id"]
    for wait in (0, 4_000, 1_000_000):
        clock.ms += wait
        answer = client.get(f"/b/{id_}/card.png")
        assert answer.mimetype == "image/png"
        assert answer.data.startswith(PNG)
        assert answer.data[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)


def test_any_name_fits_and_stays_text(client: FlaskClient) -> None:
    for name in (EVIL, "W" * 60, "\N{DRAGON}\N{CROSSED SWORDS}中文", "\N{HEBREW LETTER ALEF}" * 60):
        sides = [{**side, "name": name[:60]} for side in BATTLE["sides"]]
        made = client.post("/api/v1/battles", json=BATTLE | {"sides": sides}).get_json()
        assert client.get(f"/b/{made['id']}/card.png").data.startswith(PNG)


def test_forty_units_a_side_fit(client: FlaskClient, clock: StoppedClock) -> None:
    army = {"army": {"lineup": [{"unit": "goomba"}] * 40}}
    file = {"ruleset": "manymarios", "seed": 1, "sides": [army, army]}
    id_ = client.post("/api/v1/battles", json=file).get_json()["id"]
    clock.ms += 4_000
    assert client.get(f"/b/{id_}/card.png").data.startswith(PNG)


def test_the_card_is_kept_by_whoever_asks_for_it_as_it_is(
    client: FlaskClient, clock: StoppedClock, battle_id: str
) -> None:
    def address() -> str:
        html = client.get(f"/b/{battle_id}").text
        found = re.search(r'property="og:image" content="([^"]+)"', html)
        assert found
        return unescape(found[1]).removeprefix("http://localhost")

    before = address()
    assert "immutable" in client.get(before).headers["Cache-Control"]
    clock.ms += 1_000_000
    after = address()
    assert after != before, "the picture is another one, and chat programs keep it by its address"
    answer = client.get(after)
    assert "immutable" in answer.headers["Cache-Control"]
    assert client.get(before).headers["Cache-Control"] == "no-cache"
    again = client.get(after, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize("query", ["", "?spoilers=1"])
@pytest.mark.parametrize("file", [ONE_SIDED, STACKS], ids=["without odds", "with odds"])
def test_chat_programs_read_who_meets_and_not_who_wins(
    client: FlaskClient, clock: StoppedClock, file: dict[str, Any], query: str
) -> None:
    made = client.post("/api/v1/battles", json=file).get_json()
    clock.ms += 1_000_000
    html = client.get(f"/b/{made['id']}{query}").text
    pairs = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)"', html)
    tags = {name: unescape(value) for name, value in pairs}
    odds = ""
    if file is STACKS:
        a = round(100 * engine.odds(STACKS).a)
        odds = f", {a} : {100 - a}"
    asked = f"{made['title']}{odds}. Who wins?"
    assert tags["og:title"] == made["title"]
    name = engine.rulesets()[file["ruleset"]].name
    assert tags["description"] == tags["og:description"] == f"{name}: {asked}"
    assert tags["og:image:alt"] == asked
    assert tags["og:url"] == f"http://localhost/b/{made['id']}"
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["twitter:card"] == "summary_large_image"


@pytest.mark.parametrize("width", ["0", "1201", "x", ""])
def test_a_width_that_is_not_there_is_refused(
    client: FlaskClient, battle_id: str, width: str
) -> None:
    answer = client.get(f"/b/{battle_id}/card.png?w={width}")
    assert answer.status_code == 422
    assert "1200, 600, 300" in answer.text


def test_while_a_card_is_drawn_it_is_everybody_elses_turn(app: Flask) -> None:
    """resvg would keep the process to itself for as long as it draws."""
    nobody = cards.Side("", "", ())
    turns: list[int] = []

    def draw() -> bytes:
        with app.test_request_context():
            return cards.draw(cards.PreviewCard("beside others", "", (nobody, nobody), "soon", ""))

    def others() -> None:
        while True:
            gevent.sleep(0.001)
            turns.append(1)

    bystander = gevent.spawn(others)
    card = gevent.spawn(draw)
    gevent.joinall([card], raise_error=True)
    bystander.kill()
    assert card.value.startswith(PNG)
    assert len(turns) > 20


def test_text_is_made_smaller_then_wrapped_then_cut() -> None:
    assert fit("Ann", 500, (36, 25)) == (("Ann",), 36)
    assert fit("a word and another", 300, (36, 25), 2).lines == ("a word and", "another")
    lines, size = fit("W" * 60, 500, (36, 25))
    assert size == 25
    assert lines[0].endswith(ELLIPSIS)
    assert ems(lines[0]) * size <= 500
    assert fit("", 500, (36,)) == (("",), 36)
