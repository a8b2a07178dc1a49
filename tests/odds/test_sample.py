"""Sampled odds: that they say how far they can be trusted, and that this is true."""

import pytest

import engine
from engine.odds.chances import ends, odds_of, sampled_odds, wilson
from tests.dsl import COIN_FLIP, battle_file

EVEN = engine.read(battle_file(COIN_FLIP, None))


def test_intervals_worked_out_by_hand() -> None:
    # z = 1.959964, z2 = 3.841459. Centre (0.8 + z2 / 20) / (1 + z2 / 10) = 0.99207 / 1.38415
    # = 0.71674; half z x sqrt(0.8 x 0.2 / 10 + z2 / 400) / 1.38415 = 1.95996 x 0.16001 / 1.38415
    # = 0.22658.
    assert wilson(8, 10) == pytest.approx((0.49016, 0.94332), abs=1e-5)
    # Out of 10: z2 / (10 + z2) = 3.841459 / 13.841459 = 0.27753.
    assert wilson(0, 10) == pytest.approx((0, 0.27753), abs=1e-5)
    assert wilson(10, 10) == pytest.approx((0.72247, 1), abs=1e-5)
    assert wilson(0, 10)[0] >= 0
    assert wilson(10, 10)[1] <= 1


def test_the_interval_contains_the_truth_about_19_times_in_20() -> None:
    """100 samples of 100 fair battles, disjoint seeds: fewer than 88 or all 100 have a chance below
    1 % each."""
    samples = [sampled_odds(EVEN, 100, seed * 1_000) for seed in range(100)]
    held = sum(low <= 0.5 <= high for low, high in (s.interval or (1, 0) for s in samples))
    assert 88 <= held <= 99


def test_a_sample_can_be_played_in_parts_and_by_the_files_seed() -> None:
    parts = [ends(EVEN, numbers, seed=5) for numbers in (range(30), range(30, 90), range(90, 100))]
    assert [part.total() for part in parts] == [30, 60, 10]
    assert odds_of(EVEN, parts[2] + parts[0] + parts[1]) == sampled_odds(EVEN, 100, seed=5)
    # The files own seed chooses the sample.
    file = battle_file(COIN_FLIP, None, seed=7_000)
    assert engine.odds(file, "sample", 200) == sampled_odds(EVEN, 200, seed=7_000)
    # The winner has one unit left: the shares of wins are the shares of that.
    odds = sampled_odds(EVEN, 200)
    assert odds.survivors == {"a": (odds.b, odds.a, 0.0), "b": (odds.a, odds.b, 0.0)}


@pytest.mark.parametrize("samples", [0, 1_000_001])
def test_a_number_of_samples_out_of_bounds_is_refused(samples: int) -> None:
    with pytest.raises(ValueError, match="must be from 1 to 1,000,000"):
        sampled_odds(EVEN, samples)
