"""The one door for chance: what a seed means, and that nothing about it may ever change."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import ChanceError, Scripted
from engine.core.rng import Chance, Enumerating, Seeded, outcomes

# The first outputs of SplitMix64 for this seed, as the algorithm's other implementations give them.
SEED = 1234567
OUTPUTS = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def test_seeded_dice_are_splitmix64() -> None:
    dice = Seeded(SEED)
    assert [dice.below(2**64, "all 64 bits") for _ in OUTPUTS] == OUTPUTS


def test_a_number_below_n_is_the_remainder() -> None:
    """Below 10: the outputs' last digits. The uneven tail of 2**64 is 6 numbers; none is hit."""
    dice = Seeded(SEED)
    assert [dice.below(10, "a digit") for _ in OUTPUTS] == [7, 3, 3, 1, 1]


def test_draws_in_the_uneven_tail_are_thrown_away() -> None:
    """n = 3 x 2**62 leaves a tail of 2**62 = 4611686018427387904: outputs 2 and 4 fall into it.

    Output 5 is above n: 16408922859458223821 - 13835058055282163712 = 2573864804176060109.
    """
    dice = Seeded(SEED)
    assert [dice.below(3 * 2**62, "most of the bits") for _ in range(3)] == [
        6457827717110365317,
        9817491932198370423,
        2573864804176060109,
    ]


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**64))
def test_a_draw_is_below_n(seed: int, n: int) -> None:
    assert 0 <= Seeded(seed).below(n, "anything") < n


def test_below_1_is_always_0_and_takes_a_draw_all_the_same() -> None:
    dice = Seeded(SEED)
    assert dice.below(1, "no choice") == 0
    assert dice.below(2**64, "all 64 bits") == OUTPUTS[1]


@pytest.mark.parametrize("dice", [Seeded(1), Scripted([0]), Enumerating([])])
def test_nothing_is_below_0(dice: Chance) -> None:
    with pytest.raises(ChanceError, match="who begins"):
        dice.below(0, "who begins")


def test_scripted_rolls_come_in_their_order() -> None:
    dice = Scripted([1, 0, 5])
    assert [dice.below(2, "a"), dice.below(2, "b"), dice.below(6, "c")] == [1, 0, 5]
    dice.finish()


def test_a_scripted_roll_that_is_left_over_is_an_error() -> None:
    dice = Scripted([1, 0])
    dice.below(2, "who begins")
    with pytest.raises(ChanceError, match=r"never drawn: \[0\]"):
        dice.finish()


def test_a_missing_scripted_roll_is_an_error() -> None:
    with pytest.raises(ChanceError, match="who begins: no roll is left"):
        Scripted([]).below(2, "who begins")


@pytest.mark.parametrize("roll", [-1, 2])
def test_a_scripted_roll_out_of_range_is_an_error(roll: int) -> None:
    with pytest.raises(ChanceError, match=f"roll {roll} is not from 0 to 1"):
        Scripted([roll]).below(2, "who begins")


def heads_or_a_die(dice: Chance) -> str:
    """A coin; tails is followed by a die of three sides."""
    return f"tails {dice.below(3, 'die')}" if dice.below(2, "coin") else "heads"


def test_outcomes_gives_every_leaf_once_with_its_chance() -> None:
    assert list(outcomes(heads_or_a_die)) == [
        (Fraction(1, 2), "heads"),
        (Fraction(1, 6), "tails 0"),
        (Fraction(1, 6), "tails 1"),
        (Fraction(1, 6), "tails 2"),
    ]


def test_outcomes_of_no_draw_is_one_leaf() -> None:
    assert list(outcomes(lambda _dice: "certain")) == [(Fraction(1), "certain")]


@given(st.lists(st.integers(1, 4), max_size=5))
def test_chances_of_all_leaves_sum_to_1(sizes: list[int]) -> None:
    leaves = list(outcomes(lambda dice: [dice.below(size, "any") for size in sizes]))
    assert sum(chance for chance, _ in leaves) == 1
    assert len({tuple(rolls) for _, rolls in leaves}) == len(leaves)
