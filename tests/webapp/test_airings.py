"""A battle that many watch: written once a tick, sent to each once, however they come and read."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import gevent
import pytest
from engineio.packet import MESSAGE, Packet

from webapp.battles.airing import Schedule
from webapp.battles.playback import Playback
from webapp.live.airings import TICK_MS, Airings
from webapp.live.wire import Outbox

STARTS_AT_MS = 1_000_000
BEATS = 12
CUES = tuple(beat * 700 for beat in range(BEATS) for _ in range(2))
"""Two events each 0.7 s: at every tick one or two beats fall due, at -1 s the first one."""
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
        """Moves on, and lets everybody do what is to be done by then."""
        while self.ms < STARTS_AT_MS + position:
            self.ms += 100
            for sleeper in [*self.sleepers]:
                if sleeper[0] <= self.ms:
                    self.sleepers.remove(sleeper)
                    sleeper[1].set()
            settle()


def settle() -> None:
    """Lets everybody else run until they wait."""
    for _ in range(10):
        gevent.sleep(0)


@dataclass
class Desk:
    """Where messages arrive, by who they are for, and how often one was written."""

    boxes: dict[str, Outbox] = field(default_factory=dict)
    got: dict[str, list[Packet]] = field(default_factory=dict)
    written: int = 0

    def write(self, message: dict[str, Any]) -> Packet:
        self.written += 1
        return Packet(MESSAGE, json.dumps(message))

    def send(self, session: str, packet: Packet) -> None:
        self.got.setdefault(session, []).append(packet)

    def outbox(self, session: str) -> Outbox | None:
        return self.boxes.setdefault(session, Outbox())

    def start(self, function: Callable[..., None], *arguments: Any) -> None:
        gevent.spawn(function, *arguments)

    def seqs(self, session: str) -> list[int]:
        """The events that somebody was sent, in their order."""
        told = [json.loads(packet.data) for packet in self.got.get(session, [])]
        return [event["seq"] for message in told for event in message["events"]]


@dataclass
class House:
    """Everything together; `watch` has somebody watch."""

    clock: SteppedClock
    desk: Desk
    airings: Airings

    def watch(self, who: str, seq: int = 0) -> None:
        battle: Any = SimpleNamespace(id="battle", starts_at_ms=STARTS_AT_MS)
        airing = self.airings.found(battle, lambda: SHOW)
        self.airings.watch(airing, who, who, seq)
        settle()


@pytest.fixture
def house() -> Iterator[House]:
    clock, desk = SteppedClock(), Desk()
    yield House(clock, desk, Airings(clock, desk))
    clock.to(BEATS * 700 + 5000)


END = BEATS * 700 + TICK_MS
ALL = list(range(len(CUES)))


def test_a_piece_is_written_once_for_all_and_is_the_very_same(house: House) -> None:
    for who in "abc":
        house.watch(who)
    house.clock.to(END)
    # Due 1.5 s ahead at -1000, 0, 1000 …: beats up to 500, 1500 … 7500 ms; the last is at 7700.
    assert house.desk.written == 9
    assert [house.desk.seqs(who) for who in "abc"] == [ALL] * 3
    first, *others = (house.desk.got[who] for who in "abc")
    assert all(
        mine is theirs for other in others for mine, theirs in zip(first, other, strict=True)
    )


def test_nothing_is_sent_long_before_its_time(house: House) -> None:
    house.watch("a")
    house.clock.to(-1100)
    assert house.desk.seqs("a") == []
    house.clock.to(-1000)
    assert house.desk.seqs("a") == [0, 1], "due up to 500 ms"
    house.clock.to(900)
    assert house.desk.seqs("a") == [0, 1, 2, 3, 4, 5], "due up to 1500 ms"


def test_who_comes_between_two_ticks_catches_up_and_follows(house: House) -> None:
    house.watch("a")
    house.clock.to(3300)
    written = house.desk.written
    for who in "bcd":
        house.watch(who)
        assert house.desk.seqs(who) == house.desk.seqs("a")
    assert house.desk.written == written + 1, "one piece with all so far, for the three of them"
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
    house.clock.to(END)
    assert house.desk.seqs("a") == ALL


def test_who_asks_again_is_sent_nothing_twice(house: House) -> None:
    house.watch("a")
    house.clock.to(2000)
    house.watch("a", len(house.desk.seqs("a")))
    house.watch("a", len(house.desk.seqs("a")))
    house.clock.to(END)
    assert house.desk.seqs("a") == ALL


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
