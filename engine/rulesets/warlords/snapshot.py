"""Stacks as the first event shows them, with the sources of every value."""

from typing import Literal

import msgspec

from engine.core.events import SideId
from engine.rulesets.warlords.parts import Part, ReadyUnit, total


class FieldSnapshot(msgspec.Struct, frozen=True):
    """The field of battle: the defender's ground.

    terrain: its terrain words.
    city: the kind of city, or null.
    die: number of sides of the combat die.
    """

    terrain: tuple[str, ...]
    city: str | None
    die: int


class UnitSnapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit as it enters the battle, with effects from its stack.

    id: side letter and place in the stack, from 1: `a1`.
    side: the side it fights for.
    kind: unit, hero or custom.
    unit: its catalog id, a hero's class, or null for a custom unit.
    name: its name.
    icon: name of its icon, or null for a custom unit.
    hero: whether it is a hero, which slayers cannot slay (W9).
    level: a hero's level, or null.
    race: its races, for slayers.
    flying: whether it flies, by nature, spell, item or a hero's flight.
    blessed: whether it is blessed.
    medals: its medals, 0 to 4.
    strength: its strength before the battle: with blessing and afflictions, without bonuses.
    hits: its hits before the battle, with disease.
    poisoned: whether it starts poisoned.
    diseased: whether it starts diseased.
    paralysed: whether it starts paralysed.
    abilities: its own abilities, purchases included, in points.
    buys: a hero's purchases and how often each was made.
    spells: ids of the spells that it casts.
    items: ids of the items that it carries.
    terrain: its bonus on each kind of ground.
    strength_parts: its strength before blessing and afflictions (W3, step 1).
    hits_parts: its hits before disease and Life Drain (W2).
    item_parts: strength from items, which is added last (W3, step 4).
    banding: its banding bonus in this stack (W3, step 4).
    powers: contributions to acid, lightning, assassin, missile, trample and warding.
    cursed: whether a curse took its blessing in an earlier battle (W17); left out if not.
    """

    id: str
    side: SideId
    kind: Literal["unit", "hero", "custom"]
    unit: str | None
    name: str
    icon: str | None
    hero: bool
    level: int | None
    race: tuple[str, ...]
    flying: bool
    blessed: bool
    medals: int
    strength: int
    hits: int
    poisoned: bool
    diseased: bool
    paralysed: bool
    abilities: dict[str, int]
    buys: dict[str, int]
    spells: tuple[str, ...]
    items: tuple[str, ...]
    terrain: dict[str, int]
    strength_parts: tuple[Part, ...]
    hits_parts: tuple[Part, ...]
    item_parts: tuple[Part, ...]
    banding: int
    powers: dict[str, tuple[Part, ...]]
    cursed: bool = False

    def power(self, word: str) -> int:
        """Return a power's total: its own + the best spell on it + the best item it carries."""
        return total(self.powers.get(word, ()))


class ArmySnapshot(msgspec.Struct, frozen=True):
    """One side's stack as it enters the battle.

    name: the side's name, or empty.
    army: the army's name, or empty.
    stack: its units in fighting order.
    totals: contributions to leadership, morale, fortify, chaos, fear and siege (W3).
    afflictions: contributions to curse, poison, disease and paralysis (W1).
    slayers: contributions to each slayer: best unit, spell and item (W9).
    group_warding: the stack's warding, included in every unit's total, at most 3 (W4).
    life_drain: the hits that its Life Drain takes from every enemy (W2).
    """

    name: str
    army: str
    stack: tuple[UnitSnapshot, ...]
    totals: dict[str, tuple[Part, ...]]
    afflictions: dict[str, tuple[Part, ...]]
    slayers: dict[str, tuple[Part, ...]]
    group_warding: int
    life_drain: int


class Condition(msgspec.Struct, frozen=True, gc=False):
    """A unit's blessing and afflictions.

    blessed: whether it started blessed.
    cursed: whether a curse removed its blessing and medals.
    poisoned: whether it is poisoned.
    diseased: whether it is diseased.
    paralysed: whether it is paralysed.
    unblessed: whether a curse took its blessing in an earlier battle (W17).
    """

    blessed: bool
    cursed: bool = False
    poisoned: bool = False
    diseased: bool = False
    paralysed: bool = False
    unblessed: bool = False

    @classmethod
    def initial(cls, unit: UnitSnapshot) -> "Condition":
        """Return the condition in which a unit enters the battle."""
        return cls(
            blessed=unit.blessed,
            poisoned=unit.poisoned,
            diseased=unit.diseased,
            paralysed=unit.paralysed,
            unblessed=unit.cursed,
        )


class Replaced(msgspec.Struct, frozen=True):
    """A replaced unit (W16).

    unit: id of the unit that leaves.
    by: the unit that takes its place, as it would have entered the battle.
    afflictions: those already spread that it got.
    medals: its medals now.
    ready: its values for battle, with side bonuses if they were computed already.
    """

    unit: str
    by: UnitSnapshot
    afflictions: tuple[str, ...]
    medals: int
    ready: ReadyUnit
