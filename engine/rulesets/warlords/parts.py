"""What snapshots and events are made of: contributions, brackets, dice and rolls."""

import msgspec


class Part(msgspec.Struct, frozen=True, gc=False):
    """One contribution to a value.

    Words of the rules are `base`, `strength` and `hits` (purchases), `own`, `blessing`, an
    affliction, a terrain word, `city` or its kind, `cap`, `side-bonus`, `banding`, `group-warding`
    and `life-drain`.

    source: what adds it: a word of the rules, or the id of a unit of the stack, a spell or an item.
    amount: what it adds.
    """

    source: str
    amount: int


def total(parts: tuple[Part, ...]) -> int:
    """What these parts add up to."""
    if not parts:  # as most are; armies are packed for the kernel by the thousand
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
    """A unit with all that it fights with, after afflictions and bonuses (W2, W3).

    id: id of the unit.
    strength: its strength.
    hits: its hits.
    immune: whether missiles cannot hurt it in this battle (W2).
    strength_parts: what its strength is made of, in the order of W3.
    hits_parts: what its hits are made of.
    """

    id: str
    strength: int
    hits: int
    immune: bool
    strength_parts: tuple[Part, ...]
    hits_parts: tuple[Part, ...]


class Die(msgspec.Struct, frozen=True, gc=False):
    """One die that was rolled.

    sides: its sides.
    result: what came up, from 1.
    """

    sides: int
    result: int


class Roll(msgspec.Struct, frozen=True, gc=False):
    """A unit's roll: it succeeds if the lowest die shows no more than is needed.

    unit: id of the unit.
    needed: the highest result that succeeds: the unit's strength here.
    dice: its dice, the medal die last; none if it cannot fail.
    succeeded: whether it succeeded.
    """

    unit: str
    needed: int
    dice: tuple[Die, ...]
    succeeded: bool
