"""Puzzles: battles in which one order of a side's units is clearly best, but not obvious.

All orders are evaluated exactly. Random armies are seldom a puzzle, so they are changed step by
step: a unit is replaced by a random one, or two enemy units change places. A change is kept if it
does not reduce the margin of the best order over the second.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.core.battlefile import read_battle
from engine.core.errors import InputError
from engine.core.events import SIDES, SideId, other_side
from engine.core.rng import Rng
from engine.core.ruleset import Battle
from engine.odds.exact import exact_odds
from engine.rulesets import rulesets
from engine.search import shares
from engine.search.shares import Arrangements, Places, all_rounded

SIDE: Final[SideId] = "a"  # the side whose units are put in order
MARGIN: Final = 0.02  # minimum margin of the best order over the second distinct one
MARGIN_WANTED: Final = 0.04  # the margin aimed at, if a few changes reach it
CHANCE_LEAST: Final = 0.25
CHANCE_MOST: Final = 0.85  # bounds of the best order's chance: worth a try, and never certain
SPREAD: Final = 0.10  # minimum margin of the best order over the worst
ORDERS_LEAST: Final = 60
ORDERS_MOST: Final = 180  # distinct orders: of more, one is hardly ever clearly best
PATIENCE: Final = 40  # consecutive failed changes before other armies are drawn
DRAWN: Final = 8  # random armies of each side whose units serve as replacements

Army = dict[str, Any]
Draw = Callable[[SideId], Army]  # draws an army of a fixed size for a side
Allows = Callable[[Battle], bool]  # whether changed armies may meet


class WeighedOrders(NamedTuple):
    """The shares of all distinct orders, best first; `obvious` ones come to mind first."""

    orders: tuple[Places, ...]
    wins: tuple[float, ...]
    obvious: Mapping[str, Places]

    @property
    def margin(self) -> float:
        return self.wins[0] - self.wins[1] if len(self.wins) > 1 else 0.0

    @property
    def is_puzzle(self) -> bool:
        """Whether one order is clearly best, and none of the obvious ones."""
        return (
            ORDERS_LEAST <= len(self.wins) <= ORDERS_MOST
            and self.margin >= MARGIN
            and CHANCE_LEAST <= self.wins[0] <= CHANCE_MOST
            and self.wins[0] - self.wins[-1] >= SPREAD
            and self.orders[0] not in self.obvious.values()
        )


class MadePuzzle(NamedTuple):
    battle: Battle
    weighed: WeighedOrders


def weigh_all(battle: Battle) -> WeighedOrders:
    """Evaluate all orders of side a. Raises InputError if no kernel evaluates orders."""
    army = Arrangements(_units(battle))
    rows = army.part(0, army.count)
    wins = all_rounded(_shares(battle, rows))
    ranked = np.lexsort((*rows.T[::-1], -wins))
    return WeighedOrders(
        orders=tuple(map(tuple, rows[ranked].tolist())),
        wins=tuple(wins[ranked].tolist()),
        obvious=obvious(battle),
    )


def obvious(battle: Battle) -> dict[str, Places]:
    """Return the orders that come to mind first: as listed, strongest first, weakest first.

    A unit is stronger if fewer enemies are left on average when it fights all of them alone.
    """
    units = _units(battle)
    army = Arrangements(units)
    places = range(army.size)
    left = [_left(shares.reordered(battle, SIDE, [place])) for place in places]
    orders = {
        "listed": [*places],
        "strongest": sorted(places, key=lambda place: left[place]),
        "weakest": sorted(places, key=lambda place: -left[place]),
    }
    return {name: army.first_alike(order) for name, order in orders.items()}


def make_puzzle(terms: Mapping[str, Any], draw: Draw, allows: Allows, rng: Rng) -> MadePuzzle:
    """Return a puzzle with armies like the drawn ones; the same dice make the same puzzle."""
    while True:
        battle = _read({**terms, "sides": [{"army": draw(side)} for side in SIDES]}, allows)
        found = _climbed(battle, _Changes(battle, draw, allows, rng)) if battle else None
        if found is not None:
            return _shuffled(found, rng)


class _Changes:
    """Random changes of battles: a unit is replaced, or two enemy units change places."""

    def __init__(self, battle: Battle, draw: Draw, allows: Allows, rng: Rng) -> None:
        key = battle.ruleset.ordered
        assert key is not None
        self.key = key
        self.rows = {side: [row for _ in range(DRAWN) for row in draw(side)[key]] for side in SIDES}
        self.allows = allows
        self.rng = rng

    def random_change(self, battle: Battle) -> Battle | None:
        """Return the battle with one change; None where these armies may not meet."""
        document = deepcopy(battle.document)
        change = self.rng.below(4, "change", "")
        side: SideId = SIDE if change < 2 else other_side(SIDE)
        units = document["sides"][SIDES.index(side)]["army"][self.key]
        place = self.rng.below(len(units), "place", "")
        other = self.rng.below(len(units), "other", "")
        if change == 0:
            # Equal units leave fewer orders, so that one stands out more easily.
            units[place] = units[other]
        elif change == 2:
            units[place], units[other] = units[other], units[place]
        else:
            drawn = self.rows[side]
            units[place] = drawn[self.rng.below(len(drawn), "unit", "")]
        return _read(document, self.allows)


def _climbed(battle: Battle, changes: _Changes) -> MadePuzzle | None:
    """Return a puzzle made from this battle by some changes, if there is one."""
    best = _score(battle)
    failed = 0
    while best is not None and best < MARGIN_WANTED and failed < PATIENCE:
        failed += 1
        changed = changes.random_change(battle)
        score = _score(changed) if changed is not None else None
        if changed is not None and score is not None and score >= best:
            failed = 0 if score > best else failed
            battle, best = changed, score
    return _as_puzzle(battle) if best is not None and best >= MARGIN else None


def _as_puzzle(battle: Battle) -> MadePuzzle | None:
    weighed = weigh_all(battle)
    return MadePuzzle(battle, weighed) if weighed.is_puzzle else None


def _shuffled(made: MadePuzzle, rng: Rng) -> MadePuzzle:
    """Return the puzzle with its own units in random order, so that the order gives no hint."""
    size = len(_units(made.battle))
    while True:
        places = [*range(size)]
        order = [places.pop(rng.below(len(places), "shuffle", "")) for _ in range(size)]
        found = _as_puzzle(shares.reordered(made.battle, SIDE, order))
        if found is not None:
            return found


def _score(battle: Battle) -> float | None:
    """Return the margin of the best order over the second, minus penalties for other shortcomings.

    None if there are too many or too few orders, or if one side is far too strong.
    """
    army = Arrangements(_units(battle))
    if not ORDERS_LEAST <= army.count <= ORDERS_MOST:
        return None
    wins = _shares(battle, army.part(0, army.count))
    best, second = np.sort(wins)[:-3:-1].tolist()
    if not CHANCE_LEAST / 2 <= best <= (1 + CHANCE_MOST) / 2:
        return None
    lacks = max(CHANCE_LEAST - best, best - CHANCE_MOST, 0.0)
    lacks += max(SPREAD - (best - float(wins.min())), 0.0)
    return float(best - second - lacks)


def _read(document: Mapping[str, Any], allows: Allows) -> Battle | None:
    """Return the battle in this file; None where these armies may not meet."""
    try:
        battle = read_battle(document, rulesets())
    except InputError:
        return None
    return battle if allows(battle) else None


def _units(battle: Battle) -> list[Any]:
    key = battle.ruleset.ordered
    if key is None:
        raise InputError.single("ruleset", "has no order of units")
    units: list[Any] = battle.document["sides"][0]["army"][key]
    return units


def _shares(battle: Battle, orders: NDArray[Any]) -> NDArray[Any]:
    wins = shares.of_orders(battle, SIDE, orders)
    if wins is None:
        raise InputError.single("ruleset", "has no kernel that weighs orders")
    return wins


def _left(battle: Battle) -> float:
    row = exact_odds(battle).survivors[other_side(SIDE)]
    return sum(count * chance for count, chance in enumerate(row))
