"""The kernel's arrays (packed armies, outcomes, a battle) and the changes that several rules share.

A side is 0 (a) or 1 (b). A unit's number is its place in the army, plus LINEUP_MOST on side b.
"""

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.kernels.compiled import bare

LINEUP_MOST: Final = 40
STRIKERS: Final = 3
LAUNCH_DAMAGE: Final = 2
QUIET_MOST: Final = 2
NO_SHOOTER: Final = -1
NO_POSITION: Final = (-1, -1, -1, -1, -1, -1)
BY_DICE: Final = -1

DRAW, A_WINS, B_WINS = range(3)
DEFEAT, STALEMATE = range(2)
AGILITY, BALLISTICS, DEFENDER, FLYING, STUN, LAUNCH, AIR_STRIKE = (1 << bit for bit in range(7))

Array: TypeAlias = NDArray[Any]


class Armies(NamedTuple):
    """Packed armies.

    Army i has the unit rows start[i] to start[i + 1] of `ae`, `de`, `abilities` and `own`. Unit r
    has the damage bonuses bonus[r] to bonus[r + 1] of `bonuses`, which add up to total[r]; the
    first own[r] of them are innate, the others carried.
    """

    start: Array
    ae: Array
    de: Array
    abilities: Array
    own: Array
    bonus: Array
    bonuses: Array
    total: Array


class Outcomes(NamedTuple):
    """How battles ended, one row a battle."""

    winner: Array  # 0 draw, 1 side a, 2 side b
    reason: Array  # 0 defeat, 1 stalemate
    rounds: Array  # rounds played
    left: Array  # units left of side a and of side b
    # places, ae, de: those units in lineup order, by side; places count from 1, as in unit ids, and
    # 0 ends the list. Empty unless survivors were requested
    places: Array
    ae: Array
    de: Array


OF_A_UNIT: Final = (
    *("own", "carried", "carried_end", "total"),  # places of damage bonuses (M5), and their sum
    *("ae", "de", "abilities"),
    *("stunned", "spent"),  # the rounds in which it is stunned (M30) and was spent (M28)
)
FIELD: Final = np.dtype(
    [
        *((name, np.int64, 2 * LINEUP_MOST) for name in OF_A_UNIT),
        # Per side: its units, the leader first; how many still stand; the last shooter (M21); the
        # union of its units' abilities.
        ("lineup", np.int64, (2, LINEUP_MOST)),
        ("standing", np.int64, 2),
        ("shooter", np.int64, 2),
        ("known", np.int64, 2),
        # Whether a unit must leave or go to the back after this round.
        ("leaving", np.int64),
    ]
)
Field: TypeAlias = Any
"""A battle: a record of FIELD, which numba passes much faster than many arrays."""


@bare
def has(field: Field, unit: int, ability: int) -> bool:
    return bool(field.abilities[unit] & ability)


@bare
def able(field: Field, unit: int, number: int) -> bool:
    """Return whether a unit is neither exhausted nor stunned."""
    return bool(field.ae[unit] > 0 and field.stunned[unit] != number)


@bare
def hit(field: Field, attacker: int, target: int, amount: int) -> int:
    """Deal damage: one AE of the attacker and one DE of the target a point; return it (M4)."""
    field.ae[attacker] -= amount
    wound(field, target, amount)
    return amount


@bare
def wound(field: Field, unit: int, amount: int) -> None:
    """Reduce a unit's DE, to at least 0 (M4)."""
    field.de[unit] -= amount
    if field.de[unit] <= 0:
        field.de[unit] = 0
        field.leaving = 1


@bare
def stun(field: Field, attacker: int, target: int, number: int) -> None:
    """Stun an attacker for the next round if its target has stun (M30)."""
    if has(field, target, STUN):
        field.stunned[attacker] = number + 1


@bare
def send_back(field: Field, side: int, place: int) -> None:
    last = field.standing[side] - 1
    unit = field.lineup[side, place]
    for k in range(place, last):
        field.lineup[side, k] = field.lineup[side, k + 1]
    field.lineup[side, last] = unit
