"""An earlier version's instance: all in it is told as it was, and goes on from wherever it was."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import gevent
import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.kept import files
from tests.kept.files import lost
from tests.webapp.challengers import LINEUP, OTHER_LINEUP, Person
from tests.webapp.match_players import EVEN, SPEARS, Player
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import games
from webapp.base.config import Settings
from webapp.battles.store import store_samples

ANSWERS = files.answers()
Call = Callable[..., Any]


class WorkingClock(StoppedClock):
    def sleep(self, seconds: float) -> None:
        gevent.sleep(0)


@pytest.fixture
def clock() -> WorkingClock:
    clock = WorkingClock()
    clock.ms = ANSWERS["clock_ms"]
    return clock


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    folder = files.restore(tmp_path / "instance")
    return replace(
        settings,
        database_url=f"sqlite:///{folder / files.DATABASE}",
        secret_key=(folder / files.KEY).read_text("ascii").strip(),
    )


@pytest.fixture
def call(app: Flask) -> Call:

    def call(method: str, path: str, body: Any = None, token: str = "", status: int = 200) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        client = app.test_client()
        answer = client.open(f"/api/v1{path}", method=method, json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.get_json()

    return call


Things = dict[str, Any]

ARMIES: Things = ANSWERS["armies"]
CHALLENGES: Things = ANSWERS["challenges"]
GAMES: Things = {name: ANSWERS["series"][name] for name in ("first", "second")}
MATCHES: Things = ANSWERS["matches"]
BATTLES: Things = {
    **ANSWERS["battles"],
    **{f"series-{name}": row for name, row in ANSWERS["series"]["battles"].items()},
    **{f"match-{name}": row["replay"] for name, row in MATCHES.items() if "replay" in row},
}
RULESETS = ("manymarios", "warlords", "siege")


def each(things: Things) -> pytest.MarkDecorator:
    """Runs a test with each of these as its `row`, all but the first in long runs."""
    first, *others = (pytest.param(row, id=name) for name, row in things.items())
    long = [pytest.param(*one.values, id=one.id, marks=pytest.mark.long) for one in others]
    return pytest.mark.parametrize("row", [first, *long])


@each(BATTLES)
def test_a_battle_is_told_as_before(call: Call, client: FlaskClient, row: Any) -> None:
    """But for the `?v=` of its recording, which is no digest any more; the old address works."""
    before, now = row["told"], call("GET", f"/battles/{row['id']}")
    links = {**before["links"]}
    address = urlsplit(links.pop("recording"))
    assert lost({**before, "links": links}, now) == []
    assert urlsplit(now["links"]["recording"]).path == address.path
    assert client.get(f"{address.path}?{address.query}").status_code == 200
    kept = row["recording"]
    sent = call("GET", f"/battles/{row['id']}/recording")
    assert lost(kept["header"], sent["header"]) == []
    assert len(sent["events"]) == len(sent["cues"]) == kept["events"]
    # The pace has changed a little since; a recording holds none.
    assert sent["cues"] == sorted(sent["cues"])
    assert sent["cues"][-1] <= sent["duration_ms"] <= 1.05 * kept["duration_ms"]
    assert sent.get("luck") == kept["luck"]
    assert sent.get("chances", [None])[0] == kept["first_chance"]
    lines = client.get(f"/b/{row['id']}/recording.jsonl").data
    assert hashlib.sha256(lines).hexdigest() == kept["sha256"]
    assert engine.load_recording(lines).result.winner == row["told"]["result"]["winner"]


def test_the_gallery_lists_what_it_listed(call: Call) -> None:
    assert [row["id"] for row in call("GET", "/battles")["battles"]] == ANSWERS["home"]


@each(ARMIES)
def test_an_army_is_told_as_before(call: Call, client: FlaskClient, row: Any) -> None:
    """And changed by its edit link."""
    assert lost(row["told"], call("GET", f"/armies/{row['id']}")) == []
    page = client.get(f"/a/{row['id']}")
    assert page.status_code == 200
    if row["told"]["parent"]:
        assert f"/a/{row['told']['parent']}" in page.text
    ruleset = row["told"]["ruleset"]
    assert client.get(f"/build/{ruleset}?from={row['id']}").status_code == 200
    body = {"ruleset": ruleset, "army": row["told"]["army"], "parent": row["id"]}
    assert call("POST", "/armies", body, status=201)["parent"] == row["id"]

    id_, edit, told = row["id"], row["edit"], row["told"]
    assert client.get(f"/a/{id_}/edit/{edit}").status_code == 200
    army = {**told["army"], "name": "Renamed"}
    body = {"army": army, "revision": told["revision"]}
    changed = call("PUT", f"/armies/{id_}?edit={edit}", body)
    assert changed["revision"] == told["revision"] + 1
    assert changed["army"] == army
    assert changed["note"] == told["note"]
    call("PUT", f"/armies/{id_}?edit={edit}", body, status=409)
    other = next(other["edit"] for other in ARMIES.values() if other is not row)
    call("PUT", f"/armies/{id_}?edit={other}", body, status=403)


@pytest.mark.parametrize(("name", "side"), [("ann", "a"), ("bo", "b"), ("cem", "b")])
def test_cookie_gives_armies_and_seats(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, name: str, side: str
) -> None:
    """Cookies are signed with the machine's time, and end after a year or so."""
    now = ANSWERS["clock_ms"] // 1000
    monkeypatch.setattr("itsdangerous.TimestampSigner.get_timestamp", lambda _: now)
    visitor = ANSWERS["visitors"][name]
    client.set_cookie("session", visitor["cookie"])
    mine = client.get("/armies", follow_redirects=True).text
    shown = [row["id"] for row in ARMIES.values() if row["id"] in mine]
    assert {*shown} == {*visitor["armies"]}
    challenge = MATCHES["people"]["challenge"]
    told = client.get(f"/api/v1/challenges/{challenge}").get_json()
    assert told["you"]["side"] == side
    assert told["you"]["seat"] == MATCHES["people"]["seats"][side]


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
        person.take_seat(f"{page}/seat/{token}")
        assert person.standing(page)["you"]["side"] == side
        assert person.client.get(f"{page}/card.png").status_code == 200
        if row["told"]["status"] in ("open", "joined"):
            person.get(f"{page}/build")
    if row["told"]["status"] == "open":
        assert "Ann" in Person(app).get(f"{page}/join/{row['invitation']}")


