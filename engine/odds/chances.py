"""Odds of a battle: exact from the ruleset, its kernel or all outcomes of the dice, or sampled.

Also the value of each bonus, and how far an army gets against several opponents in a row. Sampled
odds come from many seeded battles, with the confidence interval of the result.
"""

import json
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, islice
from math import sqrt
from operator import mul
from typing import Any, Final, Literal, TypeAlias, get_args

from engine.core.battle import fold, run
from engine.core.battlefile import read_battle, with_army
from engine.core.budget import KERNEL_BATTLE, Budget, SpentError, UncompiledError, budget
from engine.core.errors import InputError, KernelError, unknown
from engine.core.events import SIDES, BattleEnded, SideId, number_left
from engine.core.rng import Rng, Seeded, outcomes, output
from engine.core.ruleset import BELOW_ONE, Army, Battle, BonusName, Ends, Kernel, Odds, WinChances
from engine.kernels.loading import NONE, loaded, ready
from engine.rulesets import battle_of

LEAVES_MOST = 100_000
PAIRINGS_OF_AN_EVENT = 6  # that a kernel evaluates in the time of one event by the rules
PROBES = 3
HOPELESS = 100  # a tree is refused if every probe estimates it this many times too large


def final(battle: Battle, rng: Rng, state: Any = None) -> BattleEnded:
    """Return the last event of this battle under these dice."""
    (last,) = deque(run(battle.ruleset, battle.setup, rng, state), maxlen=1)
    assert isinstance(last, BattleEnded)
    return last


def exact_odds(battle: Battle, leaves_most: int = LEAVES_MOST) -> Odds:
    """Return a battle's odds by its loaded kernel or its rules. Raises InputError for too many."""
    if loaded(battle.ruleset).odds is not None:
        return of_chances(chances_of(battle))
    return odds_by_rules(battle, leaves_most)


def odds_by_rules(battle: Battle, leaves_most: int = LEAVES_MOST) -> Odds:
    """Return the odds of a battle without its kernel. Raises InputError like `exact_odds`."""
    if battle.ruleset.chances is None:
        return enumerated_odds(battle, leaves_most)
    return of_chances(battle.ruleset.chances(opening_state(battle)))


def chances_of(battle: Battle) -> WinChances:
    """Return exact chances in a ruleset which has `chances` or a kernel's `odds`."""
    kernel, rules = loaded(battle.ruleset), battle.ruleset.chances
    if kernel.odds is None:
        assert rules is not None
        return rules(opening_state(battle))
    if spent := budget():
        spent.spend(kernel_cost(battle))
    return kernel.odds([battle])[0]


def kernel_cost(battle: Battle) -> int:
    """Return the operations charged for the exact chances of a battle by a kernel."""
    a, b = battle.ruleset.sizes(battle.setup)
    return 1 + a * b // PAIRINGS_OF_AN_EVENT


def of_chances(chances: WinChances) -> Odds:
    """Return exact odds. No share is 1 unless it is certain, although 1 - 1e-20 rounds to 1."""
    a, b, draw = _uncertain((chances.a, chances.b, chances.draw))
    most = BELOW_ONE if a and b else 1.0
    return Odds(
        method="exact",
        a=a,
        b=b,
        draw=draw,
        samples=None,
        interval=None,
        survivors={str(side): _uncertain(row) for side, row in chances.survivors.items()},
        units=chances.units and {id_: min(one, most) for id_, one in chances.units.items()},
    )


def _uncertain(shares: Sequence[float]) -> tuple[float, ...]:
    most = BELOW_ONE if sum(share > 0 for share in shares) > 1 else 1.0
    return tuple(min(share, most) for share in shares)


def opening_state(battle: Battle) -> Any:
    """Return the state after the first event, which contains both armies, before any roll."""
    first = next(run(battle.ruleset, battle.setup, Seeded(0)))
    return next(fold(battle.ruleset, [first]))


def enumerated_odds(battle: Battle, leaves_most: int = LEAVES_MOST) -> Odds:
    """Return the odds by enumerating outcomes, in exact fractions. Raises InputError for many."""
    sizes = battle.ruleset.sizes(battle.setup)
    left = {side: [Fraction(0)] * (size + 1) for side, size in zip(SIDES, sizes, strict=True)}
    wins: dict[SideId | None, Fraction] = dict.fromkeys((*SIDES, None), Fraction(0))
    for chance, _, end in _ends(battle, leaves_most):
        wins[end.winner] += chance
        for side, chances in left.items():
            chances[number_left(end, side)] += chance
    a, b, draw = (float(wins[winner]) for winner in (*SIDES, None))
    survivors = {side: tuple(map(float, chances)) for side, chances in left.items()}
    return of_chances(WinChances(a, b, draw, survivors))


def _ends(battle: Battle, leaves_most: int) -> Iterator[tuple[Fraction, Any, BattleEnded]]:
    """Yield each outcome: its chance, the state and the last event. Raises InputError for many."""

    def play(rng: Rng) -> tuple[Any, BattleEnded]:
        state = battle.ruleset.new_state()
        return state, final(battle, rng, state)

    if all(_looks_larger(battle, seed, HOPELESS * leaves_most) for seed in range(PROBES)):
        raise _too_many(leaves_most)
    for leaf, (chance, (state, end)) in enumerate(outcomes(play)):
        if leaf == leaves_most:
            raise _too_many(leaves_most)
        yield chance, state, end


