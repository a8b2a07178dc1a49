"""Where a Many Marios battle stands. Only `apply` changes it."""

from typing import Any

from engine.core.events import SideId
from engine.rulesets.manymarios.snapshot import Part, UnitSnapshot

BASE = Part("base", 1)
FLYING = Part("flying", 1)


class Unit:
    """A unit in battle: what it came with, and its energies now.

    `stunned` is the round in which it deals nothing, or 0.
    """

    __slots__ = (
        "ae",
        "agile",
        "airship",
        "ballistic",
        "blow",
        "de",
        "defender",
        "flying",
        "flying_blow",
        "id",
        "pipe",
        "start",
        "stunned",
        "stuns",
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
        # The AE cap ignores effects from the end, and flying goes before the unit's own (M5).
        own = tuple(part for part in start.damage_parts if part.source == "own")
        carried = tuple(part for part in start.damage_parts if part.source != "own")
        self.blow = (BASE, *own, *carried)
        self.flying_blow = (BASE, *own, FLYING, *carried)

    @property
    def is_fresh(self) -> bool:
        """Whether it is as it came: whoever deals damage spends AE, and whoever takes it DE."""
        return (self.ae, self.de, self.stunned) == (self.start.ae, self.start.de, 0)


class Side:
    """One side: its lineup, the leader first, and who fired the last shot (M21)."""

    __slots__ = ("ballistic", "lineup", "pipes", "shooter")

    def __init__(self, lineup: list[Unit]) -> None:
        self.lineup = lineup
        self.shooter: Unit | None = None
        self.look()

    def look(self) -> None:
        """Notes what there is in the lineup, so that it need not be searched for the rest."""
        self.ballistic = any(unit.ballistic for unit in self.lineup)
        self.pipes = any(unit.pipe for unit in self.lineup)


class State:
    """The whole state of a battle, as the stages read it.

    `exhausted` are the leaders that began the round exhausted, `spent` the units that have spent
    their last AE in an Air Strike or a Launch this round, `dealt` whether anyone has dealt damage
    in it, `seen` the positions since anyone last did.
    """

    __slots__ = (
        "dealt",
        "ended",
        "exhausted",
        "offense",
        "quiet",
        "reason",
        "round",
        "seen",
        "sides",
        "spent",
        "units",
        "winner",
    )

    def __init__(self) -> None:
        self.units: dict[str, Unit] = {}
        self.sides: dict[SideId, Side] = {"a": Side([]), "b": Side([])}
        self.offense: SideId = "a"
        self.round = 0
        self.quiet = 0
        self.dealt = True
        self.exhausted: tuple[str, ...] = ()
        self.spent: list[Unit] = []
        self.seen: set[Any] = set()
        self.ended = False
        self.winner: SideId | None = None
        self.reason: str | None = None

    def position(self, offense: SideId) -> tuple[Any, ...]:
        """All that decides how a round and the battle go on, for telling a stalemate (M32).

        AE and DE are left out: they cannot have changed since damage was last dealt.
        """
        a, b = self.sides["a"], self.sides["b"]
        stunned = [unit for side in (a, b) for unit in side.lineup if unit.stunned]
        lineups = (tuple(a.lineup), tuple(b.lineup))
        return (*lineups, tuple(stunned), a.shooter, b.shooter, offense, self.quiet)

    def survivors(self) -> dict[str, list[dict[str, str | int]]]:
        """The units left, in lineup order, as `battle_ended` reports them."""
        return {
            side_id: [
                {"id": unit.id, "name": unit.start.name, "ae": unit.ae, "de": unit.de}
                for unit in side.lineup
            ]
            for side_id, side in self.sides.items()
        }

    def snapshot(self) -> dict[str, Any]:
        """The state as plain ints and strings: what the browser must have after the same event."""
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
