"""Strength, hits and side bonuses as sums of labelled parts (W2, W3)."""

from collections.abc import Iterable
from typing import Final

from engine.rulesets.warlords.snapshot import (
    ArmySnapshot,
    Bracket,
    Condition,
    FieldSnapshot,
    Part,
    UnitSnapshot,
    total,
)

UNIT_MOST: Final = 9
SIDE_MOST: Final = 14
STRENGTH_MOST: Final = 15
BRACKET: Final = (-1, 5)
BONUS: Final = (-3, 5)
TOTAL_MOST: Final = 5
POISON_STRENGTH: Final = 2
CITY: Final = "city"
AGAINST: Final = (("leadership", "chaos"), ("morale", "fear"), ("fortify", "siege"))
"""The brackets of the side bonus: a side's ability and the enemy ability opposing it."""


def side_total(army: ArmySnapshot, word: str) -> int:
    """Return a side's total of a bonus ability, limited to 0..5 (W3, step 3)."""
    return clamp(total(army.totals.get(word, ())), (0, TOTAL_MOST))


def brackets(army: ArmySnapshot, enemy: ArmySnapshot) -> tuple[Bracket, ...]:
    """Return the three brackets of a side's bonus against this enemy."""
    rows = []
    for own, against in AGAINST:
        plus, minus = side_total(army, own), side_total(enemy, against)
        rows.append(Bracket(own, plus, against, minus, clamp(plus - minus, BRACKET)))
    return tuple(rows)


def side_bonus(rows: Iterable[Bracket]) -> int:
    """Return the side bonus: the sum of the brackets, limited to -3..5."""
    return clamp(sum(row.amount for row in rows), BONUS)


def percent(army: ArmySnapshot, affliction: str) -> int:
    """Return the percent chance that an enemy unit gets this affliction: 4 a point (W1)."""
    return min(100, 4 * total(army.afflictions.get(affliction, ())))


def own_strength_parts(parts: Iterable[Part], condition: Condition) -> tuple[Part, ...]:
    """Return the parts of a unit's strength in this condition, without bonuses (W3, step 1)."""
    sum_ = Sum(parts)
    if condition.blessed:
        sum_.add("blessing", min(1, max(0, UNIT_MOST - sum_.now)))
    if condition.blessed and condition.cursed:
        sum_.add("curse", -1)
    sum_.add("curse", kept_curse(sum_.now, condition))
    if condition.poisoned:
        sum_.add("poison", max(-POISON_STRENGTH, 1 - sum_.now))
    return tuple(sum_.parts)


def kept_curse(natural: int, condition: Condition) -> int:
    """Return what a blessing lost in an earlier battle costs a unit of this strength (W17)."""
    return -1 if condition.unblessed and natural == UNIT_MOST else 0


def strength_parts(
    unit: UnitSnapshot, condition: Condition, field: FieldSnapshot, bonus: int
) -> tuple[Part, ...]:
    """Return the parts of a unit's strength with all bonuses (W3)."""
    sum_ = Sum(own_strength_parts(unit.strength_parts, condition))
    ground = (*field.terrain, CITY) if field.city else field.terrain
    for word in ground:
        sum_.add(word, unit.terrain.get(word, 0))
    sum_.limit(1, UNIT_MOST)
    sum_.add("side-bonus", bonus)
    sum_.limit(1, SIDE_MOST)
    sum_.add("banding", unit.banding)
    for part in unit.item_parts:
        sum_.add(part.source, part.amount)
    sum_.limit(1, STRENGTH_MOST)
    return tuple(sum_.parts)


def hits_parts(parts: Iterable[Part], condition: Condition, drain: int = 0) -> tuple[Part, ...]:
    """Return the parts of a unit's hits against an enemy with this much Life Drain (W2)."""
    sum_ = Sum(parts)
    if condition.diseased:
        sum_.add("disease", max(-1, 1 - sum_.now))
    sum_.add("life-drain", max(-drain, 1 - sum_.now))
    return tuple(sum_.parts)


class Sum:
    """A running sum that keeps its non-zero parts."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = [*parts]
        self.now = sum(part.amount for part in self.parts)

    def add(self, source: str, amount: int) -> None:
        if amount:
            self.parts.append(Part(source, amount))
            self.now += amount

    def limit(self, least: int, most: int) -> None:
        """Limit the sum by adding a part called `cap`."""
        self.add("cap", clamp(self.now, (least, most)) - self.now)


def clamp(value: int, limits: tuple[int, int]) -> int:
    return min(max(value, limits[0]), limits[1])
