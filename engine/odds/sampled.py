"""Sampled odds: many seeded battles, and how far the answer can be trusted."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final, TypeAlias

from engine.core.battlefile import Battle
from engine.core.budget import KERNEL_BATTLE, budget
from engine.core.errors import KernelError
from engine.core.events import SideId
from engine.core.rng import Seeded, output
from engine.core.ruleset import WINNERS
from engine.core.win_chances import Odds, number_left
from engine.odds.exact import final

Z_95: Final = 1.959963984540054
SAMPLES_MOST: Final = 1_000_000
BULK_LEAST: Final = 100
"""Fewer battles are played without the kernel: loading it would take longer."""
AT_ONCE: Final = 10_000
"""Battles for which a kernel is asked at a time, so that their ends fit into little memory."""
STOPPABLE: Final = 200
"""The same where somebody may stop it: between two calls of a kernel."""

Ends: TypeAlias = Counter[tuple[SideId | None, int, int]]
"""How many battles ended with this winner, and so many units left of a and of b."""


def sampled_odds(battle: Battle, samples: int, seed: int = 0) -> Odds:
    """The odds of a battle from `samples` (1 to 1,000,000) battles; the same seed, the same odds.

    Raises ValueError for another number of samples.
    """
    if not 1 <= samples <= SAMPLES_MOST:
        raise ValueError(f"samples is {samples}; it must be from 1 to {SAMPLES_MOST:,}")
    return odds_of(battle, ends(battle, range(samples), seed))


def ends(battle: Battle, numbers: Iterable[int], seed: int = 0) -> Ends:
    """How the battles with these numbers in a sample end, each by dice of its own.

    Many at once are played by the ruleset's kernel where it has one that plays them.
    """
    seeds = [output(seed, number) for number in numbers]
    if len(seeds) < BULK_LEAST:
        return _by_rules(battle, seeds)
    found: Ends = Counter()
    spent = budget()
    at_once = AT_ONCE if spent is None else STOPPABLE
    for first in range(0, len(seeds), at_once):
        part = seeds[first : first + at_once]
        found.update(_by_kernel(battle, part) or _by_rules(battle, part))
    return found


def _by_kernel(battle: Battle, seeds: Sequence[int]) -> Ends | None:
    """How a battle ends under these seeds, by the kernel; None where there is none for it."""
    kernel = battle.ruleset.kernel() if battle.ruleset.kernel else None
    if kernel is None or kernel.outcomes is None:
        return None
    if spent := budget():
        spent.spend(KERNEL_BATTLE * len(seeds))
    try:
        ended = kernel.outcomes([battle] * len(seeds), seeds)
    except KernelError:
        return None
    found: Ends = Counter()
    for number, (left_a, left_b) in zip(ended.winner.tolist(), ended.left.tolist(), strict=True):
        winner = WINNERS[number]
        found[winner, 0 if winner == "b" else left_a, 0 if winner == "a" else left_b] += 1
    return found


def _by_rules(battle: Battle, seeds: Iterable[int]) -> Ends:
    found: Ends = Counter()
    for seed in seeds:
        end = final(battle, Seeded(seed))
        found[end.winner, number_left(end, "a"), number_left(end, "b")] += 1
    return found


def odds_of(battle: Battle, found: Ends) -> Odds:
    """The odds of a battle by how the battles of a sample ended."""
    samples = found.total()
    wins: Counter[str | None] = Counter()
    sizes = battle.ruleset.sizes(battle.setup)
    left: dict[SideId, list[int]] = {"a": [0] * (sizes[0] + 1), "b": [0] * (sizes[1] + 1)}
    for (winner, left_a, left_b), times in found.items():
        wins[winner] += times
        left["a"][left_a] += times
        left["b"][left_b] += times
    return Odds(
        method="sample",
        a=wins["a"] / samples,
        b=wins["b"] / samples,
        draw=wins[None] / samples,
        samples=samples,
        interval=wilson(wins["a"], samples),
        survivors={str(side): tuple(n / samples for n in counts) for side, counts in left.items()},
    )


def wilson(successes: float, samples: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a share, which stays sensible near 0 and 1."""
    share, z2 = successes / samples, Z_95 * Z_95
    centre = (share + z2 / (2 * samples)) / (1 + z2 / samples)
    spread = sqrt(share * (1 - share) / samples + z2 / (4 * samples * samples))
    half = Z_95 * spread / (1 + z2 / samples)
    return (max(0.0, centre - half), min(1.0, centre + half))
