"""The state of a battle of stacks. Only `apply` changes it."""

from typing import Any

from engine.core.events import SideId
from engine.core.rng import numbered
from engine.rulesets.warlords.catalog import SLAYERS
from engine.rulesets.warlords.snapshot import ArmySnapshot, Condition, FieldSnapshot, UnitSnapshot

NO_ARMY = ArmySnapshot("", "", (), {}, {}, {}, 0, 0)


class Unit:
    """A unit in battle."""

    __slots__ = (
        *("condition", "dice_name", "engaged", "hits", "id", "immune", "medals", "rolled", "shots"),
        *("start", "strength", "veteran"),
    )

    def __init__(self, start: UnitSnapshot, dice_name: str) -> None:
        self.start = start
        self.id = start.id
        self.dice_name = dice_name  # independent of its place in the stack
        self.condition = Condition.initial(start)
        self.medals = start.medals
        self.rolled: tuple[str, ...] = ()  # the afflictions rolled for it so far
        self.strength = start.strength
        self.hits = start.hits
        self.immune = False
        self.shots = start.power("missile")
        self.engaged = False  # it has stepped up
        self.veteran = False  # it fought an earlier pairing, which used up its assassin (W7)

    @property
    def blessed(self) -> bool:
        return self.condition.blessed and not self.condition.cursed

    @property
    def fallen(self) -> bool:
        return self.strength == 0 or self.hits == 0

    def snapshot(self) -> dict[str, Any]:
        return {
            "strength": self.strength,
            "hits": self.hits,
            "medals": self.medals,
            "shots": self.shots,
            "immune": self.immune,
            "blessed": self.blessed,
            "cursed": self.condition.cursed or self.condition.unblessed,
            "poisoned": self.condition.poisoned,
            "diseased": self.condition.diseased,
            "paralysed": self.condition.paralysed,
            "rolled": list(self.rolled),
            "engaged": self.engaged,
            "veteran": self.veteran,
        }


def units_by_dice_name(army: ArmySnapshot) -> dict[str, UnitSnapshot]:
    """Return the units of an army by their names in dice keys, in stack order."""
    names = numbered(
        f"{unit.side}/{unit.unit if unit.kind == 'unit' else unit.name}" for unit in army.stack
    )
    return dict(zip(names, army.stack, strict=True))


def units_of(army: ArmySnapshot) -> list[Unit]:
    return [Unit(unit, dice_name) for dice_name, unit in units_by_dice_name(army).items()]


class Side:
    """One side: its army and the remaining units of its stack, the front unit first."""

    __slots__ = ("army", "is_ready", "order", "stack")

    def __init__(self, army: ArmySnapshot, stack: list[Unit]) -> None:
        self.army = army
        self.stack = stack
        self.order = tuple(unit.id for unit in stack)  # at the start, or after the last W15 or W16
        self.is_ready = False  # its bonuses were computed (W3)


class State:
    """The state of a battle."""

    __slots__ = (
        *("attempted", "ended", "field", "fighting", "pairing", "reason", "round", "sides"),
        *("struck", "units", "winner"),
    )

    def __init__(self) -> None:
        self.field = FieldSnapshot((), None, 20)
        self.sides: dict[SideId, Side] = {"a": Side(NO_ARMY, []), "b": Side(NO_ARMY, [])}
        self.units: dict[str, Unit] = {}
        self.pairing = 0
        self.round = 0
        self.fighting = False  # the front units are in a pairing
        self.attempted: tuple[str, ...] = ()  # powers tried in this pairing
        # attacker and target of the last hit, while a slayer can still follow it (W9)
        self.struck: tuple[str, str] | None = None
        self.ended = False
        self.winner: SideId | None = None
        self.reason: str | None = None

    def fronts(self) -> tuple[Unit, Unit]:
        """Return the front units of a and b; neither stack can be empty."""
        return self.sides["a"].stack[0], self.sides["b"].stack[0]

    def survivors(self) -> dict[str, list[dict[str, str | int]]]:
        """Return the remaining units in stack order; paralysed ones are marked `paralysed` (W1)."""
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
        """Return the state as plain data, to compare with the browser's after the same event."""
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


def best_slayer(army: ArmySnapshot, target: UnitSnapshot) -> tuple[str, int]:
    """Return the army's best slayer against a unit and its points, or ('', 0) (W9)."""
    if target.hero:
        return "", 0
    points = {
        word: sum(part.amount for part in army.slayers.get(word, ()))
        for word, race in SLAYERS.items()
        if race in target.race
    }
    word = max(points, key=lambda word: points[word], default="")
    return (word, points[word]) if word and points[word] else ("", 0)
