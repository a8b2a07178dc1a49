"""The shares of a side, also by the order of its units: its wins and half of the draws.

They come from the ruleset's kernel if it evaluates many battles together; otherwise from the rules,
battle by battle: exactly where possible, else from a sample.
"""

import json
from collections.abc import Iterator, Sequence
from math import factorial, prod
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.core.battlefile import read_battle, with_army
from engine.core.budget import budget
from engine.core.errors import InputError
from engine.core.events import SIDES, SideId
from engine.core.rng import Rng
from engine.core.ruleset import Army, Battle, Kernel, Odds
from engine.kernels import loading
from engine.odds.chances import exact_odds, kernel_cost, of_chances, sampled_odds, wilson
from engine.rulesets import read_once, rulesets

Share: TypeAlias = tuple[float, tuple[float, float] | None]
"""A side's share, and its 95 % interval if it was sampled."""

AT_ONCE: Final = 1_024  # battles in one call of a kernel, which cannot be interrupted


def needs_compiler(battle: Battle) -> bool:
    """Whether a search in this battle's game needs a kernel that was never compiled."""
    return _weighs_many(battle) and not loading.is_compiled(battle.ruleset)


def lack_of(battle: Battle) -> loading.Lack | None:
    """Return why a search in this battle's game must wait for a kernel, like `engine.lack_of`."""
    return loading.lack_of(battle.ruleset) if _weighs_many(battle) else None


def of_orders(battle: Battle, side: SideId, orders: NDArray[Any]) -> NDArray[Any] | None:
    """Return the exact share of a side for each order of its units; None without a kernel."""
    kernel = _kernel_of(battle)
    if kernel is None or kernel.orders is None:
        return None
    found = []
    for first in range(0, len(orders), AT_ONCE):
        part = orders[first : first + AT_ONCE]
        _spend(battle, len(part))
        found.append(kernel.orders(battle, side, part))
    return np.concatenate(found) if found else np.empty(0)


def of_table(rows: Sequence[Battle], columns: Sequence[Battle]) -> list[list[float]] | None:
    """Return the kernel's exact shares of side a of each row against side b of each column."""
    kernel = _kernel_of(rows[0])
    if kernel is None or kernel.table is None:
        return None
    _spend(rows[0], len(rows) * len(columns))
    found: list[list[float]] = np.asarray(kernel.table(rows, columns)).tolist()
    return found


def exact(battle: Battle) -> Odds:
    """Return the exact odds by the kernel or the rules. Raises InputError if only samples can."""
    kernel = _kernel_of(battle)
    if kernel is None or kernel.odds is None:
        return exact_odds(battle)
    _spend(battle, 1)
    return of_chances(kernel.odds([battle])[0])


def of_battle(battle: Battle, side: SideId, samples: int) -> Share:
    """Return a side's share of one battle, by the rules."""
    try:
        return share_of(exact_odds(battle), side), None
    except InputError:
        share = share_of(sampled_odds(battle, samples, battle.seed or 0), side)
    # With draws, the variance is at most that of wins and losses with the same mean.
    return share, wilson(share * samples, samples)


def share_of(odds: Odds, side: SideId) -> float:
    """Return a side's chance to win plus half the chance of a draw."""
    return (odds.a if side == "a" else odds.b) + odds.draw / 2


def rearmed(battle: Battle, side: SideId, army: Army) -> Battle:
    """Return the battle with another army for a side. Raises InputError if the rules refuse it."""
    return read_battle(with_army(battle.document, SIDES.index(side), army), rulesets())


def reordered(battle: Battle, side: SideId, order: Sequence[int]) -> Battle:
    """Return the battle with a side's units in another order, given by their places from 0."""
    key, army = battle.ruleset.ordered, battle.document["sides"][SIDES.index(side)]["army"]
    return rearmed(battle, side, {**army, str(key): [army[key][n] for n in order]})


def _spend(battle: Battle, battles: int) -> None:
    """Charge a kernel's cost of this many similar battles to the budget, if there is one."""
    if spent := budget():
        spent.spend(battles * kernel_cost(battle))


