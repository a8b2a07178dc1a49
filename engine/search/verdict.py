"""Verdict on a battle: shares of armies, orders of units and dice, which add up.

VERDICT.md explains the method. All shares are those of side a: its chance to win plus half the
chance of a draw; 1, 1/2 or 0 for a result.
"""

from collections.abc import Iterator
from math import fsum, sqrt
from typing import Any, Final, Literal

import msgspec
import numpy as np

from engine.core.battlefile import read_battle
from engine.core.errors import InputError
from engine.core.events import SideId
from engine.core.rng import Seeded
from engine.core.ruleset import Battle
from engine.core.text import Text
from engine.odds.exact import exact_odds, kernel_cost
from engine.odds.sampled import Z_95
from engine.rulesets import rulesets
from engine.search import shares
from engine.search.arrangements import Arrangements
from engine.search.evaluation import Places
from engine.search.work import Stop, Workers

PAIRS_MOST: Final = 10_000
"""Maximum number of pairs of orders that are all evaluated; of more, a random sample is."""
PAIRS_BY_RULES_MOST: Final = 576
"""The same limit without a kernel: enough for four units against four."""
DRAWN: Final = 100
"""Number of random orders of side b if there are too many pairs."""
DRAWN_OF_EACH: Final = 20
"""Number of random orders of side a for each of them."""


class Verdict(msgspec.Struct, frozen=True):
    """Why side a won or lost: `armies` + `order` + `dice` = `result` - 1/2.

    chance: its exact share at the start of the battle.
    mean: the mean of its shares over all orders of both sides' units.
    armies: `mean` - 1/2. order: `chance` - `mean`; null for a game whose units have no order.
    dice: `result` - `chance`.
    method: of the mean: "exact" by all pairs of orders, or "sample" with its 95 % `interval`.
    pairs: number of evaluated distinct pairs.
    """

    result: float
    chance: float
    mean: float
    armies: float
    order: float | None
    dice: float
    method: Literal["exact", "sample"]
    pairs: int
    interval: tuple[float, float] | None = None


def verdict(source: Any, winner: SideId | None, *, stop: Stop | None = None) -> Verdict:
    """Return why a battle ended with this winner (None: a draw): armies, orders and dice.

    Raises InputError for a bad file, for odds that are not exact, and for too many orders without a
    kernel.
    """
    battle = source if isinstance(source, Battle) else read_battle(source, rulesets())
    result = 0.5 if winner is None else float(winner == "a")
    key = battle.ruleset.ordered
    if key is None:
        chance = shares.share_of(exact_odds(battle), "a")
        return Verdict(result, chance, chance, chance - 0.5, None, result - chance, "exact", 1)
    a, b = (Arrangements(side["army"][key]) for side in battle.document["sides"])
    own = shares.of_orders(battle, "a", np.array([range(a.size)]))
    has_kernel = own is not None
    chance = shares.share_of(exact_odds(battle), "a") if own is None else float(own[0])
    pairs, interval = a.count * b.count, None
    if pairs <= (PAIRS_MOST if has_kernel else PAIRS_BY_RULES_MOST):
        mean = fsum(_all(battle, a, b, Workers(1, stop))) / pairs
    elif has_kernel:
        pairs = DRAWN * DRAWN_OF_EACH
        mean, interval = _estimate([*_sampled(battle, a, b, Workers(1, stop))])
    else:
        raise InputError.single(
            "",
            Text(
                "has {pairs:,} pairs of orders, and by the rules at most {most:,} are weighed",
                pairs=pairs,
                most=PAIRS_BY_RULES_MOST,
            ),
        )
    return Verdict(
        result=result,
        chance=chance,
        mean=mean,
        armies=mean - 0.5,
        order=chance - mean,
        dice=result - chance,
        method="exact" if interval is None else "sample",
        pairs=pairs,
        interval=interval,
    )


def verdict_cost(battle: Battle) -> int:
    """Return the approximate number of operations of a verdict by a kernel."""
    key = battle.ruleset.ordered
    if key is None:
        return 1
    a, b = (Arrangements(side["army"][key]) for side in battle.document["sides"])
    pairs = a.count * b.count
    return (pairs if pairs <= PAIRS_MOST else DRAWN * DRAWN_OF_EACH) * kernel_cost(battle)


def _all(battle: Battle, a: Arrangements, b: Arrangements, workers: Workers) -> Iterator[float]:
    """Yield the share of side a for each pair of orders; reads one battle per order of a side."""
    sides: tuple[tuple[SideId, Arrangements], ...] = (("a", a), ("b", b))
    (side, fewer), (other, more) = sorted(sides, key=lambda one: one[1].count)
    orders = more.part(0, more.count)
    for order in fewer.part(0, fewer.count).tolist():
        workers.raise_if_stopped()
        yield from _shares(shares.reordered(battle, side, order), other, orders)


def _sampled(battle: Battle, a: Arrangements, b: Arrangements, workers: Workers) -> Iterator[float]:
    """Yield the mean of random orders of a against each random order of b; always the same ones."""
    rng = Seeded(0)
    for number in range(DRAWN):
        workers.raise_if_stopped()
        against = shares.reordered(battle, "b", _shuffled(b, rng, f"b {number}"))
        orders = [_shuffled(a, rng, f"a {number} {k}") for k in range(DRAWN_OF_EACH)]
        yield fsum(_shares(against, "a", np.array(orders))) / DRAWN_OF_EACH


def _shares(battle: Battle, side: SideId, orders: Any) -> list[float]:
    found = shares.of_orders(battle, side, orders)
    if found is None:
        by_rules = (shares.reordered(battle, side, order) for order in orders.tolist())
        return [shares.share_of(exact_odds(one), "a") for one in by_rules]
    own: list[float] = (found if side == "a" else 1 - found).tolist()
    return own


def _estimate(means: list[float]) -> tuple[float, tuple[float, float]]:
    """Return the mean of independent means, and its 95 % interval by their variance."""
    mean = fsum(means) / len(means)
    variance = fsum((one - mean) ** 2 for one in means) / (len(means) - 1)
    half = Z_95 * sqrt(variance / len(means))
    return mean, (max(0.0, mean - half), min(1.0, mean + half))


def _shuffled(army: Arrangements, rng: Seeded, what_for: str) -> Places:
    rest = [*range(army.size)]
    return tuple(rest.pop(rng.below(len(rest), "order", what_for)) for _ in range(army.size))
