"""A sample that the kernel plays is the one that the rules would have played."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import engine
from engine.core.rng import output
from engine.core.ruleset import Kernel, Outcomes
from engine.core.win_chances import number_left
from engine.odds import sampled
from engine.odds.sampled import BULK_LEAST, Ends, ends, sampled_odds
from tests.dsl import COIN_FLIP, battle_file
from tests.games.manymarios.kernel_cases import cases
from tests.sieges import EVEN as EVEN_ARMY
from tests.sieges import side, siege_file
from tests.stacks import battle_file as stacks
from tests.stacks import unit

EVEN = engine.read(battle_file(COIN_FLIP, None))


def with_kernel(kernel: Any) -> engine.Battle:
    return replace(EVEN, ruleset=replace(EVEN.ruleset, kernel=kernel))


def no_kernel() -> Kernel:
    raise AssertionError("nobody should ask for the kernel")


def played(battle: engine.Battle, numbers: range, seed: int) -> Ends:
    """The sample, battle for battle, as `engine.play` plays it."""
    found: Ends = Counter()
    for number in numbers:
        end = engine.play(battle, output(seed, number)).result
        found[end.winner, number_left(end, "a"), number_left(end, "b")] += 1
    return found


def test_battle_for_battle_the_kernel_s_sample_is_that_of_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampled, "BULK_LEAST", 1)
    monkeypatch.setattr(sampled, "_by_rules", no_kernel)
    files = [*cases("mixed")[:400], *cases("pipes")[:100], *cases("standstill")[:50]]
    both_ends_seen = 0
    for seed, file in enumerate(files):
        battle = engine.read(file)
        found = ends(battle, range(3), seed)
        assert found == played(battle, range(3), seed), file
        both_ends_seen += len(found) > 1
    assert both_ends_seen > 10


def test_the_odds_of_a_sample_are_the_same_with_and_without_a_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampled, "AT_ONCE", 128)
    by_kernel = sampled_odds(EVEN, 300, seed=9)
    assert by_kernel == sampled_odds(with_kernel(None), 300, seed=9)
    assert 0 < by_kernel.a < 1


def test_what_no_kernel_plays_is_played_by_the_rules() -> None:
    def refuse(_battles: Any, _seeds: Any) -> Outcomes:
        raise engine.KernelError("not this one")

    refusing = with_kernel(lambda: Kernel(warm=no_kernel, outcomes=refuse))
    without = with_kernel(lambda: Kernel(warm=no_kernel))
    for battle in (refusing, without):
        assert sampled_odds(battle, BULK_LEAST, seed=4) == sampled_odds(EVEN, BULK_LEAST, seed=4)


def test_a_few_battles_load_no_kernel() -> None:
    few = BULK_LEAST - 1
    assert sampled_odds(with_kernel(no_kernel), few) == sampled_odds(with_kernel(None), few)


def test_a_siege_of_bots_is_sampled_by_the_rules() -> None:
    """Its kernel thinks for a bot, and plays no battles."""
    armies = [side(EVEN_ARMY, bot=bot) for bot in ("random", "aggressive")]
    odds = engine.odds(siege_file(*armies), "sample", BULK_LEAST)
    assert (odds.method, odds.samples, odds.draw) == ("sample", BULK_LEAST, 0)


def test_the_shares_of_samples_are_near_the_exact_chances() -> None:
    """60 battles, who wins each: beyond 4 standard errors a share comes once in 16,000 times."""
    files = [file for file in cases("mixed") if "options" not in file][:60]
    for seed, file in enumerate(files):
        exact, sample = engine.odds(file), engine.odds(file | {"seed": seed}, "sample", 2_000)
        for one, other in zip(chances(exact), chances(sample), strict=True):
            assert abs(one - other) <= 4 * (one * (1 - one) / 2_000) ** 0.5


def test_so_they_are_where_units_roll() -> None:
    """Warlords, by its exact programme: no two units roll alike because their dice are keyed."""
    for seed in range(6):
        a = [unit(3 + seed % 4, 2, missile=seed), unit(4, 1, lightning=3, medals=1)]
        b = [unit(5, 2, poison=2, name="Snake"), unit(4, 2, assassin=seed % 5, acid=2)]
        file = stacks(a, b) | {"seed": seed}
        exact, sample = engine.odds(file, "exact"), engine.odds(file, "sample", 500)
        for one, other in zip(chances(exact), chances(sample), strict=True):
            assert abs(one - other) <= 4 * (one * (1 - one) / 500) ** 0.5 + 1e-9


def chances(odds: engine.Odds) -> list[float]:
    """Who wins and how many are left, in one row."""
    return [odds.a, odds.b, odds.draw, *odds.survivors["a"], *odds.survivors["b"]]
