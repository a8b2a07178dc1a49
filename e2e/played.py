"""A battle as the engine tells it: what the page has to show after each of its events."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import cached_property
from itertools import chain
from typing import Any

import engine
from tests.golden.files import GAMES
from webapp.base import games, samples
from webapp.battles import playback

Snapshot = dict[str, Any]


def stacks_on_the_page(snapshot: Snapshot) -> Snapshot:
    """The page's state after an event of stacks: what it draws, under the names of the stage."""
    ended = {key: snapshot[key] for key in ("ended", "winner", "reason")}
    worth = ("strength", "hits", "medals", "shots", "immune")
    conditions = ("blessed", "cursed", "poisoned", "diseased", "paralysed")
    return {
        **ended,
        "round": snapshot["pairing"],
        "melee": snapshot["round"],
        "lineups": snapshot["stacks"],
        "units": {
            id_: {key: unit[key] for key in (*worth, *conditions)}
            for id_, unit in snapshot["units"].items()
        },
    }


ON_THE_PAGE: dict[str, Callable[[Snapshot], Snapshot]] = {
    "manymarios": lambda snapshot: snapshot,
    "warlords": stacks_on_the_page,
    "siege": lambda snapshot: snapshot,
}
"""The page's state that corresponds to an engine's snapshot, by ruleset."""


class Played:
    """A battle that was played: its events, and the engine's own state after each of them."""

    def __init__(self, recording: engine.Recording) -> None:
        self.recording = recording
        self.events: Any = recording.events
        self.ruleset = engine.rulesets()[recording.header.ruleset]
        states = chain([self.ruleset.new_state()], engine.replay(recording))
        shown = ON_THE_PAGE[self.ruleset.id]
        self.snapshots = [shown(state.snapshot()) for state in states]

    @classmethod
    def of(cls, battle_file: Any) -> "Played":
        return cls(engine.play(battle_file))

    @classmethod
    def sample(cls, id_: str, ruleset: str = "manymarios") -> "Played":
        return cls.of(sample_file(id_, ruleset))

    @classmethod
    def golden(cls, ruleset: str, name: str) -> "Played":
        path = GAMES / ruleset / "golden" / f"{name}.jsonl"
        return cls(engine.load_recording(path.read_bytes()))

    @cached_property
    def cards(self) -> dict[str, Any]:
        """What each unit came with, as far as the first event tells."""
        started = self.events[0]
        rows = {"manymarios": "lineup", "warlords": "stack", "siege": "units"}[self.ruleset.id]
        return {card.id: card for army in (started.a, started.b) for card in getattr(army, rows)}

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """Side a's exact chance to win after each event, for a ruleset that has exact odds."""
        chances = engine.win_curve(self.recording)
        assert chances is not None
        return chances

    @cached_property
    def show(self) -> playback.Playback:
        return playback.read(games.game(self.ruleset.id), self.recording.lines())

    @property
    def final(self) -> dict[str, Any]:
        return self.snapshots[-1]

    def seqs(self, *types: str) -> list[int]:
        return [event.seq for event in self.events if tag(event) in types]

    def landed_within(self, ms: float) -> range:
        """How many events may have landed at a time: those of the beat on show, or not yet."""
        cues = self.show.schedule.cues
        begun = bisect_right(cues, ms)
        return range(bisect_left(cues, cues[begun - 1]) if begun else 0, begun + 1)

    def signs_after(self, landed: int) -> list[Snapshot]:
        """The states whose signs may be on the stage then: each stays until it has been read."""
        cues = self.show.schedule.cues
        first = bisect_left(cues, cues[landed - 1] - 2 * playback.READ_MS)
        return self.snapshots[first : landed + 1]

    def beat_of(self, landed: int) -> int:
        """The beat that has been shown last when so many events have landed; -1 before it all."""
        return self.events[landed - 1].beat if landed else -1

    def beat(self, number: int) -> Any:
        return [event for event in self.events if event.beat == number]

    def end_of_beat(self, seq: int) -> int:
        """How many events have landed when the beat of an event is over."""
        beat = self.events[seq].beat
        return sum(event.beat <= beat for event in self.events)


def tag(event: Any) -> str:
    """The type of an event, as it is on the wire."""
    return str(event.__struct_config__.tag)


def sample_file(id_: str, ruleset: str = "manymarios") -> dict[str, Any]:
    """The battle file of a sample battle."""
    of_ruleset = samples.load(games.game(ruleset))
    return of_ruleset.battle_file(of_ruleset.battles[id_])


def sample_page(id_: str, ruleset: str = "manymarios") -> str:
    """The id under which a sample battle can be watched."""
    of_ruleset = samples.load(games.game(ruleset))
    return of_ruleset.page_id(of_ruleset.battles[id_])
