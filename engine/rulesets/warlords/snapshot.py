"""Data in events: stacks with the sources of every value, brackets, dice and rolls."""

from typing import Annotated, Any, Literal

import msgspec

from engine.core.events import SideId


class Part(msgspec.Struct, frozen=True, gc=False):
    """One contribution to a value.

    Rule words are `base`, `strength` and `hits` (purchases), `own`, `blessing`, an affliction, a
    terrain word, `city` or its kind, `cap`, `side-bonus`, `banding`, `group-warding` and
    `life-drain`; in a roll `now` (the strength that the unit has now) and `flyer`.
    """

    source: Annotated[str, "a rule word, or the id of a unit of the stack, a spell or an item"]
    amount: Annotated[int, "the points it adds"]


def total(parts: tuple[Part, ...]) -> int:
    if not parts:  # the common case; the kernel packs armies by the thousand
        return 0
    amount = 0
    for part in parts:
        amount += part.amount
    return amount


class Bracket(msgspec.Struct, frozen=True, gc=False):
    """One bracket of the side bonus (W3, step 3)."""

    own: Annotated[str, "leadership, morale or fortify"]
    own_total: Annotated[int, "the side's total of it, 0 to 5"]
    against: Annotated[str, "chaos, fear or siege"]
    against_total: Annotated[int, "the enemy's total of it, 0 to 5"]
    amount: Annotated[int, "the difference, limited to -1..5"]


class ReadyUnit(msgspec.Struct, frozen=True, gc=False):
    """A unit's values for battle, after afflictions and bonuses (W2, W3)."""

    id: Annotated[str, "id of the unit"]
    strength: Annotated[int, "its strength"]
    hits: Annotated[int, "its hits"]
    immune: Annotated[bool, "whether it is immune to missiles in this battle (W2)"]
    strength_parts: Annotated[tuple[Part, ...], "contributions to its strength, in the order of W3"]
    hits_parts: Annotated[tuple[Part, ...], "contributions to its hits"]


class Die(msgspec.Struct, frozen=True, gc=False):
    """A rolled die."""

    sides: Annotated[int, "number of sides"]
    result: Annotated[int, "the face rolled, from 1"]


