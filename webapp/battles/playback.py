"""Recordings ready to send: raw events, when each is due, and chances."""

import functools
import zlib
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

import msgspec

from webapp.base.game import Game, Pace, pace_of
from webapp.battles import analysis as analyses
from webapp.battles.limits import PIECE_MOST

SILENT_MS = 30
READ_MS = 400  # whatever can be read stays for at least so long
TALLY_MOST = 8  # repeated misses shown together
ENDED: Final = "battle_ended"  # the engine's last event
SILENT = ""  # type of an event that is not shown


def kind(pace: Pace, type_: str, value: Callable[[str], Any]) -> str:
    """Return the event's type for `schedule`; `value` looks up its fields."""
    name = pace.unless_zero.get(type_)
    if name is not None and value(name) == 0:
        return SILENT
    others = pace.shown_as.get(type_, {})
    return next((other for name, other in others.items() if value(name)), type_)


@dataclass(frozen=True)
class Schedule:
    """When each event is due, in ms from the start (the same for one beat), and the end."""

    cues: tuple[int, ...]
    duration_ms: int


@dataclass(frozen=True)
class Chunk:
    """Events `from_seq` to `to_seq` (exclusive): whole beats except for the first."""

    from_seq: int
    to_seq: int
    until_ms: int  # the cue of the next beat, or the end
    over: bool  # the chunk reaches the last event


@dataclass
class _Beat:
    types: list[str]
    length: int = 0
    is_blow: bool = False
    is_miss: bool = False


