"""What bonuses are worth, against chances worked out by hand."""

import copy
from typing import Any

import pytest

import engine
from tests.dsl import battle_file
from tests.odds.stacks import custom, stacks
from tests.sieges import EVEN, side, siege_file


def only(battle: dict[str, Any], kind: str, id_: str, side: str | None = "a") -> engine.BonusValue:
    """What a bonus is worth that must be there once."""
    rows = [row for row in engine.ablation(battle) if (row.kind, row.id) == (kind, id_)]
    (found,) = [row for row in rows if row.side == side]
    return found


def duel(a: int, b: int) -> float:
    """The chance that strength a beats strength b, one hit each, with 20 sides."""
    alone, other = a * (20 - b), b * (20 - a)
    return alone / (alone + other)


def test_a_blessing_is_worth_its_point_of_strength() -> None:
    """8 against 8 is even; the blessing makes 9 of the first."""
    found = only(stacks([custom(8, 1) | {"blessed": True}], [custom(8, 1)]), "condition", "blessed")
    assert (found.units, found.a, found.b) == (("a1",), 0.5, 0.5)
    assert found.gain == pytest.approx(duel(9, 8) - 0.5)


def test_terrain_is_the_fields_and_its_gain_is_side_as() -> None:
    guard = custom(5, 1, terrain={"hills": 2})
    battle = stacks([custom(6, 1)], [guard], field={"terrain": ["hills", "forest"]})
    found = only(battle, "terrain", "hills", None)
    assert found.gain == pytest.approx(duel(6, 7) - duel(6, 5))
    assert [row.id for row in engine.ablation(battle)] == ["hills"], (
        "nobody fights better in a forest"
    )


def test_a_city_takes_its_fortify_and_its_terrain_bonus_with_it() -> None:
    """A town gives 2 to fortify; the unit fights with 1 more in cities: 5 + 1 + 2."""
    battle = stacks([custom(6, 1)], [custom(5, 1, terrain={"city": 1})], field={"city": "town"})
    found = only(battle, "city", "town", None)
    assert found.gain == pytest.approx(duel(6, 8) - duel(6, 5))


def test_leadership_serves_its_stack_and_names_its_bearer() -> None:
    stack = [custom(5, 1, abilities={"leadership": 2})]
    found = only(stacks(stack, [custom(5, 1)]), "ability", "leadership")
    assert (found.units, found.amount) == (("a1",), 2)
    assert found.gain == pytest.approx(duel(7, 5) - 0.5)


@pytest.mark.parametrize("compiled", [False, True])
def test_medals_banding_powers_and_slayers_are_told_apart(*, compiled: bool) -> None:
    """The weightiest first; the battle file stays as it was."""
    hunter = custom(5, 2, banding=2, abilities={"acid": 2, "deathslayer": 3}) | {"medals": 2}
    battle = stacks([hunter] * 2, [custom(6, 2, race=["undead"]) | {"poisoned": True}] * 2)
    before = copy.deepcopy(battle)
    rows = engine.ablation(battle, compiled=compiled)
    assert battle == before
    assert {(row.kind, row.id): row.units for row in rows} == {
        ("condition", "medals"): ("a1", "a2"),
        ("ability", "banding"): ("a1", "a2"),
        ("power", "acid"): ("a1", "a2"),
        ("slayer", "deathslayer"): ("a1",),
        ("condition", "poisoned"): ("b1", "b2"),
    }
    assert [abs(row.gain) for row in rows] == sorted((abs(row.gain) for row in rows), reverse=True)
    assert {row.gain > 0 for row in rows if row.side == "a"} == {True}
    assert {row.gain < 0 for row in rows if row.side == "b"} == {True}


def test_items_spells_and_purchases_are_the_heros_own() -> None:
    hero = {"hero": "monk", "level": 9, "buys": {"leadership": 1}, "spells": ["mighty-blow"]}
    battle = stacks([hero | {"items": ["orb-of-balance"]}], [custom(7, 3)])
    found = {(row.kind, row.id, row.units) for row in engine.ablation(battle)}
    assert ("purchase", "leadership", ("a1",)) in found
    bare = stacks([hero | {"items": []}], [custom(7, 3)])
    item = only(battle, "item", "orb-of-balance")
    assert item.a == pytest.approx(engine.odds(bare).a, abs=1e-12)


def test_a_mirrored_battle_has_mirrored_gains() -> None:
    strong = [custom(5, 2, abilities={"leadership": 2, "acid": 3}) | {"medals": 1}]
    plain = [custom(7, 2)]
    there = {row.id: row.gain for row in engine.ablation(stacks(strong, plain))}
    back = {row.id: row.gain for row in engine.ablation(stacks(plain, strong))}
    assert there.keys() == back.keys() == {"leadership", "acid", "medals"}
    assert back == pytest.approx(there)


def test_an_equipment_of_manymarios_is_worth_the_battle_without_it() -> None:
    """A pair of wings makes Flying: then the battle is a win or a draw (tests/odds/test_exact)."""
    battle = battle_file("goomba+parawings | goomba", None)
    found = only(battle, "equipment", "parawings")
    bare = engine.odds(battle_file("goomba | goomba", None))
    assert (found.units, found.a, found.draw) == (("a1",), bare.a, bare.draw)
    assert found.gain == engine.odds(battle).a - bare.a > 0


def test_what_bonuses_are_worth_is_refused_where_odds_have_to_be_sampled() -> None:
    """A bot of the siege draws one of 2**32 streams of dice each round."""
    with pytest.raises(engine.InputError, match="its odds can only be sampled"):
        engine.ablation(siege_file(side(EVEN, bot="random"), side(EVEN)))


def test_a_battle_without_bonuses_has_none_of_any_worth() -> None:
    assert engine.ablation(siege_file(side(EVEN, "aaddd"), side(EVEN, "ddddd"))) == ()
    assert engine.ablation(battle_file("goomba | toad")) == ()