class Roll(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A unit's roll, which succeeds if the lowest die shows at most `needed`."""

    unit: Annotated[str, "id of the unit"]
    needed: Annotated[
        int, "the highest result that succeeds: the unit's strength, or the sum of the parts"
    ]
    dice: Annotated[tuple[Die, ...], "its dice, the medal die last; empty if it cannot fail"]
    succeeded: Annotated[bool, "whether it succeeded"]
    parts: Annotated[
        tuple[Part, ...], "contributions to `needed`; left out if it is just the unit's strength"
    ] = ()


class FieldSnapshot(msgspec.Struct, frozen=True):
    """The field of battle: the defender's ground."""

    terrain: Annotated[tuple[str, ...], "its terrain words"]
    city: Annotated[str | None, "the kind of city, or null"]
    die: Annotated[int, "number of sides of the combat die"]


class UnitSnapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit as it enters the battle, with effects from its stack."""

    id: Annotated[str, "side letter and place in the stack, from 1: `a1`"]
    side: Annotated[SideId, "the side it fights for"]
    kind: Annotated[Literal["unit", "hero", "custom"], "unit, hero or custom"]
    unit: Annotated[str | None, "its catalog id, a hero's class, or null for a custom unit"]
    name: Annotated[str, "its name"]
    icon: Annotated[str | None, "name of its icon, or null for a custom unit that chose none"]
    hero: Annotated[bool, "whether it is a hero, which slayers cannot slay (W9)"]
    level: Annotated[int | None, "a hero's level, or null"]
    race: Annotated[tuple[str, ...], "its races, for slayers"]
    flying: Annotated[bool, "whether it flies, by nature, spell, item or a hero's flight"]
    blessed: Annotated[bool, "whether it is blessed"]
    medals: Annotated[int, "its medals, 0 to 4"]
    strength: Annotated[
        int, "its strength before the battle: with blessing and afflictions, without bonuses"
    ]
    hits: Annotated[int, "its hits before the battle, with disease"]
    poisoned: Annotated[bool, "whether it starts poisoned"]
    diseased: Annotated[bool, "whether it starts diseased"]
    paralysed: Annotated[bool, "whether it starts paralysed"]
    abilities: Annotated[dict[str, int], "its own abilities, purchases included, in points"]
    buys: Annotated[dict[str, int], "a hero's purchases and how often each was made"]
    spells: Annotated[tuple[str, ...], "ids of the spells that it casts"]
    items: Annotated[tuple[str, ...], "ids of the items that it carries"]
    terrain: Annotated[dict[str, int], "its bonus on each kind of ground"]
    strength_parts: Annotated[
        tuple[Part, ...], "its strength before blessing and afflictions (W3, step 1)"
    ]
    hits_parts: Annotated[tuple[Part, ...], "its hits before disease and Life Drain (W2)"]
    item_parts: Annotated[tuple[Part, ...], "strength from items, which is added last (W3, step 4)"]
    banding: Annotated[int, "its banding bonus in this stack (W3, step 4)"]
    powers: Annotated[
        dict[str, tuple[Part, ...]],
        "contributions to acid, lightning, assassin, missile, trample and warding",
    ]
    cursed: Annotated[
        bool, "whether a curse took its blessing in an earlier battle (W17); left out if not"
    ] = False

    def power(self, word: str) -> int:
        """Return a power's total: its own + the best spell on it + the best item it carries."""
        return total(self.powers.get(word, ()))


class ArmySnapshot(msgspec.Struct, frozen=True):
    """One side's stack as it enters the battle."""

    name: Annotated[str, "the side's name, or empty"]
    army: Annotated[str, "the army's name, or empty"]
    stack: Annotated[tuple[UnitSnapshot, ...], "its units in fighting order"]
    totals: Annotated[
        dict[str, tuple[Part, ...]],
        "contributions to leadership, morale, fortify, chaos, fear and siege (W3)",
    ]
    afflictions: Annotated[
        dict[str, tuple[Part, ...]], "contributions to curse, poison, disease and paralysis (W1)"
    ]
    slayers: Annotated[
        dict[str, tuple[Part, ...]], "contributions to each slayer: best unit, spell and item (W9)"
    ]
    group_warding: Annotated[
        int, "the stack's warding, included in every unit's total, at most 3 (W4)"
    ]
    life_drain: Annotated[int, "the hits that its Life Drain takes from every enemy (W2)"]


class Condition(msgspec.Struct, frozen=True, gc=False):
    """A unit's blessing and afflictions."""

    blessed: Annotated[bool, "whether it started blessed"]
    cursed: Annotated[bool, "whether a curse removed its blessing and medals"] = False
    poisoned: Annotated[bool, "whether it is poisoned"] = False
    diseased: Annotated[bool, "whether it is diseased"] = False
    paralysed: Annotated[bool, "whether it is paralysed"] = False
    unblessed: Annotated[bool, "whether it lost its blessing in an earlier battle (W17)"] = False

    @classmethod
    def initial(cls, unit: Any, *, by_stack: bool = False) -> "Condition":
        """Return the condition in which a unit enters the battle, blessed `by_stack` or not.

        The unit has the words of a row for attributes.
        """
        return cls(
            blessed=unit.blessed or by_stack,
            poisoned=unit.poisoned and not by_stack,
            diseased=unit.diseased and not by_stack,
            paralysed=unit.paralysed and not by_stack,
            unblessed=unit.cursed and not by_stack,
        )


class Replaced(msgspec.Struct, frozen=True):
    """A replaced unit (W16)."""

    unit: Annotated[str, "id of the unit that leaves"]
    by: Annotated[
        UnitSnapshot, "the unit that takes its place, as it would have entered the battle"
    ]
    afflictions: Annotated[tuple[str, ...], "those already spread that it got"]
    medals: Annotated[int, "its medals now"]
    ready: Annotated[
        ReadyUnit, "its values for battle, with side bonuses if they were computed already"
    ]
