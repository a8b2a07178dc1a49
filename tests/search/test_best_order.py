"""The best order of units: values worked out by hand, and every order weighed once by the rules."""

from itertools import permutations
from typing import Any

import pytest

import engine
from engine import search
from engine.search import orders as orders_module
from tests.dsl import battle_file as lineups
from tests.games.manymarios import kernel_cases as lineup_cases
from tests.games.warlords.test_kernel_parity import Draw
from tests.stacks import Row, battle_file, unit

KEYS = {"warlords": "stack", "manymarios": "lineup"}

HOUND, GIANT = unit(5, 1), unit(5, 1, trample=1)
BEFORE = battle_file([HOUND, GIANT], [unit(5, 2), unit(5, 1)])
"""Strength 5 each, giant has two hits. Giant first: 1/2 x 3/4, else 1/2 x 1/8 (hound needs three):
7/16. Hound first: 1/4 x 3/4, then 1/4 x 1/2 x 1/2 and 1/2 x 1/2 x 1/2: 6/16."""


def places(rows: Any) -> list[tuple[int, ...]]:
    return [row.order for row in rows]


def by_the_rules(file: Row, side: engine.SideId) -> list[tuple[float, tuple[int, ...]]]:
    """Every order with its share, by `engine.odds`: the best first, equal ones by their places."""
    number = engine.SIDES.index(side)
    army = file["sides"][number]["army"]
    key = KEYS[file["ruleset"]]
    found = []
    for order in permutations(range(len(army[key]))):
        changed = engine.with_army(file, number, {**army, key: [army[key][n] for n in order]})
        odds = engine.odds(changed, "exact")
        found.append((round((odds.a if side == "a" else odds.b) + odds.draw / 2, 9), order))
    return sorted(found, key=lambda row: (-row[0], row[1]))


def test_two_units_by_hand() -> None:
    found = search.best_order(BEFORE)
    assert [(row.order, row.win) for row in found.orders] == [((1, 0), 7 / 16), ((0, 1), 6 / 16)]
    assert (found.method, found.side, found.tried, found.search) == ("exact", "a", 2, "all")
    assert (found.own.order, found.own.win, found.better) == ((0, 1), 6 / 16, 1)


def test_equal_units_are_counted_as_orders_and_weighed_once() -> None:
    stack = [HOUND, GIANT, HOUND]
    found = search.best_order(battle_file(stack, [unit(5, 2), unit(5, 1)]))
    assert (found.tried, found.weighed) == (6, 3)
    # Giant first: 1/2 x (1 - 1/8), and 1/2 x what two hounds get: two hits of one and a hit more.
    # Those: 1/4 x 3/4 + 1/4 x 1/2 x 1/2 + 1/2 x 1/4 x 1/2 = 5/16. Together 7/16 + 5/32.
    assert [(row.order, row.win) for row in found.orders[:2]] == [
        ((1, 0, 2), 19 / 32),
        ((1, 2, 0), 19 / 32),
    ]
    assert len(found.orders) == 6
    listed = search.best_order(battle_file(stack, [unit(5, 2), unit(5, 1)]), distinct=True)
    assert places(listed.orders) == places(found.orders)[::2]


def test_orders_with_equal_chances_come_lexicographically_the_own_one_first() -> None:
    found = search.best_order(battle_file([unit(3, 1), unit(6, 1), unit(9, 1)], [unit(7, 1)]))
    assert places(found.orders) == [*permutations(range(3))]
    assert len({row.win for row in found.orders}) == 1


def test_a_draw_counts_half() -> None:
    """a wins if it begins, and else it is a draw (tests/odds/test_exact.py)."""
    file = lineups("2/2:flying | 2/2", first=None)
    assert search.best_order(file, "a").own.win == 0.75
    assert search.best_order(file, "b").own.win == 0.25


def test_against_several_an_order_gets_the_mean() -> None:
    """Against a lone unit of one hit the order does not matter: 3/4."""
    found = search.best_order(BEFORE, against=[{"stack": [unit(5, 1)]}])
    assert [row.win for row in found.orders] == [(7 / 16 + 3 / 4) / 2, (6 / 16 + 3 / 4) / 2]
    assert found.orders[0].wins == (7 / 16, 3 / 4)


