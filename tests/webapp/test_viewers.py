"""What the viewers of a battle, a challenge or a match are sent, however they come and read."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import gevent
import pytest
from engineio.packet import MESSAGE, Packet
from flask import Flask
from sqlalchemy.exc import OperationalError

from tests.load.slices import Slices
from tests.webapp.challengers import Person, id_of
from tests.webapp.kept_app import application
from tests.webapp.match_players import begin
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import jobs
from webapp.base.config import Settings
from webapp.battles.limits import TICK_MS
from webapp.battles.live import BattleTopic
from webapp.battles.playback import Playback, Schedule
from webapp.challenges import live as challenge_viewers
from webapp.challenges import store
from webapp.challenges.live import Brief, ChallengeTopic
from webapp.live.namespace import NAMESPACE, Message
from webapp.live.wire import Outbox
from webapp.matches import store as matches
from webapp.matches.live import MatchTopic, Viewer

STARTS_AT_MS = 1_000_000
BEATS = 12
CUES = tuple(beat * 700 for beat in range(BEATS) for _ in range(2))
"""Two events each 0.7 s: each tick makes one or two beats due, from -1 s on."""
SHOW = Playback(
    header=None,  # type: ignore[arg-type]  # nobody asks for it
    events=tuple({"seq": seq} for seq in range(len(CUES))),  # type: ignore[misc]
    schedule=Schedule(CUES, BEATS * 700),
)


class SteppedClock:
    """A clock that a test moves; who sleeps is woken when their time has come."""

    def __init__(self) -> None:
        self.ms = STARTS_AT_MS - 3000
        self.sleepers: list[tuple[float, gevent.event.Event]] = []

    def now_ms(self) -> int:
        return self.ms

    def sleep(self, seconds: float) -> None:
        if not seconds:
            gevent.sleep(0)
            return
        woken = gevent.event.Event()
        self.sleepers.append((self.ms + seconds * 1000, woken))
        woken.wait()

    def to(self, position: int) -> None:
        """Advance the clock and let due work run."""
        while self.ms < STARTS_AT_MS + position:
            self.ms += 100
            for sleeper in [*self.sleepers]:
                if sleeper[0] <= self.ms:
                    self.sleepers.remove(sleeper)
                    sleeper[1].set()
            settle()


def settle() -> None:
    for _ in range(10):
        gevent.sleep(0)


@dataclass
class Desk:
    """Where messages arrive, by who they are for, and how often one was written."""

    clock: SteppedClock = field(default_factory=SteppedClock)
    boxes: dict[str, Outbox] = field(default_factory=dict)
    got: dict[str, list[Packet]] = field(default_factory=dict)
    written: int = 0

    def write(self, _event: str, message: dict[str, Any]) -> Packet:
        self.written += 1
        return Packet(MESSAGE, json.dumps(message))

    def send_packet(self, session: str, packet: Packet) -> None:
        self.got.setdefault(session, []).append(packet)

    def outbox(self, session: str) -> Outbox | None:
        return self.boxes.setdefault(session, Outbox())

    def start(self, function: Callable[..., None], *arguments: Any) -> None:
        gevent.spawn(function, *arguments)

    def seqs(self, session: str) -> list[int]:
        told = [json.loads(packet.data) for packet in self.got.get(session, [])]
        return [event["seq"] for message in told for event in message["events"]]


class House:
    """All parts together; `watch` adds a viewer."""

    def __init__(self) -> None:
        self.desk = Desk()
        self.clock = self.desk.clock
        self.airings = BattleTopic(self.desk)  # type: ignore[arg-type]

    def watch(self, who: str, seq: int = 0) -> None:
        battle: Any = SimpleNamespace(id="battle", starts_at_ms=STARTS_AT_MS)
        airing = self.airings.found(battle, lambda: SHOW)
        self.airings.follow(airing, who, who, seq)
        settle()


@pytest.fixture
def house() -> Iterator[House]:
    house = House()
    yield house
    house.clock.to(BEATS * 700 + 5000)


END = BEATS * 700 + TICK_MS
ALL = list(range(len(CUES)))


def test_a_piece_is_written_once_for_all_and_is_the_very_same(house: House) -> None:
    for who in "abc":
        house.watch(who)
    house.clock.to(END)
    # Due 1.5 s ahead at -1000, 0, 1000 …: beats up to 500, 1500 … 7500 ms; the last is at 7700.
    assert house.desk.written == 9
    assert [house.desk.seqs(who) for who in "abc"] == [ALL] * 3
    ids = [[*map(id, house.desk.got[who])] for who in "abc"]
    assert ids == [ids[0]] * 3


def test_who_comes_between_two_ticks_catches_up_and_follows(house: House) -> None:
    house.watch("a")
    house.clock.to(3300)
    written = house.desk.written
    for who in "bcd":
        house.watch(who)
        assert house.desk.seqs(who) == house.desk.seqs("a")
    assert house.desk.written == written + 1, "one piece with all so far, for the three of them"
    assert json.loads(house.desk.got["b"][0].data)["clock_ms"] == 3300, "now, not the last tick"
    house.clock.to(END)
    assert [house.desk.seqs(who) for who in "abcd"] == [ALL] * 4


def test_who_comes_back_is_sent_the_rest(house: House) -> None:
    house.watch("a")
    house.clock.to(2000)
    had = len(house.desk.seqs("a"))
    house.airings.leave("a")
    house.clock.to(4000)
    assert len(house.desk.seqs("a")) == had, "nothing after leaving"
    house.watch("a", had)
    house.watch("a", len(house.desk.seqs("a")))
    house.watch("a", len(house.desk.seqs("a")))
    house.clock.to(END)
    assert house.desk.seqs("a") == ALL, "nothing twice"


def test_who_has_more_than_is_known_here_waits(house: House) -> None:
    house.watch("a", 10)
    house.clock.to(2000)
    assert house.desk.seqs("a") == []
    house.clock.to(END)
    assert house.desk.seqs("a") == ALL[10:]


def test_who_reads_too_slowly_falls_behind_alone_and_loses_nothing(house: House) -> None:
    house.watch("slow")
    house.watch("quick")
    house.clock.to(1000)
    had = house.desk.seqs("slow")
    house.desk.boxes["slow"].room.clear()
    house.clock.to(5000)
    assert house.desk.seqs("slow") == had
    assert len(house.desk.seqs("quick")) > len(had)
    house.desk.boxes["slow"].room.set()
    house.clock.to(END)
    assert house.desk.seqs("slow") == house.desk.seqs("quick") == ALL


@pytest.mark.parametrize("takes_another", [False, True])
def test_a_slow_viewer_who_leaves_is_sent_no_more(house: House, *, takes_another: bool) -> None:
    """The wire drops a viewer by emptying the outbox, which makes room in it."""
    house.watch("slow")
    house.clock.to(1000)
    house.desk.boxes["slow"].room.clear()
    house.clock.to(2000)
    if takes_another:
        other: Any = SimpleNamespace(id="other", starts_at_ms=STARTS_AT_MS + 60_000)
        house.airings.follow(house.airings.found(other, lambda: SHOW), "slow", "slow", 0)
    else:
        house.airings.leave("slow")
    had = len(house.desk.got["slow"])
    house.desk.boxes["slow"].room.set()
    house.clock.to(4000)
    assert len(house.desk.got["slow"]) == had
    assert [*house.airings.airings] == ["other"] * takes_another, "nobody watches it"
    house.airings.leave("slow")


def test_a_clock_that_is_set_sends_everything_once(house: House) -> None:
    house.watch("a")
    house.clock.to(2000)
    house.clock.ms -= 60_000
    settle()
    house.clock.ms += 64_000
    house.watch("b")
    house.clock.to(END)
    assert house.desk.seqs("a") == house.desk.seqs("b") == ALL


def test_nothing_is_kept_of_what_nobody_watches(house: House) -> None:
    house.watch("a")
    house.watch("b")
    house.clock.to(1000)
    assert [*house.airings.airings] == ["battle"]
    house.airings.leave("a")
    house.airings.leave("b")
    house.clock.to(2000)
    assert (house.airings.airings, house.airings.streams) == ({}, {})
    house.watch("a")
    house.clock.to(END)
    assert (house.airings.airings, house.airings.streams) == ({}, {}), "all was sent"


def test_looks_end_with_challenge_and_with_its_last_viewer(app: Flask, clock: StoppedClock) -> None:
    sent: list[Brief] = []
    live: Any = SimpleNamespace(clock=clock, send_to=lambda _event, _sid, brief: sent.append(brief))
    viewers = ChallengeTopic(live)
    with app.app_context():
        made = store.create("manymarios", {"battle": {}, "limits": {}}, holder="ann", hours=1)
    clock.ms += 3_590_000
    brief = {"challenge": made.id, "status": "open", "next": None, "seats": {}}
    assert viewers.join(made.id, "one", None)
    assert not viewers.join(made.id, "two", None), "one look for all"
    viewers.leave("two")
    # The clock goes on with every look, until the challenge expires.
    viewers.poll(app, made.id, brief)
    assert [one["status"] for one in sent] == ["open", "expired"]
    assert (viewers.viewers, viewers.watched) == ({}, {})
    viewers.join(made.id, "one", None)
    viewers.leave("one")
    viewers.poll(app, made.id, brief)
    assert (viewers.viewers, len(sent)) == ({}, 2)


@pytest.mark.parametrize("goes", ["disconnect", "leave_challenge"])
def test_viewer_who_goes_during_the_look_up_is_not_told(
    app: Flask, ann: Person, monkeypatch: pytest.MonkeyPatch, goes: str
) -> None:
    live = next(h for h in app.extensions["socketio"].server.namespace_handlers.values())
    viewer = app.extensions["socketio"].test_client(app, namespace=NAMESPACE)
    found = challenge_viewers.brief_of

    def slowly(id_: str) -> Brief | None:
        if goes == "disconnect":
            viewer.disconnect(NAMESPACE)
        else:
            viewer.emit(goes, namespace=NAMESPACE)
        return found(id_)

    monkeypatch.setattr(challenge_viewers, "brief_of", slowly)
    wish = {"challenge": id_of(ann.challenge("manymarios"))}
    viewer.emit("watch_challenge", wish, namespace=NAMESPACE)
    assert live.topics["challenge"].viewers == {}
    assert live.newest == {}


def test_leaving_while_a_message_waits(settings: Settings, clock: StoppedClock) -> None:
    with application(replace(settings, limits=True), clock) as app:
        (live,) = app.extensions["socketio"].server.namespace_handlers.values()
        viewer = app.extensions["socketio"].test_client(app, namespace=NAMESPACE)
        wish = {"challenge": id_of(Person(app).challenge("manymarios"))}
        with live.traffic.lane(viewer.eio_sid):
            asked = gevent.spawn(viewer.emit, "watch_challenge", wish, namespace=NAMESPACE)
            settle()
            viewer.emit("leave_challenge", namespace=NAMESPACE)
        asked.get()
        assert (live.topics["challenge"].viewers, live.newest) == ({}, {})


def test_many_pieces_of_work_leave_the_loop_to_others_in_between() -> None:
    """However many greenlets do them; those that came first are first."""
    slices, done = jobs.Slices(), list[int]()

    def work(number: int) -> None:
        for _ in range(3):
            slices.wait()
            done.append(number)
            until = time.monotonic() + jobs.SLICE_SECONDS
            while time.monotonic() < until:
                pass

    with Slices() as loop:
        gevent.joinall([gevent.spawn(work, number) for number in range(8)])
    assert done == [*range(8)] * 3
    assert loop.looks >= len(done), "a look for requests before each"


def test_match_without_news_is_not_worked_out_anew(
    app: Flask, ann: Person, bo: Person, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of 90 looks fails; of the others one finds a viewer, one another, one time up."""
    played = begin(ann, bo, 60)
    folded: list[str] = []
    play = matches.play
    monkeypatch.setattr(matches, "play", lambda *of: folded.append(of[0].id) or play(*of))
    sent: list[tuple[str, int]] = []
    looks = count(1)

    def tick(_seconds: float) -> None:
        number = next(looks)
        if number == 30:
            assert not watched.join(played.id, "dan", Viewer(None, 0)), "one look for all"
        if number == 60:
            clock.ms += 70_000
        if number == 90:
            watched.leave("cem")
            watched.leave("dan")

    def busy_at_first(match: str) -> matches.Mark:
        if errors:
            raise errors.pop()
        return mark(match)

    mark, errors = matches.mark, [OperationalError("SELECT", {}, Exception("database is locked"))]
    monkeypatch.setattr(matches, "mark", busy_at_first)
    monkeypatch.setattr(clock, "sleep", tick)

    def send_to(event: str, who: str, told: Message) -> None:
        if event == "match_changed":
            sent.append((who, told["round"]))

    live: Any = SimpleNamespace(clock=clock, send_to=send_to)
    watched = MatchTopic(live)
    assert watched.join(played.id, "cem", Viewer(None, 0))
    watched.poll(app, played.id)
    assert sent == [("cem", 1), ("dan", 1), ("cem", 2), ("dan", 2)]
    # A look folds for itself alone; one that plays a round folds before and after.
    assert len(folded) == 1 + 1 + 2 + 1
    assert watched.join(played.id, "eve", Viewer(None, 0)), "nobody looked any more"
