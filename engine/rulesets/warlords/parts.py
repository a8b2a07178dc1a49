"""Data in snapshots and events: contributions, brackets, dice and rolls."""

from typing import Annotated

import msgspec


class Part(msgspec.Struct, frozen=True, gc=False):
    """One contribution to a value.

    Rule words are `base`, `strength` and `hits` (purchases), `own`, `blessing`, an affliction, a
    terrain word, `city` or its kind, `cap`, `side-bonus`, `banding`, `group-warding` and
    `life-drain`.
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


class Roll(msgspec.Struct, frozen=True, gc=False):
    """A unit's roll, which succeeds if the lowest die shows at most `needed`."""

    unit: Annotated[str, "id of the unit"]
    needed: Annotated[int, "the highest result that succeeds: the unit's strength"]
    dice: Annotated[tuple[Die, ...], "its dice, the medal die last; empty if it cannot fail"]
    succeeded: Annotated[bool, "whether it succeeded"]
