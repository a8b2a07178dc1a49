"""Armies are judged while they are built, with the engine's figures; random ones are good ones."""

import json
from itertools import pairwise
from typing import Any

import pytest

from engine.core.rng import Seeded
from engine.rulesets.manymarios.army import UNITS
from engine.rulesets.warlords.army import points_cost
from engine.rulesets.warlords.catalog import CATALOG
from webapp.armies.builder.checking import Checked, inspect, judge
from webapp.base import games
from webapp.base.builder import CUSTOM
from webapp.base.game import Game


def checked(ruleset: str, army: Any, **under: Any) -> Checked:
    return inspect(games.game(ruleset), army, **under)


def lineup(*rows: Any, **under: Any) -> Checked:
    return checked("manymarios", {"lineup": [*rows]}, **under)


def stack(*rows: Any, **under: Any) -> Checked:
    return checked("warlords", {"stack": [*rows]}, **under)


def stats(found: Checked, place: int = 0) -> dict[str, Any]:
    return {stat.label: stat.value for stat in found.figures.units[place].stats}


def parts(found: Checked, label: str, place: int = 0) -> list[tuple[str, int]]:
    (stat,) = [s for s in found.figures.units[place].stats if s.label == label]
    return [(part.name, part.amount) for part in stat.parts]


def bonuses(found: Checked) -> dict[str, Any]:
    return {stat.label: stat.value for stat in found.figures.bonuses}


def meters(found: Checked) -> dict[str, tuple[int, int | None]]:
    return {meter.label: (meter.value, meter.most) for meter in found.figures.meters}


def paths(found: Checked) -> list[str]:
    return [problem.path for problem in found.problems]


def test_every_point_of_a_unit_is_accounted_for() -> None:
    # Energy 2, and +1 AE, +3 DE of a Super Mushroom, +1 DE of the Watchtower; wings add at times.
    goomba = {"unit": "goomba", "equipment": ["super-mushroom", "parawings"]}
    found = checked("manymarios", {"buildings": ["watchtower"], "lineup": [goomba]})
    assert stats(found) == {"AP": 11, "AE": 3, "DE": 6, "Damage": 1}
    assert parts(found, "AE") == [("energy", 2), ("Super Mushroom", 1)]
    assert parts(found, "DE") == [("energy", 2), ("Super Mushroom", 3), ("Watchtower", 1)]
    assert found.figures.units[0].stats[-1].note == "+1 on the offense, not against flyers"
    assert found.figures.units[0].tags == ("flying",)


def test_a_wrong_unit_does_not_hide_the_others() -> None:
    bad = {"unit": "goomba", "equipment": ["parawings", "nothing"]}
    found = lineup({"unit": "gomba"}, bad, {"unit": "toad"})
    assert paths(found) == ["lineup[0].unit", "lineup[1].equipment[1]"]
    assert [unit.name for unit in found.figures.units] == ["gomba", "Goomba", "Toad"]
    assert [bool(unit.stats) for unit in found.figures.units] == [False, True, True]
    assert [unit.id for unit in found.figures.units][1:] == ["a2", "a3"]


def test_a_lineup_costs_what_its_units_and_things_cost() -> None:
    # A Goomba is 4 AP, Parawings 3, the Watchtower 8.
    army = {"buildings": ["watchtower"], "lineup": [{"unit": "goomba", "equipment": ["parawings"]}]}
    found = checked("manymarios", army, terms={"ap_limit": 20})
    assert found.valid
    assert (found.figures.cost, found.figures.limit) == (15, 20)
    assert meters(found) == {"AP": (15, 20), "units": (1, 40)}
    found = checked("manymarios", army | {"lineup": []})
    assert paths(found) == ["lineup"]
    assert (found.figures.cost, found.figures.units) == (8, ())


