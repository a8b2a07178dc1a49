"""The shares of a side: its chance to win plus half the chance of a draw.

They come from the ruleset's kernel if it evaluates many battles together; otherwise from the rules,
battle by battle: exactly where possible, else from a sample.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.core.battlefile import read_battle, with_army
from engine.core.budget import budget
from engine.core.errors import InputError, KernelError
from engine.core.events import SIDES, SideId
from engine.core.ruleset import Battle, Kernel
from engine.core.win_chances import Odds
from engine.odds import compiling
from engine.odds.exact import exact_odds, kernel_cost, of_chances
from engine.odds.sampled import sampled_odds, wilson
from engine.rulesets import rulesets

Share: TypeAlias = tuple[float, tuple[float, float] | None]
"""A side's share, and its 95 % interval if it was sampled."""

AT_ONCE: Final = 1_024  # battles in one call of a kernel, which cannot be interrupted


def needs_compiler(battle: Battle) -> bool:
    """Whether a search in this battle's game needs a kernel that was never compiled."""
    return _weighs_many(battle) and not compiling.is_compiled(battle.ruleset)


def lack_of(battle: Battle) -> compiling.Lack | None:
    """Return why a search in this battle's game must wait for a kernel, like `engine.lack_of`."""
    return compiling.lack_of(battle.ruleset) if _weighs_many(battle) else None


def of_orders(battle: Battle, side: SideId, orders: NDArray[Any]) -> NDArray[Any] | None:
    """Return the exact share of a side for each order of its units; None without a kernel."""
    kernel = _kernel_of(battle)
    if kernel is None or kernel.orders is None:
        return None
    found = []
    try:
        for first in range(0, len(orders), AT_ONCE):
            part = orders[first : first + AT_ONCE]
            _spend(battle, len(part))
            found.append(kernel.orders(battle, side, part))
    except KernelError:
        return None
    return np.concatenate(found) if found else np.empty(0)


def of_table(rows: Sequence[Battle], columns: Sequence[Battle]) -> list[list[float]] | None:
    """Return the kernel's exact shares of side a of each row against side b of each column."""
    kernel = _kernel_of(rows[0])
    if kernel is None or kernel.table is None:
        return None
    _spend(rows[0], len(rows) * len(columns))
    try:
        found: list[list[float]] = np.asarray(kernel.table(rows, columns)).tolist()
    except KernelError:
        return None
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


def reordered(battle: Battle, side: SideId, order: Sequence[int]) -> Battle:
    """Return the battle with a side's units in another order, given by their places from 0."""
    key, place = battle.ruleset.ordered, SIDES.index(side)
    army = battle.document["sides"][place]["army"]
    changed = {**army, key: [army[key][n] for n in order]}
    return read_battle(with_army(battle.document, place, changed), rulesets())


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
    often = np.clip(found.x[:size], 0, 1)
    return tuple(np.round(often / often.sum(), DIGITS).tolist())
