"""Why a battle ended so: worked out by hand, and against plain enumeration of all orders."""

import sys
from itertools import permutations
from typing import Any

import pytest

import engine
from engine import search
from tests.dsl import battle_file as lineups
from tests.sieges import EVEN, units
from tests.stacks import battle_file, unit

BATTLE = battle_file(
    [unit(5, 1, name="Hound"), unit(5, 1, trample=1, name="Giant")],
    [unit(5, 2, name="Wall"), unit(5, 1, name="Dog")],
)
"""As it is, a wins 6/16; with the giant first 7/16 (tests/search/test_best_order.py)."""


def mean_of(file: dict[str, Any], key: str) -> float:
    """The mean over all orders of both sides, each weighed by the rules."""
    a, b = (side["army"] for side in file["sides"])
    found = []
    for one in permutations(a[key]):
        for two in permutations(b[key]):
            sides = [{"army": {**a, key: [*one]}}, {"army": {**b, key: [*two]}}]
            odds = engine.odds({**file, "sides": sides}, "exact")
            found.append(odds.a + odds.draw / 2)
    return sum(found) / len(found)


def test_a_duel_has_no_orders_to_speak_of() -> None:
    """Strength 8 against 5 wins 2 of 3: armies 1/6, order 0, dice 1/3 or -2/3."""
    file = battle_file([unit(8, 1)], [unit(5, 1)])
    won, lost = search.verdict(file, "a"), search.verdict(file, "b")
    assert (won.armies, won.order, won.dice) == pytest.approx((1 / 6, 0, 1 / 3))
    assert (lost.armies, lost.order, lost.dice) == pytest.approx((1 / 6, 0, -2 / 3))
    assert (won.method, won.pairs, won.interval) == ("exact", 1, None)


def test_two_against_two_by_enumeration() -> None:
    found = search.verdict(BATTLE, "a")
    mean = mean_of(BATTLE, "stack")
    assert (found.chance, found.pairs) == (pytest.approx(6 / 16), 4)
    assert found.mean == pytest.approx(mean)
    assert found.armies == pytest.approx(mean - 1 / 2)
    assert found.order == pytest.approx(6 / 16 - mean)
    assert found.dice == pytest.approx(10 / 16)


def test_unequal_sides_with_equal_units_and_a_field_by_enumeration() -> None:
    """3! orders against 2!; two equal units of a leave 3 that look different."""
    file = battle_file(
        [unit(4, 1), unit(4, 1), unit(6, 1, trample=1)],
        [unit(5, 2), unit(7, 1)],
        terrain=["hills"],
        city="town",
    )
    found = search.verdict(file, "b")
    assert found.pairs == 6
    assert found.mean == pytest.approx(mean_of(file, "stack"))


def test_lineups_by_enumeration_and_a_draw_is_half() -> None:
    file = lineups("3/1 1/4 2/2:ballistics | 2/3 4/1", first=None)
    found = search.verdict(file, None)
    assert (found.result, found.method) == (0.5, "exact")
    assert found.mean == pytest.approx(mean_of(file, "lineup"))


@pytest.mark.parametrize("winner", ["a", "b", None])
@pytest.mark.parametrize("count", [2, 8])
def test_the_parts_add_up(winner: engine.SideId | None, count: int) -> None:
    stack = [unit(3 + k % 4, 1 + k % 3, name=f"Unit {k}") for k in range(count)]
    found = search.verdict(battle_file(stack, stack[::-1]), winner)
    assert found.order is not None
    total = found.armies + found.order + found.dice
    assert total == pytest.approx(found.result - 1 / 2, abs=1e-12)
    assert found.method == ("exact" if count == 2 else "sample")


def test_where_some_orders_are_drawn_the_interval_holds_the_mean_over_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """24 orders against 24 are weighed one by one; drawn, their mean has to be near."""
    file = battle_file(
        [unit(3, 1), unit(5, 2), unit(7, 1, trample=1), unit(4, 3)],
        [unit(6, 1), unit(4, 2), unit(5, 1, trample=2), unit(2, 3)],
    )
    whole = search.verdict(file, "a")
    assert (whole.method, whole.pairs) == ("exact", 576)
    monkeypatch.setattr(sys.modules["engine.search.verdict"], "PAIRS_MOST", 575)
    drawn = search.verdict(file, "a")
    assert (drawn.method, drawn.pairs) == ("sample", 2_000)
    assert drawn.interval is not None
    low, high = drawn.interval
    assert low < whole.mean < high < low + 0.05
    assert (drawn.chance, drawn.dice) == (whole.chance, whole.dice)
    assert search.verdict(file, "a") == drawn


def test_what_is_not_exact_has_no_verdict() -> None:
    side = {"army": {"units": units(EVEN)}, "bot": "random"}
    with pytest.raises(engine.InputError):
        search.verdict({"ruleset": "siege", "sides": [side, side]}, "a")
