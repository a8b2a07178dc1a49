"""Combining single units into a stack: what each gives the others."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from engine.core.events import SideId
from engine.core.recruiting import Row
from engine.rulesets.warlords.catalog import AFFLICTIONS, BONUSES, CATALOG, SLAYERS, City
from engine.rulesets.warlords.snapshot import ArmySnapshot, Condition, Part, UnitSnapshot, total
from engine.rulesets.warlords.strength import hits_parts, own_strength_parts

MEDALS_MOST: Final = 4
GROUP_WARDING_MOST: Final = 3
SHARED_POWERS: Final = {"acid": "group-acid", "lightning": "group-lightning"}
"""Powers that a spell can give to the whole stack, by the spell effect's word."""
OWN_POWERS: Final = ("acid", "lightning", "assassin", "missile", "trample")


class Kept(NamedTuple):
    """What a unit keeps from battle to battle, by the keys of its row in a battle file."""

    blessed: bool = False
    poisoned: bool = False
    diseased: bool = False
    paralysed: bool = False
    cursed: bool = False
    medals: int = 0

    @classmethod
    def after(cls, condition: Condition, medals: int) -> "Kept":
        """Return what a unit that brought these medals keeps from a battle."""
        return cls(
            blessed=condition.blessed and not condition.cursed,
            poisoned=condition.poisoned,
            diseased=condition.diseased,
            paralysed=condition.paralysed,
            cursed=condition.unblessed or (condition.blessed and condition.cursed),
            medals=0 if condition.cursed else medals,
        )

    @classmethod
    def of(cls, row: Row) -> "Kept":
        return cls(**{key: row[key] for key in cls._fields if key in row})

    def put_into(self, row: Row) -> Row:
        """Return the row of a unit with this in place of its own conditions."""
        bare = {key: value for key, value in row.items() if key not in self._fields}
        return bare | {key: value for key, value in self._asdict().items() if value}


NO_CONDITIONS: Final = Kept()


@dataclass(frozen=True)
class Recruit:
    """A single unit as the battle file describes it. Units of the same `type` band (W3)."""

    id: str
    side: SideId
    kind: Literal["unit", "hero", "custom"]
    unit: str | None
    type: tuple[str, str]
    name: str
    strength: tuple[Part, ...]
    hits: tuple[Part, ...]
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
    kept: Kept = NO_CONDITIONS

    def from_spells(self, *words: str) -> list[Part]:
        cast = [(id_, CATALOG.spells[id_].at(self.level or 1)) for id_ in self.spells]
        return [Part(id_, e[word]) for id_, e in cast for word in words if word in e]

    def from_items(self, *words: str) -> list[Part]:
        carried = [(id_, CATALOG.items[id_].effects) for id_ in self.items]
        return [Part(id_, e[word]) for id_, e in carried for word in words if word in e]

    def own(self, word: str) -> list[Part]:
        return [Part("own", self.abilities[word])] if self.abilities.get(word) else []


class Stack:
    """The units of one side and the effects they share."""

    def __init__(self, recruits: Iterable[Recruit]) -> None:
        self.recruits = tuple(recruits)
        wardings = (unit.abilities.get("group-warding", 0) for unit in self.recruits)
        self.group_warding = min(GROUP_WARDING_MOST, sum(wardings))
        self.flies = any(unit.abilities.get("group-flight") for unit in self.recruits)
        self.is_blessed = bool(self._spells("bless-stack"))
        self.hits = [*self._spells("group-hits"), *self._items("group-hits")]
        self.medals = total((*self._spells("group-medals"), *self._items("group-medals")))

    def snapshot(self, name: str, army: str, city: City | None) -> ArmySnapshot:
        """Return the stack as it enters the battle, defending `city` if there is one."""
        totals = {word: self._best_parts(word) for word in BONUSES}
        if city:
            totals["fortify"] += (Part(city.id, city.fortify),)
        return ArmySnapshot(
            name=name,
            army=army,
            stack=tuple(map(self._unit, self.recruits)),
            totals=totals,
            afflictions={word: self._all_parts(word) for word in AFFLICTIONS},
            slayers={word: self._best_parts(word) for word in SLAYERS},
            group_warding=self.group_warding,
            life_drain=total(tuple(self._spells("life-drain"))),
        )

    def _unit(self, unit: Recruit) -> UnitSnapshot:
        alike = sum(unit.type == one.type for one in self.recruits)
        flies = self.flies or bool(unit.from_spells("self-flight") + unit.from_items("flight"))
        strength = (*unit.strength, *unit.from_spells("self-strength"))
        own_hits = (*unit.from_spells("self-hits"), *unit.from_items("self-hits"))
        hits = (*unit.hits, *own_hits, *self.hits)
        condition = Condition.initial(unit.kept, by_stack=self.is_blessed)
        return UnitSnapshot(
            id=unit.id,
            side=unit.side,
            kind=unit.kind,
            unit=unit.unit,
            name=unit.name,
            icon=unit.icon,
            hero=unit.hero,
            level=unit.level,
            race=unit.race,
            flying=unit.flying or flies,
            blessed=condition.blessed,
            medals=min(MEDALS_MOST, unit.kept.medals + self.medals),
            strength=total(own_strength_parts(strength, condition)),
            hits=total(hits_parts(hits, condition)),
            poisoned=condition.poisoned,
            diseased=condition.diseased,
            paralysed=condition.paralysed,
            abilities=unit.abilities,
            buys=unit.buys,
            spells=unit.spells,
            items=unit.items,
            terrain=unit.terrain,
            strength_parts=strength,
            hits_parts=hits,
            item_parts=tuple(unit.from_items("self-strength")),
            banding=min(unit.banding, alike - 1),
            powers=self._powers(unit),
            cursed=condition.unblessed,
        )

    def _powers(self, unit: Recruit) -> dict[str, tuple[Part, ...]]:
        """Return a unit's powers: its own + the best spell on it + its best item (W4)."""
        powers = {}
        for word in OWN_POWERS:
            spells = unit.from_spells(word)
            if word in SHARED_POWERS:
                spells += self._spells(SHARED_POWERS[word])
            parts = (*unit.own(word), *best(spells), *best(unit.from_items(word)))
            if parts:
                powers[word] = parts
        shared = [Part("group-warding", self.group_warding)] if self.group_warding else []
        if warding := (*unit.own("warding"), *shared):
            powers["warding"] = warding
        return powers

    def _best_parts(self, word: str) -> tuple[Part, ...]:
        """Return the best unit + best spell + best item (W3, W9)."""
        units = [Part(unit.id, unit.abilities.get(word, 0)) for unit in self.recruits]
        return (*best(units), *best(self._spells(word)), *best(self._items(word)))

    def _all_parts(self, word: str) -> tuple[Part, ...]:
        """Return the parts of all units, spells and items (W1)."""
        units = [Part(unit.id, n) for unit in self.recruits if (n := unit.abilities.get(word))]
        return (*units, *self._spells(word), *self._items(word))

    def _spells(self, word: str) -> list[Part]:
        return [part for unit in self.recruits for part in unit.from_spells(word)]

    def _items(self, word: str) -> list[Part]:
        return [part for unit in self.recruits for part in unit.from_items(word)]


def best(parts: list[Part]) -> list[Part]:
    """Return the first of the largest parts, or nothing if none is positive."""
    largest = max(parts, key=lambda part: part.amount, default=None)
    return [largest] if largest and largest.amount > 0 else []
