"""When each event of a recording is shown. Pure: no clock, no input, no output.

A live airing is a recording and a start time; with the clock they say all that a viewer has to see.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

PIECE_MOST = 500
ENDED: Final = "battle_ended"
"""The engine's last event."""


@dataclass(frozen=True)
class Pace:
    """How long events are shown, in ms: data that the server and the scenes share (pace.json).

    events: the length of each type of event, and `other` that of any other.
    each_more: what every further event of a beat adds to the longest one.
    beat_most: no beat is longer.
    airing_most: no airing shows its last beat later. One that lasts more than half of this goes
    faster and faster from there on.
    """

    events: Mapping[str, int]
    other: int
    each_more: int
    beat_most: int
    airing_most: int

    @property
    def latest_ms(self) -> int:
        """By when any battle is over, whatever comes of it."""
        return self.airing_most + self.beat_most


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


def schedule(events: Sequence[tuple[str, int]], pace: Pace) -> Schedule:
    """The schedule for these events, each given as its type and its beat.

    Nothing in it depends on what comes later: no cue of a battle that is on air tells how long it
    will last.
    """
    cues: list[int] = []
    unhurried = end = 0
    for _, group in groupby(events, key=lambda event: event[1]):
        types = [type_ for type_, _ in group]
        cue = _hurried(unhurried, pace.airing_most)
        cues += [cue] * len(types)
        longest = max(pace.events.get(type_, pace.other) for type_ in types)
        length = min(longest + pace.each_more * (len(types) - 1), pace.beat_most)
        unhurried += length
        # Who has watched all of it has time to see how it ends.
        end = cue + length if ENDED in types else _hurried(unhurried, pace.airing_most)
    return Schedule(tuple(cues), end)


def _hurried(ms: int, most: int) -> int:
    """When it is shown what would be due after so long, always before `most`."""
    calm = most // 2
    return ms if ms <= calm else most - calm * calm // ms


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
