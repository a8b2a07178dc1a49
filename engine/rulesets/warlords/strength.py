"""How strength, hits and side bonuses are composed: labelled parts that sum up (W2, W3)."""

from collections.abc import Iterable
from typing import Final

from engine.rulesets.warlords.parts import Bracket, Part, total
from engine.rulesets.warlords.snapshot import ArmySnapshot, Condition, FieldSnapshot, UnitSnapshot

UNIT_MOST: Final = 9
SIDE_MOST: Final = 14
STRENGTH_MOST: Final = 15
BRACKET: Final = (-1, 5)
BONUS: Final = (-3, 5)
TOTAL_MOST: Final = 5
POISON_STRENGTH: Final = 2
CITY: Final = "city"
AGAINST: Final = (("leadership", "chaos"), ("morale", "fear"), ("fortify", "siege"))
"""The three brackets of the side bonus: what a side brings, and what the enemy sets against it."""


def side_total(army: ArmySnapshot, word: str) -> int:
    """A side's total of a bonus ability, limited to 0..5 (W3, step 3)."""
    return clamp(total(army.totals.get(word, ())), (0, TOTAL_MOST))


def brackets(army: ArmySnapshot, enemy: ArmySnapshot) -> tuple[Bracket, ...]:
    """The three brackets of a side's bonus against this enemy."""
    rows = []
    for own, against in AGAINST:
        plus, minus = side_total(army, own), side_total(enemy, against)
        rows.append(Bracket(own, plus, against, minus, clamp(plus - minus, BRACKET)))
    return tuple(rows)


def side_bonus(rows: Iterable[Bracket]) -> int:
    """The side bonus: the sum of the brackets, limited to -3..5."""
    return clamp(sum(row.amount for row in rows), BONUS)


def percent(army: ArmySnapshot, affliction: str) -> int:
    """The chance in percent that each enemy unit gets this affliction: 4 a point (W1)."""
    return min(100, 4 * total(army.afflictions.get(affliction, ())))


def own_strength_parts(parts: Iterable[Part], condition: Condition) -> tuple[Part, ...]:
    """A unit's strength by itself in this condition (W3, step 1)."""
    sum_ = Sum(parts)
    if condition.blessed:
        sum_.add("blessing", min(1, max(0, UNIT_MOST - sum_.now)))
    if condition.blessed and condition.cursed:
        sum_.add("curse", -1)
    if condition.poisoned:
        sum_.add("poison", max(-POISON_STRENGTH, 1 - sum_.now))
    return tuple(sum_.parts)


def strength_parts(
    unit: UnitSnapshot, condition: Condition, field: FieldSnapshot, bonus: int
) -> tuple[Part, ...]:
    """A unit's strength in this condition, on this field, with this side bonus (W3)."""
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
    """A unit's hits in this condition against an enemy with this much Life Drain (W2)."""
    sum_ = Sum(parts)
    if condition.diseased:
        sum_.add("disease", max(-1, 1 - sum_.now))
    sum_.add("life-drain", max(-drain, 1 - sum_.now))
    return tuple(sum_.parts)


class Sum:
    """A running sum that remembers its parts, without those that add nothing."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = [*parts]
        self.now = sum(part.amount for part in self.parts)

    def add(self, source: str, amount: int) -> None:
        """Adds a part."""
        if amount:
            self.parts.append(Part(source, amount))
            self.now += amount

    def limit(self, least: int, most: int) -> None:
        """Brings the sum within these limits, as a part called `cap`."""
        self.add("cap", clamp(self.now, (least, most)) - self.now)


def clamp(value: int, limits: tuple[int, int]) -> int:
    """The value, or the limit that it goes beyond."""
    return min(max(value, limits[0]), limits[1])
