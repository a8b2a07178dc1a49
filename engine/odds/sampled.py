"""Sampled odds: many seeded battles, and how far the answer can be trusted."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from math import sqrt
from typing import Final, TypeAlias

from engine.core.battlefile import Battle
from engine.core.budget import KERNEL_BATTLE, Budget, budget
from engine.core.errors import KernelError
from engine.core.events import SideId
from engine.core.rng import Seeded, output
from engine.core.ruleset import Kernel
from engine.core.win_chances import Ends, Odds, number_left
from engine.kernels.loading import ready
from engine.odds.exact import final

Play: TypeAlias = Callable[[Sequence[int], int], Ends]

Z_95: Final = 1.959963984540054
SAMPLES_MOST: Final = 1_000_000
BULK_LEAST: Final = 100
"""Fewer battles are played without the kernel: loading it would take longer."""
AT_ONCE: Final = 10_000
"""Battles for which a kernel is asked at a time, so that their ends fit into little memory."""
STOPPABLE: Final = 200
"""The same where somebody may stop it: between two calls of a kernel."""
MEANWHILE: Final = 10
"""Battles played by the rules before it is asked again whether the kernel is loaded."""


def sampled_odds(battle: Battle, samples: int, seed: int = 0) -> Odds:
    """The odds of a battle from `samples` (1 to 1,000,000) battles; the same seed, the same odds.

    Raises ValueError for another number of samples.
    """
    if not 1 <= samples <= SAMPLES_MOST:
        raise ValueError(f"samples is {samples}; it must be from 1 to {SAMPLES_MOST:,}")
    return odds_of(battle, ends(battle, range(samples), seed))


def ends(battle: Battle, numbers: Iterable[int], seed: int = 0) -> Ends:
    """How the battles with these numbers in a sample end, each by dice of its own.

    Many are played by the ruleset's kernel where it has one that plays them, and by the rules until
    it is loaded: the ends are the same, and nobody waits for a compiler.
    """
    listed = numbers if isinstance(numbers, range) else [*numbers]
    if len(listed) < BULK_LEAST:
        return _by_rules(battle, listed, seed)
    found: Ends = Counter()
    play: Play | None = None
    kernel: Kernel | None = None
    spent, at = budget(), 0
    meanwhile = _Meanwhile(spent) if spent else None
    while at < len(listed):
        if kernel is None:
            kernel = ready(battle.ruleset)
            play = _sampler(kernel, battle)
            if kernel and not play and meanwhile:
                meanwhile.settle(at, len(listed))
            if play and spent:
                spent.expect(KERNEL_BATTLE * (len(listed) - at))
        if play is None:
            part = listed[at : at + MEANWHILE]
            if kernel is None and meanwhile:
                meanwhile.charge(len(part))
            left = spent.left if spent else 0
            with meanwhile if kernel is None and meanwhile else nullcontext():
                found.update(_by_rules(battle, part, seed))
            if spent and kernel and at == 0:
                # All of them take about as long as these.
                spent.expect((left - spent.left) * (len(listed) - len(part)) // len(part))
        else:
            part = listed[at : at + (AT_ONCE if spent is None else STOPPABLE)]
            if spent:
                spent.spend(KERNEL_BATTLE * len(part))
            found.update(play(part, seed))
        at += len(part)
    return found


class _Meanwhile(Budget):
    """Counts what the rules do while a kernel is loading, and charges what the kernel would.

    Else it would depend on how far it is whether a sample is refused.
    """

    def __init__(self, outer: Budget) -> None:
        super().__init__(0)
        self.outer = outer
        self.owed = 0

    def spend(self, operations: int) -> None:
        self.outer.spend(0)
        self.owed += operations

    def expect(self, operations: int) -> None:
        self.outer.expect(operations)

    def charge(self, battles: int) -> None:
        """For battles that are about to be played."""
        self.outer.spend(KERNEL_BATTLE * battles)
        self.owed -= KERNEL_BATTLE * battles

    def settle(self, played: int, battles: int) -> None:
        """No kernel plays this battle: what the rules have done counts as such.

        Raises SpentError if all battles will cost too much by that.
        """
        if played:
            self.outer.expect(self.owed * battles // played)
        self.outer.spend(self.owed)
        self.owed = 0


def _sampler(kernel: Kernel | None, battle: Battle) -> Play | None:
    """What plays a sample of a battle in compiled code; None where nothing does."""
    try:
        return kernel.sampler(battle) if kernel and kernel.sampler else None
    except KernelError:
        return None


def _by_rules(battle: Battle, numbers: Iterable[int], seed: int) -> Ends:
    found: Ends = Counter()
    for number in numbers:
        end = final(battle, Seeded(output(seed, number)))
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
