"""Combining units into a stack; strength, hits and side bonuses as labelled sums (W2, W3)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from engine.core.events import side_of
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.catalog import AFFLICTIONS, BONUSES, CATALOG, SLAYERS, City

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


def side_total(army: e.ArmySnapshot, word: str) -> int:
    """Return a side's total of a bonus ability, limited to 0..5 (W3, step 3)."""
    return clamp(e.total(army.totals.get(word, ())), (0, TOTAL_MOST))


def brackets(army: e.ArmySnapshot, enemy: e.ArmySnapshot) -> tuple[e.Bracket, ...]:
    """Return the three brackets of a side's bonus against this enemy."""
    rows = []
    for own, against in AGAINST:
        plus, minus = side_total(army, own), side_total(enemy, against)
        rows.append(e.Bracket(own, plus, against, minus, clamp(plus - minus, BRACKET)))
    return tuple(rows)


def side_bonus(rows: Iterable[e.Bracket]) -> int:
    """Return the side bonus: the sum of the brackets, limited to -3..5."""
    return clamp(sum(row.amount for row in rows), BONUS)


def percent(army: e.ArmySnapshot, affliction: str) -> int:
    """Return the percent chance that an enemy unit gets this affliction: 4 a point (W1)."""
    return min(100, 4 * e.total(army.afflictions.get(affliction, ())))


def own_strength_parts(parts: Iterable[e.Part], condition: e.Condition) -> e.Parts:
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


def kept_curse(natural: int, condition: e.Condition) -> int:
    """Return what a blessing lost in an earlier battle costs a unit of this strength (W17)."""
    return -1 if condition.unblessed and natural == UNIT_MOST else 0


def strength_parts(
    unit: e.UnitSnapshot, condition: e.Condition, field: e.FieldSnapshot, bonus: int
) -> e.Parts:
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


def hits_parts(parts: Iterable[e.Part], condition: e.Condition, drain: int = 0) -> e.Parts:
    """Return the parts of a unit's hits against an enemy with this much Life Drain (W2)."""
    sum_ = Sum(parts)
    if condition.diseased:
        sum_.add("disease", max(-1, 1 - sum_.now))
    sum_.add("life-drain", max(-drain, 1 - sum_.now))
    return tuple(sum_.parts)


class Sum:
    """A running sum that keeps its non-zero parts."""

    def __init__(self, parts: Iterable[e.Part]) -> None:
        self.parts = [*parts]
        self.now = sum(part.amount for part in self.parts)

    def add(self, source: str, amount: int) -> None:
        if amount:
            self.parts.append(e.Part(source, amount))
            self.now += amount

    def limit(self, least: int, most: int) -> None:
        """Limit the sum by adding a part called `cap`."""
        self.add("cap", clamp(self.now, (least, most)) - self.now)


def clamp(value: int, limits: tuple[int, int]) -> int:
    return min(max(value, limits[0]), limits[1])


MEDALS_MOST: Final = 4
GROUP_WARDING_MOST: Final = 3
SHARED_POWERS: Final = {"acid": "group-acid", "lightning": "group-lightning"}
"""Powers that a spell can give to the whole stack, by the spell effect's word."""
NO_CONDITION: Final = e.Condition()
OWN_POWERS: Final = ("acid", "lightning", "assassin", "missile", "trample")


@dataclass(frozen=True)
class Recruit:
    """A single unit as the battle file describes it. Units of the same `type` band (W3)."""

    id: str
    kind: Literal["unit", "hero", "custom"]
    unit: str | None
    type: tuple[str, str]
    name: str
    strength: e.Parts
    hits: e.Parts
    icon: str | None = None
    hero: bool = False
    level: int | None = None
    race: tuple[str, ...] = ()
    flying: bool = False
    abilities: dict[str, int] = field(default_factory=dict)
    terrain: dict[str, int] = field(default_factory=dict)
    banding: int = 0
    buys: dict[str, int] = field(default_factory=dict)
    spells: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    condition: e.Condition = NO_CONDITION

    def from_spells(self, *words: str) -> list[e.Part]:
        cast = [(id_, CATALOG.spells[id_].at(self.level or 1)) for id_ in self.spells]
        return [e.Part(id_, now[word]) for id_, now in cast for word in words if word in now]

    def from_items(self, *words: str) -> list[e.Part]:
        carried = [(id_, CATALOG.items[id_].effects) for id_ in self.items]
        return [e.Part(id_, has[word]) for id_, has in carried for word in words if word in has]

    def own(self, word: str) -> list[e.Part]:
        return [e.Part("own", self.abilities[word])] if self.abilities.get(word) else []


