"""Random armies keep to their limits, spend what they have, and are armies rather than noise."""

from itertools import pairwise
from typing import Any

import pytest

from engine.core.rng import Seeded
from engine.rulesets.manymarios.army import UNITS
from engine.rulesets.warlords.catalog import CATALOG
from engine.rulesets.warlords.heroes import spent
from webapp import games
from webapp.armies.builder.checking import judge

SEEDS = range(40)


def drawn(ruleset: str, seed: int, terms: dict[str, Any] | None = None, limits: Any = None) -> Any:
    game = games.game(ruleset)
    army = game.builder.random(terms or {}, limits or {}, Seeded(seed))
    battle, problems = judge(game, army, terms, limits or {})
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
            cost = spent(hero, row.get("buys", {}), row.get("spells", ()))
            assert cost <= hero.points(row["level"])
            assert cost or hero.points(row["level"]) < 2, row
    assert heroes > 6
    terms = {"field": {"terrain": ["forest"]}}
    assert "Forest stack" in {drawn("warlords", seed, terms)[0]["name"] for seed in SEEDS}
