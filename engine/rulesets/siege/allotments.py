"""Allotments that D1 allows: drawn, written out as armies, and changed by a point at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any, Final

from engine.core.recruiting import Army, Recruiting
from engine.core.rng import Rng
from engine.rulesets.siege.army import POOLS
from engine.rulesets.siege.catalog import POINTS, STAT_MOST, UNIT_MOST
from engine.rulesets.siege.rules import Five
from engine.rulesets.siege.snapshot import LETTERS

SPLITS: Final = tuple(
    points for points in product(range(STAT_MOST + 1), repeat=len(LETTERS)) if sum(points) == POINTS
)
"""Every way to spend the points of a stat."""
STARTS: Final = 40
"""Allotments that a search draws, beside the own one and its changes."""

Points = Sequence[int]


def any_allotment(rng: Rng) -> Five:
    """An allotment that D1 allows, each as likely as any other."""
    while True:
        atk, def_, hp = (SPLITS[rng.below(len(SPLITS), "pool", stat)] for stat in POOLS)
        units = tuple(zip(atk, def_, hp, (0,) * len(LETTERS), strict=True))
        if all(sum(unit) <= UNIT_MOST for unit in units):
            a, b, c, d, e = units
            return a, b, c, d, e


def army_of(units: Sequence[Points]) -> dict[str, Any]:
    """The army of a battle file whose units have these points, A to E."""
    return {
        "units": {
            letter: dict(zip(POOLS, points, strict=False))
            for letter, points in zip(LETTERS, units, strict=True)
        }
    }


@dataclass(frozen=True)
class Allotments:
    """How a search comes from one allotment to another: all cost the same.

    Letters decide nothing but between units that are equal in all (D3 to D5), and bots draw their
    dice for each letter alike, so allotments that differ in letters alone have the same chances. Of
    those the one that begins with the highest ATK, then DEF, then HP stands for all.
    """

    starts: int = STARTS
    money: None = None
    usual: int = 0
    least: int = 0

    def price(self, _army: Army) -> None:
        """No allotment has a price."""

    def draw(self, _budget: int, rng: Rng) -> Army:
        """An allotment drawn at random."""
        return _sorted(any_allotment(rng))

    def kinds(self, _army: Army) -> int:
        """One kind for each stat."""
        return len(POOLS)

    def changes(self, army: Army, kind: int, _budget: int) -> list[Army]:
        """The allotments with a point of one stat moved from one unit to another."""
        found = []
        for giver, taker in permutations(range(len(LETTERS)), 2):
            units = [[*points] for points in _points(army)]
            units[giver][kind] -= 1
            units[taker][kind] += 1
            is_legal = units[giver][kind] >= 0 and units[taker][kind] <= STAT_MOST
            if is_legal and sum(units[taker]) <= UNIT_MOST:
                found.append(_sorted(units))
        return found

    def alike(self, army: Army) -> str:
        """The same for allotments that differ in letters alone."""
        return str(sorted(_points(army)))


def _points(army: Army) -> list[tuple[int, ...]]:
    return [tuple(army["units"][letter][stat] for stat in POOLS) for letter in LETTERS]


def _sorted(units: Sequence[Points]) -> Army:
    return army_of(sorted(map(tuple, units), reverse=True))


RECRUITING: Final[Recruiting] = Allotments()
