"""Battles over REST: started, described, fetched; each keeps its id; nothing is told early."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

import engine
from tests.webapp.battle_files import BATTLE, UNKNOWN_UNIT
from tests.webapp.page_parts import assert_shape
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import NOW_MS, StoppedClock
from webapp.base import games
from webapp.base.game import pace_of
from webapp.base.ids import ID_LENGTH, ID_LETTERS
from webapp.battles import analysis as analyses
from webapp.battles import store as battles
from webapp.battles.limits import LEAD_IN_MS
from webapp.battles.playback import schedule
from webapp.store.database import session
from webapp.store.models import Battle, Recording

URL = "/api/v1/battles"


def counts(app: Flask) -> tuple[int, int]:
    with app.app_context(), session() as db:
        return (
            db.scalar(select(func.count()).select_from(Battle)) or 0,
            db.scalar(select(func.count()).select_from(Recording)) or 0,
        )


def test_a_new_battle_is_on_air_in_three_seconds(client: FlaskClient) -> None:
    answer = client.post(f"{URL}?title=Big+day", json=BATTLE)
    body = answer.get_json()
    assert answer.status_code == 201
    assert answer.headers["Location"] == body["links"]["self"]
    assert body["title"] == "Big day"
    assert body["starts_at_ms"] == NOW_MS + LEAD_IN_MS
    assert body["status"] == "on_air"
    assert body["sides"]["a"] == {"name": "Ann", "army": "Ann's"}
    assert body["links"]["watch"] == f"http://localhost/b/{body['id']}"
    assert len(body["id"]) == ID_LENGTH
    assert set(body["id"]) <= set(ID_LETTERS)


TITLES: tuple[tuple[str, str], ...] = (
    ("two\nlines", "U+000A"),
    ("\u202egnp.exe", "cannot be shown"),
    ("\u3164", "has no visible character"),
    ("x" * 161, "use at most 160"),
)


def test_a_title_that_cannot_be_shown_is_refused(client: FlaskClient) -> None:
    for title, told in TITLES:
        answer = client.post(URL, json=BATTLE, query_string={"title": title})
        (problem,) = assert_shape(answer, 422)["errors"]
        assert problem["path"] == "title"
        assert told in problem["message"]


def test_unnamed_battle_has_a_title_and_unknown_id_is_not_found(client: FlaskClient) -> None:
    sides = [{"army": side["army"] | {"name": ""}} for side in BATTLE["sides"]]
    for query in ({}, {"title": "  "}):
        body = client.post(URL, json=BATTLE | {"sides": sides}, query_string=query).get_json()
        assert body["title"] == "Blue against Orange"
    for id_ in ("nothing", "%00", "%ED%A0%80", "x" * 3000):
        assert client.get(f"{URL}/{id_}").status_code == 404
        assert client.get(f"/b/{id_}").status_code == 404


def test_file_is_one_recording_many_battles_or_refused(app: Flask, client: FlaskClient) -> None:
    errors = assert_shape(client.post(URL, json=UNKNOWN_UNIT), 422)["errors"]
    assert [error["path"] for error in errors] == [
        "sides[0].army.lineup[0].unit",
        "sides[1].army.lineup[1].unit",
    ]
    assert counts(app) == (0, 0)
    assert len({client.post(URL, json=BATTLE).get_json()["id"] for _ in range(3)}) == 3
    assert counts(app) == (3, 1)
    unseeded = {key: value for key, value in BATTLE.items() if key != "seed"}
    for _ in range(3):
        client.post(URL, json=unseeded)
    assert counts(app) == (6, 4), "a seed is drawn for each"


def test_secrets_last_until_end(client: FlaskClient, battle_id: str, clock: StoppedClock) -> None:
    body = client.get(f"{URL}/{battle_id}").get_json()
    assert body["result"] is None
    answer = client.get(f"{URL}/{battle_id}/recording")
    error = assert_shape(answer, 409)["error"]
    assert not re.search("[0-9]", error), "not even when it will be over"
    assert answer.headers["Cache-Control"] == "no-cache"
    pace = pace_of(games.game(body["ruleset"]))
    assert body["ends_at_ms"] == body["starts_at_ms"] + pace.airing_most + pace.beat_most
    played = engine.play(BATTLE).events
    events = [(str(event.__struct_config__.tag), event.beat) for event in played]
    length = schedule(events, pace).duration_ms
    clock.ms = body["starts_at_ms"] + length - 1
    assert client.get(f"{URL}/{battle_id}/recording").status_code == 409
    clock.ms += 1
    assert client.get(f"{URL}/{battle_id}").get_json()["ends_at_ms"] == clock.ms
    assert client.get(f"{URL}/{battle_id}/recording").status_code == 200
    assert client.get(f"{URL}/{battle_id}").get_json()["result"]["reason"] == "defeat"


@pytest.fixture
def recording_url(client: FlaskClient, battle_id: str, clock: StoppedClock) -> str:
    clock.ms += 1_000_000
    link: str = client.get(f"{URL}/{battle_id}").get_json()["links"]["recording"]
    return link.removeprefix("http://localhost")


def test_the_recording_is_what_the_engine_played(client: FlaskClient, recording_url: str) -> None:
    body: dict[str, Any] = client.get(recording_url).get_json()
    assert set(body) == {"header", "events", "cues", "duration_ms"}, "no odds, as none are exact"
    lines = [json.dumps(line) for line in (body["header"], *body["events"])]
    assert engine.load_recording("\n".join(lines).encode()) == engine.play(BATTLE)
    assert len(body["cues"]) == len(body["events"])
    assert body["cues"][0] == 0
    assert body["duration_ms"] > body["cues"][-1]


def test_recording_has_chances_and_luck(client: FlaskClient, clock: StoppedClock) -> None:
    battle_id = client.post(URL, json=STACKS).get_json()["id"]
    clock.ms += 1_000_000
    body = client.get(f"{URL}/{battle_id}/recording").get_json()
    assert len(body["chances"]) == len(body["events"])
    assert body["chances"][0] == round(engine.odds(STACKS).a, 6)
    assert body["chances"][-1] == {"a": 1, "b": 0}[body["events"][-1]["winner"]]
    strong, weak = ({"name": "X", "strength": 9, "hits": 9}, {"name": "Y", "strength": 1})
    for army, bound in ((strong, 0.999999), (weak, 0.000001)):
        other = weak if army is strong else strong
        sides = [{"army": {"stack": [{"custom": {"hits": 1} | one}]}} for one in (army, other)]
        uneven = client.post(URL, json={"ruleset": "warlords", "sides": sides}).get_json()["id"]
        clock.ms += 1_000_000
        told = client.get(f"{URL}/{uneven}/recording").get_json()["chances"][0]
        assert told == bound, "not certain: 0 and 1 are kept for what is"
    luck = engine.luck(engine.play(STACKS))
    assert body["luck"] == msgspec.to_builtins(luck)
    whole = client.post(URL, json=BATTLE | {"seed": 2**64 - 1}).get_json()["id"]
    clock.ms += 1_000_000
    header = client.get(f"{URL}/{whole}/recording").get_json()["header"]
    assert header["seed"] == str(2**64 - 1), "beyond 53 bits"


def test_what_takes_long_to_work_out_does_not_shorten_the_lead_in(
    client: FlaskClient, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page needs the three seconds, whether the chances took none or ten."""

    def slow(recording: engine.Recording) -> None:
        clock.ms += 10_000

    monkeypatch.setattr(analyses, "packed_analysis", slow)
    body = client.post(URL, json=STACKS).get_json()
    assert body["starts_at_ms"] == NOW_MS + 10_000 + LEAD_IN_MS
    monkeypatch.setattr(analyses, "packed_analysis", lambda _: pytest.fail("they are stored"))
    assert client.post(URL, json=STACKS).status_code == 201