UNCHANGED: Final = (
    *("id", "kind", "unit", "name", "icon", "hero", "level", "race"),
    *("abilities", "buys", "spells", "items", "terrain"),
)
"""Fields of a recruit that it keeps in its stack."""


class Stack:
    """The units of one side and the effects they share."""

    def __init__(self, recruits: Iterable[Recruit]) -> None:
        self.recruits = tuple(recruits)
        wardings = (unit.abilities.get("group-warding", 0) for unit in self.recruits)
        self.group_warding = min(GROUP_WARDING_MOST, sum(wardings))
        self.flies = any(unit.abilities.get("group-flight") for unit in self.recruits)
        self.is_blessed = bool(self._spells("bless-stack"))
        self.hits = [*self._spells("group-hits"), *self._items("group-hits")]
        self.medals = e.total((*self._spells("group-medals"), *self._items("group-medals")))

    def snapshot(self, name: str, army: str, city: City | None) -> e.ArmySnapshot:
        """Return the stack as it enters the battle, defending `city` if there is one."""
        totals = {word: self._best_parts(word) for word in BONUSES}
        if city:
            totals["fortify"] += (e.Part(city.id, city.fortify),)
        return e.ArmySnapshot(
            name=name,
            army=army,
            stack=tuple(map(self._unit, self.recruits)),
            totals=totals,
            afflictions={word: self._all_parts(word) for word in AFFLICTIONS},
            slayers={word: self._best_parts(word) for word in SLAYERS},
            group_warding=self.group_warding,
            life_drain=e.total(tuple(self._spells("life-drain"))),
        )

    def _unit(self, unit: Recruit) -> e.UnitSnapshot:
        alike = sum(unit.type == one.type for one in self.recruits)
        flies = self.flies or bool(unit.from_spells("self-flight") + unit.from_items("flight"))
        strength = (*unit.strength, *unit.from_spells("self-strength"))
        own_hits = (*unit.from_spells("self-hits"), *unit.from_items("self-hits"))
        hits = (*unit.hits, *own_hits, *self.hits)
        medals = min(MEDALS_MOST, unit.condition.medals + self.medals)
        condition = unit.condition.in_stack(blessed=self.is_blessed, medals=medals)
        return e.UnitSnapshot(
            **{name: getattr(unit, name) for name in UNCHANGED},
            side=side_of(unit.id),
            flying=unit.flying or flies,
            blessed=condition.blessed,
            medals=medals,
            strength=e.total(own_strength_parts(strength, condition)),
            hits=e.total(hits_parts(hits, condition)),
            poisoned=condition.poisoned,
            diseased=condition.diseased,
            paralysed=condition.paralysed,
            strength_parts=strength,
            hits_parts=hits,
            item_parts=tuple(unit.from_items("self-strength")),
            banding=min(unit.banding, alike - 1),
            powers=self._powers(unit),
            cursed=condition.unblessed,
        )

    def _powers(self, unit: Recruit) -> dict[str, e.Parts]:
        """Return a unit's powers: its own + the best spell on it + its best item (W4)."""
        powers = {}
        for word in OWN_POWERS:
            spells = unit.from_spells(word)
            if word in SHARED_POWERS:
                spells += self._spells(SHARED_POWERS[word])
            parts = (*unit.own(word), *best(spells), *best(unit.from_items(word)))
            if parts:
                powers[word] = parts
        shared = [e.Part("group-warding", self.group_warding)] if self.group_warding else []
        if warding := (*unit.own("warding"), *shared):
            powers["warding"] = warding
        return powers

    def _best_parts(self, word: str) -> e.Parts:
        """Return the best unit + best spell + best item (W3, W9)."""
        units = [e.Part(unit.id, unit.abilities.get(word, 0)) for unit in self.recruits]
        return (*best(units), *best(self._spells(word)), *best(self._items(word)))

    def _all_parts(self, word: str) -> e.Parts:
        """Return the parts of all units, spells and items (W1)."""
        units = [e.Part(unit.id, n) for unit in self.recruits if (n := unit.abilities.get(word))]
        return (*units, *self._spells(word), *self._items(word))

    def _spells(self, word: str) -> list[e.Part]:
        return [part for unit in self.recruits for part in unit.from_spells(word)]

    def _items(self, word: str) -> list[e.Part]:
        return [part for unit in self.recruits for part in unit.from_items(word)]


def best(parts: list[e.Part]) -> list[e.Part]:
    """Return the first of the largest parts, or nothing if none is positive."""
    largest = max(parts, key=lambda part: part.amount, default=None)
    return [largest] if largest and largest.amount > 0 else []
