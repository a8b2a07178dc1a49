"""Reel files: whole for a battle that is over, up to what is due for one on air."""

from typing import Any

from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.webapp.battle_files import BATTLE
from tests.webapp.stopped_clock import NOW_MS, StoppedClock
from webapp.base import games
from webapp.battles import playback
from webapp.battles import store as battles
from webapp.battles.limits import LEAD_MS

RECORDING = engine.play(BATTLE)
GAME = games.game(RECORDING.header.ruleset)
CUES = playback.read(GAME, RECORDING.lines()).schedule.cues


def put_on_air(app: Flask, starts_at_ms: int) -> str:
    with app.app_context():
        return battles.put_on_air(GAME, RECORDING, battles.Airing(starts_at_ms)).id


def fetched(client: FlaskClient, address: str) -> dict[str, Any]:
    answer = client.get(address, headers={"Origin": "https://blog.example"})
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    return dict(answer.get_json(force=True))


def test_battle_on_air_comes_when_due(app: Flask, client: FlaskClient, clock: StoppedClock) -> None:
    id_ = put_on_air(app, NOW_MS)
    clock.ms = NOW_MS + CUES[5] - LEAD_MS
    reel = fetched(client, f"/b/{id_}/reel.json")
    due = sum(cue <= CUES[5] for cue in CUES)
    assert reel["recording"][0] is None
    assert [event["seq"] for event in reel["recording"][1:]] == list(range(due))
    assert reel["cues"] == list(CUES[:due])
    assert reel["end_ms"] == CUES[due]
    assert reel["live"] == {"clock_ms": CUES[5] - LEAD_MS, "events": "reel-events.json"}
    assert reel["battle"]["status"] == "on_air"
    none = fetched(client, f"/b/{id_}/reel-events.json?from={due}")
    assert (none["events"], none["until_ms"], none["over"]) == ([], CUES[due], False)
    clock.ms = NOW_MS + CUES[-1]
    rest = fetched(client, f"/b/{id_}/reel-events.json?from={due}")
    assert [event["seq"] for event in rest["events"]] == list(range(due, len(CUES)))
    assert (rest["from_seq"], rest["over"]) == (due, True)


def test_a_battle_that_is_over_comes_whole(app: Flask, client: FlaskClient) -> None:
    id_ = put_on_air(app, NOW_MS - 10_000_000)
    reel = fetched(client, f"/b/{id_}/reel.json")
    assert reel["recording"][0]["seed"] == RECORDING.header.seed
    assert "goomba" in reel["catalog"]["figures"]
    assert len(reel["recording"]) == 1 + len(CUES)
    assert "live" not in reel
    beyond = fetched(client, f"/b/{id_}/reel-events.json?from={len(CUES) + 5}")
    assert (beyond["events"], beyond["over"]) == ([], True)


def test_events_begin_at_a_number(app: Flask, client: FlaskClient) -> None:
    id_ = put_on_air(app, NOW_MS)
    for start in ("-1", "x", "1e3", "9" * 10):
        assert client.get(f"/b/{id_}/reel-events.json?from={start}").status_code == 422
    assert client.get("/b/nothing/reel-events.json").status_code == 404
