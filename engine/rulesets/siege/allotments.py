"""Legal allotments (D1): drawing one, writing it as an army, moving single points."""

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
"""Every way to distribute the points of one stat."""
STARTS: Final = 40  # random allotments with which a search starts

Points = Sequence[int]


def random_allotment(rng: Rng) -> Five:
    """Return a random legal allotment (D1), uniformly distributed."""
    while True:
        atk, def_, hp = (SPLITS[rng.below(len(SPLITS), "pool", stat)] for stat in POOLS)
        units = tuple(zip(atk, def_, hp, (0,) * len(LETTERS), strict=True))
        if all(sum(unit) <= UNIT_MOST for unit in units):
            a, b, c, d, e = units
            return a, b, c, d, e


def army_of(units: Sequence[Points]) -> dict[str, Any]:
    """Return the army, as in a battle file, whose units A to E have these points."""
    return {
        "units": {
            letter: dict(zip(POOLS, points, strict=False))
            for letter, points in zip(LETTERS, units, strict=True)
        }
    }


@dataclass(frozen=True)
class Allotments:
    """The `Recruiting` of the siege: how a search moves between allotments, which have no price.

    Letters matter only between equal units (D3 to D5), and bots draw the same dice for each letter,
    so allotments that differ only in letters have equal chances. The search keeps the one that
    sorts units by ATK, then DEF, then HP, the highest first.
    """

    starts: int = STARTS
    money: None = None
    usual: int = 0
    least: int = 0

    def price(self, _army: Army) -> None:
        """Return None: allotments have no price."""

    def draw(self, _budget: int, rng: Rng) -> Army:
        return _sorted(random_allotment(rng))

    def kinds(self, _army: Army) -> int:
        """Return the number of stats, one kind of change each."""
        return len(POOLS)

    def changes(self, army: Army, kind: int, _budget: int) -> list[Army]:
        """Return the allotments with one point of a stat moved between two units."""
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
        """Return a key that is equal for allotments which differ only in letters."""
        return str(sorted(_points(army)))


def _points(army: Army) -> list[tuple[int, ...]]:
    return [tuple(army["units"][letter][stat] for stat in POOLS) for letter in LETTERS]


def _sorted(units: Sequence[Points]) -> Army:
    return army_of(sorted(map(tuple, units), reverse=True))


RECRUITING: Final[Recruiting] = Allotments()
