"""What to order when both sides decide at once and one is hidden: an equilibrium, approximately.

Worlds stand for what the hidden side may have. In each of them the enemy knows its units and
answers as well as it can; the own side has one plan for all. Both plans are mixed, found by regret
matching over few orders, and the orders that would do best against the other's plan join in until
there is no time left (a double oracle).
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.core import rng
from engine.core.events import SideId
from engine.rulesets.siege.kernels.batch import NONE, RECOVER, UNITS, Array, Rules, play_round
from engine.rulesets.siege.kernels.judgement import SURE, Judgement

Reals = NDArray[np.float64]

EVERY: Final = np.array(list(np.ndindex((4,) * UNITS)), np.int32)
"""All orders of a side, whether they are allowed or not."""
AT_ONCE: Final = 1 << 16
"""Rounds that are played at once, for the memory's sake."""


class Effort(NamedTuple):
    """How long the search goes on.

    worlds: how many worlds are looked at.
    turns: how often the best answers join in.
    first: how many orders each side begins with.
    join: how many orders join in each time.
    against: how many of the other's orders an answer is tried against, a world.
    rounds: how often plans are mended by regret, each time.
    """

    worlds: int = 16
    turns: int = 3
    first: int = 8
    join: int = 4
    against: int = 3
    rounds: int = 160


class Stream:
    """Numbers from one seed, the same on every machine: SplitMix64, many at a time."""

    def __init__(self, seed: int) -> None:
        self.seed = np.uint64(seed)
        self.drawn = 0

    def uniform(self, *shape: int) -> Reals:
        """Numbers from 0 to 1."""
        count = int(np.prod(shape))
        steps = np.arange(self.drawn + 1, self.drawn + count + 1, dtype=np.uint64)
        self.drawn += count
        z = self.seed + steps * np.uint64(rng.INCREMENT)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(rng.MIX_1)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(rng.MIX_2)
        z ^= z >> np.uint64(31)
        numbers: Reals = ((z >> np.uint64(11)).astype(np.float64) * 2.0**-53).reshape(shape)
        return numbers


def sensible(rules: Rules, side: Array) -> Array:
    """All orders that a side may give, but for some that are never better than others.

    Of units that are alike the first one gets the first order, and where nobody recovers nobody
    who could stands idle, since the first to recover does so for nothing.
    """
    allowed = rules.may[EVERY, side].all(axis=1)
    for one in range(UNITS):
        for two in range(one + 1, UNITS):
            if side[one] == side[two]:
                allowed &= EVERY[:, one] <= EVERY[:, two]
    idle = ((EVERY == NONE) & rules.may[RECOVER, side]).any(axis=1)
    found: Array = EVERY[allowed & ~(idle & (EVERY != RECOVER).all(axis=1))]
    return found


