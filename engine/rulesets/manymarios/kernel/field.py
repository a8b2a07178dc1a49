"""The kernel's arrays: packed armies, outcomes, and a battle, with what all rules do to it.

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
NOBODY: Final = -1
NOWHERE: Final = (-1, -1, -1, -1, -1, -1)
BY_DICE: Final = -1

DRAW, A_WINS, B_WINS = range(3)
DEFEAT, STALEMATE = range(2)
AGILITY, BALLISTICS, DEFENDER, FLYING, STUN, LAUNCH, AIR_STRIKE = (1 << bit for bit in range(7))

Array: TypeAlias = NDArray[Any]


class Armies(NamedTuple):
    """Packed armies. Army i has the units of rows start[i] to start[i + 1] of `ae`, `de`,
    `abilities` and `own`; row r has the bonuses bonus[r] to bonus[r + 1] of `bonuses`, `own[r]` of
    its own before those it carries, which add up to total[r].
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
    """How battles ended, one row a battle.

    winner: 0 draw, 1 side a, 2 side b. reason: 0 defeat, 1 stalemate. rounds: how many were played.
    left: units left of side a and of side b.
    places, ae, de: those units in the order of their lineup, by side; a place counts from 1, as in
    the unit's id, and 0 means no more units. Empty where survivors were not asked for.
    """

    winner: Array
    reason: Array
    rounds: Array
    left: Array
    places: Array
    ae: Array
    de: Array


FIELD: Final = np.dtype(
    [
        # Per unit: where its own bonuses begin, where those it carries begin and end (M5), what all
        # add up to; what it has; the rounds in which it is stunned (M30) and was spent (M28).
        ("own", np.int64, 2 * LINEUP_MOST),
        ("carried", np.int64, 2 * LINEUP_MOST),
        ("carried_end", np.int64, 2 * LINEUP_MOST),
        ("total", np.int64, 2 * LINEUP_MOST),
        ("ae", np.int64, 2 * LINEUP_MOST),
        ("de", np.int64, 2 * LINEUP_MOST),
        ("abilities", np.int64, 2 * LINEUP_MOST),
        ("stunned", np.int64, 2 * LINEUP_MOST),
        ("spent", np.int64, 2 * LINEUP_MOST),
        # Per side: its units, the leader first, and how many still stand; who fired last (M21); all
        # abilities that any of its units has.
        ("lineup", np.int64, (2, LINEUP_MOST)),
        ("standing", np.int64, 2),
        ("shooter", np.int64, 2),
        ("known", np.int64, 2),
        # Whether anybody is to leave or to go to the back.
        ("leaving", np.int64),
    ]
)
Field: TypeAlias = Any
"""The state of a battle: a record of FIELD, which numba passes on much faster than many arrays."""


@bare
def has(field: Field, unit: int, ability: int) -> bool:
    """Whether a unit has an ability."""
    return bool(field.abilities[unit] & ability)


@bare
def able(field: Field, unit: int, number: int) -> bool:
    """Whether a unit is neither exhausted nor stunned."""
    return bool(field.ae[unit] > 0 and field.stunned[unit] != number)


@bare
def hit(field: Field, attacker: int, target: int, amount: int) -> int:
    """Each point costs its dealer an AE and its taker a DE, which stops at 0 (M4): the amount."""
    field.ae[attacker] -= amount
    wound(field, target, amount)
    return amount


@bare
def wound(field: Field, unit: int, amount: int) -> None:
    """Takes DE from a unit, down to 0 (M4)."""
    field.de[unit] -= amount
    if field.de[unit] <= 0:
        field.de[unit] = 0
        field.leaving = 1


@bare
def stun(field: Field, attacker: int, target: int, number: int) -> None:
    """A unit of the offense that dealt damage to a stunner deals nothing next round (M30)."""
    if has(field, target, STUN):
        field.stunned[attacker] = number + 1


@bare
def send_back(field: Field, side: int, place: int) -> None:
    """Moves one unit to the back of its lineup."""
    last = field.standing[side] - 1
    unit = field.lineup[side, place]
    for k in range(place, last):
        field.lineup[side, k] = field.lineup[side, k + 1]
    field.lineup[side, last] = unit
