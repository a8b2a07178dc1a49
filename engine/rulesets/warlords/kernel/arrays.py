"""The arrays of the exact-odds kernel: packed stacks, battles, scratch space."""

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.rulesets.warlords.army import CITY_STACK_MOST

Array: TypeAlias = NDArray[Any]

BASE, BLESSED, CURSED, POISONED, DISEASED, MEDALS = range(6)
OWN, ROLLED, GROUND, BANDING, ITEMS, HITS, FLYING = range(6, 13)
ACID, LIGHTNING, ASSASSIN, SHOTS, WARDING, TRAMPLE, RACE = range(13, 20)
ENGAGED, STRENGTH_NOW, HITS_NOW, IMMUNE_NOW, VETERAN = range(20, 25)
"""Columns of a unit. OWN and ROLLED are CURSE, POISON, DISEASE bits; RACE has a bit per slayer."""
UNIT_COLUMNS: Final = 25

CURSE, POISON, DISEASE = 1, 2, 4

LEADERSHIP, MORALE, FORTIFY, CHAOS, FEAR, SIEGE = range(6)
CURSE_PERCENT, POISON_PERCENT, DISEASE_PERCENT, LIFE_DRAIN, SLAYERS = range(6, 11)
"""Columns of a stack; the points of each slayer start at SLAYERS."""

STACK_MOST: Final = CITY_STACK_MOST
KEY_STRENGTH, KEY_MEDALS, KEY_IMMUNE, KEY_SHOTS, KEY_VETERAN = range(5)
"""The common values of a group of forms; hits are the index of its vector."""
KEY_COLUMNS: Final = 5

TRIED_ACID, TRIED_LIGHTNING, TRIED_ASSASSIN = 1, 2, 4


class Stacks(NamedTuple):
    """Packed stacks: the unit rows of stack k are start[k] to start[k + 1]."""

    start: Array
    units: Array
    totals: Array


class Battles(NamedTuple):
    """Attacking and defending stacks, the combat die, and the progress of the first pairing."""

    a: Array
    b: Array
    die: Array
    tried: Array  # bits of the powers already tried
    struck: Array  # 1 or 2 if the front unit of a or b was hit and can still be slain, else 0


class Scratch(NamedTuple):
    """Scratch space of the kernel.

    A group of forms has a key, `keys[side, slot, group]`, and a vector of chances by hits. Slots
    hold the forms in which a unit steps up (`FORMS` + its place) and the veterans of earlier
    pairings: for a those of this pairing (0) and of the next one (1), for b the same for each unit
    of b (`2 * j` and `2 * j + 1`).
    """

    keys: Array
    vectors: Array
    counts: Array
    work: Array  # four vectors: hits of a and of b before melee, and of a and of b after it
    grid: Array
    slain: Array  # chance that a hit slays a unit
    succeeds: Array  # chance to succeed in melee, by medals and strength
    high: Array  # the most hits in the battle


FORMS: Final = 2 * STACK_MOST  # the slot of the forms of a stack's first unit


def scratch_for(hits_most: int, shots_most: int) -> Scratch:
    """Return scratch space for units with at most this many hits and shots."""
    hits = hits_most + 1
    groups = 16 * 2 * 2 * (shots_most + 2)
    slots = FORMS + STACK_MOST
    return Scratch(
        keys=np.empty((2, slots, groups, KEY_COLUMNS), np.int64),
        vectors=np.empty((2, slots, groups, hits)),
        counts=np.zeros((2, slots), np.int64),
        work=np.zeros((4, hits)),
        grid=np.zeros((hits, hits)),
        slain=np.zeros((2, STACK_MOST)),
        succeeds=np.zeros((5, 16)),
        high=np.ones(1, np.int64),
    )
