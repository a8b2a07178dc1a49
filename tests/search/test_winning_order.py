"""What if: the search for an order of a side's units that wins with the same dice."""

from itertools import permutations

import pytest

import engine
from engine import search
from tests.search.test_branches import FOUR
from tests.stacks import battle_file, unit


def test_a_winning_order_is_the_nearest_there_is() -> None:
    """Every order is played from a battle file of its own, without branches."""
    for seed in range(12):
        file = FOUR | {"seed": seed}
        whole = engine.play(file)
        loser: engine.SideId = "b" if whole.result.winner == "a" else "a"
        place = engine.SIDES.index(loser)
        army = file["sides"][place]["army"]
        wins = set()
        for order in permutations(range(len(army["stack"]))):
            stack = [army["stack"][k] for k in order]
            played = engine.play(engine.with_army(file, place, {**army, "stack": stack}))
            if played.result.winner == loser:
                wins.add(order)
        found = search.Played(file).winning_order(loser)
        assert found.of == (23 if loser == "a" else 5)
        if found.order is None:
            assert (wins, found.tried) == (set(), found.of)
        else:
            assert found.order in wins
            one = search.Played(file).winning_order(loser, most=1)
            assert (one.order is not None) == (found.tried == 1)


def test_a_winning_order_that_is_sought_says_how_far_it_is_and_can_be_stopped() -> None:
    """Whoever has no chance has 3! orders to try, but for their own."""
    played = search.Played(
        battle_file([unit(1, 1), unit(1, 2), unit(1, 3)], [unit(9, 9)]) | {"seed": 1}
    )
    told: list[tuple[int, int]] = []
    found = played.winning_order("a", progress=lambda *step: told.append(step))
    assert (found.order, found.tried, found.of) == (None, 5, 5)
    assert told == [(done, 5) for done in range(5)]
    told.clear()
    with pytest.raises(engine.StoppedError):
        played.winning_order(
            "a", 4, progress=lambda *step: told.append(step), stop=lambda: len(told) == 2
        )
    assert told == [(0, 4), (1, 4)]
