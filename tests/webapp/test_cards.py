"""Preview cards: what they tell when, and that any name fits."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from threading import get_native_id
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.sieges import EVEN, side, siege_file
from tests.webapp.battle_files import BATTLE, ONE_SIDED
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import StoppedClock
from webapp import cards
from webapp.battles import store as battles
from webapp.battles.pages import cards as card_page
from webapp.cards import ELLIPSIS, ems, fit

PNG = b"\x89PNG\r\n\x1a\n"
EVIL = """</text><image href="file:///etc/passwd"/>&'\""""


Described = Callable[..., Iterator[cards.PreviewCard]]


OPEN_GATE = siege_file(
    side("4/0/3 4/0/3 2/2/1 0/4/1 0/4/2", "a    ", name="Ann"), side(EVEN, name="Bo")
)


@pytest.fixture
def described(app: Flask, client: FlaskClient, clock: StoppedClock) -> Described:
    """Gives the cards of a battle after so many ms each."""

    def described(file: dict[str, Any], *waits: int) -> Iterator[cards.PreviewCard]:
        id_ = client.post("/api/v1/battles", json=file).get_json()["id"]
        for after_ms in waits:
            clock.ms += after_ms
            with app.test_request_context():
                battle = battles.find(id_)
                assert battle
                yield card_page.describe(battle)

    return described


def test_card_shows_armies_from_the_start_and_never_the_end(described: Described) -> None:
    soon, on_air, over = described(ONE_SIDED, 0, 4_000, 1_000_000)
    assert [side.name for side in soon.sides] == ["Ann", "Bo"]
    assert [side.units for side in soon.sides] == [(), ()]
    assert [len(side.units) for side in on_air.sides] == [2, 1]
    assert on_air.headline == "● On air"
    assert (over.headline, over.detail) == ("Who wins?", "watch how it ends")
    assert over.sides == on_air.sides
    # What is secret in the beginning stays so.
    for card in described(OPEN_GATE, 4_000, 1_000_000):
        assert {icon for side in card.sides for icon in side.units} == {"siege-unit-hood"}


def test_exact_chances_are_on_the_card_once_the_armies_are_no_secret(described: Described) -> None:
    a = round(100 * engine.odds(STACKS).a)
    assert [card.detail for card in described(STACKS, 0, 4_000, 1_000_000)] == [
        "live for everyone",
        f"{a} : {100 - a} · watch it live",
        f"{a} : {100 - a} · watch how it ends",
    ]


HOSTILE = (EVIL, "W" * 60, "\N{DRAGON}\N{CROSSED SWORDS}中文", "\N{HEBREW LETTER ALEF}" * 60)
MANY = [{"army": {"lineup": [{"unit": "goomba"}] * 40}} for _ in "ab"]  # maximum size
NAMED = [[{**side, "name": name[:60]} for side in BATTLE["sides"]] for name in HOSTILE]


@pytest.mark.parametrize("sides", [MANY, *NAMED])
def test_card_is_a_large_png(client: FlaskClient, clock: StoppedClock, sides: list[Any]) -> None:
    id_ = client.post("/api/v1/battles", json=BATTLE | {"sides": sides}).get_json()["id"]
    clock.ms += 4_000
    answer = client.get(f"/b/{id_}/card.png")
    assert answer.mimetype == "image/png"
    assert answer.data.startswith(PNG)
    assert answer.data[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)


def card_of(html: str) -> str:
    found = re.search(r'property="og:image" content="http://localhost([^"]+)"', html)
    assert found
    return unescape(found[1])


def test_an_army_has_a_card_that_changes_with_it(client: FlaskClient) -> None:
    army: Any = {"name": "Guests <&>", "lineup": [{"unit": "toad"}]}
    saved = client.post("/api/v1/armies", json={"ruleset": "manymarios", "army": army}).get_json()
    html = client.get(f"/a/{saved['id']}").text
    assert 'property="og:title" content="Guests &lt;&amp;&gt;"' in html
    assert re.search(
        r'data-copy="army-text".*<pre id="army-text"[^>]*>= Guests .+\nToad', html, re.S
    )
    first = card_of(html)
    assert client.get(first).data.startswith(PNG)
    army["lineup"].append({"unit": "goomba"})
    path = saved["links"]["update"].removeprefix("http://localhost")
    assert client.put(path, json={"army": army, "revision": 1}).status_code == 200
    assert card_of(client.get(f"/a/{saved['id']}").text) != first
    assert client.get("/a/bcdfghjk/card.png").status_code == 404


def test_card_is_cached_by_etag(client: FlaskClient, clock: StoppedClock, battle_id: str) -> None:
    def address() -> str:
        return card_of(client.get(f"/b/{battle_id}").text)

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
    for width in ("0", "1201", "x", ""):
        answer = client.get(f"/b/{battle_id}/card.png?w={width}")
        assert (answer.status_code, "1200, 600, 300" in answer.text) == (422, True), width
    home = client.get(card_of(client.get("/").text))
    assert home.data.startswith(PNG)
    assert home.cache_control.immutable


@pytest.mark.parametrize(
    ("file", "query"), [(ONE_SIDED, "?spoilers=1"), (STACKS, "")], ids=["without odds", "with odds"]
)
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


def test_a_card_is_drawn_in_a_thread(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """resvg would keep the process to itself for as long as it draws."""
    monkeypatch.setattr(cards, "_as_png", lambda *_: str(get_native_id()).encode())
    nobody = cards.Side("", "", ())
    with app.test_request_context():
        drawn = cards.draw(cards.PreviewCard("others", "", (nobody, nobody), "soon", ""))
    assert int(drawn) != get_native_id()


def test_text_is_made_smaller_then_wrapped_then_cut() -> None:
    assert fit("Ann", 500, (36, 25)) == (("Ann",), 36)
    assert fit("a word and another", 300, (36, 25), 2).lines == ("a word and", "another")
    lines, size = fit("W" * 60, 500, (36, 25))
    assert size == 25
    assert lines[0].endswith(ELLIPSIS)
    assert ems(lines[0]) * size <= 500
    assert fit("", 500, (36,)) == (("",), 36)
