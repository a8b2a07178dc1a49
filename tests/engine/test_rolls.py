"""Rolls in a battle file: they come first, all of them, and the seed decides about the rest."""

from typing import Any

import pytest

import engine
from engine.core.rng import Given, Scripted
from tests.odds.stacks import DUEL


def test_rolls_come_first_and_the_seed_after_them() -> None:
    """a's 11 and b's 6 miss; the second roll of each is the second of the seed alone."""
    plain = engine.play(DUEL, seed=6)
    begun: list[Any] = list(engine.play(DUEL | {"rolls": [10, 5]}, seed=6).events)
    first = next(event for event in begun if hasattr(event, "round"))
    assert [die.result for roll in (first.a, first.b) for die in roll.dice] == [11, 6]
    rounds = [event for event in begun if hasattr(event, "struck")]
    alone: list[Any] = [event for event in plain.events if hasattr(event, "struck")]
    both = min(len(rounds), len(alone))
    assert both > 2
    assert [(r.a, r.b) for r in rounds[1:both]] == [(r.a, r.b) for r in alone[1:both]]


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
        ([0] * 100_001, "rolls: holds 100,001 rolls"),
    ],
)
def test_rolls_that_cannot_be_used_are_named(rolls: Any, message: str) -> None:
    with pytest.raises(engine.InputError) as caught:
        engine.play(DUEL | {"rolls": rolls})
    assert str(caught.value).startswith(message)


def test_battles_in_bulk_refuse_rolls() -> None:
    with pytest.raises(engine.InputError, match="rolls: are for `play`"):
        engine.outcomes([engine.read(DUEL | {"rolls": [0, 19]})])


def test_odds_leave_rolls_aside() -> None:
    assert engine.odds(DUEL | {"rolls": [0, 19]}) == engine.odds(DUEL)


def test_a_battle_without_its_dice_has_neither_seed_nor_rolls() -> None:
    bare = engine.read(DUEL | {"rolls": [1]}).without_dice()
    assert (bare.seed, bare.rolls) == (None, ())
    assert bare.document.keys() == {"ruleset", "sides"}