def _weighs_many(battle: Battle) -> bool:
    kernel = _kernel_of(battle)
    return kernel is not None and (kernel.orders is not None or kernel.table is not None)


def _kernel_of(battle: Battle) -> Kernel | None:
    make = battle.ruleset.kernel
    return make() if make is not None else None


DIGITS: Final = 8  # the solver's accuracy: smaller frequencies are dropped


def best_mixture(win: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return how often to choose each row for an expected share of at least 1/2 against every row.

    `win[i][j]` is the share of i as side a against j as side b. Sides are assigned by a coin toss:
    the share of i against j is the mean of `win[i][j]` and 1 - `win[j][i]`. The game is then
    symmetric, so such a mixture always exists; if there are several, this is one of them.
    """
    from scipy.optimize import linprog  # loads slowly

    as_a = np.array(win, float)
    gains = np.round((as_a - as_a.T) / 2, DIGITS)
    size = len(gains)
    # The variables are the frequencies and the value, which is at most the gain against each row.
    found = linprog(
        [0] * size + [-1],  # linprog minimizes
        A_ub=np.column_stack([-gains.T, np.ones(size)]),
        b_ub=np.zeros(size),
        A_eq=[[1] * size + [0]],
        b_eq=[1],
        bounds=[(0, 1)] * size + [(-1, 1)],
        method="highs",
    )
    often = np.clip(found.x[:size], 0, 1) + 0.0  # not -0.0
    return tuple(np.round(often / often.sum(), DIGITS).tolist())


Places: TypeAlias = tuple[int, ...]  # the units of the army in an order, by their places from 0


class Arrangements:
    """The orders of a list of units, given as plain data as in a battle file.

    size: the number of units.
    total: the number of orders, n! for n units.
    alike: how many orders look the same because they only swap equal units.
    count: how many orders look different: `total` / `alike`.
    """

    def __init__(self, units: Sequence[Any]) -> None:
        self.units = [*units]
        self.size = len(units)
        kinds: dict[str, list[int]] = {}
        for place, unit in enumerate(units):
            kinds.setdefault(json.dumps(unit, sort_keys=True), []).append(place)
        self.kinds = [*kinds.values()]
        self.kind_of = {place: k for k, places in enumerate(self.kinds) for place in places}
        self.total = factorial(self.size)
        self.alike = prod(factorial(len(places)) for places in self.kinds)
        self.count = self.total // self.alike

    def part(self, first: int, stop: int) -> NDArray[Any]:
        """Return the distinct orders number `first` to `stop` - 1, one per row."""
        rank = np.arange(first, stop, dtype=np.int64)
        left = np.tile(np.array([len(k) for k in self.kinds], np.int64), (len(rank), 1))
        # Number of orders with the same beginning as each row.
        ways = np.full(len(rank), self.count, np.int64)
        order = np.empty((len(rank), self.size), np.int64)
        places = np.zeros((len(self.kinds), self.size), np.int64)
        for k, own in enumerate(self.kinds):
            places[k, : len(own)] = own
        rows = np.arange(len(rank))
        for column in range(self.size):
            by_kind = ways[:, None] * left // (self.size - column)
            before = np.cumsum(by_kind, axis=1)
            kind = (before <= rank[:, None]).sum(axis=1)
            rank -= np.where(kind > 0, before[rows, np.maximum(kind - 1, 0)], 0)
            ways = by_kind[rows, kind]
            used = np.array([len(k) for k in self.kinds], np.int64)[kind] - left[rows, kind]
            order[:, column] = places[kind, used]
            left[rows, kind] -= 1
        return order

    def random(self, rng: Rng, what_for: str, who: str) -> Places:
        """Return a random order of the units."""
        rest = [*range(self.size)]
        return tuple(rest.pop(rng.below(len(rest), what_for, who)) for _ in range(self.size))

    def first_alike(self, order: Sequence[int]) -> Places:
        """Return the lexicographically first order that looks the same as this one."""
        waiting = [iter(places) for places in self.kinds]
        return tuple(next(waiting[self.kind_of[place]]) for place in order)

    def all_alike(self, order: Sequence[int]) -> Iterator[Places]:
        """Return all orders that look the same as this one, lexicographically."""
        kinds = [self.kind_of[place] for place in order]
        free = [[*places] for places in self.kinds]

        def begun(column: int) -> Iterator[Places]:
            if column == self.size:
                yield ()
                return
            own = free[kinds[column]]
            for index in range(len(own)):
                place = own.pop(index)
                yield from ((place, *rest) for rest in begun(column + 1))
                own.insert(index, place)

        return begun(0)


TOP: Final = 10  # default number of orders or armies listed
SAMPLES: Final = 1_000  # default number of battles played for each number that cannot be exact
EQUAL_DIGITS: Final = 12  # shares that agree in these are equal
LEAST: Final = 10.0**-EQUAL_DIGITS

Interval: TypeAlias = tuple[float, float]


class Weighed(NamedTuple):
    """The share of one order: the mean, by opponent if several, and intervals if sampled."""

    win: float
    wins: tuple[float, ...] | None
    interval: Interval | None
    intervals: tuple[Interval, ...] | None = None


class Task(NamedTuple):
    """Battle files as JSON that differ in the opponent, and the side whose orders are evaluated."""

    files: tuple[str, ...]
    side: SideId
    samples: int  # how often a battle without exact odds is played
    by_kernel: bool  # whether the ruleset's kernel evaluates orders

    def weigh(self, orders: Any) -> list[Weighed]:
        """Return the shares of these orders; `orders` has a row of places for each."""
        rows = np.asarray(orders, np.int64)
        by_battle = [self._in_battle(read_once(file), rows) for file in self.files]
        return [self._weighed(row) for row in zip(*by_battle, strict=True)]

    def means(self, orders: Any) -> NDArray[Any]:
        """Return the mean shares of these orders: those of `weigh`, but faster with a kernel."""
        rows = np.asarray(orders, np.int64)
        if not self.by_kernel:
            return np.array([one.win for one in self.weigh(rows)])
        found = [of_orders(read_once(file), self.side, rows) for file in self.files]
        return rounded_mean([one for one in found if one is not None])

    def _in_battle(self, battle: Battle, orders: NDArray[Any]) -> Sequence[Share]:
        exact = of_orders(battle, self.side, orders) if self.by_kernel else None
        if exact is not None:
            return [(win, None) for win in exact.tolist()]
        return [
            of_battle(reordered(battle, self.side, order), self.side, self.samples)
            for order in orders.tolist()
        ]

    def _weighed(self, row: Sequence[Share]) -> Weighed:
        (win,) = rounded_mean([np.array([share]) for share, _ in row]).tolist()
        wins = tuple(rounded(share) for share, _ in row) if len(row) > 1 else None
        if all(interval is None for _, interval in row):
            return Weighed(win, wins, None)
        battles = self.samples * len(row)
        if wins is None:
            return Weighed(win, None, wilson(win * battles, battles))
        # Exact shares have intervals of width 0, as in tables.
        intervals = tuple(interval or (share, share) for share, interval in row)
        return Weighed(win, wins, wilson(win * battles, battles), intervals)


def rounded_mean(by_battle: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Return the mean over opponents, rounded so that equal shares are equal numbers."""
    return all_rounded(np.sum(by_battle, axis=0) / len(by_battle))


def rounded(share: float) -> float:
    """Round a share, so that equal ones are equal numbers; only a certain one becomes 0 or 1."""
    near = round(share, EQUAL_DIGITS)
    return min(max(near, LEAST * (share > 0)), 1 - LEAST * (share < 1))


def all_rounded(shares: NDArray[Any]) -> NDArray[Any]:
    """Round each share as `rounded` does."""
    near = np.round(shares, EQUAL_DIGITS)
    return np.clip(near, LEAST * (shares > 0), 1 - LEAST * (shares < 1))
