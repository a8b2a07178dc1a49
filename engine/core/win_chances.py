"""The types of a battle's chances."""

from collections import Counter
from collections.abc import Callable
from math import nextafter
from typing import Any, Literal, TypeAlias

import msgspec

from engine.core.events import BattleEnded, SideId

BELOW_ONE = nextafter(1.0, 0.0)  # a share that rounding would make certain, such as 1 - 1e-20


class WinChances(msgspec.Struct, frozen=True):
    """The exact chances of a battle's results, from some state of it."""

    a: float  # sums to 1 with `b` and `draw`
    b: float
    draw: float
    # the chance that exactly k units of a side are left, by k from 0 (it lost)
    survivors: dict[SideId, tuple[float, ...]]
    # the chance that a unit is among them, if the ruleset computes it
    units: dict[str, float] | None = None


class Odds(msgspec.Struct, frozen=True, omit_defaults=True):
    """Win chances of one battle, and how they were found."""

    method: Literal["exact", "sample"]
    a: float  # sums to 1 with `b` and `draw`
    b: float
    draw: float
    samples: int | None  # None for exact odds, as `interval`
    interval: tuple[float, float] | None  # of `a`, at 95 %
    # the chance that exactly k units of a side are left, by k from 0
    survivors: dict[str, tuple[float, ...]]
    # the chance that a unit is left, if the ruleset computes it
    units: dict[str, float] | None = None


Ends: TypeAlias = Counter[tuple[SideId | None, int, int]]
"""Number of battles by winner, units left of a and units left of b."""


def number_left(end: BattleEnded, side: SideId) -> int:
    """Return how many units a side has left at the end; 0 if it lost, even if some are left."""
    return 0 if end.winner not in (None, side) else len(end.survivors[side])


class Rolled(msgspec.Struct, frozen=True):
    """One roll of a side: its chance to succeed, and whether it did."""

    side: SideId
    chance: float
    succeeded: bool


class Bonus(msgspec.Struct, frozen=True):
    """Something that helps or hinders an army, and the battle without it."""

    kind: str  # its category, such as `item` or `ability`
    id: str  # the word or catalog id of the thing
    side: SideId | None  # whose it is, or None for the field's
    units: tuple[str, ...]  # ids of the units that have it; none if it is the whole army's
    amount: int | None  # how much of it there is, or None if it has no measure
    without: Any  # the setup without it, or the battle file without it, to be read anew


Counts: TypeAlias = Callable[[SideId, int], bool]
"""Whether to count a battle that this side wins with this number of units left."""
