"""Live battles, seen by real clients of a real server."""

import json
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any
from urllib.error import HTTPError

import pytest

import engine
from tests.webapp.battle_files import BATTLE
from tests.webapp.live_server import Server, Viewer, seqs, viewer
from tests.webapp.stack_files import STACKS
from webapp import games
from webapp.base.config import SystemClock
from webapp.battles import playback
from webapp.battles import store as battles
from webapp.live.airings import LEAD_MS
from webapp.store import database

RECORDING = engine.play(BATTLE)
STACKS_RECORDING = engine.play(STACKS)
LENGTH = len(RECORDING.events)

Air = Callable[..., str]


@pytest.fixture
def air(server: Server) -> Iterator[Air]:
    """Puts the battle on air so that its last event is due in so many ms."""
    app = server.app()

    def put(last_event_in_ms: int, recording: engine.Recording = RECORDING) -> str:
        game = games.game(recording.header.ruleset)
        last_cue = playback.read(game, recording.lines()).schedule.cues[-1]
        starts_at_ms = SystemClock().now_ms() + last_event_in_ms - last_cue
        with app.app_context():
            return battles.put_on_air(game, recording, battles.Airing(starts_at_ms)).id

    yield put
    app.extensions[database.KEY].kw["bind"].dispose()


def test_a_late_viewer_gets_everything_once(server: Server, air: Air) -> None:
    with viewer(server) as late:
        answer = late.watch(air(2600))
        assert answer["ok"]
        assert answer["on_air"]
        chunks = late.to_the_end()
    assert len(chunks) > 1, "the end was not told before its time"
    assert seqs(chunks) == list(range(LENGTH))
    assert [event for chunk in chunks for event in chunk["events"]] == [
        json.loads(line) for line in RECORDING.lines().splitlines()[1:]
    ]


def test_no_event_is_sent_before_its_time(server: Server, air: Air) -> None:
    with viewer(server) as one:
        one.watch(air(3600))
        chunks = one.to_the_end()
    assert len(chunks) > 2
    for chunk in chunks:
        assert all(cue <= chunk["clock_ms"] + LEAD_MS for cue in chunk["cues"])
    for chunk, following in pairwise(chunks):
        assert chunk["until_ms"] == following["cues"][0], "whole beats, and the next one's cue"


def test_two_viewers_see_the_same_moment(server: Server, air: Air) -> None:
    battle = air(2600)
    with viewer(server) as one, viewer(server) as two, ThreadPoolExecutor(2) as pool:
        clocks = [v.watch(battle)["clock_ms"] for v in (one, two)]
        shown = list(pool.map(Viewer.to_the_end, (one, two)))
    assert abs(clocks[0] - clocks[1]) < 1000
    cues = [[cue for chunk in chunks for cue in chunk["cues"]] for chunks in shown]
    assert cues[0] == cues[1]
    assert seqs(shown[0]) == seqs(shown[1]) == list(range(LENGTH))


def test_who_comes_back_asks_from_where_it_stopped(server: Server, air: Air) -> None:
    battle = air(2600)
    with viewer(server) as before:
        before.watch(battle)
        seen = seqs([before.next()])
    assert 0 < len(seen) < LENGTH
    with viewer(server) as again:
        again.watch(battle, from_seq=len(seen))
        seen += seqs(again.to_the_end())
    assert seen == list(range(LENGTH))


def test_a_battle_that_is_over_comes_at_once(server: Server, air: Air) -> None:
    battle = air(-60_000)
    with viewer(server) as one:
        assert one.watch(battle)["on_air"] is False
        (chunk,) = one.to_the_end()
        assert seqs([chunk]) == list(range(LENGTH))
        assert chunk["until_ms"] > chunk["cues"][-1]
        one.watch(battle, from_seq=LENGTH)
        (chunk,) = one.to_the_end()
        assert (chunk["events"], chunk["over"]) == ([], True)


