"""The allotments that bots play with when they may choose."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Final

from engine.core.rng import Rng
from engine.rulesets.siege.catalog import POINTS, STAT_MOST, UNIT_MOST
from engine.rulesets.siege.rules import Five, Stats
from engine.rulesets.siege.snapshot import LETTERS, STATS

UNITS: Final = 5
POOLS: Final = tuple(
    points for points in product(range(STAT_MOST + 1), repeat=UNITS) if sum(points) == POINTS
)
"""Every way to spend the points of a stat."""


def any_allotment(rng: Rng) -> Five:
    """An allotment that D1 allows, each as likely as any other."""
    while True:
        atk, def_, hp = (POOLS[rng.below(len(POOLS), "pool", stat)] for stat in STATS[:3])
        units = tuple(zip(atk, def_, hp, (0,) * UNITS, strict=True))
        if all(sum(unit) <= UNIT_MOST for unit in units):
            a, b, c, d, e = units
            return a, b, c, d, e


def one_of(*armies: str) -> Callable[[Rng], Five]:
    """One of these armies, `ATK/DEF/HP` five times, its units under any letters.

    An army that is named more often comes more often. Letters at random tell the enemy nothing.
    """

    def allot(rng: Rng) -> Five:
        army = armies[rng.below(len(armies), "army", "")]
        return _shuffled([_unit(word) for word in army.split()], rng)

    return allot


def _unit(word: str) -> Stats:
    atk, def_, hp = map(int, word.split("/"))
    return atk, def_, hp, 0


def _shuffled(units: Sequence[Stats], rng: Rng) -> Five:
    left = list(units)
    a, b, c, d, e = (left.pop(rng.below(len(left), "unit", letter)) for letter in LETTERS)
    return a, b, c, d, e
