"""Challenges of an earlier version go on from wherever they were."""

import hashlib
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.kept.files import lost
from tests.webapp.challengers import LINEUP, OTHER_LINEUP, Person
from tests.webapp.kept_instance.conftest import Call
from tests.webapp.kept_instance.things import CHALLENGES, GAMES, RULESETS, each
from tests.webapp.match_players import EVEN, SPEARS
from tests.webapp.stopped_clock import StoppedClock

HOUR_MS = 3_600_000
MINE: dict[str, Any] = {
    "manymarios": LINEUP,
    "warlords": {"name": "Two", "stack": [{"unit": "ogres"}, {"unit": "archers", "medals": 1}]},
    "siege": SPEARS,
}
YOURS: dict[str, Any] = {
    "manymarios": OTHER_LINEUP,
    "warlords": {"stack": [{"hero": "monk", "level": 3}]},
    "siege": EVEN,
}


@each({**CHALLENGES, **GAMES})
def test_a_challenge_is_told_as_before(app: Flask, call: Call, row: Any) -> None:
    path = f"/challenges/{row['id']}"
    assert lost(row["told"], call("GET", path)) == []
    page = f"/c/{row['id']}"
    assert Person(app).get(page)
    for side, token in row["seats"].items():
        assert lost(row["you"][side], call("GET", path, token=token)["you"]) == []
        person = Person(app)
        person.get(f"{page}/seat/{token}")
        assert person.standing(page)["you"]["side"] == side
        assert person.client.get(f"{page}/card.png").status_code == 200
        if row["told"]["status"] in ("open", "joined"):
            person.get(f"{page}/build")
    if row["told"]["status"] == "open":
        assert "Ann" in Person(app).get(f"{page}/join/{row['invitation']}")


def names(state: str) -> list[str]:
    return [f"{ruleset}-{state}" for ruleset in RULESETS]


def long(names: list[str]) -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.long) for name in names]


def join(call: Call, row: Any) -> dict[str, str]:
    """The tokens of both seats, after the opponent's link has been followed."""
    body = {"token": row["invitation"], "name": "Dora"}
    joined = call("POST", f"/challenges/{row['id']}/join", body, status=201)
    return {**row["seats"], "b": joined["you"]["seat"]}


def seal(call: Call, row: Any, side: str, army: Any, tokens: dict[str, str]) -> Any:
    return call("POST", f"/challenges/{row['id']}/seal", {"army": army}, tokens[side])


def fight(
    call: Call, client: FlaskClient, clock: StoppedClock, row: Any, tokens: dict[str, str]
) -> Any:
    """The battle file of the challenge in which both have sealed, after its end."""
    path = f"/challenges/{row['id']}"
    told = call("GET", path)
    if row["ruleset"] == "siege":
        match = call("GET", f"/matches/{told['battle']}")
        assert (match["state"], match["round"]) == ("playing", 1)
        call("POST", f"/matches/{told['battle']}/resign", {}, tokens["b"])
    else:
        assert told["status"] == "countdown"
    clock.ms += HOUR_MS
    told = call("GET", path)
    assert told["status"] == "over"
    committed = hashlib.sha256(f"{told['seed']}:{told['nonce']}".encode()).hexdigest()
    assert committed == told["commitment"] == row["told"]["commitment"]
    assert client.get(told["address"]).status_code == 200
    file = client.get(f"/b/{told['battle']}/battle.json").get_json()
    assert str(file["seed"]) == told["seed"]
    assert lost(row["told"]["terms"], file) == []
    return file


@pytest.mark.parametrize("name", [*names("open"), *long(names("for-years"))])
def test_open_challenge(call: Call, client: FlaskClient, clock: StoppedClock, name: str) -> None:
    row = CHALLENGES[name]
    ruleset = row["ruleset"]
    if "for-years" in name:
        clock.ms += 99 * 365 * 24 * HOUR_MS
    tokens = join(call, row)
    call("POST", f"/challenges/{row['id']}/join", {"token": row["invitation"]}, status=409)
    seal(call, row, "a", MINE[ruleset], tokens)
    seal(call, row, "b", YOURS[ruleset], tokens)
    file = fight(call, client, clock, row, tokens)
    assert [side["army"] for side in file["sides"]] == [MINE[ruleset], YOURS[ruleset]]
    assert [side["name"] for side in file["sides"]] == ["Ann", "Dora"]


@pytest.mark.parametrize("name", names("sealed"))
def test_sealed_challenge(call: Call, client: FlaskClient, clock: StoppedClock, name: str) -> None:
    row = CHALLENGES[name]
    path, ruleset = f"/challenges/{row['id']}", row["ruleset"]
    body = {"army": MINE[ruleset]}
    call("POST", f"{path}/seal", body, row["seats"]["b"], status=409)
    assert call("GET", path, token=row["seats"]["a"])["you"]["army"] is None
    seal(call, row, "a", MINE[ruleset], row["seats"])
    file = fight(call, client, clock, row, row["seats"])
    assert file["sides"][1]["army"] == row["you"]["b"]["army"]
    following = call("POST", f"{path}/next", {}, row["seats"]["b"], status=201)
    assert following["series"]["number"] == 2
    assert following["you"]["seat"] == row["seats"]["b"]


def test_a_bot_that_was_challenged_is_met(call: Call) -> None:
    row = CHALLENGES["siege-bot"]
    told = seal(call, row, "a", SPEARS, row["seats"])
    match = call("GET", f"/matches/{told['battle']}", token=row["seats"]["a"])
    assert match["sides"]["b"]["bot"] == "strong"
    assert match["you"]["units"]["A"] == {"atk": 4, "def": 0, "hp": 3, "exh": 0}


def test_a_finished_series_has_its_winner_and_a_rematch(call: Call) -> None:
    second = GAMES["second"]
    path = f"/challenges/{second['id']}"
    assert call("GET", path)["series"]["winner"] == "a"
    rematch = call("POST", f"{path}/next", {}, second["seats"]["a"], status=201)
    assert (rematch["series"]["number"], rematch["you"]["side"]) == (3, "b")
    again = call("POST", f"{path}/next", {}, second["seats"]["b"], status=201)
    assert again["id"] == rematch["id"]