def test_a_server_that_was_killed_goes_on_at_the_right_place(server: Server, air: Air) -> None:
    battle = air(12_000)
    with viewer(server) as before:
        before.watch(battle)
        seen = seqs([before.next()])
        server.kill()
    server.start()
    with viewer(server) as after:
        assert after.watch(battle, from_seq=len(seen))["on_air"]
        chunks = after.to_the_end()
    assert 0 < len(seen) < LENGTH
    assert len(chunks) > 1, "it was started again in the middle"
    assert seen + seqs(chunks) == list(range(LENGTH))
    for chunk in chunks:
        assert all(cue <= chunk["clock_ms"] + LEAD_MS for cue in chunk["cues"])


def test_chances_come_with_their_events_and_the_luck_at_the_end(server: Server, air: Air) -> None:
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


def test_a_battle_without_exact_odds_is_sent_without_chances(server: Server, air: Air) -> None:
    with viewer(server) as one:
        one.watch(air(-60_000))
        (chunk,) = one.to_the_end()
    assert not {"chances", "luck"} & set(chunk)


def test_another_wish_ends_the_stream_before_it(server: Server, air: Air) -> None:
    first, second = air(4000), air(2600)
    with viewer(server) as one:
        one.watch(first)
        assert one.next()["battle"] == first
        one.watch(second)
        chunks = one.to_the_end()
    assert {chunk["battle"] for chunk in chunks} == {second}
    assert seqs(chunks) == list(range(LENGTH))


def test_the_same_wish_twice_is_not_streamed_twice(server: Server, air: Air) -> None:
    battle = air(2600)
    with viewer(server) as one:
        one.watch(battle)
        seen = seqs([one.next()])
        one.watch(battle, from_seq=len(seen))
        assert seen + seqs(one.to_the_end()) == list(range(LENGTH))
        assert one.chunks.empty()


def test_who_leaves_is_sent_nothing_more(server: Server, air: Air) -> None:
    battle, over = air(4000), air(-60_000)
    with viewer(server) as one:
        one.watch(battle)
        one.next()
        assert one.call("leave_battle") == {"ok": True}
        one.watch(over)
        assert {chunk["battle"] for chunk in one.to_the_end()} == {over}


@pytest.mark.parametrize(
    ("wish", "status", "text"),
    [
        ({"battle": "nothing1", "from_seq": 0}, 404, "no battle 'nothing1'"),
        ({"battle": "nothing1", "from_seq": -1}, 422, "0 or more"),
        ({"battle": "nothing1", "from_seq": "1"}, 422, "from_seq"),
        ({"battle": "nothing1", "from_seq": 1.5}, 422, "from_seq"),
        ({"battle": 7, "from_seq": 0}, 422, "battle"),
        ({"battle": "nothing1"}, 422, "from_seq"),
        ({"from_seq": 0}, 422, "battle"),
        ({"battle": "nothing1", "from_seq": 0, "speed": 2}, 422, "speed"),
        ({"battle": "\ud800\0", "from_seq": 0}, 404, "no battle"),
        ({"battle": "x" * 5000, "from_seq": 0}, 404, "no battle"),
        ({"\ud800": 1}, 422, "watch_battle takes"),
        ([], 422, "object"),
        ("nothing1", 422, "object"),
        (None, 422, "object"),
        (10**400, 422, "object"),
    ],
)
def test_a_wish_that_makes_no_sense_is_answered(
    server: Server, wish: Any, status: int, text: str
) -> None:
    with viewer(server) as one:
        answer = one.call("watch_battle", wish)
    assert (answer["ok"], answer["status"]) == (False, status)
    assert text in answer["error"]


def test_an_unknown_message_is_answered(server: Server) -> None:
    with viewer(server) as one:
        assert one.call("battle_open", {})["status"] == 404


def test_a_page_of_another_site_cannot_connect(server: Server) -> None:
    address = f"{server.url}/socket.io/?EIO=4&transport=polling"
    foreign = urllib.request.Request(address, headers={"Origin": "http://elsewhere.example"})
    with pytest.raises(HTTPError) as refused:
        urllib.request.urlopen(foreign, timeout=10)
    assert refused.value.code == 400
    refused.value.close()
    own = urllib.request.Request(address, headers={"Origin": server.url})
    with urllib.request.urlopen(own, timeout=10) as answer:
        assert answer.status == 200