def test_strength_counts_ground_leadership_and_items() -> None:
    # A Monk leads by 1, which is a side bonus of 1.
    monk = {"hero": "monk", "level": 1, "items": ["axe-of-slaying"]}
    found = stack({"unit": "pikemen"}, monk)
    assert bonuses(found)["Leadership"] == 1
    assert bonuses(found)["Side bonus"] == 1
    # Monk: 4, +1 side bonus, +2 of the axe, which comes last.
    assert stats(found, 1)["Strength"] == 7
    assert parts(found, "Strength", 1) == [("base", 4), ("side bonus", 1), ("Axe of Slaying", 2)]
    chaos = {"name": "C", "strength": 1, "hits": 1, "abilities": {"chaos": 2}}
    found = stack({"hero": "monk"}, against={"stack": [{"custom": chaos}]})
    # Leadership 1 against chaos 2 is -1, and no bracket goes below that.
    assert bonuses(found)["Side bonus"] == -1
    assert stats(found)["Strength"] == 3
    # A unit of your own may have more than 9, which bonuses alone exceed.
    (unit,) = stack({"custom": {"name": "C", "strength": 12, "hits": 1}}).figures.units
    told = ("Strength 12 fights at 9 before bonuses.",)
    assert (unit.stats[0].value, unit.notes) == (9, told)


def test_ability_points_are_told_of_a_hero_that_overspends() -> None:
    # A Monk has 1 + 2 points at level 3; leadership costs 2 each.
    monk = {"hero": "monk", "level": 3, "buys": {"leadership": 2}}
    found = stack(monk)
    assert paths(found) == ["stack[0].buys"]
    unit = found.figures.units[0]
    assert (unit.spent, unit.budget) == (4, 3)
    assert unit.name == "Monk"
    # Without the purchases it is shown all the same.
    assert stats(found)["Hits"] == 2
    # Spells alone may be too many, too: Bless costs a Priest 2, and it has none at level 1.
    priest = {"hero": "priest", "buys": {"morale": 1}, "spells": ["bless"], "name": "Irene"}
    found = stack(priest, {"unit": "ogres"})
    assert [unit.name for unit in found.figures.units] == ["Irene", "Ogres"]
    assert (found.figures.units[0].spent, found.figures.units[0].budget) == (4, 0)
    assert stats(found, 1)["Hits"] == 3


def test_limits_of_units_and_heroes_are_kept() -> None:
    monk = {"hero": "monk"}
    found = stack({"unit": "ogres"}, monk, monk, limits={"units": 2, "heroes": 1})
    assert [str(problem) for problem in found.problems] == [
        "stack: has 3 units; these terms allow 2",
        "stack: has 2 heroes; these terms allow 1",
    ]
    assert meters(found) == {"units": (3, 2), "heroes": (2, 1)}
    assert stack(monk, limits={"units": 2, "heroes": 1}).valid


def test_a_stack_too_large_to_attack_is_a_garrison() -> None:
    ogres = {"unit": "ogres"}
    assert not stack(*[ogres] * 8).garrison
    found = stack(*[ogres] * 9)
    assert found.valid
    assert found.garrison
    assert meters(found)["units"] == (9, 32)
    assert bonuses(found)["Fortify"] == 1, "a village's"
    assert not stack(*[ogres] * 9, side="a").valid
    assert stack(*[ogres] * 9, side="b", terms={"field": {"city": "town"}}).valid
    assert paths(stack(*[ogres] * 33)) == ["stack"]


def test_wrong_terms_are_told_and_left_out_of_the_figures() -> None:
    found = stack({"unit": "ogres"}, terms={"field": {"terrain": ["sea"]}})
    assert paths(found) == ["field.terrain[0]"]
    assert stats(found)["Hits"] == 3
    assert paths(lineup({"unit": "goomba"}, terms={"ap_limit": 0})) == ["ap_limit"]


def test_an_item_that_does_nothing_says_so() -> None:
    """A Paratroopa flies by itself; so does who has wings already."""
    told = ("Parawings adds nothing: the unit has flying without it.",)
    for unit, wings, notes in (
        ("paratroopa", 1, told),
        ("goomba", 1, ()),
        ("goomba", 2, told),
        ("paratroopa", 0, ()),
    ):
        row = {"unit": unit, "equipment": ["parawings"] * wings}
        assert lineup(row).figures.units[0].notes == notes