def schedule(events: Sequence[tuple[str, int]], pace: Pace) -> Schedule:
    """Return the events' schedule; cues do not depend on later events, which are secret on air.

    Repeated misses are a tally: from the second one of a run on, up to eight of the same types
    have one cue.
    """
    cues: list[int] = []
    unhurried = quiet = end = cue = tallied = 0
    most, run, tally = pace.opening_most, 0, None
    hurried = functools.partial(_bounded, most=pace.airing_most, calm=pace.airing_most // 2)
    for beat in _beats(events, pace):
        length = beat.length
        joins = False
        if beat.is_miss and pace.flurry is not None:
            run += 1
            kinds = frozenset(beat.types)
            joins = kinds == tally and tallied < TALLY_MOST
            tallied = tallied + 1 if joins else 1
            tally = kinds if run > 1 else None
            length = pace.flurry if joins else length
        elif tally:
            if beat.is_blow:  # waits until the tally is read
                unhurried += max(0, READ_MS - (hurried(unhurried) - cue))
            tally = None
        if beat.is_blow:
            quiet, most, run = 0, pace.quiet_most, 0
        elif most is not None:
            quiet += length
            calm = most * 7 // 10
            length = _bounded(quiet, most, calm) - _bounded(quiet - length, most, calm)
        cue = cue if joins else hurried(unhurried)
        cues += [cue] * len(beat.types)
        unhurried += length
        # The last beat keeps its whole length, so that viewers have time to see the result.
        end = cue + length if ENDED in beat.types else hurried(unhurried)
    return Schedule(tuple(cues), end)


def _bounded(ms: int, most: int, calm: int) -> int:
    """Return `ms` up to `calm`; larger values grow ever more slowly and stay below `most`."""
    rest = most - calm
    return ms if ms <= calm else most - rest * rest // (ms - calm + rest)


def _beats(events: Sequence[tuple[str, int]], pace: Pace) -> list[_Beat]:
    beats: list[_Beat] = []
    joinable = pace.together | {SILENT}
    for _, group in groupby(events, key=lambda event: event[1]):
        types = [type_ for type_, _ in group]
        last = beats[-1] if beats else None
        if pace.together and last and joinable.issuperset({*last.types, *types}):
            last.types += types
        else:
            beats.append(_Beat(types))
    for beat in beats:
        shown = [type_ for type_ in beat.types if type_ != SILENT]
        lengths = [pace.events.get(type_, pace.other) for type_ in shown] or [SILENT_MS]
        longest = max(lengths) + pace.each_more * (len(lengths) - 1)
        beat.length = min(longest, pace.beat_most)
        beat.is_blow = not pace.blows.isdisjoint(shown)
        beat.is_miss = not beat.is_blow and not pace.misses.isdisjoint(shown)
    return beats


def due(plan: Schedule, position_ms: int) -> int:
    """Return the number of events due `position_ms` after the start."""
    return bisect_right(plan.cues, position_ms)


def chunk(plan: Schedule, from_seq: int, position_ms: int, most: int = PIECE_MOST) -> Chunk | None:
    """Return what is due at a position from `from_seq` on, or None if nothing is.

    It holds up to `most` events and the rest of the last beat; ask again from its `to_seq`. A
    viewer with every event, or more, gets an empty chunk that says the battle is over.
    """
    total, on_air = len(plan.cues), due(plan, position_ms)
    from_seq = min(from_seq, total)
    if from_seq >= on_air and on_air < total:
        return None
    to_seq = min(from_seq + most, on_air)
    if from_seq < to_seq < on_air:
        to_seq = due(plan, plan.cues[to_seq - 1])
    over = to_seq == total
    return Chunk(from_seq, to_seq, plan.duration_ms if over else plan.cues[to_seq], over)


HEADER_PIECE = 4096


@dataclass(frozen=True)
class Playback:
    """Header and events as raw JSON, when each is due, and the chances after each if exact."""

    header: msgspec.Raw
    events: tuple[msgspec.Raw, ...]
    schedule: Schedule
    analysis: analyses.Analysis | None = None

    def extras(self, span: slice, *, over: bool) -> dict[str, Any]:
        """Return the chances of these events and, once the battle is over, its luck."""
        if self.analysis is None:
            return {}
        luck = {"luck": self.analysis.luck} if over else {}
        return {"chances": self.analysis.chances[span], **luck}

    def message(self, piece: Chunk, clock_ms: int) -> dict[str, Any]:
        """Return the events of a piece as viewers receive them."""
        span = slice(piece.from_seq, piece.to_seq)
        return {
            "from_seq": piece.from_seq,
            "events": self.events[span],
            "cues": self.schedule.cues[span],
            "until_ms": piece.until_ms,
            "clock_ms": clock_ms,
            "over": piece.over,
            **self.extras(span, over=piece.over),
        }


class _Event(msgspec.Struct):
    type: str
    beat: int


_EVENT = msgspec.json.Decoder(_Event)


@functools.lru_cache(32)
def unpack(game: Game, packed: bytes, analysis: bytes | None) -> Playback:
    """Return the playback of a stored recording. It never changes, so it can be cached."""
    playback = read(game, zlib.decompress(packed))
    return replace(playback, analysis=analyses.unpack(analysis)) if analysis else playback


def header(packed: bytes) -> dict[str, Any]:
    """Return a stored recording's header, without unpacking its events."""
    unpacking = zlib.decompressobj()
    line = b""
    while b"\n" not in line and not unpacking.eof:
        line += unpacking.decompress(packed, HEADER_PIECE)
        packed = unpacking.unconsumed_tail
    found: dict[str, Any] = msgspec.json.decode(line.split(b"\n", 1)[0])
    return found


def last_of_beat(packed: bytes, at: int) -> int:
    """Return the last event of the beat of event `at` in a stored recording."""
    _header, *lines = zlib.decompress(packed).splitlines()
    beats = [_EVENT.decode(line).beat for line in lines[at:]]
    return at + sum(1 for beat in beats if beat == beats[0]) - 1


def read(game: Game, lines: bytes) -> Playback:
    header, *events = lines.splitlines()
    pace = pace_of(game)
    plan = schedule([_shown(pace, event) for event in events], pace)
    return Playback(msgspec.Raw(header), tuple(map(msgspec.Raw, events)), plan)


def _shown(pace: Pace, line: bytes) -> tuple[str, int]:
    """Return an event's kind and beat; other fields are decoded only when the pace reads them."""
    event = _EVENT.decode(line)
    if event.type not in pace.unless_zero and event.type not in pace.shown_as:
        return event.type, event.beat
    return kind(pace, event.type, msgspec.json.decode(line).get), event.beat
