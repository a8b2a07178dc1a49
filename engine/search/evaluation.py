"""The shares of orders of a side's units, against one opponent or several."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.core.events import SideId
from engine.core.ruleset import Battle
from engine.odds.sampled import wilson
from engine.rulesets import read_once
from engine.search import shares

TOP: Final = 10  # default number of orders or armies listed
SAMPLES: Final = 1_000  # default number of battles played for each number that cannot be exact
EQUAL_DIGITS: Final = 12  # shares that agree in these are equal

Interval: TypeAlias = tuple[float, float]
Places: TypeAlias = tuple[int, ...]  # the units of the army in an order, by their places from 0


class Task(NamedTuple):
    """Battle files as JSON that differ in the opponent, and the side whose orders are evaluated.

    `samples` is how often a battle without exact odds is played; `by_kernel` whether the ruleset's
    kernel evaluates orders.
    """

    files: tuple[str, ...]
    side: SideId
    samples: int
    by_kernel: bool


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
