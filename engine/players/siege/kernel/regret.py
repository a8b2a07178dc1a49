"""Mixed plans for both sides by regret matching, in compiled code that adds up in a fixed order."""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.compiled import compiled, kernel

Reals = NDArray[np.float64]


@kernel
def solved(chances: Reals, rounds: int) -> tuple[Reals, Reals]:
    """Mixed plans that are near an equilibrium: the own, and the enemy's in each world.

    `chances` are the own ones by world, own orders and the enemy's; all worlds are as likely.
    It is regret matching (+), with later rounds counting more.
    """
    worlds, mine, theirs = chances.shape
    # Innermost loops run along rows in memory and add to different numbers, so processors can do
    # several at once and still come to the same sums.
    turned = chances.transpose(0, 2, 1).copy()
    regret, regrets = np.zeros(mine), np.zeros((worlds, theirs))
    plan, plans = np.full(mine, 1 / mine), np.full((worlds, theirs), 1 / theirs)
    sum_, sums = np.zeros(mine), np.zeros((worlds, theirs))
    value, loss = np.zeros(mine), np.zeros(theirs)
    for number in range(1, rounds + 1):
        value[:] = 0
        for world in range(worlds):
            add(value, turned[world], plans[world])
        value /= worlds
        for world in range(worlds):
            loss[:] = 0
            add(loss, chances[world], plan)
            improve(regrets[world], loss, plans[world], -1)
            match(regrets[world], plans[world])
            sums[world] += number * plans[world]
        improve(regret, value, plan, 1)
        match(regret, plan)
        sum_ += number * plan
    match(sum_, plan)
    for world in range(worlds):
        match(sums[world], plans[world])
    return plan, plans


@compiled
def add(values: Reals, rows: Reals, shares: Reals) -> None:
    """Adds to the values each row's share of it."""
    for row in range(len(shares)):
        if shares[row] > 0:
            for column in range(len(values)):
                values[column] += shares[row] * rows[row, column]


@compiled
def improve(regret: Reals, values: Reals, plan: Reals, sign: int) -> None:
    """Adds by how much each choice would have been better than the plan; less than 0 is 0."""
    mean = 0.0
    for choice in range(len(plan)):
        mean += values[choice] * plan[choice]
    for choice in range(len(plan)):
        regret[choice] = max(regret[choice] + sign * (values[choice] - mean), 0.0)


@compiled
def match(regret: Reals, plan: Reals) -> None:
    """A plan in proportion to regret, or where there is none by equal chance."""
    total = 0.0
    for choice in range(len(regret)):
        total += regret[choice]
    for choice in range(len(regret)):
        plan[choice] = regret[choice] / total if total > 0 else 1 / len(regret)
