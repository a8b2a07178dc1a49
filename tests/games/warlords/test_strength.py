"""Strength: base, ground, side bonus, banding, items, and all the limits (W3)."""

from typing import Any

import pytest

from engine.rulesets.warlords.parts import Part, total
from engine.rulesets.warlords.snapshot import Condition
from engine.rulesets.warlords.strength import own_strength_parts
from tests.stacks import Row, fight, hero, named, opening, ready, strengths, unit


def bonuses(a: list[Row], b: list[Row], **field: Any) -> list[int]:
    return [event.bonus for event in opening(a, b, **field).all("stack_readied")]


def test_w03_the_side_bonus_of_the_worked_case() -> None:
    """(3 - 2) + (1 - 3 -> -1) + (1 - 1) = 0; (2 - 1) + (2 - 5 -> -1) + (1 - 0) = +1."""
    a = unit(5, 1, leadership=3, morale=1, fortify=1, chaos=1, fear=5)
    b = unit(5, 1, leadership=2, morale=2, fortify=1, chaos=2, fear=3, siege=1)
    assert bonuses([a], [b]) == [0, 1]
    first, _ = opening([a], [b]).all("stack_readied")
    assert [(r.own_total, r.against_total, r.amount) for r in first.brackets] == [
        (3, 2, 1),
        (1, 3, -1),
        (1, 1, 0),
    ]


def test_w03_a_side_bonus_is_from_minus_3_to_5() -> None:
    high = unit(5, 1, leadership=5, morale=5, fortify=5, chaos=5, fear=5, siege=5)
    assert bonuses([high], [unit(5, 1)]) == [5, -3]


@pytest.mark.parametrize(
    ("units", "total_"),
    [
        ([hero("paladin", 5, buys={"morale": 1}), named("archons")], 3),
        ([hero("paladin", items=["orb-of-balance"]), named("archons")], 4),
        ([hero("paladin", items=["orb-of-balance", "crown-of-grak"])], 3),
        (
            [hero("paladin", 5, spells=["bravery"], items=["orb-of-balance"]), named("archons")],
            5,
        ),
    ],
)
def test_w03_a_total_is_best_unit_and_best_spell_and_best_item(
    units: list[Row], total_: int
) -> None:
    """Morale: of a hero 1 and an Archon 3 the Archon's counts; items 1 and 3 count 3."""
    first, _ = opening(units, [unit(1, 1)]).all("stack_readied")
    assert first.brackets[1].own_total == total_


def test_w03_the_city_adds_to_the_defenders_fortify_and_5_is_the_most() -> None:
    """Iceguard 1 + town 2 = 3; against siege 2: +1. The attacker gets nothing of the city."""
    assert bonuses([named("catapults")], [named("iceguard")], city="town") == [0, 1]
    _, defender = opening([unit(1, 1)], [unit(1, 1, fortify=4)], city="citadel").all(
        "stack_readied"
    )
    assert defender.brackets[2].own_total == 5


def test_w03_ground_of_the_worked_cases() -> None:
    """Minotaurs are +2 against a city, Knights +2 in the open; Knights fight with fortify 0."""
    pair = [named("minotaurs"), named("knights")]
    assert strengths(pair, [unit(1, 1, leadership=2, fortify=2)], city="village") == [7, 5]
    assert strengths(pair, [unit(1, 1)], terrain=["open"]) == [5, 7]
    assert strengths(pair, [unit(1, 1)]) == [5, 7]


def test_w03_a_city_on_hills_counts_as_both() -> None:
    """Iron Golem +1 in a city; a 2 with hills 1 and city 2 becomes 5."""
    climber = unit(2, 1, terrain={"hills": 1, "city": 2})
    assert strengths([climber], [unit(1, 1)], terrain=["hills"], city="town") == [5]
    assert strengths([climber], [unit(1, 1)], city="town") == [4]


def test_w03_rats_and_a_peasant_attack_a_city() -> None:
    """Six rats band for +5, the lone peasant for 0."""
    rats = [named("giant-rats")] * 6
    assert strengths([*rats, named("peasants")], [unit(1, 1)], city="village") == [6] * 6 + [1]


def test_w03_banding_counts_custom_units_by_name_and_is_limited() -> None:
    one, two = unit(3, 1, banding=1, name="Wolf"), unit(4, 1, banding=9, name="Wolf")
    assert strengths([one, two, unit(3, 1, banding=9)], [unit(1, 1)]) == [4, 5, 3]


def test_w03_limits_come_in_order_9_then_14_then_15() -> None:
    """9 + 3 ground -> 9; + 5 -> 14; + 2 of an axe -> 15, each cut a part of its own."""
    champion = unit(9, 1, hero=True, leadership=5, terrain={"open": 3}, items=["axe-of-slaying"])
    parts = ready([champion], [unit(1, 1)])["a1"].strength_parts
    assert [(p.source, p.amount) for p in parts] == [
        ("base", 9),
        ("open", 3),
        ("cap", -3),
        ("side-bonus", 5),
        ("axe-of-slaying", 2),
        ("cap", -1),
    ]


def test_w03_strength_is_at_least_1_after_the_side_bonus() -> None:
    fear = unit(1, 1, chaos=5, fear=5, siege=5)
    parts = ready([unit(2, 1)], [fear])["a1"].strength_parts
    assert [(p.source, p.amount) for p in parts] == [("base", 2), ("side-bonus", -3), ("cap", 2)]


@pytest.mark.parametrize(
    ("base", "condition", "strength"),
    [
        (5, Condition(blessed=True), 6),
        (9, Condition(blessed=True), 9),
        (9, Condition(blessed=True, cursed=True), 8),
        (5, Condition(blessed=True, cursed=True), 5),
        (3, Condition(blessed=True, cursed=True, poisoned=True), 1),
        (5, Condition(blessed=False, cursed=True), 5),
        (2, Condition(blessed=False, poisoned=True), 1),
        (1, Condition(blessed=False, poisoned=True), 1),
    ],
)
def test_w03_blessing_and_afflictions_come_first(
    base: int, condition: Condition, strength: int
) -> None:
    assert total(own_strength_parts([Part("base", base)], condition)) == strength


def test_w03_parts_sum_up_to_what_is_fought_with() -> None:
    stack = [
        named("unicorns", blessed=True),
        named("giant-rats"),
        hero("barbarian", items=["elven-ring"]),
    ]
    for row in ready(stack, [named("liches")], terrain=["forest", "ice"]).values():
        assert total(row.strength_parts) == row.strength
        assert total(row.hits_parts) == row.hits


def test_w03_bonuses_stay_when_their_bearer_dies() -> None:
    """The leader falls first; the 5 behind it still fights with 5 + 3."""
    log = fight([unit(1, 1, leadership=3), unit(5, 1)], [unit(5, 1)], [20, 1, 8, 20])
    assert log.result.survivors["a"] == [{"id": "a2", "name": "5/1", "strength": 8, "hits": 1}]