def _looks_larger(battle: Battle, seed: int, leaves: int) -> bool:
    """Whether a random battle suggests that the tree has more leaves than this.

    The product of the numbers of possible results of its draws is on average the number of leaves
    (Knuth 1975). The battle is abandoned once the product is too large.
    """
    try:
        final(battle, _Probe(Seeded(seed), leaves))
    except OverflowError:
        return True
    return False


@dataclass
class _Probe:
    """Dice that multiply the numbers of possible results. Raises OverflowError beyond a limit."""

    rng: Rng
    most: int
    leaves: int = 1

    def below(self, n: int, what_for: str, who: str, /) -> int:
        self.leaves *= n
        if self.leaves > self.most:
            raise OverflowError
        return self.rng.below(n, what_for, who)


def _too_many(leaves_most: int) -> InputError:
    return InputError.single(
        "", "has over {most:,} outcomes; its odds can only be sampled", most=leaves_most
    )


BONUSES_MOST: Final = 80  # examined; only dozens of heroes with items have more
NOTHING: Final = 1e-12  # smaller differences are rounding errors


class BonusValue(BonusName, frozen=True):
    a: float  # the chance that a wins without it
    b: float  # the chance that b wins without it
    draw: float  # the chance of a draw without it
    gain: float  # the owner's win chance with it minus that without it; of the field's, side a's


def ablation(source: Any) -> tuple[BonusValue, ...]:
    """Return the value of each bonus: the exact chances without it, largest effect first.

    Bonuses without an effect in this battle are left out. Raises InputError for a bad file, and
    where odds must be sampled, since the error of two samples is larger than their difference.
    """
    battle = battle_of(source)
    bonuses = battle.ruleset.bonuses or (lambda _setup, _document: iter(()))
    variants = [
        (bonus, without)
        for bonus in islice(bonuses(battle.setup, battle.document), BONUSES_MOST)
        if (without := _without(battle, bonus.without))
    ]
    now, *chances = map(exact_odds, [battle, *(without for _, without in variants)])
    found = []
    for (bonus, _), then in zip(variants, chances, strict=True):
        if max(abs(now.a - then.a), abs(now.b - then.b)) > NOTHING:
            owner = bonus.side or "a"
            gain = getattr(now, owner) - getattr(then, owner)
            name = {field: getattr(bonus, field) for field in BonusName.__struct_fields__}
            found.append(BonusValue(**name, a=then.a, b=then.b, draw=then.draw, gain=gain))
    return tuple(sorted(found, key=lambda row: -abs(row.gain)))


def _without(battle: Battle, without: Any) -> Battle | None:
    """Return the battle without a bonus, from a battle file or a setup; None if it is not legal."""
    if not isinstance(without, dict):
        return replace(battle, setup=without)
    try:
        return read_battle(without, {battle.ruleset.id: battle.ruleset})
    except InputError:
        return None


BATTLE_LEAVES_MOST = 1_000  # outcomes of one battle
OWN: SideId = "a"


def reach(battles: Sequence[Battle]) -> list[float]:
    """Return the exact chances of side a to win the first battle, the first two, and so on.

    Side a fights the first one with its army and each later one with its survivors; a draw ends the
    row. Raises InputError where the odds cannot be exact.
    """
    reached = _reach(battles)
    if reached[0] < 1:
        return reached
    most = exact_odds(battles[0]).a  # below 1 if side a can lose, although the sum rounds to 1
    return [min(chance, most) for chance in reached]


def _reach(battles: Sequence[Battle]) -> list[float]:
    ruleset = battles[0].ruleset
    if ruleset.aftermath is None:
        return [*accumulate((exact_odds(battle).a for battle in battles), mul)]
    if ruleset.aftermath.reach is not None:
        return [*ruleset.aftermath.reach(battles)]
    armies = {_key(battles[0].document["sides"][0]["army"]): Fraction(1)}
    reached = []
    for battle in battles:
        left: dict[str, Fraction] = defaultdict(Fraction)
        for army, share in armies.items():
            for chance, survivors in _won(battle, json.loads(army)):
                left[_key(survivors)] += share * chance
        armies = left
        reached.append(float(sum(left.values())))
    return reached


def _won(battle: Battle, army: Army) -> Iterator[tuple[Fraction, Army]]:
    """Yield each outcome in which this army wins in place of side a's, with its survivors."""
    ruleset = battle.ruleset
    read = read_battle(with_army(battle.document, 0, army), {ruleset.id: ruleset})
    assert ruleset.aftermath is not None
    assert ruleset.ordered is not None
    rows = {f"{OWN}{number}": row for number, row in enumerate(army[ruleset.ordered], start=1)}
    for chance, state, end in _ends(read, BATTLE_LEAVES_MOST):
        if end.winner == OWN:
            left = ruleset.aftermath.rows(state, OWN, rows)
            yield chance, {**army, ruleset.ordered: [*left]}


def _key(army: Army) -> str:
    return json.dumps(army, sort_keys=True)


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
    find = loaded if len(listed) < BULK_LEAST else ready
    while at < len(listed):
        if kernel is None:
            kernel = NONE if spent and spent.means == "rules" else find(battle.ruleset)
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
