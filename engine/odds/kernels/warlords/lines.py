"""The arrays of the Warlords kernel: packed stacks, battles, and the room that it works in."""

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.rulesets.warlords.army import CITY_STACK_MOST

Array: TypeAlias = NDArray[Any]

(
    BASE,
    BLESSED,
    CURSED,
    POISONED,
    DISEASED,
    MEDALS,
    OWN,
    ROLLED,
    GROUND,
    BANDING,
    ITEMS,
    HITS,
    FLYING,
    ACID,
    LIGHTNING,
    ASSASSIN,
    SHOTS,
    WARDING,
    TRAMPLE,
    RACE,
    ENGAGED,
    STRENGTH_NOW,
    HITS_NOW,
    IMMUNE_NOW,
    VETERAN,
) = range(25)
"""Columns of a unit. OWN and ROLLED are bits of CURSE, POISON, DISEASE; RACE has a bit a slayer."""
UNIT_COLUMNS: Final = 25

CURSE, POISON, DISEASE = 1, 2, 4

(
    LEADERSHIP,
    MORALE,
    FORTIFY,
    CHAOS,
    FEAR,
    SIEGE,
    CURSE_PERCENT,
    POISON_PERCENT,
    DISEASE_PERCENT,
    LIFE_DRAIN,
    SLAYERS,
) = range(11)
"""Columns of a stack; from SLAYERS on the points of each slayer."""

STACK_MOST: Final = CITY_STACK_MOST
FORMS_MOST: Final = 8

KEY_STRENGTH, KEY_MEDALS, KEY_IMMUNE, KEY_SHOTS, KEY_VETERAN = range(5)
"""What a group of fronts has in common; the hits are the places of its vector."""
KEY_COLUMNS: Final = 5

TRIED_ACID, TRIED_LIGHTNING, TRIED_ASSASSIN = 1, 2, 4


class Stacks(NamedTuple):
    """Stacks for the kernel: unit rows of stack k are start[k] to start[k + 1]."""

    start: Array
    units: Array
    totals: Array


class Battles(NamedTuple):
    """Which stack attacks which, the combat die, and how far the first pairing has come.

    `struck` is 1 or 2 if the front unit of a or b was hit and may yet be slain, else 0.
    """

    a: Array
    b: Array
    die: Array
    tried: Array
    struck: Array


class Room(NamedTuple):
    """What the kernel writes on while it works; see `room`.

    Groups of fronts have a key and a vector over hits. `form_*` are the forms in which each unit
    steps up, `a_*` the veterans of a in this cell (0) and in the next (1), `b_*` those of b in
    this row and in the next.
    """

    form_key: Array
    form_vec: Array
    form_n: Array
    a_key: Array
    a_vec: Array
    a_n: Array
    b_key: Array
    b_vec: Array
    b_n: Array
    va: Array
    vb: Array
    grid: Array
    ends_a: Array
    ends_b: Array
    slain: Array


def room(hits_most: int, shots_most: int) -> Room:
    """Room for units of at most so many hits and shots."""
    hits = hits_most + 1
    groups = 16 * 2 * 2 * (shots_most + 2)
    return Room(
        form_key=np.zeros((2, STACK_MOST, FORMS_MOST, KEY_COLUMNS), np.int64),
        form_vec=np.zeros((2, STACK_MOST, FORMS_MOST, hits)),
        form_n=np.zeros((2, STACK_MOST), np.int64),
        a_key=np.empty((2, groups, KEY_COLUMNS), np.int64),
        a_vec=np.empty((2, groups, hits)),
        a_n=np.zeros(2, np.int64),
        b_key=np.empty((2, STACK_MOST, groups, KEY_COLUMNS), np.int64),
        b_vec=np.empty((2, STACK_MOST, groups, hits)),
        b_n=np.zeros((2, STACK_MOST), np.int64),
        va=np.zeros(hits),
        vb=np.zeros(hits),
        grid=np.zeros((hits, hits)),
        ends_a=np.zeros(hits),
        ends_b=np.zeros(hits),
        slain=np.zeros((2, STACK_MOST)),
    )
