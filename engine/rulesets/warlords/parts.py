"""Data in snapshots and events: contributions, brackets, dice and rolls."""

import msgspec


class Part(msgspec.Struct, frozen=True, gc=False):
    """One contribution to a value.

    Rule words are `base`, `strength` and `hits` (purchases), `own`, `blessing`, an affliction, a
    terrain word, `city` or its kind, `cap`, `side-bonus`, `banding`, `group-warding` and
    `life-drain`; in a roll `now` (the strength that the unit has now) and `flyer`.

    source: a rule word, or the id of a unit of the stack, a spell or an item.
    amount: the points it adds.
    """

    source: str
    amount: int


def total(parts: tuple[Part, ...]) -> int:
    if not parts:  # the common case; the kernel packs armies by the thousand
        return 0
    amount = 0
    for part in parts:
        amount += part.amount
    return amount


class Bracket(msgspec.Struct, frozen=True, gc=False):
    """One bracket of the side bonus (W3, step 3).

    own: leadership, morale or fortify.
    own_total: the side's total of it, 0 to 5.
    against: chaos, fear or siege.
    against_total: the enemy's total of it, 0 to 5.
    amount: the difference, limited to -1..5.
    """

    own: str
    own_total: int
    against: str
    against_total: int
    amount: int


class ReadyUnit(msgspec.Struct, frozen=True, gc=False):
    """A unit's values for battle, after afflictions and bonuses (W2, W3).

    id: id of the unit.
    strength: its strength.
    hits: its hits.
    immune: whether it is immune to missiles in this battle (W2).
    strength_parts: contributions to its strength, in the order of W3.
    hits_parts: contributions to its hits.
    """

    id: str
    strength: int
    hits: int
    immune: bool
    strength_parts: tuple[Part, ...]
    hits_parts: tuple[Part, ...]


class Die(msgspec.Struct, frozen=True, gc=False):
    """A rolled die.

    sides: number of sides.
    result: the face rolled, from 1.
    """

    sides: int
    result: int


class Roll(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A unit's roll, which succeeds if the lowest die shows at most `needed`.

    unit: id of the unit.
    needed: the highest result that succeeds: the unit's strength, or the sum of the parts.
    dice: its dice, the medal die last; empty if it cannot fail.
    succeeded: whether it succeeded.
    parts: contributions to `needed`; left out if it is just the unit's strength.
    """

    unit: str
    needed: int
    dice: tuple[Die, ...]
    succeeded: bool
    parts: tuple[Part, ...] = ()
