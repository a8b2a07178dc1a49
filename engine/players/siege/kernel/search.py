"""What to order when both sides decide at once and one is hidden: an equilibrium, approximately.

Worlds stand for what the hidden side may have. In each of them the enemy knows its units and
answers as well as it can; the own side has one plan for all. Both plans are mixed, found by regret
matching over few orders, and the orders that would do best against the other's plan join in until
there is no time left (a double oracle).
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.core.events import SideId
from engine.players.siege.kernel.answers import payoffs, sensible
from engine.players.siege.kernel.codes import Array, Rules
from engine.players.siege.kernel.diagram import outputs
from engine.players.siege.kernel.judgement import SURE, Net
from engine.players.siege.kernel.regret import Reals, solved

Longs = NDArray[np.int64]

WEIGHT: Final = 1 << 20
"""Plans are weighed in parts of one in so many: whole numbers add up to the same anywhere."""


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
    """Numbers from one seed, the same on every machine: SplitMix64's, many at a time."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.drawn = 0

    def uniform(self, *shape: int) -> Reals:
        """Numbers from 0 to 1."""
        count = int(np.prod(shape))
        drawn = outputs(self.seed, np.arange(self.drawn, self.drawn + count, dtype=np.uint64))
        self.drawn += count
        numbers: Reals = ((drawn >> np.uint64(11)).astype(np.float64) * 2.0**-53).reshape(shape)
        return numbers


class Search:
    """A round to be decided: the own units, and worlds with what the enemy may have, in rows."""

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
        self.rules = rules
        self.net = net
        self.seat = 1 if side == "a" else -1
        self.rounds_left = rounds_left
        self.own = own
        self.worlds = worlds
        self.effort = effort
        self.stream = stream
        self.options = sensible(rules, own[None])[0][0]
        self.answers, self.counts = sensible(rules, worlds)

    def plan(self) -> tuple[Array, Reals]:
        """Orders, and how likely each is to be given."""
        places = self._some(len(self.options))
        enemy = np.stack(
            [
                options[self._some(count)]
                for options, count in zip(self.answers, self.counts.tolist(), strict=True)
            ]
        )
        mine, theirs = self._solved(places, enemy)
        for _ in range(self.effort.turns):
            joins = self._best_own(enemy, theirs)
            enemy = np.concatenate((enemy, self._best_enemy(places, mine)), axis=1)
            places = np.union1d(places, joins)
            mine, theirs = self._solved(places, enemy)
        return self.options[places], mine

    def _some(self, options: int) -> Longs:
        """Places of a few of so many options, by chance; if there are fewer, some twice."""
        return (self.stream.uniform(self.effort.first) * options).astype(np.int64)

    def _solved(self, places: Longs, enemy: Array) -> tuple[Reals, Reals]:
        every = np.full(len(enemy), enemy.shape[1], np.int32)
        chances = self._payoffs(self.options[places], enemy, every)
        return solved(chances / SURE, self.effort.rounds)

    def _payoffs(self, own: Array, enemy: Array, counts: Array) -> Array:
        return payoffs(
            self.rules,
            self.net,
            self.own,
            self.worlds,
            own,
            enemy,
            counts,
            self.rounds_left,
            self.seat,
        )

    def _best_own(self, enemy: Array, theirs: Reals) -> Longs:
        """Places of the orders that do best against the enemy's plans."""
        answers, likely = _heaviest(theirs, self.effort.against)
        some = enemy[np.arange(len(enemy))[:, None], answers]
        counts = (likely > 0).sum(axis=1).astype(np.int32)
        chances = self._payoffs(self.options, some, counts)
        value = (chances * likely[:, None, :]).sum(axis=(0, 2))
        return np.argsort(-value, kind="stable")[: self.effort.join]

    def _best_enemy(self, places: Longs, mine: Reals) -> Array:
        """In each world, orders that do best against the own plan."""
        ((heaviest,), (likely,)) = _heaviest(mine[None], 2 * self.effort.against)
        own = self.options[places[heaviest[likely > 0]]]
        chances = self._payoffs(own, self.answers, self.counts)
        value = (chances * likely[likely > 0][:, None]).sum(axis=1)
        best = []
        for world, count in enumerate(self.counts.tolist()):
            order = np.argsort(value[world, :count], kind="stable")
            best.append(self.answers[world, np.resize(order, self.effort.join)])
        return np.stack(best)


def _heaviest(plans: Reals, count: int) -> tuple[Longs, Longs]:
    """The likeliest orders of each plan, the first first, and how likely they are among these."""
    places = np.argsort(-plans, axis=1, kind="stable")[:, :count]
    likely = np.take_along_axis(plans, places, axis=1)
    shares = likely / likely.sum(axis=1, keepdims=True)
    return places, np.rint(shares * WEIGHT).astype(np.int64)
