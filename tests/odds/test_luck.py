"""Luck, worked out by hand on battles whose every roll is given."""

from typing import Any

import pytest
from msgspec.structs import astuple

import engine
from tests.dsl import battle_file
from tests.odds.stacks import DUEL, LADDER, custom, stacks


def luck(battle: dict[str, Any], *rolls: int) -> engine.Luck:
    """The luck in a battle with these results of its dice, from 1."""
    found = engine.luck(engine.play(battle | {"rolls": [roll - 1 for roll in rolls]}))
    assert found is not None
    assert engine.luck(engine.play(battle_file("goomba | toad"), seed=0)) is None
    return found


def test_a_duel_counts_both_sides_rolls_in_every_round() -> None:
    """Round 1: 9 and 6 both miss by one. Round 2: 8 hits, 20 misses: a wins, as 2 in 3 do.

    a was to expect 2 x 8/20, b 2 x 5/20. For a, 1/3 of all results are worse, and half of the
    equal 2/3 is another 1/3.
    """
    found = luck(DUEL, 9, 6, 8, 20)
    assert astuple(found.a) == pytest.approx((2, 1, 0.8, 0.2, 200 / 3))
    assert astuple(found.b) == pytest.approx((2, 0, 0.5, -0.5, 100 / 3))


@pytest.mark.parametrize(
    ("rolls", "percentile"),
    [
        ((20, 1), 25.0),  # b with 2 left, 1/2 of all: the worst result for a
        ((1, 20, 20, 1), 62.5),  # b with 1 left: 1/2 are worse, half of 1/4
        ((1, 20, 1, 20), 87.5),  # a left: 3/4 are worse, half of 1/4
    ],
)
def test_results_are_ranked_by_survivors(rolls: tuple[int, ...], percentile: float) -> None:
    found = luck(LADDER, *rolls)
    assert found.a.result_percentile == pytest.approx(percentile)
    assert found.b.result_percentile == pytest.approx(100 - percentile)


def test_two_dice_of_a_medal_are_one_roll() -> None:
    """It fails only if both dice do: 12/20 x 22/30. The medal die saves it here."""
    found = luck(stacks([custom(8, 1) | {"medals": 1}], [custom(5, 1)]), 20, 8, 20)
    assert found.a.rolls == found.a.successes == 1
    assert found.a.expected == pytest.approx(1 - 12 / 20 * 22 / 30)


def test_an_affliction_is_rolled_for_by_the_side_that_spreads_it() -> None:
    """5 points of poison: 20 %, 5 of 25 sides. Then 8 hits, 20 misses."""
    plague = custom(8, 1, abilities={"poison": 5})
    found = luck(stacks([plague], [custom(5, 1)]), 5, 8, 20)
    assert (found.a.rolls, found.a.successes) == (2, 2)
    assert found.a.expected == pytest.approx(5 / 25 + 8 / 20)
    assert (found.b.rolls, found.b.expected) == (1, pytest.approx(3 / 20)), "strength 5 - 2"


def test_a_power_is_its_bearers_roll() -> None:
    """4 points of assassination: 4 of 10 sides kill, before anything else is rolled."""
    killer = custom(1, 1, abilities={"assassin": 4})
    found = luck(stacks([killer], [custom(9, 1)]), 4)
    assert (found.a.rolls, found.a.successes, found.a.expected) == (1, 1, 0.4)
    assert (found.b.rolls, found.b.successes, found.b.expected) == (0, 0, 0.0)


def test_a_shot_is_the_shooters_roll_and_cover_the_targets() -> None:
    archer = custom(6, 1, abilities={"missile": 1})
    found = luck(stacks([archer], [custom(5, 1)]), 6, 6)
    assert astuple(found.a)[:3] == pytest.approx((1, 1, 6 / 20))
    assert astuple(found.b)[:3] == pytest.approx((1, 0, 5 / 20))


def test_what_is_certain_is_no_roll() -> None:
    """10 points of assassination need no die."""
    killer = custom(1, 1, abilities={"assassin": 10})
    found = luck(stacks([killer], [custom(9, 1)]))
    assert (found.a.rolls, found.a.expected, found.a.result_percentile) == (0, 0.0, 50.0)
