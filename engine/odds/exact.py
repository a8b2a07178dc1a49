"""Exact odds: from the ruleset or its kernel, or by enumerating every outcome of the dice."""

from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from engine.core.battle import fold, run
from engine.core.budget import budget
from engine.core.errors import InputError
from engine.core.events import SIDES, BattleEnded, SideId
from engine.core.rng import Rng, Seeded, outcomes
from engine.core.ruleset import Battle
from engine.core.win_chances import BELOW_ONE, Odds, WinChances, number_left
from engine.kernels.loading import loaded

LEAVES_MOST = 100_000
PAIRINGS_OF_AN_EVENT = 6  # that a kernel evaluates in the time of one event by the rules
PROBES = 3
HOPELESS = 100  # a tree is refused if every probe estimates it this many times too large


def final(battle: Battle, rng: Rng) -> BattleEnded:
    """Return the last event of this battle under these dice."""
    (last,) = deque(run(battle.ruleset, battle.setup, rng), maxlen=1)
    assert isinstance(last, BattleEnded)
    return last


def exact_odds(battle: Battle, leaves_most: int = LEAVES_MOST) -> Odds:
    """Return a battle's odds by its loaded kernel or its rules. Raises InputError for too many."""
    if loaded(battle.ruleset).odds is not None:
        return of_chances(*chances_of([battle]))
    return odds_by_rules(battle, leaves_most)


def odds_by_rules(battle: Battle, leaves_most: int = LEAVES_MOST) -> Odds:
    """Return the odds of a battle without its kernel. Raises InputError like `exact_odds`."""
    if battle.ruleset.chances is None:
        return enumerated_odds(battle, leaves_most)
    return of_chances(battle.ruleset.chances(opening_state(battle)))


def chances_of(battles: Sequence[Battle]) -> list[WinChances]:
    """Return exact chances of battles of one ruleset, which has `chances` or a kernel's `odds`."""
    kernel, rules = loaded(battles[0].ruleset), battles[0].ruleset.chances
    if kernel.odds is None:
        assert rules is not None
        return [rules(opening_state(battle)) for battle in battles]
    if spent := budget():
        spent.spend(sum(map(kernel_cost, battles)))
    return [*kernel.odds(battles)]


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
    if is_hopeless(battle, leaves_most):
        raise too_many(leaves_most)
    sizes = battle.ruleset.sizes(battle.setup)
    left: dict[SideId, list[Fraction]] = {
        "a": [Fraction(0)] * (sizes[0] + 1),
        "b": [Fraction(0)] * (sizes[1] + 1),
    }
    wins: dict[SideId | None, Fraction] = dict.fromkeys((*SIDES, None), Fraction(0))
    ends = outcomes(lambda rng: final(battle, Narrow(rng, leaves_most)))
    for leaf, (chance, end) in enumerate(ends):
        if leaf == leaves_most:
            raise too_many(leaves_most)
        wins[end.winner] += chance
        for side, chances in left.items():
            chances[number_left(end, side)] += chance
    a, b, draw = (float(wins[winner]) for winner in (*SIDES, None))
    survivors = {side: tuple(map(float, chances)) for side, chances in left.items()}
    return of_chances(WinChances(a, b, draw, survivors))


def is_hopeless(battle: Battle, leaves_most: int) -> bool:
    """Whether a battle has far too many outcomes to be enumerated."""
    return all(_looks_larger(battle, seed, HOPELESS * leaves_most) for seed in range(PROBES))


def _looks_larger(battle: Battle, seed: int, leaves: int) -> bool:
    """Whether a random battle suggests that the tree has more leaves than this.

    The product of the numbers of possible results of its draws is on average the number of leaves
    (Knuth 1975). The battle is abandoned once the product is too large.
    """
    try:
        final(battle, _Probe(Seeded(seed), leaves))
    except _EnoughError:
        return True
    return False


class _EnoughError(Exception):
    """A probe has exceeded its limit."""


class _Probe:
    """Dice that multiply the numbers of possible results, up to a limit."""

    def __init__(self, rng: Rng, most: int) -> None:
        self.rng = rng
        self.most = most
        self.leaves = 1

    def below(self, n: int, what_for: str, who: str, /) -> int:
        self.leaves *= n
        if self.leaves > self.most:
            raise _EnoughError
        return self.rng.below(n, what_for, who)


class Narrow:
    """Dice that refuse a draw with more results than the allowed number of outcomes."""

    def __init__(self, rng: Rng, results_most: int) -> None:
        self.rng = rng
        self.results_most = results_most

    def below(self, n: int, what_for: str, who: str, /) -> int:
        if n > self.results_most:
            raise too_many(self.results_most)
        return self.rng.below(n, what_for, who)


def too_many(leaves_most: int) -> InputError:
    return InputError.single(
        "", "has over {most:,} outcomes; its odds can only be sampled", most=leaves_most
    )
