"""The optimal mixed strategy of a table, by a linear programme (scipy's HiGHS solves it)."""

from collections.abc import Sequence
from typing import Final

import numpy as np

DIGITS: Final = 8
"""The solver's accuracy: smaller frequencies are dropped."""


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
