"""A battle as the engine tells it: what the page has to show after each of its events."""

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import Any

import engine
from webapp import samples, shows

INITIAL: dict[str, Any] = {
    "round": 0,
    "offense": "a",
    "quiet": 0,
    "ended": False,
    "winner": None,
    "reason": None,
    "lineups": {"a": [], "b": []},
    "shooters": {"a": None, "b": None},
    "units": {},
}
"""The state before the first event."""


class Told:
    """A battle that was played: its events, and the engine's own state after each of them."""

    def __init__(self, recording: engine.Recording) -> None:
        self.recording = recording
        self.events: Any = recording.events
        self.snapshots = [INITIAL, *(state.snapshot() for state in engine.replay(recording))]

    @classmethod
    def of(cls, battle_file: Any) -> "Told":
        return cls(engine.play(battle_file))

    @classmethod
    def sample(cls, id_: str) -> "Told":
        return cls.of(sample_file(id_))

    @cached_property
    def cards(self) -> dict[str, Any]:
        """What each unit came with."""
        started = self.events[0]
        return {card.id: card for army in (started.a, started.b) for card in army.lineup}

    @cached_property
    def show(self) -> shows.Show:
        return shows.read(self.recording.lines())

    @property
    def final(self) -> dict[str, Any]:
        return self.snapshots[-1]

    def seqs(self, *types: str) -> list[int]:
        """The seqs of the events of these types."""
        return [event.seq for event in self.events if tag(event) in types]

    def landed_within(self, ms: float) -> range:
        """How many events may have landed at a time: those of the beat on show, or not yet."""
        cues = self.show.schedule.cues
        begun = bisect_right(cues, ms)
        return range(bisect_left(cues, cues[begun - 1]) if begun else 0, begun + 1)

    def beat_of(self, landed: int) -> int:
        """The beat that has been shown last when so many events have landed; -1 before it all."""
        return self.events[landed - 1].beat if landed else -1

    def end_of_beat(self, seq: int) -> int:
        """How many events have landed when the beat of an event is over."""
        beat = self.events[seq].beat
        return sum(event.beat <= beat for event in self.events)


def tag(event: Any) -> str:
    """The type of an event, as it is on the wire."""
    return str(event.__struct_config__.tag)


def sample_file(id_: str) -> dict[str, Any]:
    """The battle file of a sample battle."""
    of_ruleset = samples.of("manymarios")
    return of_ruleset.battle_file(of_ruleset.battles[id_])


def sample_page(id_: str) -> str:
    """The id under which a sample battle can be watched."""
    of_ruleset = samples.of("manymarios")
    return of_ruleset.page_id(of_ruleset.battles[id_])
