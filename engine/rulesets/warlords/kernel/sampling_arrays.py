"""The sampling kernel's arrays: stacks with the keys of their dice, and scratch space."""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from engine.kernels.dice import DIE_COLUMNS, die
from engine.rulesets.warlords.catalog import SLAYERS
from engine.rulesets.warlords.kernel.arrays import STACK_MOST, Array, Stacks
from engine.rulesets.warlords.odds import WEAKENING
from engine.rulesets.warlords.stages import MEDAL_DICE

ROLL_WORDS: Final = (
    *("melee", "medal", "missile", "cover", "acid", "lightning", "assassin"),
    *WEAKENING,
    *SLAYERS,
)
"""What units roll for, in the words of the stages; the columns of `Armies.keys`."""
MELEE, MEDAL, MISSILE, COVER, ACID, LIGHTNING, ASSASSIN = range(7)
CURSE, POISON, DISEASE = range(7, 10)
SLAYER: Final = 10
WORDS: Final = 18

WINDOW: Final = 8  # rounds of melee that one table look-up covers

STRENGTH, MEDALS, IMMUNE, HITS, SHOTS, VETERAN, ROW = range(7)
ROLLED, AHEAD, AT_RISK, SLAIN, SLAYER_WORD, ARMED = range(7, 13)
"""Columns of entrants and front units. ROLLED: rounds of melee rolled for; AHEAD: those not fought
yet; AT_RISK: whether afflictions are rolled for it; SLAIN and SLAYER_WORD: points and number of the
best enemy slayer against it; ARMED: whether it has powers or shots."""
COLUMNS: Final = 13

ROUNDS, TOUCHED = range(2)
"""Places of `Field.counts`: rounds of this battle, and (two places, by side) whether `rolled` of
the front unit has to be reset."""


class Armies(NamedTuple):
    """Packed stacks with the keys of their dice."""

    stacks: Stacks
    keys: Array  # by row and column of ROLL_WORDS


class Field(NamedTuple):
    """The scratch space of a battle.

    entrants[side, place]: units as they enter.
    now[side]: the front units.
    rolled[side, word]: number of rolls of the front unit for this word.
    bits[side, place]: the next rounds of melee in which a unit succeeds, the next one lowest.
    forms[side, place, mask]: strength, medals, immunity and hits after these afflictions.
    dice: the combat die, then the medal dice.
    nth[bits, n]: place of the n-th set bit, or WINDOW; nth[bits, 0]: number of set bits.
    """

    entrants: Array
    now: Array
    rolled: Array
    bits: Array
    forms: Array
    dice: Array
    counts: Array
    nth: Array


def new_field() -> Field:
    """Return scratch space, reused from battle to battle."""
    dice = np.zeros((len(MEDAL_DICE), DIE_COLUMNS), np.uint64)
    for medals, sides in enumerate(MEDAL_DICE):
        dice[medals] = die(sides or 20)
    return Field(
        entrants=np.zeros((2, STACK_MOST, COLUMNS), np.int64),
        now=np.zeros((2, COLUMNS), np.int64),
        rolled=np.zeros((2, len(ROLL_WORDS)), np.int64),
        bits=np.zeros((2, STACK_MOST), np.uint64),
        forms=np.zeros((2, STACK_MOST, 8, 4), np.int64),
        dice=dice,
        counts=np.zeros(3, np.int64),
        nth=_nth(),
    )


@cache
def _nth() -> Array:
    table = np.full((1 << WINDOW, WINDOW + 2), WINDOW, np.int8)
    for bits in range(1 << WINDOW):
        places = [place for place in range(WINDOW) if bits >> place & 1]
        table[bits, : len(places) + 1] = [len(places), *places]
    return table