def random_battles(ruleset: str) -> list[Row]:
    if ruleset == "warlords":
        draw = Draw(31)
        return [
            battle_file(*([draw.unit() for _ in range(4)] for _ in "ab"), **draw.field())
            for _ in range(4)
        ]
    lineup = lineup_cases.Draw(32)
    return [
        lineup_cases.battle(lineup, [lineup_cases.army(lineup, 3, 4) for _ in "ab"])
        for _ in range(20)
    ]


@pytest.mark.parametrize(
    ("ruleset", "side"),
    [
        *(("warlords", "a"), ("manymarios", "b")),
        pytest.param("warlords", "b", marks=pytest.mark.long),
        pytest.param("manymarios", "a", marks=pytest.mark.long),
    ],
)
def test_the_search_of_all_orders_is_that_by_the_rules(ruleset: str, side: engine.SideId) -> None:
    differ = 0
    for file in random_battles(ruleset):
        reference = by_the_rules(file, side)
        found = search.best_order(file, side, 24)
        wins = {order: win for win, order in reference}
        assert [round(row.win, 9) for row in found.orders] == [win for win, _ in reference]
        assert {row.order: round(row.win, 9) for row in found.orders} == wins
        differ += len({*wins.values()}) > 1
        if found.weighed == found.tried:
            assert found.better == sum(row.win > found.own.win for row in found.orders)
    assert differ >= 2


def test_what_no_kernel_weighs_is_weighed_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    by_kernel = search.best_order(BEFORE)
    monkeypatch.setattr("engine.search.shares._kernel_of", lambda battle: None)
    assert search.best_order(BEFORE) == by_kernel


def test_workers_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Draw(33)
    file = battle_file(*([draw.unit() for _ in range(6)] for _ in "ab"))
    monkeypatch.setattr(orders_module, "PART_LEAST", 100)
    told: list[tuple[int, int]] = []
    alone = search.best_order(file, progress=lambda *done: told.append(done))
    assert told[-1] == (alone.weighed, alone.weighed)
    assert len(told) > 4
    assert search.best_order(file, workers=2) == alone


def test_a_local_search_finds_what_the_search_of_all_finds() -> None:
    draw = Draw(34)
    for _ in range(5):
        file = battle_file(*([draw.unit() for _ in range(5)] for _ in "ab"))
        every = search.best_order(file)
        local = search.best_order(file, search="local")
        assert (local.search, local.starts) == ("local", 9)
        assert local.tried <= 120
        assert local.orders[0] == every.orders[0]


def test_a_local_search_ends_where_no_swap_and_no_move_is_better() -> None:
    draw = Draw(35)
    stack, enemy = ([draw.unit() for _ in range(size)] for size in (7, 3))
    file = battle_file(enemy, stack, city="town")
    found = search.best_order(file, "b", 1, most=1_000)
    assert (found.search, found.method) == ("local", "exact")
    (best,) = found.orders
    for i in range(7):
        for j in range(7):
            swapped, moved = [*best.order], [*best.order]
            swapped[i], swapped[j] = swapped[j], swapped[i]
            moved.insert(j, moved.pop(i))
            for order in (swapped, moved):
                rows = [stack[n] for n in order]
                odds = engine.odds(engine.with_army(file, 1, {"stack": rows}))
                assert odds.b <= best.win + 1e-9


def test_it_can_be_stopped_midway(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Draw(36)
    file = battle_file(*([draw.unit() for _ in range(6)] for _ in "ab"))
    monkeypatch.setattr(orders_module, "PART_LEAST", 100)
    told: list[int] = []
    for workers in (1, 2):
        told.clear()
        with pytest.raises(engine.StoppedError):
            search.best_order(
                file,
                workers=workers,
                progress=lambda done, _all: told.append(done),
                stop=lambda: len(told) > 1,
            )
        assert len(told) == 2


def test_a_budget_that_is_stopped_stops_it() -> None:
    budget = engine.Budget(1_000_000)
    budget.stop()
    with budget, pytest.raises(engine.StoppedError):
        search.best_order(BEFORE)


@pytest.mark.parametrize("wrong", [{"top": 0}, {"workers": 0}, {"side": "c"}, {"search": "x"}])
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be at least 1|no side 'c'|no search 'x'"):
        search.best_order(BEFORE, **wrong)
