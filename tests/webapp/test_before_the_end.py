"""Before a battle is over nothing that is published depends on who wins it; TV tells as little."""

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.stacks import battle_file, unit
from tests.webapp.page_parts import page_data
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import NOW_MS, StoppedClock
from webapp.base import games, samples
from webapp.battles import store as battles
from webapp.site import tv

ID = "bcdfghjk"
SEEDS = 16

PUBLISHED = (
    "/api/v1/battles/{id}",
    "/api/v1/battles/{id}/recording",
    "/api/v1/battles?ruleset={ruleset}",
    "/b/{id}",
    "/b/{id}/card.png",
    "/b/{id}/qr.svg",
    "/b/{id}/log.txt",
    "/b/{id}/battle.json",
    "/b/{id}/recording.jsonl",
    "/b/{id}/battlereel.html",
    "/embed/{id}",
    "/oembed?url=http://localhost/b/{id}",
    "/battles?ruleset={ruleset}",
    "/",
)
STREAMED = ("/b/{id}/reel.json", "/b/{id}/reel-events.json")
"""Once a battle has begun, these have its events as far as they are due."""


DRAWN = re.compile(rb'(?:name="csrf_token" value=|"csrf_token": )"[^"]*"|<time .*?</time>')
"""Differences between equal answers: tokens, and times of creation."""


def with_two_winners() -> Iterator[dict[str, engine.Recording]]:
    """The first sample battle of each game that ends one way or the other: a recording of each."""
    for game in games.games().values():
        of_game = samples.load(game)
        for sample, seed in product(of_game.battles.values(), range(SEEDS)):
            if seed == 0:
                found: dict[str, engine.Recording] = {}
            recording = engine.play(of_game.battle_file(sample) | {"seed": seed})
            found.setdefault(recording.result.winner or "", recording)
            if {*"ab"} <= {*found}:
                yield {side: found[side] for side in "ab"}
                break


def published(
    app: Flask, client: FlaskClient, recording: engine.Recording, starts_at_ms: int
) -> dict[str, tuple[int, bytes]]:
    """All that anybody can ask of a battle on air, without what names it or its recording."""
    ruleset = recording.header.ruleset
    with app.test_request_context():
        airing = battles.Airing(starts_at_ms, listed=True, sample_id=ID)
        battle = battles.put_on_air(games.game(ruleset), recording, airing)
        version = battle.version
    found = {}
    for address in (*PUBLISHED, *(STREAMED if starts_at_ms > NOW_MS else ())):
        answer = client.get(address.format(id=ID, ruleset=ruleset))
        told = answer.data + str(answer.headers).encode()
        assert battle.digest[:8].encode() not in told, "it would tell who tries seeds"
        body = answer.data.replace(version.encode(), b"")
        found[address] = (answer.status_code, DRAWN.sub(b"", body))
    return found


CASES = list(with_two_winners())
assert CASES


@pytest.mark.parametrize("position_ms", [-2000, 4000])
@pytest.mark.parametrize("recordings", CASES, ids=lambda both: both["a"].header.ruleset)
def test_what_is_published_is_the_same_whoever_wins(
    app: Flask,
    client: FlaskClient,
    clock: StoppedClock,
    recordings: dict[str, engine.Recording],
    position_ms: int,
) -> None:
    starts_at_ms = clock.ms - position_ms
    told = [published(app, client, one, starts_at_ms) for one in recordings.values()]
    assert told[0] == told[1]
    assert told[0]["/b/{id}"][0] == 200
    assert told[0]["/api/v1/battles/{id}/recording"][0] == 409


def test_coming_battle_tells_landscape_only(client: FlaskClient, clock: StoppedClock) -> None:
    """Its field, what both armies are called and how many they are, until it begins."""
    id_ = client.post("/api/v1/battles", json=STACKS).get_json()["id"]
    grounds = []
    for wait_ms in (0, 2_999, 1):
        clock.ms += wait_ms
        grounds.append(page_data(client.get(f"/b/{id_}").text)["battle"]["ground"])
    nameless = {"a": {"army": ""}, "b": {"army": ""}}
    to_come = {"field": {"terrain": ["hills"]}, "armies": nameless, "sizes": {"a": 2, "b": 1}}
    assert grounds == [to_come, to_come, None]


@pytest.mark.parametrize(
    ("cookie", "query", "hidden"),
    [
        (None, "", True),
        ("0", "", True),
        ("1", "", False),
        ("nonsense", "", True),
        ("1", "?spoilers=0", True),
        (None, "?spoilers=1", False),
        ("1", "?spoilers=maybe", False),
    ],
)
def test_the_address_goes_before_what_the_visitor_chose(
    client: FlaskClient, battle_id: str, cookie: str | None, query: str, *, hidden: bool
) -> None:
    if cookie is not None:
        client.set_cookie("spoilers", cookie)
    data = page_data(client.get(f"/b/{battle_id}{query}").text)
    assert data["spoilers_hidden"] is hidden


FILE = battle_file([unit(2, 1, name="Hen")], [unit(11, 3, name="Bear")]) | {"seed": 0}


def put(client: FlaskClient, *, listed: bool = True) -> str:
    answer = client.post(f"/api/v1/battles?listed={str(listed).lower()}", json=FILE)
    return str(answer.json["id"])


def on_air(client: FlaskClient) -> Any:
    return client.get("/tv/on-air").get_json()["battles"]


def test_battles_on_air_come_newest_first(client: FlaskClient, clock: StoppedClock) -> None:
    first = put(client)
    clock.ms += 10
    put(client, listed=False)
    second = put(client)
    told = on_air(client)
    assert [one["battle"]["id"] for one in told] == [second, first]
    assert {one["battle"]["status"] for one in told} == {"on_air"}
    assert told[0]["catalog_url"] == "/api/v1/catalogs/warlords"
    assert "catalog" not in told[0]
    assert "winner" not in json.dumps(told)
    data = page_data(client.get("/tv").text)
    assert (data["most"], data["url"], data["battles"]) == (9, "/tv/on-air", told)
    assert {one["kind"] for one in told} == {"battle"}
    clock.ms += 1_000_000
    assert on_air(client) == []


def test_each_page_tells_of_so_many_and_counts_the_rest(
    client: FlaskClient, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 3 named battles on a page and screens for 2 of them, 6 battles are on air."""
    monkeypatch.setattr(tv, "NAMED_MOST", 3)
    monkeypatch.setattr(tv, "SHOWN_MOST", 2)
    ids = []
    for _ in range(6):
        ids.insert(0, put(client))
        clock.ms += 10
    for page, (first, more) in enumerate([(0, 3), (2, 1), (4, 0)], start=1):
        answer = client.get(f"/tv/on-air?page={page}")
        assert [one["battle"]["id"] for one in answer.json["battles"]] == ids[first : first + 3]
        assert answer.json["more"] == more
        assert answer.headers["Cache-Control"] == "no-store"
    assert client.get("/tv?page=2").status_code == 200


def test_idle_tv_has_something_to_watch(client: FlaskClient, clock: StoppedClock) -> None:
    assert "On air now" not in client.get("/").text
    id_ = put(client)
    assert "On air now" in client.get("/").text
    assert 'id="tv-empty" hidden' in client.get("/tv").text
    clock.ms += 1_000_000
    page = client.get("/tv").text
    assert 'id="tv-empty" aria' in page
    for address in (f"/b/{id_}", "/challenge/new", "/quick", "/battles"):
        assert f'href="{address}"' in page
