"""The only source of chance: what a seed means, and rolls that a battle file names."""

import re
from contextlib import nullcontext
from fractions import Fraction
from typing import Any

import pytest

import engine
from engine import ChanceError
from engine.core.rng import (
    Enumerating,
    Given,
    Rng,
    Scripted,
    Seeded,
    key,
    numbered,
    outcomes,
    output,
)
from tests.odds.stacks import DUEL
from tests.repo.files import ROOT

_, _, PAGE = (ROOT / "engine" / "BATTLEFILE.md").read_text("utf-8").partition("**The algorithm.**")
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


def test_outputs_and_keys_are_those_that_are_written_down() -> None:
    assert [output(SEED, number) for number in range(5)] == OUTPUTS
    # `printf 'melee\na/griffons/2' | sha256sum` begins with ca1600358fa6f025.
    assert "`melee` | `a/griffons/2`, whose key is `ca1600358fa6f025`" in PAGE
    assert key("melee", "a/griffons/2") == 0xCA1600358FA6F025


@pytest.mark.parametrize("row", VECTOR.findall(PAGE), ids=lambda row: f"{row[1]} {row[2]}")
def test_rolls_are_those_that_are_written_down(row: tuple[str, ...]) -> None:
    """Another implementation, in JavaScript, gave these."""
    seed, what_for, who, n, rolls = row
    dice = Seeded(int(seed))
    listed = [int(roll) for roll in rolls.split()]
    assert [dice.below(SIZES.get(n) or int(n), what_for, who) for _ in listed] == listed


def test_dice_of_others_and_of_one_side_are_counted_apart() -> None:
    alone, among = Seeded(SEED), Seeded(SEED)
    rolls = [alone.below(20, "melee", "a/toad/1") for _ in range(20)]
    for roll in rolls:
        among.below(3 * 2**62, "melee", "b/toad/1")
        among.below(20, "missile", "a/toad/1")
        assert among.below(20, "melee", "a/toad/1") == roll
    # Equals are numbered in their order.
    units = ["a/griffons", "a/rats", "a/griffons", "a/Anna/1", "a/Anna"]
    assert [*numbered(units)] == [
        *("a/griffons/1", "a/rats/1", "a/griffons/2", "a/Anna/1/1", "a/Anna/1")
    ]
    # Below 1 is always 0 and is a roll all the same.
    dice, other = Seeded(SEED), Seeded(SEED)
    assert dice.below(1, "no choice", "") == 0
    other.below(20, "no choice", "")
    assert dice.below(20, "no choice", "") == other.below(20, "no choice", "")


@pytest.mark.parametrize("dice", [Seeded(1), Scripted([0]), Enumerating([])])
def test_nothing_is_below_0(dice: Rng) -> None:
    with pytest.raises(ChanceError, match="who begins"):
        dice.below(0, "who begins", "")


@pytest.mark.parametrize(
    ("rolls", "why"),
    [
        ([1, 0, 5], None),
        ([1, 0, 5, 2], r"never drawn: \[2\]"),
        ([1, 0], "c: no roll is left"),
        ([2], "a: roll 2 is not from 0 to 1"),
        ([-1], "a: roll -1 is not from 0 to 1"),
    ],
)
def test_scripted_rolls_come_in_order_and_all_must_fit(rolls: list[int], why: str | None) -> None:
    dice = Scripted(rolls)
    with pytest.raises(ChanceError, match=why) if why else nullcontext():
        assert [dice.below(2, "a", ""), dice.below(2, "b", ""), dice.below(6, "c", "")] == rolls[:3]
        dice.finish()


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


def test_given_dice_go_on_as_the_rest_which_has_rolled_as_often() -> None:
    dice = Given([4, 2], Scripted([5, 1, 0]))
    assert [dice.below(6, "test", "") for _ in range(3)] == [4, 2, 0]
    dice.finish()


@pytest.mark.parametrize(
    ("rolls", "message"),
    [
        ([20], "rolls: do not fit this battle: melee: roll 20 is not from 0 to 19"),
        ([0, 19, 7], "rolls: do not fit this battle: rolls never drawn: [7]"),
        ([-1], "rolls[0]: is -1; it must be from 0 to 999"),
        (["x"], "rolls[0]: must be a whole number"),
        ("abc", "rolls: must be a list of rolls"),
        ([0] * 100_001, "rolls: has 100,001 rolls"),
    ],
)
def test_rolls_that_cannot_be_used_are_named(rolls: Any, message: str) -> None:
    with pytest.raises(engine.InputError) as caught:
        engine.play(DUEL | {"rolls": rolls})
    assert str(caught.value).startswith(message)


def test_battles_in_bulk_refuse_rolls() -> None:
    with pytest.raises(engine.InputError, match="rolls: are for `play`"):
        engine.outcomes([engine.read(DUEL | {"rolls": [0, 19]})])


def test_a_battle_without_its_dice_has_neither_seed_nor_rolls() -> None:
    bare = engine.read(DUEL | {"rolls": [1]}).without_dice()
    assert (bare.seed, bare.rolls) == (None, ())
    assert bare.document.keys() == {"ruleset", "sides"}
    assert engine.odds(DUEL | {"rolls": [0, 19]}) == engine.odds(DUEL)
