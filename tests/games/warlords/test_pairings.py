"""Pairings, and how totals and warding leave a chance (W4)."""

import pytest

from tests.battle_log import Log
from tests.stacks import Row, fight, hero, named, opening, unit


def weighed(a: list[Row], b: list[Row], rolls: list[int]) -> list[tuple[str, str, int, int]]:
    names = ("power", "attacker", "percent", "warding")
    return fight(a, b, rolls).values("chance_weighed", *names)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("targets", "percent"),
    [
        ([named("peasants")], 50),
        ([named("green-slime")], 30),
        ([named("knights")], 40),
        ([named("green-slime"), named("knights")], 20),
    ],
)
def test_w04_black_dragons_acid_on_the_worked_targets(targets: list[Row], percent: int) -> None:
    """5 against nothing; less 2 acid of the slime; less 1 warding; less both."""
    log = fight([named("black-dragons")], targets, winning(percent, len(targets)))
    assert log.all("chance_weighed")[0].percent == percent


def winning(percent: int, units: int) -> list[int]:
    """Rolls: acid misses, then two or so hits by the dragon for each unit."""
    rolls = []
    for _ in range(units):
        rolls += [10, *[1, 20] * 2]
    return rolls


def test_w04_a_spell_for_the_stack_adds_to_a_units_own() -> None:
    """Wrath of Kali at level 6 gives 2 acid to all: the dragon beside the monk has 5 + 2."""
    monk = hero("monk", 9, spells=["wrath-of-kali"])
    log = opening([monk, named("black-dragons")], [unit(1, 1, poison=1)])
    (_, dragon) = log.only("battle_started").a.stack
    assert [(p.source, p.amount) for p in dragon.powers["acid"]] == [
        ("own", 5),
        ("wrath-of-kali", 3),
    ]


def test_w04_group_warding_is_summed_up_to_3_and_serves_all() -> None:
    stack = [unit(1, 1, warding=1), *[unit(1, 1, group_warding=1)] * 4]
    cards = opening(stack, [unit(1, 1)]).only("battle_started").a.stack
    assert [card.power("warding") for card in cards] == [4, 3, 3, 3, 3]


def test_w04_group_warding_stays_when_its_bearer_dies() -> None:
    """The first of b wards for 2 and falls to the acid (1 strength); the second is still warded."""
    log = fight([unit(9, 1, acid=5)], [unit(1, 1, group_warding=2), unit(5, 1)], [3, 4, 1, 20])
    assert log.values("chance_weighed", "percent", "warding") == [(30, 2), (30, 2)]


def test_w04_totals_offset_and_none_is_left_to_the_weaker() -> None:
    assert weighed([unit(5, 1, lightning=3)], [unit(5, 1, lightning=2)], [2, 1, 20]) == [
        ("lightning", "a1", 10, 0)
    ]
    assert weighed([unit(5, 1, lightning=2)], [unit(5, 1, lightning=2)], [1, 20]) == [
        ("lightning", "a1", 0, 0)
    ]


def test_w04_the_next_unit_steps_up_and_acid_comes_first_again() -> None:
    log = fight([unit(9, 1, acid=5, lightning=5)], [unit(1, 1), unit(1, 1)], [5, 5])
    assert log.values("pairing_started", "pairing", "a", "b", "stepped_up") == [
        (1, "a1", "b1", ("a1", "b1")),
        (2, "a1", "b2", ("b2",)),
    ]
    assert [event.power for event in log.all("chance_weighed")] == ["acid", "acid"]


def test_w04_a_stack_with_nobody_left_has_lost() -> None:
    end: Log = fight([unit(5, 1)], [unit(5, 1)], [20, 1])
    assert (end.result.winner, end.result.reason, end.result.rounds) == ("b", "defeat", 1)
    assert end.result.survivors == {
        "a": [],
        "b": [{"id": "b1", "name": "5/1", "strength": 5, "hits": 1}],
    }


def test_w04_side_a_can_be_hit_as_well_as_side_b() -> None:
    log = fight([unit(4, 2)], [unit(9, 4, acid=10, lightning=10)], [20, 1])
    assert log.values("acid_hit", "attacker", "target", "strength") == [("b1", "a1", 2)]
    assert log.values("lightning_hit", "attacker", "target", "hits") == [("b1", "a1", 1)]