def fight(
    call: Call, client: FlaskClient, clock: StoppedClock, row: Any, tokens: dict[str, str]
) -> Any:
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


@pytest.mark.parametrize(
    ("ruleset", "state"),
    [
        *((ruleset, "open") for ruleset in RULESETS),
        *(pytest.param(ruleset, "for-years", marks=pytest.mark.long) for ruleset in RULESETS),
    ],
)
def test_open_challenge(
    call: Call, client: FlaskClient, clock: StoppedClock, ruleset: str, state: str
) -> None:
    row = CHALLENGES[f"{ruleset}-{state}"]
    path = f"/challenges/{row['id']}"
    if state == "for-years":
        clock.ms += 99 * 365 * 24 * HOUR_MS
    body = {"token": row["invitation"], "name": "Dora"}
    joined = call("POST", f"{path}/join", body, status=201)
    tokens = {**row["seats"], "b": joined["you"]["seat"]}
    call("POST", f"{path}/join", body, status=409)
    for side, army in (("a", MINE[ruleset]), ("b", YOURS[ruleset])):
        call("POST", f"{path}/seal", {"army": army}, tokens[side])
    file = fight(call, client, clock, row, tokens)
    assert [side["army"] for side in file["sides"]] == [MINE[ruleset], YOURS[ruleset]]
    assert [side["name"] for side in file["sides"]] == ["Ann", "Dora"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sealed_challenge(
    call: Call, client: FlaskClient, clock: StoppedClock, ruleset: str
) -> None:
    row = CHALLENGES[f"{ruleset}-sealed"]
    path, body = f"/challenges/{row['id']}", {"army": MINE[ruleset]}
    call("POST", f"{path}/seal", body, row["seats"]["b"], status=409)
    assert call("GET", path, token=row["seats"]["a"])["you"]["army"] is None
    call("POST", f"{path}/seal", body, row["seats"]["a"])
    file = fight(call, client, clock, row, row["seats"])
    assert file["sides"][1]["army"] == row["you"]["b"]["army"]
    following = call("POST", f"{path}/next", {}, row["seats"]["b"], status=201)
    assert following["series"]["number"] == 2
    assert following["you"]["seat"] == row["seats"]["b"]


def test_a_bot_that_was_challenged_is_met(call: Call) -> None:
    row = CHALLENGES["siege-bot"]
    path = f"/challenges/{row['id']}/seal"
    told = call("POST", path, {"army": SPEARS}, row["seats"]["a"])
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
            person.take_seat(f"/c/{row['challenge']}/seat/{token}")
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


@pytest.mark.long
def test_every_page_that_is_linked_from_somewhere_answers(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        store_samples(games.games().values())  # as the server does at its start
    things = {"b": BATTLES, "a": ARMIES, "c": {**CHALLENGES, **GAMES}, "m": MATCHES}
    asked = ["/", "/battles", "/armies"]
    asked += [f"/{kind}/{row['id']}" for kind, rows in things.items() for row in rows.values()]
    for address in asked:
        answer = client.get(address)
        assert answer.status_code < 400, address
        if answer.mimetype == "text/html":
            linked = {*map(unescape, re.findall(r'href="(/(?!static/)[^"#]*)', answer.text))}
            asked += sorted(linked - {*asked})
