"""Matches of an earlier version are told as they were, and go on."""

from typing import Any

from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.kept.files import lost
from tests.webapp.challengers import Person
from tests.webapp.kept_instance.conftest import Call
from tests.webapp.kept_instance.things import MATCHES, each
from tests.webapp.match_players import Player
from tests.webapp.stopped_clock import StoppedClock

HOUR_MS = 3_600_000


def players(app: Flask, row: Any) -> dict[str, Player]:
    tokens: dict[str, str | None] = {"nobody": None, **row["seats"]}
    return {name: Player(app, row["id"], token) for name, token in tokens.items()}


@each(MATCHES)
def test_a_match_is_told_as_before(app: Flask, row: Any) -> None:
    for name, player in players(app, row).items():
        now = player.look()
        told = {**row["told"][name], "clock_ms": now["clock_ms"]}
        assert lost(told, now) == [], name
        events, seen = player.events(), row["seen"][name]
        assert len(events) == seen["events"]
        assert lost(seen["last"], events[-1]) == []
    for token in (None, *row["seats"].values()):
        person = Person(app)
        if token:
            person.get(f"/c/{row['challenge']}/seat/{token}")
        person.get(f"/m/{row['id']}")
        if token and row["told"]["nobody"]["state"] == "playing":
            notebook = f"/api/v1/matches/{row['id']}/notebook"
            assert person.client.get(notebook).status_code == 200


def test_match_of_people(app: Flask, call: Call, client: FlaskClient, clock: StoppedClock) -> None:
    row = MATCHES["people"]
    playing = players(app, row)
    a, b = playing["a"], playing["b"]
    assert (a.look()["round"], a.look()["you"]["orders"]) == (10, row["ordered"])
    b.order(10, C="defend", D="defend")
    b.lock(10)
    assert a.lock(10)["round"] == 11
    tenth = a.events()[row["seen"]["a"]["events"] :]
    assert lost({"type": "round_started", "round": 10}, tenth[0]) == []
    given = next(event for event in tenth if event["type"] == "orders_given")
    ordered = {f"a{unit}": order for unit, order in row["ordered"].items()}
    assert {id_: order for id_, order in given["orders"].items() if order != "none"} == ordered
    # Nobody orders anything any more: the clock plays round after round, up to the last.
    clock.ms += 40 * 25 * HOUR_MS
    over = b.look_again()
    assert (over["state"], over["round"], over["reason"]) == ("over", 40, "round_limit")
    assert over["winner"] in ("a", "b")
    challenge = call("GET", f"/challenges/{row['challenge']}")
    assert (challenge["status"], challenge["winner"]) == ("over", over["winner"])
    assert client.get(f"/b/{over['battle']}").status_code == 200
    recording = engine.load_recording(client.get(f"/b/{over['battle']}/recording.jsonl").data)
    assert (recording.result.winner, recording.result.rounds) == (over["winner"], 40)
    assert recording.header.battle["sides"][0]["orders"][9] == row["ordered"]


def test_match_against_bot(app: Flask, client: FlaskClient, clock: StoppedClock) -> None:
    row = MATCHES["bot"]
    a = players(app, row)["a"]
    before = a.events()
    for number in range(10, 41):
        told = a.lock(number)
        clock.ms += 60_000
        if told["state"] == "over":
            break
    assert told["state"] == "over"
    assert told["winner"] in ("a", "b")
    assert a.events()[: len(before)] == before
    recording = engine.load_recording(client.get(f"/b/{told['battle']}/recording.jsonl").data)
    assert recording.result.winner == told["winner"]
