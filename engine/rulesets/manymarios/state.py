"""The state of a Many Marios battle. Only `apply` changes it."""

from typing import Any

from engine.core.events import SideId
from engine.rulesets.manymarios.snapshot import Part, UnitSnapshot

BASE = Part("base", 1)
FLYING = Part("flying", 1)


class Unit:
    """A unit in battle. `stunned` is the round in which it deals nothing, or 0."""

    __slots__ = (
        *("ae", "agile", "airship", "ballistic", "blow", "de", "defender", "flying", "flying_blow"),
        *("id", "pipe", "start", "stunned", "stuns"),
    )

    def __init__(self, start: UnitSnapshot) -> None:
        self.start = start
        self.id = start.id
        self.ae = start.ae
        self.de = start.de
        self.stunned = 0
        abilities = start.abilities
        self.agile = "agility" in abilities
        self.airship = "air-strike" in abilities
        self.ballistic = "ballistics" in abilities
        self.defender = "defender" in abilities
        self.flying = "flying" in abilities
        self.pipe = "launch" in abilities
        self.stuns = "stun" in abilities
        # The AE cap drops parts from the end; flying is dropped before the unit's own (M5).
        own = tuple(part for part in start.damage_parts if part.source == "own")
        carried = tuple(part for part in start.damage_parts if part.source != "own")
        self.blow = (BASE, *own, *carried)
        self.flying_blow = (BASE, *own, FLYING, *carried)

    @property
    def is_fresh(self) -> bool:
        """Whether it has not fought: dealing damage costs AE, taking damage costs DE."""
        return (self.ae, self.de, self.stunned) == (self.start.ae, self.start.de, 0)


class Side:
    """A lineup, the leader first, and the unit that fired the last shot (M21)."""

    __slots__ = ("ballistic", "lineup", "pipes", "shooter")

    def __init__(self, lineup: list[Unit]) -> None:
        self.lineup = lineup
        self.shooter: Unit | None = None
        self.note_abilities()

    def note_abilities(self) -> None:
        """Cache whether the lineup has ballistic units and Cannon Pipes."""
        self.ballistic = any(unit.ballistic for unit in self.lineup)
        self.pipes = any(unit.pipe for unit in self.lineup)


class State:
    """The state of a battle."""

    __slots__ = (
        *("dealt", "ended", "exhausted", "offense", "quiet", "reason", "round", "seen", "sides"),
        *("spent", "units", "winner"),
    )

    def __init__(self) -> None:
        self.units: dict[str, Unit] = {}
        self.sides: dict[SideId, Side] = {"a": Side([]), "b": Side([])}
        self.offense: SideId = "a"
        self.round = 0
        self.quiet = 0
        self.dealt = True  # whether any damage was dealt this round
        self.exhausted: tuple[str, ...] = ()  # leaders that began the round exhausted
        self.spent: list[Unit] = []  # used their last AE in an Air Strike or a Launch this round
        self.seen: set[Any] = set()  # positions since damage was last dealt
        self.ended = False
        self.winner: SideId | None = None
        self.reason: str | None = None

    def position(self, offense: SideId) -> tuple[Any, ...]:
        """Return a key of the position, to find repeats: only damage changes AE and DE (M32)."""
        a, b = self.sides["a"], self.sides["b"]
        stunned = [unit for side in (a, b) for unit in side.lineup if unit.stunned]
        lineups = (tuple(a.lineup), tuple(b.lineup))
        return (*lineups, tuple(stunned), a.shooter, b.shooter, offense, self.quiet)

    def survivors(self) -> dict[str, list[dict[str, str | int]]]:
        """Return the remaining units in lineup order, as `battle_ended` reports them."""
        return {
            side_id: [
                {"id": unit.id, "name": unit.start.name, "ae": unit.ae, "de": unit.de}
                for unit in side.lineup
            ]
            for side_id, side in self.sides.items()
        }

    def snapshot(self) -> dict[str, Any]:
        """Return the state as plain data, to compare with the browser's after the same event."""
        return {
            "round": self.round,
            "offense": self.offense,
            "quiet": self.quiet,
            "ended": self.ended,
            "winner": self.winner,
            "reason": self.reason,
            "lineups": {
                side_id: [unit.id for unit in side.lineup] for side_id, side in self.sides.items()
            },
            "shooters": {
                side_id: side.shooter.id if side.shooter else None
                for side_id, side in self.sides.items()
            },
            "units": {
                unit.id: {"ae": unit.ae, "de": unit.de, "stunned": unit.stunned}
                for unit in self.units.values()
            },
        }
