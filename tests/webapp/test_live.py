"""Live battles, challenges and matches, seen by real clients of a real server."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.orm import Session

import engine
from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import LINEUP, OTHER_LINEUP, Person
from tests.webapp.live_server import Server, Viewer, seqs, viewer
from tests.webapp.match_players import Played, begin, players
from tests.webapp.stack_files import STACKS
from webapp.base import games
from webapp.base.config import SystemClock
from webapp.base.paths import PACKAGE
from webapp.battles import playback
from webapp.battles import store as battles
from webapp.battles.limits import LEAD_MS
from webapp.challenges import outcome, store
from webapp.matches import seats
from webapp.store import database, removal
from webapp.store.models import Challenge

RECORDING = engine.play(BATTLE)
STACKS_RECORDING = engine.play(STACKS)
LENGTH = len(RECORDING.events)
NO_TERMS: dict[str, Any] = {"battle": {}, "limits": {}}
README = (PACKAGE / "live/README.md").read_text("utf-8")
DOCUMENTED = {
    *re.findall(r'"(\w+)":', README.partition("### `challenge_changed`")[2].split("```")[1])
}

Air = Callable[..., str]


@pytest.fixture
def air(elsewhere: Flask) -> Air:
    """Puts the battle on air so that its last event is due in so many ms."""

    def put(last_event_in_ms: int, recording: engine.Recording = RECORDING) -> str:
        game = games.game(recording.header.ruleset)
        last_cue = playback.read(game, recording.lines()).schedule.cues[-1]
        starts_at_ms = SystemClock().now_ms() + last_event_in_ms - last_cue
        with elsewhere.app_context():
            return battles.put_on_air(game, recording, battles.Airing(starts_at_ms)).id

    return put


def test_late_viewer_gets_everything_once_and_nothing_early(server: Server, air: Air) -> None:
    """Also who comes back after the first events."""
    battle = air(2600)
    with viewer(server) as late, viewer(server) as again:
        answer = late.watch(battle)
        assert answer["ok"]
        assert answer["on_air"]
        again.watch(battle, from_seq=3)
        chunks = late.to_the_end()
        assert seqs(again.to_the_end()) == list(range(3, LENGTH))
    assert len(chunks) > 1, "the end was not told before its time"
    assert [event for chunk in chunks for event in chunk["events"]] == [
        json.loads(line) for line in RECORDING.lines().splitlines()[1:]
    ]
    for chunk, following in pairwise(chunks):
        assert all(cue <= chunk["clock_ms"] + LEAD_MS for cue in chunk["cues"])
        assert chunk["until_ms"] == following["cues"][0], "whole beats, and the next one's cue"


def test_battle_that_is_over_comes_at_once(server: Server, air: Air) -> None:
    battle = air(-60_000)
    with viewer(server) as one:
        assert one.watch(battle)["on_air"] is False
        (chunk,) = one.to_the_end()
        assert seqs([chunk]) == list(range(LENGTH))
        assert chunk["until_ms"] > chunk["cues"][-1]
        assert not {"chances", "luck"} & set(chunk), "it has no exact odds"
        one.watch(battle, from_seq=LENGTH)
        (chunk,) = one.to_the_end()
        assert (chunk["events"], chunk["over"]) == ([], True)


def test_chances_come_with_events_and_luck_at_the_end(server: Server, air: Air) -> None:
    with viewer(server) as one:
        one.watch(air(2600, STACKS_RECORDING))
        chunks = one.to_the_end()
    assert len(chunks) > 1
    assert all(len(chunk["chances"]) == len(chunk["events"]) for chunk in chunks)
    told = [chance for chunk in chunks for chance in chunk["chances"]]
    assert told[0] == round(engine.odds(STACKS).a, 6)
    assert told[-1] == {"a": 1, "b": 0}[STACKS_RECORDING.result.winner or ""]
    *before, last = chunks
    assert not any("luck" in chunk for chunk in before), "it would tell the result"
    assert set(last["luck"]) == {"a", "b"}


def test_only_the_battle_asked_for_last_is_sent(server: Server, air: Air) -> None:
    left, over = air(4000), air(-60_000)
    with viewer(server) as one:
        one.watch(left)
        assert one.next()["battle"] == left
        one.watch(over)
        assert {chunk["battle"] for chunk in one.to_the_end()} == {over}
        one.watch(left)
        one.next()
        assert one.call("leave_battle") == {"ok": True}
        one.watch(over)
        assert {chunk["battle"] for chunk in one.to_the_end()} == {over}


WRONG_WISHES: dict[str, list[tuple[Any, int, str]]] = {
    "watch_battle": [
        ({"battle": "nothing1", "from_seq": 0}, 404, "no battle 'nothing1'"),
        ({"battle": "nothing1", "from_seq": -1}, 422, "0 or more"),
        ({"battle": "nothing1", "from_seq": 1.5}, 422, "from_seq"),
        ({"battle": 7, "from_seq": 0}, 422, "battle"),
        ({"battle": "nothing1"}, 422, "from_seq"),
        ({"battle": "nothing1", "from_seq": 0, "speed": 2}, 422, "speed"),
        ({"battle": "\ud800\0", "from_seq": 0}, 404, "no battle"),
        ({"battle": "x" * 5000, "from_seq": 0}, 404, "no battle"),
        ({"\ud800": 1}, 422, "watch_battle takes"),
        (10**400, 422, "object"),
    ],
    "watch_challenge": [
        ({"challenge": "nothing1"}, 404, "no challenge 'nothing1'"),
        ({"challenge": "zzzzzzzz", "side": "a"}, 422, "side"),
        ([], 422, "object"),
    ],
    "watch_match": [
        ({"match": "nothing1"}, 404, "no match"),
        ({"match": "zzzzzzzz", "from_seq": -1}, 422, "0 or more"),
        ({"match": "\ud800\0"}, 404, "no match"),
        (None, 422, "object"),
    ],
    "battle_open": [({}, 404, "battle_open")],
}


@pytest.mark.parametrize("message", WRONG_WISHES)
def test_senseless_wish_is_answered(server: Server, message: str) -> None:
    with viewer(server) as one:
        for wish, status, text in WRONG_WISHES[message]:
            answer = one.call(message, wish)
            assert (answer["ok"], answer["status"]) == (False, status)
            assert text in answer["error"]
        assert one.call([message])["status"] == 404  # type: ignore[arg-type]


@pytest.fixture
def challenge(elsewhere: Flask) -> Iterator[Challenge]:
    with elsewhere.app_context():
        yield store.create("manymarios", NO_TERMS, holder="ann", name="Ann")


def follow(viewer: Viewer, challenge: Challenge) -> Any:
    return viewer.call("watch_challenge", {"challenge": challenge.id})


def members(told: dict[str, Any]) -> set[str]:
    return {*told, *told["seats"], *told["seats"]["a"], *told["seats"]["b"]}


def test_every_step_of_a_challenge_is_told_to_all(server: Server, challenge: Challenge) -> None:
    with viewer(server) as one, viewer(server) as two, viewer(server) as late:
        for each in (one, two):
            now = follow(each, challenge)
            assert now.pop("ok") is True
            assert now["status"] == "open"
            assert members(now) == DOCUMENTED
        seats.take(challenge, "bo", "Bo")
        for each in (one, two):
            told = each.next("challenge_changed")
            assert (told["status"], told["seats"]["b"]["name"]) == ("joined", "Bo")
        assert follow(late, challenge)["status"] == "joined"
        other = store.create("manymarios", NO_TERMS, holder="ann")
        follow(two, other)
        outcome.seal(database.fresh(challenge), "b", LINEUP)
        for each in (one, late):
            told = each.next("challenge_changed")
            assert [told["seats"][side]["sealed"] for side in "ab"] == [False, True]
        seats.take(other, "cem", "Cem")
        assert two.next("challenge_changed")["challenge"] == other.id, "what was asked for last"
        assert two.call("leave_challenge") == {"ok": True}
        assert two.got["challenge_changed"].empty()
        outcome.seal(database.fresh(challenge), "a", OTHER_LINEUP)
        battle = database.fresh(challenge).battle_id
        for each in (one, late):
            told = each.next("challenge_changed")
            if told["status"] == "sealed":  # it looked between the seal and the battle
                told = each.next("challenge_changed")
            assert (told["status"], told["battle"]) == ("countdown", battle)
            assert members(told) == DOCUMENTED


@pytest.fixture
def match(elsewhere: Flask) -> Played:
    return begin(Person(elsewhere), Person(elsewhere))


def watch(viewer: Viewer, match: Played, side: str = "", from_seq: int = 0) -> Any:
    wish = {"match": match.id, "from_seq": from_seq, "seat": match.tokens.get(side)}
    return viewer.call("watch_match", wish)


def types(piece: dict[str, Any]) -> list[str]:
    return [event["type"] for event in piece["events"]]


def test_match_messages_by_viewer(server: Server, elsewhere: Flask, match: Played) -> None:
    a, b, _ = players(elsewhere, match)
    with viewer(server) as ann, viewer(server) as bo, viewer(server) as cem:
        assert watch(ann, match, "a")["side"] == "a"
        assert watch(bo, match, "b")["side"] == "b"
        assert watch(cem, match)["side"] is None
        assert types(ann.next("match_events")) == ["battle_started", "army_mustered"]
        have = bo.next("match_events")["events"]
        assert types(cem.next("match_events")) == ["battle_started"]
        for one in (ann, bo):
            assert one.next("match_changed")["you"]["orders"] == {}
        assert cem.next("match_changed")["you"] is None
        for order in ("attack", "none"):
            b.order(1, A=order)
            assert bo.next("match_changed")["you"]["orders"] == {"A": order}, "the look is over"
        a.order(1, D="defend")
        assert ann.next("match_changed")["you"]["orders"] == {"D": "defend"}, "her first news"
        b.lock(1)
        for one in (ann, bo, cem):
            assert one.next("match_changed")["locked"] == {"a": False, "b": True}
        with viewer(server) as dan:
            watch(dan, match)
            assert dan.next("match_changed")["locked"]["b"], "at once, though nothing changes"
        bo.call("leave_match")
        a.lock(1)
        piece = cem.next("match_events")
        assert piece["from_seq"] == 1
        assert "orders_given" not in types(piece)
        assert "orders_given" in types(ann.next("match_events"))
        while cem.next("match_changed")["round"] != 2:
            pass
        watch(bo, match, "b", len(have))
        piece = bo.next("match_events")
        assert piece["from_seq"] == len(have)
        assert have + piece["events"] == b.events(), "what was missing"


def test_end_of_a_match_is_shown_to_all(server: Server, elsewhere: Flask, match: Played) -> None:
    other = begin(Person(elsewhere), Person(elsewhere))
    with viewer(server) as cem:
        assert watch(cem, match._replace(tokens=other.tokens), "a")["status"] == 404
        assert watch(cem, match._replace(tokens={"a": ""}), "a")["status"] == 404
        watch(cem, match)
        cem.next("match_events")
        players(elsewhere, match)[1].resign()
        piece = cem.next("match_events")
        assert types(piece)[-3:] == ["army_revealed", "army_revealed", "battle_ended"]
        assert piece["over"] is True
        while (told := cem.next("match_changed"))["battle"] is None:
            pass
        assert told["winner"] == "a"
        watch(cem, match)
        assert cem.next("match_events")["over"] is True, "whoever comes later is shown it, too"


def remove(app: Flask, id_: str) -> None:
    with Session(app.extensions[database.KEY].kw["bind"]) as db:
        for thing in removal.things(db, id_):
            removal.remove(db, thing)
        db.commit()


def test_all_hear_of_removal(server: Server, elsewhere: Flask, challenge: Challenge) -> None:
    with viewer(server) as one, viewer(server) as two:
        for each in (one, two):
            assert follow(each, challenge)["ok"]
        remove(elsewhere, challenge.id)
        for each in (one, two):
            assert each.next("challenge_gone") == {"challenge": challenge.id}
            assert each.got["challenge_changed"].empty()


def test_removed_match_is_told_to_all(server: Server, elsewhere: Flask, match: Played) -> None:
    with viewer(server) as ann, viewer(server) as cem:
        for one, side in ((ann, "a"), (cem, "")):
            watch(one, match, side)
            one.next("match_changed")
        remove(elsewhere, match.id)
        for one in (ann, cem):
            assert one.next("match_gone") == {"match": match.id}
        assert watch(cem, match)["status"] == 404
