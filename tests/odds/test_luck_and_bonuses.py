"""Luck and what bonuses are worth, against chances worked out by hand."""

import copy
from typing import Any

import pytest
from msgspec.structs import astuple

import engine
from engine.kernels import loading
from tests.dsl import battle_file
from tests.odds.stacks import DUEL, LADDER, custom, stacks
from tests.sieges import EVEN, side, siege_file


def luck(battle: dict[str, Any], *rolls: int) -> engine.Luck:
    """The luck in a battle with these results of its dice, from 1."""
    found = engine.luck(engine.play(battle | {"rolls": [roll - 1 for roll in rolls]}))
    assert found is not None
    assert engine.luck(engine.play(battle_file("goomba | toad"), seed=0)) is None
    return found


def test_a_duel_counts_both_sides_rolls_in_every_round() -> None:
    """Round 1: 9 and 6 both miss by one. Round 2: 8 hits, 20 misses; a wins, as 2 in 3 do.
    Expected: 2 x 8/20, 2 x 5/20. 1/3 of a's results are worse, plus half of the equal 2/3."""
    found = luck(DUEL, 9, 6, 8, 20)
    assert astuple(found.a) == pytest.approx((2, 1, 0.8, 0.2, 200 / 3))
    assert astuple(found.b) == pytest.approx((2, 0, 0.5, -0.5, 100 / 3))


@pytest.mark.parametrize(
    ("rolls", "percentile"),
    [
        ((20, 1), 25.0),  # b with 2 left, 1/2 of all: the worst result for a
        ((1, 20, 20, 1), 62.5),  # b with 1 left: 1/2 are worse, half of 1/4
        ((1, 20, 1, 20), 87.5),  # a left: 3/4 are worse, half of 1/4
    ],
)
def test_results_are_ranked_by_survivors(rolls: tuple[int, ...], percentile: float) -> None:
    found = luck(LADDER, *rolls)
    assert found.a.result_percentile == pytest.approx(percentile)
    assert found.b.result_percentile == pytest.approx(100 - percentile)


def test_rolls_belong_to_who_hopes_for_them() -> None:
    # It fails only if both dice do: 12/20 x 22/30. The medal die saves it here.
    found = luck(stacks([custom(8, 1) | {"medals": 1}], [custom(5, 1)]), 20, 8, 20)
    assert found.a.rolls == found.a.successes == 1
    assert found.a.expected == pytest.approx(1 - 12 / 20 * 22 / 30)
    # 5 points of poison: 20 %, 5 of 25 sides. Then 8 hits, 20 misses.
    plague = custom(8, 1, abilities={"poison": 5})
    found = luck(stacks([plague], [custom(5, 1)]), 5, 8, 20)
    assert (found.a.rolls, found.a.successes) == (2, 2)
    assert found.a.expected == pytest.approx(5 / 25 + 8 / 20)
    assert (found.b.rolls, found.b.expected) == (1, pytest.approx(3 / 20)), "strength 5 - 2"
    # 4 points of assassination: 4 of 10 sides kill, before anything else is rolled.
    killer = custom(1, 1, abilities={"assassin": 4})
    found = luck(stacks([killer], [custom(9, 1)]), 4)
    assert (found.a.rolls, found.a.successes, found.a.expected) == (1, 1, 0.4)
    assert (found.b.rolls, found.b.successes, found.b.expected) == (0, 0, 0.0)
    # A shot is the shooters roll and cover the targets.
    archer = custom(6, 1, abilities={"missile": 1})
    found = luck(stacks([archer], [custom(5, 1)]), 6, 6)
    assert astuple(found.a)[:3] == pytest.approx((1, 1, 6 / 20))
    assert astuple(found.b)[:3] == pytest.approx((1, 0, 5 / 20))
    # 10 points of assassination need no die.
    killer = custom(1, 1, abilities={"assassin": 10})
    found = luck(stacks([killer], [custom(9, 1)]))
    assert (found.a.rolls, found.a.expected, found.a.result_percentile) == (0, 0.0, 50.0)


def only(battle: dict[str, Any], kind: str, id_: str, side: str | None = "a") -> engine.BonusValue:
    rows = [row for row in engine.ablation(battle) if (row.kind, row.id) == (kind, id_)]
    (found,) = [row for row in rows if row.side == side]
    return found


def duel(a: int, b: int) -> float:
    """The chance that strength a beats strength b, one hit each, with 20 sides."""
    alone, other = a * (20 - b), b * (20 - a)
    return alone / (alone + other)


def test_what_blessing_and_leadership_are_worth() -> None:
    # 8 against 8 is even; the blessing makes 9 of the first.
    found = only(stacks([custom(8, 1) | {"blessed": True}], [custom(8, 1)]), "condition", "blessed")
    assert (found.units, found.a, found.b) == (("a1",), 0.5, 0.5)
    assert found.gain == pytest.approx(duel(9, 8) - 0.5)
    # Leadership serves its stack and names its bearer.
    stack = [custom(5, 1, abilities={"leadership": 2})]
    found = only(stacks(stack, [custom(5, 1)]), "ability", "leadership")
    assert (found.units, found.amount) == (("a1",), 2)
    assert found.gain == pytest.approx(duel(7, 5) - 0.5)


def test_what_terrain_and_a_city_are_worth() -> None:
    # Terrain is the fields and its gain is side as.
    guard = custom(5, 1, terrain={"hills": 2})
    battle = stacks([custom(6, 1)], [guard], field={"terrain": ["hills", "forest"]})
    found = only(battle, "terrain", "hills", None)
    assert found.gain == pytest.approx(duel(6, 7) - duel(6, 5))
    assert [row.id for row in engine.ablation(battle)] == ["hills"], (
        "nobody fights better in a forest"
    )


@pytest.mark.parametrize("compiled", [False, True])
def test_kinds_of_bonus_are_separate(monkeypatch: pytest.MonkeyPatch, *, compiled: bool) -> None:
    """The weightiest first; the battle file stays as it was."""
    hunter = custom(5, 2, banding=2, abilities={"acid": 2, "deathslayer": 3}) | {"medals": 2}
    battle = stacks([hunter] * 2, [custom(6, 2, race=["undead"]) | {"poisoned": True}] * 2)
    before = copy.deepcopy(battle)
    if not compiled:
        monkeypatch.setattr(loading, "_loaded", {})
    else:
        engine.warm("warlords")
    rows = engine.ablation(battle)
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


def test_an_equipment_of_manymarios_is_worth_the_battle_without_it() -> None:
    """A pair of wings makes Flying: then the battle is a win or a draw (tests/odds/test_exact)."""
    battle = battle_file("goomba+parawings | goomba", None)
    found = only(battle, "equipment", "parawings")
    bare = engine.odds(battle_file("goomba | goomba", None))
    assert (found.units, found.a, found.draw) == (("a1",), bare.a, bare.draw)
    assert found.gain == engine.odds(battle).a - bare.a > 0


def test_bonuses_are_refused_without_exact_odds_and_may_be_none() -> None:
    # A bot of the siege draws one of 2**32 streams of dice each round.
    with pytest.raises(engine.InputError, match="its odds can only be sampled"):
        engine.ablation(siege_file(side(EVEN, bot="random"), side(EVEN)))
    # A battle without bonuses has none of any worth.
    assert engine.ablation(battle_file("goomba | toad")) == ()