class Search:
    """A round to be decided: the own units, and worlds with what the enemy may have, in rows."""

    def __init__(
        self,
        judgement: Judgement,
        side: SideId,
        rounds_left: int,
        own: Array,
        worlds: Array,
        effort: Effort,
        stream: Stream,
    ) -> None:
        self.judgement = judgement
        self.side = side
        self.rounds_left = rounds_left
        self.own = own
        self.worlds = worlds
        self.effort = effort
        self.stream = stream
        self.options = sensible(judgement.rules, own)
        self.answers = [sensible(judgement.rules, world) for world in worlds]

    def plan(self) -> tuple[Array, Reals]:
        """Orders, and how likely each is to be given."""
        own = self._some(self.options, self.effort.first)
        enemy = np.stack([self._some(each, self.effort.first) for each in self.answers])
        mine, theirs = solved(self.payoffs(own, enemy), self.effort.rounds)
        for _ in range(self.effort.turns):
            joins = self._best_own(enemy, theirs)
            enemy = np.concatenate((enemy, self._best_enemy(own, mine)), axis=1)
            own = np.unique(np.concatenate((own, joins)), axis=0)
            mine, theirs = solved(self.payoffs(own, enemy), self.effort.rounds)
        return own, mine

    def payoffs(self, own: Array, enemy: Array) -> Reals:
        """The own chance by world, own orders and enemy's orders in that world."""
        worlds, answers = enemy.shape[:2]
        shape = (worlds, len(own), answers)
        world, mine, theirs = (grid.ravel() for grid in np.indices(shape))
        parts = []
        for begin in range(0, len(world), AT_ONCE):
            part = slice(begin, begin + AT_ONCE)
            w = world[part]
            parts.append(self._chances(own[mine[part]], self.worlds[w], enemy[w, theirs[part]]))
        return np.concatenate(parts).reshape(shape) / SURE

    def _chances(self, orders: Array, enemies: Array, answers: Array) -> NDArray[np.int64]:
        rules, own = self.judgement.rules, np.broadcast_to(self.own, orders.shape)
        if self.side == "a":
            a, b, fallen = play_round(rules, own, enemies, orders, answers)
            return self.judgement.chances(a, b, self.rounds_left, fallen)
        a, b, fallen = play_round(rules, enemies, own, answers, orders)
        return SURE - self.judgement.chances(a, b, self.rounds_left, fallen)

    def _some(self, options: Array, count: int) -> Array:
        """So many of these orders by chance; if there are fewer, some twice."""
        return options[(self.stream.uniform(count) * len(options)).astype(np.int64)]

    def _best_own(self, enemy: Array, theirs: Reals) -> Array:
        """Orders that do best against the enemy's plans."""
        places, likely = _heaviest(theirs, self.effort.against)
        chances = self.payoffs(self.options, enemy[np.arange(len(enemy))[:, None], places])
        value = (chances * likely[:, None, :]).sum(axis=(0, 2))
        return self.options[np.argsort(-value, kind="stable")[: self.effort.join]]

    def _best_enemy(self, own: Array, mine: Reals) -> Array:
        """In each world, orders that do best against the own plan."""
        places, likely = _heaviest(mine[None], 2 * self.effort.against)
        sizes = [len(each) for each in self.answers]
        world = np.repeat(np.arange(len(sizes)), sizes)
        answers = np.concatenate(self.answers)
        chances = np.zeros(len(world))
        for place, weight in zip(places[0], likely[0], strict=True):
            orders = np.broadcast_to(own[place], answers.shape)
            chances += weight * self._chances(orders, self.worlds[world], answers)
        best = []
        for number, options in enumerate(self.answers):
            order = np.argsort(chances[world == number], kind="stable")
            best.append(options[np.resize(order, self.effort.join)])
        return np.stack(best)


def solved(chances: Reals, rounds: int) -> tuple[Reals, Reals]:
    """Mixed plans that are near an equilibrium: the own, and the enemy's in each world.

    `chances` are the own ones by world, own orders and the enemy's; all worlds are as likely.
    It is regret matching (+), with later rounds counting more.
    """
    worlds, mine, theirs = chances.shape
    regret, regrets = np.zeros(mine), np.zeros((worlds, theirs))
    plan, plans = np.full(mine, 1 / mine), np.full((worlds, theirs), 1 / theirs)
    sum_, sums = np.zeros(mine), np.zeros((worlds, theirs))
    for number in range(1, rounds + 1):
        value = (chances * plans[:, None, :]).sum(axis=2).mean(axis=0)
        loss = (chances * plan[None, :, None]).sum(axis=1)
        regret = np.maximum(regret + value - (value * plan).sum(), 0)
        regrets = np.maximum(regrets + (loss * plans).sum(axis=1, keepdims=True) - loss, 0)
        plan, plans = _matched(regret), _matched(regrets)
        sum_ += number * plan
        sums += number * plans
    return _matched(sum_), _matched(sums)


def _matched(regret: Reals) -> Reals:
    """A plan in proportion to regret, or where there is none by equal chance."""
    total = regret.sum(axis=-1, keepdims=True)
    some = total > 0
    return np.where(some, regret / np.where(some, total, 1), 1 / regret.shape[-1])


def _heaviest(plans: Reals, count: int) -> tuple[NDArray[np.int64], Reals]:
    """The likeliest orders of each plan, and how likely they are among each other."""
    places = np.argsort(-plans, axis=1, kind="stable")[:, :count]
    likely = np.take_along_axis(plans, places, axis=1)
    return places, likely / likely.sum(axis=1, keepdims=True)
