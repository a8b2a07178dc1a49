"""Before a battle is over nothing that is published of it depends on who wins it."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.webapp.page_parts import page_data
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import StoppedClock
from webapp import games
from webapp.battles import samples
from webapp.battles import store as battles

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


DRAWN = re.compile(rb'(?:name="csrf_token" value=|"csrf_token": )"[^"]*"|<time .*?</time>')
"""What differs from one answer to the next: tokens, and when a battle was made."""


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
    for address in PUBLISHED:
        answer = client.get(address.format(id=ID, ruleset=ruleset))
        told = answer.data + str(answer.headers).encode()
        assert battle.digest[:8].encode() not in told, "it would tell who tries seeds"
        body = answer.data.replace(version.encode(), b"")
        found[address] = (answer.status_code, DRAWN.sub(b"", body))
    return found


CASES = list(with_two_winners())
assert len(CASES) >= 2  # of any two games


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
