"""The only source of chance: what a seed means, and that nothing about it may ever change."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import ChanceError, Scripted
from engine.core.rng import Enumerating, Rng, Seeded, key, numbered, outcomes, output
from tests.repo.files import ROOT

_, _, AFTER = (ROOT / "DECISIONS.md").read_text("utf-8").partition(" Dice are keyed\n")
DECISION = AFTER.partition("\n## ")[0]
VECTOR = re.compile(r"(?m)^\| (\d+) \| `(.+?)` \| (?:`(.+?)`)?.*? \| (.+) \| ([\d ]+) \|$")
SIZES = {"3 x 2**62": 3 * 2**62}

# The first outputs of SplitMix64 for this seed, as the algorithm's other implementations give them.
SEED = 1234567
OUTPUTS = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def test_outputs_are_those_of_splitmix64() -> None:
    assert [output(SEED, number) for number in range(5)] == OUTPUTS


def test_a_key_is_the_one_that_is_written_down() -> None:
    """`printf 'melee\\na/griffons/2' | sha256sum` begins with ca1600358fa6f025."""
    assert "`melee` | `a/griffons/2`, whose key is `ca1600358fa6f025`" in DECISION
    assert key("melee", "a/griffons/2") == 0xCA1600358FA6F025


@pytest.mark.parametrize("row", VECTOR.findall(DECISION), ids=lambda row: f"{row[1]} {row[2]}")
def test_rolls_are_those_that_are_written_down(row: tuple[str, ...]) -> None:
    """Another implementation, in JavaScript, gave these."""
    seed, what_for, who, n, rolls = row
    dice = Seeded(int(seed))
    listed = [int(roll) for roll in rolls.split()]
    assert [dice.below(SIZES.get(n) or int(n), what_for, who) for _ in listed] == listed


def test_all_that_is_written_down_is_checked() -> None:
    assert len(VECTOR.findall(DECISION)) == 4


def test_a_roll_is_the_first_value_of_its_stream_that_is_not_in_the_uneven_tail() -> None:
    """n = 3 x 2**62 leaves a tail of 2**62: for the first roll the first value falls into it."""
    tail, n = 2**62, 3 * 2**62
    own = [output(SEED ^ key("melee", "a/griffons/2"), count) for count in range(2)]
    assert output(own[0], 0) < tail <= output(own[0], 1)
    assert tail <= output(own[1], 0)
    dice = Seeded(SEED)
    rolls = [dice.below(n, "melee", "a/griffons/2") for _ in range(2)]
    assert rolls == [output(own[0], 1) % n, output(own[1], 0) % n]


def test_how_others_roll_changes_nothing() -> None:
    alone, among = Seeded(SEED), Seeded(SEED)
    rolls = [alone.below(20, "melee", "a/toad/1") for _ in range(20)]
    for roll in rolls:
        among.below(3 * 2**62, "melee", "b/toad/1")
        among.below(20, "missile", "a/toad/1")
        assert among.below(20, "melee", "a/toad/1") == roll


def test_equals_are_numbered_in_their_order() -> None:
    units = ["a/griffons", "a/rats", "a/griffons", "a/Anna/1", "a/Anna"]
    assert [*numbered(units)] == [
        *("a/griffons/1", "a/rats/1", "a/griffons/2", "a/Anna/1/1", "a/Anna/1"),
    ]


@pytest.mark.parametrize("varied", ["seed", "count", "who"])
def test_rolls_are_even_whatever_varies(varied: str) -> None:
    """19 degrees of freedom: chi-square is above 43.8 once in a thousand times."""
    counts, dice = [0] * 20, Seeded(1)
    for k in range(20_000):
        if varied == "seed":
            counts[Seeded(k).below(20, "melee", "a/toad/1")] += 1
        else:
            counts[dice.below(20, "melee", f"a/toad/{k if varied == 'who' else 1}")] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 43.8


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**64))
def test_a_draw_is_below_n(seed: int, n: int) -> None:
    assert 0 <= Seeded(seed).below(n, "anything", "") < n


def test_below_1_is_always_0_and_is_a_roll_all_the_same() -> None:
    dice, other = Seeded(SEED), Seeded(SEED)
    assert dice.below(1, "no choice", "") == 0
    other.below(20, "no choice", "")
    assert dice.below(20, "no choice", "") == other.below(20, "no choice", "")


@pytest.mark.parametrize("dice", [Seeded(1), Scripted([0]), Enumerating([])])
def test_nothing_is_below_0(dice: Rng) -> None:
    with pytest.raises(ChanceError, match="who begins"):
        dice.below(0, "who begins", "")


def test_scripted_rolls_come_in_their_order() -> None:
    dice = Scripted([1, 0, 5])
    assert [dice.below(2, "a", ""), dice.below(2, "b", ""), dice.below(6, "c", "")] == [1, 0, 5]
    dice.finish()


def test_a_scripted_roll_that_is_left_over_is_an_error() -> None:
    dice = Scripted([1, 0])
    dice.below(2, "who begins", "")
    with pytest.raises(ChanceError, match=r"never drawn: \[0\]"):
        dice.finish()


def test_a_missing_scripted_roll_is_an_error() -> None:
    with pytest.raises(ChanceError, match="who begins: no roll is left"):
        Scripted([]).below(2, "who begins", "")


@pytest.mark.parametrize("roll", [-1, 2])
def test_a_scripted_roll_out_of_range_is_an_error(roll: int) -> None:
    with pytest.raises(ChanceError, match=f"roll {roll} is not from 0 to 1"):
        Scripted([roll]).below(2, "who begins", "")


def heads_or_a_die(dice: Rng) -> str:
    """A coin; tails is followed by a die of three sides."""
    return f"tails {dice.below(3, 'die', '')}" if dice.below(2, "coin", "") else "heads"


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
    leaves = list(outcomes(lambda dice: [dice.below(size, "any", "") for size in sizes]))
    assert sum(chance for chance, _ in leaves) == 1
    assert len({tuple(rolls) for _, rolls in leaves}) == len(leaves)
