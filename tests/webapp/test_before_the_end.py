"""Before a battle is over nothing that is published of it depends on who wins it."""

import re
from collections.abc import Iterator

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
SAMPLES_MOST = 1
"""Of each game: those with two winners among so few seeds."""

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
    """Sample battles that may end one way or the other: a recording for each."""
    for game in games.games().values():
        count = 0
        for sample in samples.load(game).battles.values():
            found: dict[str, engine.Recording] = {}
            for seed in range(SEEDS):
                file = samples.load(game).battle_file(sample) | {"seed": seed}
                recording = engine.play(file)
                if recording.result.winner:
                    found.setdefault(recording.result.winner, recording)
                if len(found) == 2:
                    yield found
                    count += 1
                    break
            if count == SAMPLES_MOST:
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


def test_there_are_battles_that_may_end_either_way() -> None:
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
    to_come = {
        "field": {"terrain": ["hills"]},
        "armies": nameless,
        "sizes": {"a": 2, "b": 1},
    }
    assert grounds == [to_come, to_come, None]