@pytest.mark.parametrize("game", games.games().values(), ids=games.games())
def test_a_unit_has_the_values_of_its_shelf_or_says_why_not(game: Game) -> None:
    """Alone in its army, with nothing on it: its parts begin with the shelf's and add up."""
    builder = game.builder
    for item in builder.shelf:
        if item.key == CUSTOM:
            continue
        army = {builder.form.list: [json.loads(json.dumps(item.row))]}
        found = {stat.label: stat for stat in inspect(game, army).figures.units[0].stats}
        for stat in item.stats:
            own = found[stat.label]
            if own.value != stat.value:
                assert len(own.parts) > 1, f"{item.name}: {stat.label} {own.value}"
                assert own.parts[0].amount == stat.value
                assert sum(part.amount for part in own.parts) == own.value


SEEDS = range(40)


def drawn(ruleset: str, seed: int, terms: dict[str, Any] | None = None, limits: Any = None) -> Any:
    game = games.game(ruleset)
    army = game.builder.random(terms or {}, limits or {}, Seeded(seed))
    battle, problems = judge(game, army, terms or {}, limits or {})
    assert battle is not None, (army, problems)
    return army, battle.setup.a


@pytest.mark.parametrize("limit", [1, 3, 9, 40, 400, 5000])
def test_a_lineup_keeps_to_its_limit_and_uses_it(limit: int) -> None:
    for seed in SEEDS[: 40 if limit < 400 else 5]:
        army, card = drawn("manymarios", seed, {"ap_limit": limit})
        assert card.ap <= limit
        if limit <= 100 or len(army["lineup"]) < 40:
            assert card.ap > limit * 0.8 - 5 or card.ap >= limit - 8, army


def test_a_cannon_pipe_has_somebody_to_launch_and_nothing_is_worn_in_vain() -> None:
    for seed in SEEDS:
        army, card = drawn("manymarios", seed, {"ap_limit": 80})
        for row, unit in zip(army["lineup"], card.lineup, strict=True):
            worn = [*row.get("equipment", ()), *row.get("combat_items", ())]
            assert len(worn) == len(set(worn))
            assert "launch" not in unit.abilities or not worn
        launches = ["launch" in UNITS[row["unit"]].abilities for row in army["lineup"]]
        assert not launches[0]
        assert not launches[-1]
        assert not any(map(all, pairwise(launches)))


@pytest.mark.parametrize(("units", "heroes"), [(1, 0), (2, 2), (8, 1), (32, 4)])
def test_a_stack_keeps_to_its_limits(units: int, heroes: int) -> None:
    for seed in SEEDS:
        army, card = drawn("warlords", seed, limits={"units": units, "heroes": heroes})
        assert min(4, units) <= len(army["stack"]) <= min(8, units)
        assert sum(unit.hero for unit in card.stack) <= heroes


def test_units_have_something_in_common_and_heroes_leave_no_point_unspent() -> None:
    heroes = 0
    for seed in SEEDS:
        army, _ = drawn("warlords", seed)
        units = [CATALOG.units[row["unit"]] for row in army["stack"] if "unit" in row]
        assert not any(unit.ship for unit in units)
        shared = [
            {*unit.race, *unit.abilities, *(("flying",) if unit.flying else ())} for unit in units
        ]
        foul = {"poison", "disease", "curse"}
        assert set.intersection(*shared) or all(words & foul for words in shared), army
        kinds = ["hero" in row for row in army["stack"]]
        assert kinds == sorted(kinds), "heroes come last"
        for row in (row for row in army["stack"] if "hero" in row):
            heroes += 1
            hero = CATALOG.heroes[row["hero"]]
            cost = points_cost(hero, row.get("buys", {}), row.get("spells", ()))
            assert cost <= hero.points(row["level"])
            assert cost or hero.points(row["level"]) < 2, row
    assert heroes > 6
    terms = {"field": {"terrain": ["forest"]}}
    assert "Forest stack" in {drawn("warlords", seed, terms)[0]["name"] for seed in SEEDS}
