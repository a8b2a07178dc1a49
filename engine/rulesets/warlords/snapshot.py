"""What a battle shows of a stack before it begins: its units, and where every value comes from."""

from typing import Literal

import msgspec

from engine.core.events import SideId
from engine.rulesets.warlords.parts import Part, ReadyUnit, total


class FieldSnapshot(msgspec.Struct, frozen=True):
    """Where the battle is fought: the defender's ground.

    terrain: its terrain words.
    city: the kind of city, or null.
    die: how many sides the combat die has.
    """

    terrain: tuple[str, ...]
    city: str | None
    die: int


class UnitSnapshot(msgspec.Struct, frozen=True):
    """A unit as it enters the battle, with what its whole stack gives it.

    id: side letter and place in the stack, from 1: `a1`.
    side: the side it fights for.
    kind: unit, hero or custom.
    unit: its catalog id, a hero's class, or null for a custom unit.
    name: what it is called.
    icon: name of its picture, or null for a custom unit.
    hero: whether it is a hero, whom no slayer slays (W9).
    level: a hero's level, or null.
    race: its races, for slayers.
    flying: whether it flies, by nature, spell, item or a hero's flight.
    blessed: whether it is blessed.
    medals: its medals, 0 to 4.
    strength: its strength before the battle: with blessing and afflictions, without bonuses.
    hits: its hits before the battle, with disease.
    poisoned: whether it comes poisoned.
    diseased: whether it comes diseased.
    paralysed: whether it comes paralysed.
    abilities: its own abilities, purchases included, in points.
    buys: a hero's purchases, by how often.
    spells: ids of the spells that it casts.
    items: ids of the items that it carries.
    terrain: its bonus on each kind of ground.
    strength_parts: its strength before blessing and afflictions (W3, step 1).
    hits_parts: its hits before disease and Life Drain (W2).
    item_parts: the item strength that comes last (W3, step 4).
    banding: its banding bonus in this stack (W3, step 4).
    powers: acid, lightning, assassin, missile, trample and warding: what each total is made of.
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

    def power(self, word: str) -> int:
        """A power's total: the unit's own + the best spell on it + the best item it carries."""
        return total(self.powers.get(word, ()))


class ArmySnapshot(msgspec.Struct, frozen=True):
    """One side's stack as it enters the battle.

    name: the side's name, or empty.
    army: the army's name, or empty.
    stack: its units in the order in which they fight.
    totals: leadership, morale, fortify, chaos, fear and siege: what each is made of (W3).
    afflictions: curse, poison, disease and paralysis: everything that adds to each (W1).
    slayers: points of each slayer: best unit, spell and item (W9).
    group_warding: the stack's warding, in every unit's total already, at most 3 (W4).
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
    """What blessing and afflictions have made of a unit.

    blessed: whether it came blessed.
    cursed: whether a curse has taken its blessing and its medals.
    poisoned: whether it is poisoned.
    diseased: whether it is diseased.
    paralysed: whether it is paralysed.
    """

    blessed: bool
    cursed: bool = False
    poisoned: bool = False
    diseased: bool = False
    paralysed: bool = False


class Replaced(msgspec.Struct, frozen=True):
    """Who comes in place of whom (W16).

    unit: id of the unit that leaves.
    by: the unit that comes, as it would have entered the battle.
    afflictions: what it has got of those that were spread already.
    medals: its medals now.
    ready: what it fights with; before the side bonuses are worked out, without them.
    """

    unit: str
    by: UnitSnapshot
    afflictions: tuple[str, ...]
    medals: int
    ready: ReadyUnit