def test_recording_is_cached_and_others_revalidate(client: FlaskClient, recording_url: str) -> None:
    kept = client.get(recording_url).headers["Cache-Control"]
    assert set(kept.split(", ")) == {"public", "max-age=31536000", "immutable"}
    battle, bare = recording_url.split("/recording")[0], recording_url.split("?")[0]
    for wrong in (bare, f"{bare}?v=0123456789ab"):
        assert client.get(wrong).headers["Cache-Control"] == "no-cache", "this address may change"
    for address in (recording_url, battle, URL, "/api/v1/catalogs/warlords", f"{URL}?page=1"):
        tag = client.get(address).headers["ETag"]
        again = client.get(address, headers={"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b""), address
        assert client.head(address).headers["ETag"] == tag, address
    tag = client.get(URL).headers["ETag"]
    client.post(f"{URL}?listed=true", json=BATTLE)
    assert client.get(URL, headers={"If-None-Match": tag}).status_code == 200


SEARCHES: tuple[tuple[str, str], ...] = (
    ("page=0", "Must be greater than or equal to 1"),
    ("page=x", "Not a valid integer."),
    ("result=glory", "Must be one of: "),
    (f"unit={'x' * 101}", ""),
    ("ruleset=chess", "no ruleset 'chess'; there are "),
    ("ruleset=manymario", "no ruleset 'manymario'; did you mean 'manymarios'?"),
)


def test_a_search_that_makes_no_sense_is_refused(client: FlaskClient) -> None:
    for query, said in SEARCHES:
        for url in (URL, "/api/v1/armies") if "ruleset" in query else (URL,):
            (problem,) = assert_shape(client.get(f"{url}?{query}"), 422)["errors"]
            assert problem["path"] == query.partition("=")[0]
            assert problem["message"].startswith(said)
            for known in ("manymarios", ""):
                assert client.get(f"{url}?ruleset={known}").status_code == 200


def test_every_link_of_a_battle_leads_somewhere(client: FlaskClient, clock: StoppedClock) -> None:
    links = client.post(URL, json=STACKS).get_json()["links"]
    names = "self watch embed card qr recording log html file"
    assert set(links) == set(names.split())
    clock.ms += 1_000_000
    for name, link in links.items():
        answer = client.get(link)
        assert answer.status_code == 200, name
        answer.close()


@pytest.fixture
def in_context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def put(file: dict[str, object], **airing: object) -> battles.Battle:
    recording = engine.play(file, seed=1)
    game = games.game(recording.header.ruleset)
    return battles.put_on_air(game, recording, battles.Airing(**airing))  # type: ignore[arg-type]


@pytest.mark.usefixtures("in_context")
def test_a_taken_id_is_drawn_again_and_keeps_its_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battles, "new_id", iter(["bcdfghjk", "bcdfghjk", "kjhgfdcb"]).__next__)
    first, second = put(BATTLE, title="first"), put(STACKS, title="second")
    assert (first.id, second.id) == ("bcdfghjk", "kjhgfdcb")
    monkeypatch.setattr(battles, "new_id", lambda: "bcdfghjk")
    with pytest.raises(IntegrityError):
        put(STACKS, title="third")
    kept = battles.find("bcdfghjk")
    assert kept is not None
    assert (kept.title, kept.digest) == ("first", first.digest)


@pytest.mark.usefixtures("in_context")
def test_battles_of_one_recording_have_addresses_of_their_own() -> None:
    """Else guessed seeds would reveal the address of a battle on air."""
    first, second = put(BATTLE), put(BATTLE)
    assert first.digest == second.digest
    assert first.version != second.version
