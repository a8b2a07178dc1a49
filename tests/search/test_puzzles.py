"""Puzzles: what counts as one, and that making them is decided by the dice alone."""

from typing import Any

import pytest

import engine
from engine import search
from engine.core.rng import Seeded
from engine.search.orders import obvious
from tests.odds.stacks import custom, stacks
from tests.present import require

require("warlords")


def weighed(best: float = 0.5, second: float = 0.45, worst: float = 0.3, **more: Any) -> Any:
    """100 orders, of which the first is none of the obvious ones."""
    orders = tuple((n, n) for n in range(100))
    wins = (best, second, *[(second + worst) / 2] * 97, worst)
    return search.WeighedOrders(**{"orders": orders, "wins": wins, "obvious": {}, **more})


@pytest.mark.parametrize(
    ("shares", "is_puzzle"),
    [
        # Two points ahead of the second.
        ((0.5, 0.479), True),
        ((0.5, 0.481), False),
        # Neither hopeless nor sure.
        ((0.26, 0.2, 0.1), True),
        ((0.24, 0.2, 0.1), False),
        ((0.84,), True),
        ((0.86,), False),
        # And it matters which order it is.
        ((0.5, 0.47, 0.41), False),
    ],
)
def test_a_puzzle_has_one_best_order(shares: tuple[float, ...], *, is_puzzle: bool) -> None:
    assert weighed(*shares).is_puzzle is is_puzzle


def test_a_puzzle_is_not_obvious_and_not_small() -> None:
    assert weighed(obvious={"strongest": (1, 1)}).is_puzzle
    assert not weighed(obvious={"strongest": (0, 0)}).is_puzzle
    few = weighed()
    assert not few._replace(orders=few.orders[:59], wins=few.wins[:59]).is_puzzle


def test_the_strongest_is_who_leaves_the_fewest_enemies() -> None:
    """One hit each, so a duel goes by strength alone: 3 is weaker than 6, and that than 9."""
    file = stacks([custom(6, 1), custom(9, 1), custom(3, 1)], [custom(5, 1)] * 2)
    assert obvious(engine.read(file)) == {
        "listed": (0, 1, 2),
        "strongest": (1, 0, 2),
        "weakest": (2, 0, 1),
    }


def test_orders_that_only_swap_equal_units_are_one() -> None:
    """A giant and two of a kind: three orders. They are those of `best_order`, with its shares."""
    file = stacks([custom(5, 1), custom(9, 3), custom(5, 1)], [custom(7, 1), custom(6, 2)])
    found = search.weigh_all(engine.read(file))
    assert sorted(found.orders) == [(0, 1, 2), (0, 2, 1), (1, 0, 2)]
    best = search.best_order(file, distinct=True)
    assert found.orders == tuple(order.order for order in best.orders)
    assert found.wins == pytest.approx([order.win for order in best.orders], abs=1e-12)


def test_the_same_dice_make_the_same_puzzle() -> None:
    def made() -> search.MadePuzzle:
        rng = Seeded(4)

        def draw(side: str) -> dict[str, Any]:
            count = 5 if side == "a" else 6
            return {"stack": [{"unit": KINDS[rng.below(9, "kind", "")]} for _ in range(count)]}

        return search.make_puzzle({"ruleset": "warlords"}, draw, lambda _: True, rng)

    one, two = made(), made()
    assert one.battle.document == two.battle.document
    assert one.weighed.is_puzzle


KINDS = (
    *("scouts", "gnolls", "archers", "giant-bees", "black-dragons"),
    *("mummies", "ogres", "moonguard", "undead-dragon"),
)
