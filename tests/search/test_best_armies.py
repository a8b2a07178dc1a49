"""The best armies within a budget: all armies of small budgets are tried by the rules, too."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

import engine
from engine import search
from engine.core.ruleset import Roster
from engine.rulesets.manymarios.army import UNITS
from engine.rulesets.manymarios.ruleset import RECRUITING as LINEUPS
from engine.rulesets.warlords.catalog import CATALOG
from engine.rulesets.warlords.ruleset import RECRUITING as STACKS
from engine.search.halving import Contest, Plan, search_armies
from tests.dsl import battle_file as lineups
from tests.stacks import Row, battle_file, unit


def stack(*ids: str) -> list[Row]:
    return [{"unit": id_} for id_ in ids]


FILE = battle_file(stack("archers"), stack("heavy-cavalry", "orc-mobs"))
HEROES = battle_file([{"hero": "monk", "level": 2}], stack("archers"))


def paid_for(prices: dict[str, int], budget: int, most: int) -> Iterator[list[str]]:
    for count in range(1, most + 1):
        for ids in product(prices, repeat=count):
            if sum(prices[id_] for id_ in ids) <= budget:
                yield [*ids]


def share(file: Row, side: engine.SideId) -> float:
    odds = engine.odds(file, "exact")
    return round((odds.a if side == "a" else odds.b) + odds.draw / 2, 9)


def test_prices_are_those_of_the_catalog() -> None:
    """Archers cost 40 gold, orc mobs 10 and a Goomba 4 AP; what a Goomba carries is added."""
    price = {id_: CATALOG.units[id_].build_cost for id_ in ("archers", "orc-mobs")}
    assert price == {"archers": 40, "orc-mobs": 10}
    assert STACKS.price({"stack": stack("archers", "orc-mobs", "archers")}) == 90
    assert STACKS.price({"stack": [unit(5, 1)]}) is None
    assert STACKS.price({"stack": [{"unit": "archers", "blessed": True}]}) is None
    assert STACKS.price({"stack": stack("barge")}) is None
    goomba = {"unit": "goomba", "equipment": ["parawings"], "combat_items": ["frog-suit"]}
    assert LINEUPS.price({"lineup": [goomba], "buildings": ["watchtower"]}) == 4 + 3 + 1 + 8
    assert LINEUPS.price({"lineup": [{"custom": {"name": "X", "energy": 2}}]}) is None


@pytest.mark.parametrize("side", engine.SIDES)
def test_it_finds_what_trying_all_finds(side: engine.SideId) -> None:
    """For 20 gold: all stacks of up to two units."""
    prices = {
        u.id: u.build_cost for u in CATALOG.units.values() if u.build_cost >= 5 and not u.ship
    }
    place = engine.SIDES.index(side)
    tried = [
        share(engine.with_army(FILE, place, {"stack": stack(*ids)}), side)
        for ids in paid_for({i: c for i, c in prices.items() if c <= 20}, 20, 4)
    ]
    found = search.best_armies(FILE, side, 20)
    assert round(found.armies[0].win, 9) >= max(tried)
    for army in found.armies:
        assert army.cost == STACKS.price(army.army) <= 20  # type: ignore[operator]
        again = engine.with_army(FILE, place, army.army)
        assert share(again, side) == round(army.win, 9)
    wins = [army.win for army in found.armies]
    assert wins == sorted(wins, reverse=True)


def test_lineups_within_an_ap_limit_are_found_with_what_they_carry() -> None:
    """For 8 AP all lineups of plain units, by the rules; things may only make it better."""
    file = lineups("goomba | goomba shy-guy", None, ap_limit=12)
    prices = {unit.id: unit.ap for unit in UNITS.values() if "launch" not in unit.abilities}
    best = max(
        share(engine.with_army(file, 0, {"lineup": stack(*ids)}), "a")
        for ids in paid_for(prices, 8, 2)
    )
    found = search.best_armies(file, "a", 8)
    assert found.armies[0].win >= best
    assert (found.method, found.money, found.budget) == ("exact", "AP", 8)
    assert found.own.cost == 4
    assert found.own.win == share(file, "a")


@pytest.mark.parametrize(
    ("file", "budget", "roster", "starts"),
    [
        (FILE, 60, STACKS, 2),
        # In Many Marios many armies are equal, and of most of them no changes were weighed.
        (lineups("goomba | hammer-bro koopa-troopa", None, ap_limit=40), 14, LINEUPS, 1),
    ],
)
def test_no_change_improves_the_best(file: Row, budget: int, roster: Roster, starts: int) -> None:
    best = search.best_armies(file, "a", budget, starts=starts).armies[0]
    changed = [
        army
        for kind in range(roster.kinds(best.army))
        for army in roster.changes(best.army, kind, budget)
    ]
    assert len(changed) > 5
    shares = [share(engine.with_army(file, 0, army), "a") for army in changed]
    assert max(shares) <= round(best.win, 9)


def test_of_orders_of_the_same_units_only_the_best_is_listed() -> None:
    found = search.best_armies(FILE, "a", 100, 50, starts=2)
    sets = [sorted(row["unit"] for row in army.army["stack"]) for army in found.armies]
    assert len(sets) == 50
    assert len({*map(tuple, sets)}) == 50


def test_against_several_an_army_gets_the_mean() -> None:
    against = [{"stack": stack("liches")}, {"stack": stack("archers", "archers")}]
    best = search.best_armies(FILE, "a", 50, starts=1, against=against).armies[0]
    assert best.wins is not None
    each = [
        share(battle_file(best.army["stack"], enemy), "a")
        for enemy in (stack("heavy-cavalry", "orc-mobs"), *(army["stack"] for army in against))
    ]
    assert [round(win, 9) for win in best.wins] == each
    assert best.win == pytest.approx(sum(each) / 3)


def test_what_is_wrong_with_a_further_opponent_is_told_at_its_place() -> None:
    against = [{"stack": stack("archers")}, {"stack": stack("archers", "gandalf")}]
    with pytest.raises(engine.InputError) as caught:
        search.best_armies(FILE, "a", 50, against=against)
    assert [problem.path for problem in caught.value.problems] == ["against[1].stack[1].unit"]


def test_the_budget_is_the_armys_cost_or_the_other_ones() -> None:
    """Archers cost 40; heroes have no price, so their side may spend what the other army costs."""
    assert search.best_armies(FILE, starts=1).budget == 40
    assert search.best_armies(HEROES, starts=1).budget == 40
    assert search.best_armies(HEROES, starts=1).own.cost is None


def test_workers_change_nothing() -> None:
    told: list[tuple[int, int]] = []
    alone = search.best_armies(FILE, "b", 40, starts=3, progress=lambda *done: told.append(done))
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert search.best_armies(FILE, "b", 40, starts=3, workers=2) == alone


def test_it_is_stopped_in_the_middle_of_a_climb() -> None:
    asked = []
    with pytest.raises(engine.StoppedError):
        search.best_armies(
            FILE, "a", 2_000, starts=1, stop=lambda: asked.append(1) or len(asked) > 5
        )


def test_reading_armies_is_counted() -> None:
    """Each that is tried has a unit at least, against two; what is read costs 5 a unit."""
    with engine.Budget(10**9) as counted:
        found = search.best_armies(FILE, "a", 40, starts=1)
    spent = counted.operations - counted.left
    assert spent > found.tried * 3 * 5
    with engine.Budget(spent - 1), pytest.raises(engine.SpentError, match="takes more than"):
        search.best_armies(FILE, "a", 40, starts=1)
    # The kernel alone takes an operation or two for each.
    with engine.Budget(found.tried * 3), pytest.raises(engine.SpentError):
        search.best_armies(FILE, "a", 40, starts=1)


def test_no_climb_more_is_begun_after_so_many_operations() -> None:
    """Those before are the same: so is what each army gets, and where the first ones ended."""
    with engine.Budget(10**9) as counted:
        two = search.best_armies(FILE, "a", 40, starts=1)
    spent = counted.operations - counted.left
    assert two.starts == 2, "from the own army, too"
    assert search.best_armies(FILE, "a", 40, starts=5, most=1).starts == 1
    assert search.best_armies(FILE, "a", 40, starts=1, most=spent) == two
    cut = search.best_armies(FILE, "a", 40, starts=5, most=spent, workers=2)
    assert cut == search.best_armies(FILE, "a", 40, starts=cut.starts - 1)
    assert 2 <= cut.starts < 6


def test_armies_are_read_once_whoever_is_met() -> None:
    """So that eight opponents do not take eight times as long: of each a kernel needs one side."""
    spent = []
    for against in ([], [{"stack": [unit(9, 3)]}]):
        with engine.Budget(10**9) as counted:
            found = search.best_armies(FILE, "a", 20, against=against, starts=1)
        spent.append((counted.operations - counted.left) / found.tried)
    assert spent[1] < 1.5 * spent[0]


def test_what_cannot_be_searched_is_refused() -> None:
    for bots in ({"bots": ["random"]}, {"played_by": "random"}):
        with pytest.raises(engine.InputError, match="Warlords III stacks has no bots"):
            search.best_armies(FILE, **bots)
    battle = engine.read(FILE)
    unknown = replace(battle, ruleset=replace(battle.ruleset, recruiting=None))
    with pytest.raises(engine.InputError, match="Warlords III stacks does not define which armies"):
        search.best_armies(unknown)
    file = lineups("goomba | goomba", None)
    with pytest.raises(engine.InputError, match="3 AP pay for no unit; the cheapest costs 4"):
        search.best_armies(file, "a", 3)
    for wrong in ({"side": "c"}, {"budget": 0}, {"top": 0}, {"starts": 0}, {"rounds": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            search.best_armies(FILE, **wrong)


def test_halving_keeps_to_a_budget_and_its_intervals_hold_the_exact_chances() -> None:
    """Warlords by battles, as a game without exact odds would be; 19 of 20 intervals hold."""
    contest = Contest((json.dumps(FILE),), (None,), "b")
    with search.Workers(1) as workers:
        found = search_armies(contest, STACKS, Plan(60, 8, 8, 2, 80), workers)
    exact = [share(engine.with_army(FILE, 1, one.army), "b") for one in found.armies]
    spans = [one.interval for one in found.armies if one.interval]
    inside = [low <= chance <= high for chance, (low, high) in zip(exact, spans, strict=True)]
    assert sum(inside) >= 7
    assert all(one.cost == STACKS.price(one.army) <= 60 for one in found.armies)  # type: ignore[operator]
    assert (found.budget, found.money, found.rounds) == (60, "gold", 2)
    goombas = lineups("goomba | goomba", None)
    contest = Contest((json.dumps(goombas),), (None,), "b")
    with search.Workers(1) as workers, pytest.raises(engine.InputError, match="3 AP pay for no"):
        search_armies(contest, LINEUPS, Plan(3, 1, 1, 1, 1), workers)
