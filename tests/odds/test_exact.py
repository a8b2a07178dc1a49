"""Exact odds in fractions worked out by hand, and the chances of every moment."""

from dataclasses import replace
from typing import Any

import pytest

import engine
from engine.odds.chances import PROBES, enumerated_odds, exact_odds
from tests import stacks
from tests.dsl import COIN_FLIP, battle_file


def odds(armies: str, first: str | None = None) -> engine.Odds:
    return engine.odds(battle_file(armies, first), "exact")


def test_odds_worked_out_by_hand() -> None:
    # a begins. Round 1: the leaders fell each other; b defends, so b2 fires and has 1 AE left.
    # Round 2: b2 and a2 hit each other: b2 has AE 0 and DE 1, a2 has AE 1 and DE 1. Round 3: a2
    # hits, b2 is exhausted and falls: a wins with one unit. If b begins, it is the other way round.
    even = odds(COIN_FLIP)
    assert (even.method, even.samples, even.interval) == ("exact", None, None)
    assert (even.a, even.b, even.draw) == (0.5, 0.5, 0.0)
    assert even.survivors == {"a": (0.5, 0.5, 0.0), "b": (0.5, 0.5, 0.0)}
    # a begins and flies: 2 damage, b falls; a has taken 1: a wins.
    #
    # b begins: each hits for 1. Then a, with 1 AE, has to do without Flying: each hits for 1, both
    # fall: a draw.
    chances = odds("2/2:flying | 2/2")
    assert (chances.a, chances.b, chances.draw) == (0.5, 0.0, 0.5)
    assert chances.survivors == {"a": (0.5, 0.5), "b": (1.0, 0.0)}
    # A stalemate counts as a draw with survivors.
    chances = odds("thwomp | thwomp*2")
    assert (chances.a, chances.b, chances.draw) == (0.0, 0.0, 1.0)
    assert chances.survivors == {"a": (0.0, 1.0), "b": (0.0, 0.0, 1.0)}


@pytest.mark.parametrize("first", ["a", "b"])
def test_if_the_file_says_who_begins_there_is_one_battle(first: str) -> None:
    chances = odds(COIN_FLIP, first)
    assert (chances.a, chances.b) == ((1.0, 0.0) if first == "a" else (0.0, 1.0))


def test_too_many_outcomes_are_refused_with_a_way_out() -> None:
    read = engine.read(battle_file(COIN_FLIP, None))
    assert exact_odds(read, leaves_most=2).a == 0.5
    with pytest.raises(engine.InputError, match="has over 1 outcomes; its odds can"):
        exact_odds(read, leaves_most=1)


def test_a_tree_that_is_far_too_large_is_refused_before_it_is_walked() -> None:
    read = engine.read(stacks.battle_file([stacks.unit(6, 9)], [stacks.unit(6, 9)]))
    begun = []

    def begin(setup: Any, rng: engine.Rng) -> Any:
        begun.append(setup)
        return read.ruleset.begin(setup, rng)

    counted = replace(read, ruleset=replace(read.ruleset, begin=begin))
    with pytest.raises(engine.InputError, match="has over 100,000 outcomes"):
        enumerated_odds(counted)
    assert len(begun) == PROBES


def test_a_ruleset_that_cannot_tell_has_no_course() -> None:
    recording = engine.play(battle_file("goomba | toad"), seed=1)
    assert engine.win_curve(recording) is None
