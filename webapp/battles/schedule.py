"""When each event of a recording is shown. Pure: no clock, no input, no output.

A live airing is a recording and a start time; with the clock they say all that a viewer has to see.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from webapp.base.scene_files import Pace

PIECE_MOST = 500
SILENT_MS = 30
ENDED: Final = "battle_ended"
"""The engine's last event."""
SILENT = ""
"""Stands for the type of an event that says nothing."""


def kind(pace: Pace, type_: str, value: Callable[[str], Any]) -> str:
    """The type of an event as `schedule` takes it; `value` gives the event's fields by name."""
    name = pace.unless_zero.get(type_)
    if name is not None and value(name) == 0:
        return SILENT
    others = pace.shown_as.get(type_, {})
    return next((other for name, other in others.items() if value(name)), type_)


@dataclass(frozen=True)
class Schedule:
    """When each event is due, in ms from the start (events of one beat together), and the end."""

    cues: tuple[int, ...]
    duration_ms: int


@dataclass(frozen=True)
class Chunk:
    """Events `from_seq` to `to_seq` (exclusive), whole beats but for the first.

    until_ms: the show is known up to here: the cue of the next beat, or the end.
    over: the last event of all is among them, or before them.
    """

    from_seq: int
    to_seq: int
    until_ms: int
    over: bool


@dataclass
class _Beat:
    """Events that are shown together: how many, of which types, for how long."""

    types: list[str]
    count: int
    length: int
    is_blow: bool = False
    is_miss: bool = False


def schedule(events: Sequence[tuple[str, int]], pace: Pace) -> Schedule:
    """The schedule for these events, each given as its kind and its beat.

    Nothing in it depends on what comes later: no cue of a battle that is on air tells how long it
    will last.
    """
    cues: list[int] = []
    unhurried = quiet = end = 0
    most, is_run = pace.opening_most, False
    for beat in _beats(events, pace):
        length = beat.length
        if beat.is_miss and pace.flurry is not None:
            length = min(length, pace.flurry) if is_run else length
            is_run = True
        if beat.is_blow:
            quiet, most, is_run = 0, pace.quiet_most, False
        elif most is not None:
            quiet += length
            length = _quickened(quiet, most) - _quickened(quiet - length, most)
        cue = _hurried(unhurried, pace.airing_most)
        cues += [cue] * beat.count
        unhurried += length
        # The last beat keeps its whole length, so that viewers have time to see the result.
        end = cue + length if ENDED in beat.types else _hurried(unhurried, pace.airing_most)
    return Schedule(tuple(cues), end)


def _hurried(ms: int, most: int) -> int:
    """When to show what is due after `ms`: late times are compressed to stay below `most`."""
    return _bounded(ms, most, most // 2)


def _quickened(ms: int, most: int) -> int:
    """The length of a part without blows that would take `ms`: shortened, to less than `most`."""
    return _bounded(ms, most, most * 7 // 10)


def _bounded(ms: int, most: int, calm: int) -> int:
    """`ms` unchanged up to `calm`; larger values grow ever more slowly and stay below `most`."""
    rest = most - calm
    return ms if ms <= calm else most - rest * rest // (ms - calm + rest)


def _beats(events: Sequence[tuple[str, int]], pace: Pace) -> list[_Beat]:
    """The beats as they are shown, each with its own length."""
    beats: list[_Beat] = []
    joinable = pace.together | {SILENT}
    for _, group in groupby(events, key=lambda event: event[1]):
        types = [type_ for type_, _ in group]
        last = beats[-1] if beats else None
        if pace.together and last and joinable.issuperset({*last.types, *types}):
            last.types += types
            last.count += len(types)
        else:
            beats.append(_Beat(types, len(types), 0))
    for beat in beats:
        told = [type_ for type_ in beat.types if type_ != SILENT]
        lengths = [pace.events.get(type_, pace.other) for type_ in told] or [SILENT_MS]
        longest = max(lengths) + pace.each_more * (len(lengths) - 1)
        beat.length = min(longest, pace.beat_most)
        beat.is_blow = not pace.blows.isdisjoint(told)
        beat.is_miss = not beat.is_blow and not pace.misses.isdisjoint(told)
    return beats


def due(plan: Schedule, position_ms: int) -> int:
    """How many events are on air `position_ms` after the start (negative before it)."""
    return bisect_right(plan.cues, position_ms)


def chunk(plan: Schedule, from_seq: int, position_ms: int, most: int = PIECE_MOST) -> Chunk | None:
    """What is due at a position and follows on `from_seq`; None if there is nothing to say.

    It holds up to `most` events and the rest of the last one's beat. Ask again from its `to_seq`.
    Somebody who has every event, or claims more, is told at the end that it is over.
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
