"""A plan for a round in which both sides decide simultaneously and one side is hidden.

The plan is part of an approximate equilibrium. Worlds are samples of the hidden side's possible
units. The enemy knows its world and has a plan for each; the own side has one plan for all. Plans
are mixed, found by regret matching over few orders. Then the best orders against the other side's
plan are added, for a fixed number of turns (the double oracle method).
"""

from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.core.events import SideId
from engine.kernels.compiled import compiled, kernel
from engine.players.siege.kernel.answers import payoffs, sensible
from engine.players.siege.kernel.codes import Array, Rules
from engine.players.siege.kernel.diagram import outputs
from engine.players.siege.kernel.judgement import SURE, Net

Longs = NDArray[np.int64]
Reals = NDArray[np.float64]

WEIGHT: Final = 1 << 20
"""Shares of plans are whole numbers out of this many, since their sums are exact everywhere."""


class Effort(NamedTuple):
    """The limits of the search."""

    worlds: int = 16  # number of sampled worlds
    turns: int = 3  # how often the best orders are added
    first: int = 8  # number of orders that each side begins with
    join: int = 4  # number of orders added in a turn
    # number of the other side's orders, in a world, that an order is tried against
    against: int = 3
    iterations: int = 160  # of regret matching, in a turn


class Stream:
    """Random numbers from a seed, in bulk, the same on every machine (SplitMix64)."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.drawn = 0

    def uniform(self, *shape: int) -> Reals:
        count = int(np.prod(shape))
        drawn = outputs(self.seed, np.arange(self.drawn, self.drawn + count, dtype=np.uint64))
        self.drawn += count
        numbers: Reals = ((drawn >> np.uint64(11)).astype(np.float64) * 2.0**-53).reshape(shape)
        return numbers


class Search:
    """A round to be decided: the own units, and the enemy's in each world, in rows."""

    def __init__(
        self,
        rules: Rules,
        net: Net,
        side: SideId,
        rounds_left: int,
        own: Array,
        worlds: Array,
        effort: Effort,
        stream: Stream,
    ) -> None:
        seat = 1 if side == "a" else -1
        self.payoffs = partial(payoffs, rules, net, rounds_left, seat, own, worlds)
        self.effort = effort
        self.stream = stream
        self.options = sensible(rules, own[None])[0][0]
        self.answers, self.counts = sensible(rules, worlds)

    def plan(self) -> tuple[Array, Reals]:
        places = self._some(len(self.options))
        worlds = zip(self.answers, self.counts.tolist(), strict=True)
        enemy = np.stack([options[self._some(count)] for options, count in worlds])
        mine, theirs = self._solve(places, enemy)
        for _ in range(self.effort.turns):
            joins = self._best_own(enemy, theirs)
            enemy = np.concatenate((enemy, self._best_enemy(places, mine)), axis=1)
            places = np.union1d(places, joins)
            mine, theirs = self._solve(places, enemy)
        return self.options[places], mine

    def _some(self, options: int) -> Longs:
        """Return a few random places of `options` options, with repetition."""
        return (self.stream.uniform(self.effort.first) * options).astype(np.int64)

    def _solve(self, places: Longs, enemy: Array) -> tuple[Reals, Reals]:
        every = np.full(len(enemy), enemy.shape[1], np.int32)
        chances = self.payoffs(self.options[places], enemy, every)
        return solve(chances / SURE, self.effort.iterations)

    def _best_own(self, enemy: Array, theirs: Reals) -> Longs:
        """Return the places of the best own orders against the enemy's plans."""
        answers, likely = _likeliest(theirs, self.effort.against)
        some = enemy[np.arange(len(enemy))[:, None], answers]
        counts = (likely > 0).sum(axis=1).astype(np.int32)
        chances = self.payoffs(self.options, some, counts)
        value = (chances * likely[:, None, :]).sum(axis=(0, 2))
        return np.argsort(-value, kind="stable")[: self.effort.join]

    def _best_enemy(self, places: Longs, mine: Reals) -> Array:
        """Return for each world the best enemy orders against the own plan."""
        ((likeliest,), (likely,)) = _likeliest(mine[None], 2 * self.effort.against)
        own = self.options[places[likeliest[likely > 0]]]
        chances = self.payoffs(own, self.answers, self.counts)
        value = (chances * likely[likely > 0][:, None]).sum(axis=1)
        best = []
        for world, count in enumerate(self.counts.tolist()):
            order = np.argsort(value[world, :count], kind="stable")
            best.append(self.answers[world, np.resize(order, self.effort.join)])
        return np.stack(best)


def _likeliest(plans: Reals, count: int) -> tuple[Longs, Longs]:
    """Return the likeliest orders of each plan, in that order, and their shares among these."""
    places = np.argsort(-plans, axis=1, kind="stable")[:, :count]
    likely = np.take_along_axis(plans, places, axis=1)
    shares = likely / likely.sum(axis=1, keepdims=True)
    return places, np.rint(shares * WEIGHT).astype(np.int64)


@kernel
def solve(chances: Reals, iterations: int) -> tuple[Reals, Reals]:
    """Return mixed plans near an equilibrium: the own one, and the enemy's in each world.

    `chances` are the own ones by world, own orders and enemy orders; all worlds are equally likely.
    The method is regret matching (RM+), in which later iterations count more.
    """
    worlds, mine, theirs = chances.shape
    # Inner loops run along rows in memory and add to different numbers, so that processors can
    # vectorize them without changing the sums.
    transposed = chances.transpose(0, 2, 1).copy()
    regret, regrets = np.zeros(mine), np.zeros((worlds, theirs))
    plan, plans = np.full(mine, 1 / mine), np.full((worlds, theirs), 1 / theirs)
    sum_, sums = np.zeros(mine), np.zeros((worlds, theirs))
    value, loss = np.zeros(mine), np.zeros(theirs)
    for number in range(1, iterations + 1):
        value[:] = 0
        for world in range(worlds):
            add(value, transposed[world], plans[world])
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
    """Add the rows to the values, each times its share."""
    for row in range(len(shares)):
        if shares[row] > 0:
            for column in range(len(values)):
                values[column] += shares[row] * rows[row, column]


@compiled
def improve(regret: Reals, values: Reals, plan: Reals, sign: int) -> None:
    """Add each choice's advantage over the plan to its regret, which is at least 0."""
    mean = 0.0
    for choice in range(len(plan)):
        mean += values[choice] * plan[choice]
    for choice in range(len(plan)):
        regret[choice] = max(regret[choice] + sign * (values[choice] - mean), 0.0)


@compiled
def match(regret: Reals, plan: Reals) -> None:
    """Set the plan in proportion to regret, or to equal shares where there is none."""
    total = 0.0
    for choice in range(len(regret)):
        total += regret[choice]
    for choice in range(len(regret)):
        plan[choice] = regret[choice] / total if total > 0 else 1 / len(regret)
