"""The orders of a side's units, and their shares against one opponent or several."""

import json
from collections.abc import Iterator, Sequence
from math import factorial
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.core.events import SideId
from engine.core.ruleset import Battle
from engine.odds.sampled import wilson
from engine.rulesets import read_once
from engine.search import shares

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
        self.alike = 1
        for places in self.kinds:
            self.alike *= factorial(len(places))
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
                for rest in begun(column + 1):
                    yield (place, *rest)
                own.insert(index, place)

        return begun(0)


TOP: Final = 10  # default number of orders or armies listed
SAMPLES: Final = 1_000  # default number of battles played for each number that cannot be exact
EQUAL_DIGITS: Final = 12  # shares that agree in these are equal

Interval: TypeAlias = tuple[float, float]


class Task(NamedTuple):
    """Battle files as JSON that differ in the opponent, and the side whose orders are evaluated."""

    files: tuple[str, ...]
    side: SideId
    samples: int  # how often a battle without exact odds is played
    by_kernel: bool  # whether the ruleset's kernel evaluates orders


class Weighed(NamedTuple):
    """The share of one order: the mean, by opponent, and the intervals of these if sampled."""

    win: float
    wins: tuple[float, ...]
    interval: Interval | None
    intervals: tuple[Interval, ...] | None = None


def weigh(task: Task, orders: Any) -> list[Weighed]:
    """Return the shares of these orders; `orders` has a row of places for each."""
    rows = np.asarray(orders, np.int64)
    by_battle = [_in_battle(task, read_once(file), rows) for file in task.files]
    return [_weighed(task, row) for row in zip(*by_battle, strict=True)]


def means(task: Task, orders: Any) -> NDArray[Any]:
    """Return the mean shares of these orders: those of `weigh`, but much faster with a kernel."""
    rows = np.asarray(orders, np.int64)
    if not task.by_kernel:
        return np.array([one.win for one in weigh(task, rows)])
    found = [shares.of_orders(read_once(file), task.side, rows) for file in task.files]
    return rounded_mean([one for one in found if one is not None])


def rounded_mean(by_battle: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Return the mean over opponents, rounded so that equal shares are equal numbers."""
    return np.asarray(np.round(np.sum(by_battle, axis=0) / len(by_battle), EQUAL_DIGITS))


def _in_battle(task: Task, battle: Battle, orders: NDArray[Any]) -> Sequence[shares.Share]:
    exact = shares.of_orders(battle, task.side, orders) if task.by_kernel else None
    if exact is not None:
        return [(win, None) for win in exact.tolist()]
    return [
        shares.of_battle(shares.reordered(battle, task.side, order), task.side, task.samples)
        for order in orders.tolist()
    ]


def _weighed(task: Task, row: Sequence[shares.Share]) -> Weighed:
    (win,) = rounded_mean([np.array([share]) for share, _ in row]).tolist()
    wins = tuple(round(share, EQUAL_DIGITS) for share, _ in row)
    if all(interval is None for _, interval in row):
        return Weighed(win, wins, None)
    battles = task.samples * len(row)
    # Exact shares have intervals of width 0, as in tables.
    intervals = tuple(interval or (share, share) for share, interval in row)
    return Weighed(win, wins, wilson(win * battles, battles), intervals)
