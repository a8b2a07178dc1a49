"""Sampled odds: many seeded battles, and how far the answer can be trusted."""

from collections import Counter
from math import sqrt
from typing import Final

from engine.core.battlefile import Battle
from engine.core.events import SideId
from engine.core.rng import Seeded, mix
from engine.odds.exact import final
from engine.odds.summary import Odds, number_left

Z_95: Final = 1.959963984540054
SAMPLES_MOST: Final = 1_000_000


def sampled_odds(battle: Battle, samples: int, seed: int = 0) -> Odds:
    """The odds of a battle from `samples` (1 to 1,000,000) battles; the same seed, the same odds.

    Raises ValueError for another number of samples.
    """
    if not 1 <= samples <= SAMPLES_MOST:
        raise ValueError(f"samples is {samples}; it must be from 1 to {SAMPLES_MOST:,}")
    wins: Counter[str | None] = Counter()
    sizes = battle.ruleset.sizes(battle.setup)
    left: dict[SideId, list[int]] = {"a": [0] * (sizes[0] + 1), "b": [0] * (sizes[1] + 1)}
    for number in range(samples):
        end = final(battle, Seeded(mix(mix(seed) + number)))
        wins[end.winner] += 1
        for side, counts in left.items():
            counts[number_left(end, side)] += 1
    return Odds(
        method="sample",
        a=wins["a"] / samples,
        b=wins["b"] / samples,
        draw=wins[None] / samples,
        samples=samples,
        interval=wilson(wins["a"], samples),
        survivors={str(side): tuple(n / samples for n in counts) for side, counts in left.items()},
    )


def wilson(successes: int, samples: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a share, which stays sensible near 0 and 1."""
    share, z2 = successes / samples, Z_95 * Z_95
    centre = (share + z2 / (2 * samples)) / (1 + z2 / samples)
    spread = sqrt(share * (1 - share) / samples + z2 / (4 * samples * samples))
    half = Z_95 * spread / (1 + z2 / samples)
    return (max(0.0, centre - half), min(1.0, centre + half))
