"""Odds of a battle, exact or sampled: many seeded battles, and the interval of the result."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from math import sqrt
from typing import Any, Final, Literal, TypeAlias, get_args

from engine.core.budget import KERNEL_BATTLE, Budget, SpentError, UncompiledError, budget
from engine.core.errors import InputError, KernelError, unknown
from engine.core.events import SideId
from engine.core.rng import Seeded, output
from engine.core.ruleset import Battle, Ends, Kernel, Odds, number_left
from engine.kernels.loading import NONE, loaded, ready
from engine.odds.exact import exact_odds, final
from engine.rulesets import battle_of

Play: TypeAlias = Callable[[Sequence[int], int], Ends]

Method = Literal["auto", "exact", "sample"]

METHODS: Final[tuple[Method, ...]] = get_args(Method)
"""Methods of `odds`; `auto` is exact where possible, otherwise sampled."""
SAMPLES: Final = 10_000  # default number of battles for sampled odds
Z_95: Final = 1.959963984540054
SAMPLES_MOST: Final = 1_000_000
BULK_LEAST: Final = 100  # smaller samples do not load the kernel
AT_ONCE: Final = 10_000  # battles in one call of a kernel, so that their results need little memory
STOPPABLE: Final = 200  # battles in one call of a kernel if a budget may stop the work
MEANWHILE: Final = 10  # battles played by the rules between looks for the kernel
ROUGH: Final = 3  # a single battle may cost this many times as much as the average


def odds(source: Any, method: Method = "auto", samples: int = SAMPLES) -> Odds:
    """Return the win chances in a battle: exact where possible, unless `method` is `sample`.

    A loaded kernel computes them, otherwise the rules do; the numbers agree to 1e-12. Raises
    InputError for a bad file, and for `exact` where there are too many outcomes; ValueError for
    another method or for a number of samples that is not from 1 to SAMPLES_MOST.
    """
    if method not in METHODS:
        raise ValueError(unknown("method", method, METHODS))
    battle = battle_of(source)
    if method != "sample":
        try:
            return exact_odds(battle)
        except InputError as error:
            if method == "exact" or isinstance(error, SpentError):
                raise
    return sampled_odds(battle, samples, battle.seed or 0)


def sampled_odds(battle: Battle, samples: int, seed: int = 0) -> Odds:
    """Return the odds by 1 to 1,000,000 sampled battles; the same seed gives the same odds."""
    if not 1 <= samples <= SAMPLES_MOST:
        raise ValueError(f"samples is {samples}; it must be from 1 to {SAMPLES_MOST:,}")
    return odds_of(battle, ends(battle, range(samples), seed))


def ends(battle: Battle, numbers: Iterable[int], seed: int = 0) -> Ends:
    """Return the results of the battles with these numbers in a sample, each with its own dice.

    Large samples are played by the ruleset's kernel if it supports them, and by the rules until it
    is loaded: the results are the same, without waiting for a compiler. Raises SpentError as soon
    as the battles played by the rules show that the sample would exceed the budget, UncompiledError
    if the budget excludes the rules.
    """
    listed = numbers if isinstance(numbers, range) else [*numbers]
    found: Ends = Counter()
    play: Play | None = None
    kernel: Kernel | None = None
    spent, at = budget(), 0
    before = spent.left if spent else 0
    loading = _LoadingBudget(spent) if spent else None
    while at < len(listed):
        if kernel is None:
            kernel = _kernel(battle, len(listed), spent)
            play = _sampler(kernel, battle)
            if not play and spent and spent.means == "kernels":
                error = UncompiledError("no kernel plays this sample")
                error.is_loading = kernel is None
                raise error
            if kernel and not play and loading:
                loading.settle(at, len(listed))
            if play and spent:
                spent.expect(KERNEL_BATTLE * (len(listed) - at))
        if play is None:
            part = listed[at : at + (1 if at == 0 else MEANWHILE - at % MEANWHILE)]
            if kernel is None and loading:
                loading.charge(len(part))
            with loading if kernel is None and loading else nullcontext():
                found.update(_by_rules(battle, part, seed))
            played = at + len(part)
            if spent and kernel and (played == 1 or played % MEANWHILE == 0):
                # The rest takes about as long as these.
                _expect(spent, (before - spent.left) * (len(listed) - played) // played, played)
        else:
            part = listed[at : at + (AT_ONCE if spent is None else STOPPABLE)]
            if spent:
                spent.spend(KERNEL_BATTLE * len(part))
            found.update(play(part, seed))
        at += len(part)
    return found


def _kernel(battle: Battle, samples: int, spent: Budget | None) -> Kernel | None:
    """Return the kernel for a sample, NONE to play by the rules, or None while one is loading."""
    if spent and spent.means == "rules":
        return NONE
    return loaded(battle.ruleset) if samples < BULK_LEAST else ready(battle.ruleset)


def _expect(spent: Budget, operations: int, played: int) -> None:
    """Raise SpentError if more is needed than is left, by an estimate from so many battles."""
    if played >= MEANWHILE or operations > ROUGH * spent.left:
        spent.expect(operations)


class _LoadingBudget(Budget):
    """Charges the kernel's cost for the rules' work, so that refusals do not depend on loading."""

    def __init__(self, outer: Budget) -> None:
        super().__init__(0)
        self.outer = outer
        self.uncharged = 0

    def spend(self, operations: int) -> None:
        self.outer.spend(0)
        self.uncharged += operations

    def expect(self, operations: int) -> None:
        self.outer.expect(operations)

    def charge(self, battles: int) -> None:
        self.outer.spend(KERNEL_BATTLE * battles)
        self.uncharged -= KERNEL_BATTLE * battles

    def settle(self, played: int, battles: int) -> None:
        """Charge the actual work of the rules. Raises SpentError if the rest would exceed it."""
        if played:
            _expect(self.outer, self.uncharged * battles // played, played)
        self.outer.spend(self.uncharged)
        self.uncharged = 0


def _sampler(kernel: Kernel | None, battle: Battle) -> Play | None:
    """Return a function that plays a sample of a battle in compiled code, or None."""
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
    """Return the 95 % Wilson score interval of a share, which is sensible near 0 and 1, too."""
    share, z2 = successes / samples, Z_95 * Z_95
    centre = (share + z2 / (2 * samples)) / (1 + z2 / samples)
    spread = sqrt(share * (1 - share) / samples + z2 / (4 * samples * samples))
    half = Z_95 * spread / (1 + z2 / samples)
    return (max(0.0, centre - half), min(1.0, centre + half))
