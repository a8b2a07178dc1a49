"""The arrays of the sampling kernel: stacks with the keys of their dice, and a battle's scratch."""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from engine.kernels.dice import DIE_COLUMNS, die
from engine.rulesets.warlords.catalog import AFFLICTIONS, SLAYERS
from engine.rulesets.warlords.combat import MEDAL_DICE
from engine.rulesets.warlords.kernel.arrays import STACK_MOST, Array, Stacks

KEYED: Final = (
    *("melee", "medal", "missile", "cover", "acid", "lightning", "assassin"),
    *AFFLICTIONS,
    *SLAYERS,
)
"""What a unit rolls for, as the stages call it; the columns of `Keyed.keys`."""
MELEE, MEDAL, MISSILE, COVER, ACID, LIGHTNING, ASSASSIN, CURSE, POISON, DISEASE, PARALYSIS = range(
    11
)
SLAYER: Final = 11
WORDS: Final = 19

WINDOW: Final = 8
"""Rounds of melee that are fought at once, by a table."""

(
    STRENGTH,
    MEDALS,
    IMMUNE,
    HITS,
    SHOTS,
    VETERAN,
    ROW,
    ROLLED,
    AHEAD,
    PARALYSED,
    AT_RISK,
    SLAIN,
    SLAYER_WORD,
    ARMED,
) = range(14)
"""Columns of a unit that enters, and of a front: how it is now, its row, how many rounds of melee
it has rolled for and how many of them are still to come; whether afflictions are rolled for it,
which of the enemy's slayers it fears with how many points, and whether it has anything to do
before melee."""
COLUMNS: Final = 14

ROUNDS, DRAWS, DETAILED, TOUCHED = range(4)
"""Places of `Field.counts`: rounds and rolls of this battle, whether they are asked for, and then
by side whether its front has rolled anything that is counted in `rolled`."""


class Keyed(NamedTuple):
    """Stacks whose units have the keys of their dice, keys[row, word].

    `paralysis[row]` is 1 for a unit that is paralysed, 2 for one that cannot be (W1), and
    `paralyses[stack]` the chance in percent that a stack's paralysis has.
    """

    stacks: Stacks
    keys: Array
    paralysis: Array
    paralyses: Array


class Ended(NamedTuple):
    """How battles ended, one row a battle.

    winner: 1 side a, 2 side b. rounds: rounds of melee. left: units left of side a and of side b.
    draws: how often dice were rolled. strength, hits, paralysed: those of the units left, by side
    and place in the stack; hits 0 is a unit that fell. The last four are empty unless asked for.
    """

    winner: Array
    rounds: Array
    left: Array
    draws: Array
    strength: Array
    hits: Array
    paralysed: Array


class Field(NamedTuple):
    """The scratch space of a battle.

    entered[side, place]: units as they enter. now[side]: the front units. rolled[side, word]:
    how often a front has rolled for it. bits[side, place]: in which of the next rounds of melee
    a unit succeeds, the next one lowest. forms[side, place, got]: strength, medals, immunity
    and hits of a unit that got these afflictions. dice: the combat die, then the medals'.
    nth[bits, n]: where the n-th of these bits is, WINDOW if there is none; nth[bits, 0]: how
    many there are.
    """

    entered: Array
    now: Array
    rolled: Array
    bits: Array
    forms: Array
    dice: Array
    counts: Array
    nth: Array


def new_field() -> Field:
    """Scratch space for one battle after the other."""
    dice = np.zeros((len(MEDAL_DICE), DIE_COLUMNS), np.uint64)
    for medals, sides in enumerate(MEDAL_DICE):
        dice[medals] = die(sides or 20)
    return Field(
        entered=np.zeros((2, STACK_MOST, COLUMNS), np.int64),
        now=np.zeros((2, COLUMNS), np.int64),
        rolled=np.zeros((2, len(KEYED)), np.int64),
        bits=np.zeros((2, STACK_MOST), np.uint64),
        forms=np.zeros((2, STACK_MOST, 8, 4), np.int64),
        dice=dice,
        counts=np.zeros(5, np.int64),
        nth=_nth(),
    )


@cache
def _nth() -> Array:
    table = np.full((1 << WINDOW, WINDOW + 2), WINDOW, np.int8)
    for bits in range(1 << WINDOW):
        places = [place for place in range(WINDOW) if bits >> place & 1]
        table[bits, : len(places) + 1] = [len(places), *places]
    return table
