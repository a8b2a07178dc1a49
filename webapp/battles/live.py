"""Live airings: one battle is serialized once per tick for all followers.

Ticks count from the battle's start and are the same for everyone. At each tick, due events go to
the followers, the viewers who have all earlier events. Other viewers, and followers who read too
slowly, catch up alone first.
"""

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import msgspec
from engineio.packet import Packet

from engine import shown
from webapp.base import metrics
from webapp.base.errors import payload
from webapp.base.jobs import give_way
from webapp.base.texts import _
from webapp.battles import store as battles
from webapp.battles.limits import LEAD_MS, TICK_MS
from webapp.battles.playback import Chunk, Playback, chunk, due
from webapp.live.namespace import LATER, TOO_MUCH, IsNewest, Live
from webapp.store.models import Battle

SLICE_SECONDS: Final = 0.025  # serve followers this long, then yield
WRITTEN_MOST: Final = 16  # serialized pieces cached until the next tick, for streams that catch up
KNOWN_SECONDS: Final = 1.0  # how long a battle counts as existing without another look-up


@dataclass(frozen=True, eq=False)
class Stream:
    """The airing that one viewer receives, until they ask for another."""

    sid: str
    session: str


class AiredBattle:
    def __init__(self, topic: "BattleTopic", battle: Battle, show: Playback) -> None:
        self.topic, self.live = topic, topic.live
        self.battle = battle
        self.show = show
        self.followers: dict[str, Stream] = {}  # streams with all events up to `place`
        self.catching_up = 0  # number of streams
        self.written: dict[tuple[int, int], Packet] = {}
        self.found_at = time.monotonic()
        self._move(self.now() // TICK_MS * TICK_MS)

    def now(self) -> int:
        """Return ms since the battle's start, negative before it."""
        return self.live.clock.now_ms() - self.battle.starts_at_ms

    @property
    def is_over(self) -> bool:
        return self.place == len(self.show.schedule.cues)

    def _move(self, position: int) -> None:
        self.position = position  # time of the last tick
        self.place = due(self.show.schedule, position + LEAD_MS)  # number of events due then
        self.written.clear()

    def run(self) -> None:
        """Send due events at each tick, until no viewer is left or everything is sent."""
        try:
            while (self.followers or self.catching_up) and not self.is_over:
                # No longer than a tick, even if the clock was set back.
                wait_ms = min(TICK_MS, self.position + TICK_MS - self.now())
                self.live.clock.sleep(max(0, wait_ms) / 1000)
                position = self.now() // TICK_MS * TICK_MS
                if position > self.position:
                    self._tick(position)
        finally:
            if self.topic.airings.get(self.battle.id) is self:
                del self.topic.airings[self.battle.id]

    def _tick(self, position: int) -> None:
        # New followers from here on already have the pieces of this tick.
        streams, seq = [*self.followers.values()], self.place
        self._move(position)
        pieces = self._pieces(seq)
        began = time.monotonic()
        for stream in streams:
            self._send(stream, pieces)
            if time.monotonic() - began > SLICE_SECONDS:
                give_way()
                began = time.monotonic()

    def _pieces(self, seq: int) -> list[Chunk]:
        """Yield all due events from this one on, in pieces."""
        pieces: list[Chunk] = []
        while seq < self.place:
            piece = self._next(seq)
            assert piece is not None
            pieces.append(piece)
            seq = piece.to_seq
        return pieces

    def _next(self, seq: int) -> Chunk | None:
        return chunk(self.show.schedule, seq, self.position + LEAD_MS)

    def _send(self, stream: Stream, pieces: list[Chunk]) -> None:
        """Send pieces to a follower while its outbox has room."""
        for piece in pieces:
            if self.followers.get(stream.sid) is not stream:
                return
            outbox = self.live.outbox(stream.session)
            if outbox is not None and not outbox.room.is_set():
                del self.followers[stream.sid]
                self.begin(stream, piece.from_seq)
                return
            self.live.send_packet(stream.session, self._packet(piece))
            late_ms = self.now() - self.show.schedule.cues[piece.from_seq]
            metrics.LATENESS.observe(max(0, late_ms) / 1000)
            if piece.over:
                self.topic.leave(stream.sid)

    def _packet(self, piece: Chunk) -> Packet:
        """Return the message with a piece, serialized once a tick."""
        key = (piece.from_seq, piece.to_seq)
        found = self.written.get(key)
        if found is None:
            if len(self.written) >= WRITTEN_MOST:
                self.written.clear()
            message = {"battle": self.battle.id, **self.show.message(piece, self.now())}
            found = self.written[key] = self.live.write("battle_events", message)
        return found

    def begin(self, stream: Stream, seq: int) -> None:
        """Let a stream catch up from an event on, then follow."""
        self.catching_up += 1
        self.live.start(self._catch_up, stream, seq)

    def _catch_up(self, stream: Stream, seq: int) -> None:
        """Send due events, waiting while the outbox is full."""
        try:
            while self.topic.is_on(stream):
                outbox = self.live.outbox(stream.session)
                if outbox is not None and not outbox.room.is_set():
                    # The viewer may leave meanwhile, or ask for another battle.
                    outbox.room.wait(TICK_MS / 1000)
                    continue
                piece = self._next(seq)
                if piece is None and seq == self.place:
                    self.followers[stream.sid] = stream
                    return
                if piece is None:  # a server whose clock is ahead has shown them more
                    self.live.clock.sleep(TICK_MS / 1000)
                    continue
                self.live.send_packet(stream.session, self._packet(piece))
                if piece.over:
                    self.topic.leave(stream.sid)
                    return
                seq = piece.to_seq
                self.live.clock.sleep(0)
        finally:
            self.catching_up -= 1


class WatchBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    battle: str
    from_seq: int


class BattleTopic:
    name = "battle"
    message = WatchBattle
    takes = "watch_battle takes {battle: id, from_seq: number}"

    def __init__(self, live: Live) -> None:
        self.live = live
        self.airings: dict[str, AiredBattle] = {}
        self.streams: dict[str, tuple[Stream, AiredBattle]] = {}

    @property
    def viewers(self) -> Collection[str]:
        return {*self.streams, *self.airings}

    def watch(self, asked: WatchBattle, sid: str, is_newest: IsNewest) -> dict[str, Any]:
        live = self.live
        if asked.from_seq < 0:
            return payload(422, _(LATER, seq=asked.from_seq))
        if not live.may_be_sent():
            return payload(429, TOO_MUCH)
        airing = self.known(asked.battle)
        battle = airing.battle if airing else live.query(sid, battles.find, asked.battle)
        if battle is None:
            return payload(404, _("no battle '{given}'", given=shown(asked.battle)))
        if airing is None:
            with live.turn():
                if is_newest():
                    airing = self.found(battle, partial(battles.playback_of, battle))
        if airing and is_newest():
            self.follow(airing, sid, live.session_of(sid), asked.from_seq)
        return {
            "ok": True,
            "clock_ms": live.clock.now_ms() - battle.starts_at_ms,
            "on_air": not battle.is_over(live.clock.now_ms()),
            "from_seq": asked.from_seq,
        }

    def known(self, battle: str) -> AiredBattle | None:
        """Return a watched battle that was looked up recently."""
        airing = self.airings.get(battle)
        if airing is None or time.monotonic() - airing.found_at > KNOWN_SECONDS:
            return None
        return airing

    def found(self, battle: Battle, show: Callable[[], Playback]) -> AiredBattle:
        """Return the airing of a stored battle, reading its playback if it has no viewers yet."""
        airing = self.airings.get(battle.id)
        if airing is None:
            airing = AiredBattle(self, battle, show())
        # Another greenlet may have added it while it was being read.
        airing = self.airings.get(battle.id, airing)
        airing.found_at = time.monotonic()
        return airing

    def follow(self, airing: AiredBattle, sid: str, session: str, seq: int) -> None:
        """Send a viewer a battle from an event on, in place of an earlier one."""
        self.leave(sid)
        stream = Stream(sid, session)
        self.streams[sid] = stream, airing
        airing.begin(stream, seq)
        if airing.battle.id not in self.airings and not airing.is_over:
            self.airings[airing.battle.id] = airing
            self.live.start(airing.run)

    def leave(self, sid: str) -> None:
        stream, airing = self.streams.pop(sid, (None, None))
        if airing and airing.followers.get(sid) is stream:
            del airing.followers[sid]

    def is_on(self, stream: Stream) -> bool:
        return self.streams.get(stream.sid, (None,))[0] is stream
