"""Where a battle of stacks stands. Only `apply` changes it."""

from typing import Any

from engine.core.events import SideId
from engine.core.rng import numbered
from engine.rulesets.warlords.catalog import SLAYERS
from engine.rulesets.warlords.snapshot import ArmySnapshot, Condition, FieldSnapshot, UnitSnapshot

NO_ARMY = ArmySnapshot("", "", (), {}, {}, {}, 0, 0)


class Unit:
    """A unit in battle: what it came with, and what is left of it.

    `rolled` are the afflictions that were rolled for it, `veteran` says that an earlier
    pairing has used up its assassin (W7), `engaged` that it has stepped up. `who` is its
    name for the dice, which does not depend on its place in the stack.
    """

    __slots__ = (
        "condition",
        "engaged",
        "hits",
        "id",
        "immune",
        "medals",
        "rolled",
        "shots",
        "start",
        "strength",
        "veteran",
        "who",
    )

    def __init__(self, start: UnitSnapshot, who: str) -> None:
        self.start = start
        self.id = start.id
        self.who = who
        self.condition = Condition(
            blessed=start.blessed,
            poisoned=start.poisoned,
            diseased=start.diseased,
            paralysed=start.paralysed,
        )
        self.medals = start.medals
        self.rolled: tuple[str, ...] = ()
        self.strength = start.strength
        self.hits = start.hits
        self.immune = False
        self.shots = start.power("missile")
        self.engaged = False
        self.veteran = False

    @property
    def blessed(self) -> bool:
        """Whether it is blessed now."""
        return self.condition.blessed and not self.condition.cursed

    @property
    def fallen(self) -> bool:
        """Whether it is dead: no strength or no hits are left."""
        return self.strength == 0 or self.hits == 0

    def snapshot(self) -> dict[str, Any]:
        """The unit as plain numbers and text."""
        return {
            "strength": self.strength,
            "hits": self.hits,
            "medals": self.medals,
            "shots": self.shots,
            "immune": self.immune,
            "blessed": self.blessed,
            "cursed": self.condition.cursed,
            "poisoned": self.condition.poisoned,
            "diseased": self.condition.diseased,
            "paralysed": self.condition.paralysed,
            "rolled": list(self.rolled),
            "engaged": self.engaged,
            "veteran": self.veteran,
        }


def rollers(army: ArmySnapshot) -> dict[str, UnitSnapshot]:
    """The units of an army by their names for the dice, in the order of the stack."""
    names = numbered(
        f"{unit.side}/{unit.unit if unit.kind == 'unit' else unit.name}" for unit in army.stack
    )
    return dict(zip(names, army.stack, strict=True))


def units_of(army: ArmySnapshot) -> list[Unit]:
    """The units of an army as the battle begins."""
    return [Unit(unit, who) for who, unit in rollers(army).items()]


class Side:
    """One side: its army, and the units of its stack that stand, the front unit first.

    `order` are the ids of the units that stood in it when it was last put in order (W15) or
    others came (W16), `is_ready` says that its bonuses are worked out (W3).
    """

    __slots__ = ("army", "is_ready", "order", "stack")

    def __init__(self, army: ArmySnapshot, stack: list[Unit]) -> None:
        self.army = army
        self.stack = stack
        self.order = tuple(unit.id for unit in stack)
        self.is_ready = False


class State:
    """The whole state of a battle, as the stages read it.

    `fighting` says that the front units are in a pairing, `attempted` which powers have been tried
    in it, `struck` who hit whom last, as long as a slayer may follow (W9).
    """

    __slots__ = (
        "attempted",
        "ended",
        "field",
        "fighting",
        "pairing",
        "reason",
        "round",
        "sides",
        "struck",
        "units",
        "winner",
    )

    def __init__(self) -> None:
        self.field = FieldSnapshot((), None, 20)
        self.sides: dict[SideId, Side] = {"a": Side(NO_ARMY, []), "b": Side(NO_ARMY, [])}
        self.units: dict[str, Unit] = {}
        self.pairing = 0
        self.round = 0
        self.fighting = False
        self.attempted: tuple[str, ...] = ()
        self.struck: tuple[str, str] | None = None
        self.ended = False
        self.winner: SideId | None = None
        self.reason: str | None = None

    def fronts(self) -> tuple[Unit, Unit]:
        """The front units of a and b; both stacks must have one."""
        return self.sides["a"].stack[0], self.sides["b"].stack[0]

    def survivors(self) -> dict[str, list[dict[str, str | int]]]:
        """The units left, in the order of the stack; paralysed ones are marked `paralysed` (W1)."""
        return {
            side_id: [
                {
                    "id": unit.id,
                    "name": unit.start.name,
                    "strength": unit.strength,
                    "hits": unit.hits,
                    **({"paralysed": 1} if unit.condition.paralysed else {}),
                }
                for unit in side.stack
            ]
            for side_id, side in self.sides.items()
        }

    def snapshot(self) -> dict[str, Any]:
        """The state as plain ints and strings: what the browser must have after the same event."""
        return {
            "pairing": self.pairing,
            "round": self.round,
            "fighting": self.fighting,
            "attempted": list(self.attempted),
            "struck": list(self.struck) if self.struck else None,
            "ended": self.ended,
            "winner": self.winner,
            "reason": self.reason,
            "stacks": {
                side_id: [unit.id for unit in side.stack] for side_id, side in self.sides.items()
            },
            "units": {unit.id: unit.snapshot() for unit in self.units.values()},
        }


def slayer(army: ArmySnapshot, target: UnitSnapshot) -> tuple[str, int]:
    """The best slayer of an army against this unit, and its points; ('', 0) for none (W9)."""
    if target.hero:
        return "", 0
    points = {
        word: sum(part.amount for part in army.slayers.get(word, ()))
        for word, race in SLAYERS.items()
        if race in target.race
    }
    word = max(points, key=lambda word: points[word], default="")
    return (word, points[word]) if word and points[word] else ("", 0)
