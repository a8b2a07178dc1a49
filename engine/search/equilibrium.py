"""The optimal mixed strategy of a table, by a linear programme (solved by HiGHS)."""

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
    import highspy

    as_a = np.array(win, float)
    gains = np.round((as_a - as_a.T) / 2, DIGITS)
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)  # noqa: FBT003 - the name of the option says it
    solver.setOptionValue("threads", 1)
    often = [solver.addVariable(lb=0, ub=1) for _ in gains]
    value = solver.addVariable(lb=-1, ub=1)
    solver.addConstr(solver.qsum(often) == 1)
    for column in gains.T.tolist():
        gain = solver.qsum(of * one for of, one in zip(column, often, strict=True) if of)
        solver.addConstr(gain - value >= 0)
    solver.maximize(value)
    found = np.clip(solver.vals(often), 0, 1)
    return tuple(np.round(found / found.sum(), DIGITS).tolist())
