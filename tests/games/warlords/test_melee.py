"""Melee: medals, trample, slayers (W9)."""

import pytest

from engine.rulesets.warlords.odds import success
from engine.rulesets.warlords.position import Front
from tests.stacks import Row, fight, hero, named, odds, unit


@pytest.mark.parametrize(
    ("a", "b", "struck"), [(5, 4, None), (6, 5, None), (5, 5, "b1"), (6, 4, "a1")]
)
def test_w09_one_success_against_one_failure_is_a_hit(a: int, b: int, struck: str | None) -> None:
    """Strength 5 against 4: 5 succeeds for a and fails for b. A last round ends the battle."""
    rolls = [a, b] if struck else [a, b, 1, 20]
    log = fight([unit(5, 1)], [unit(4, 1)], rolls)
    assert log.all("melee_rolled")[0].struck == struck


@pytest.mark.parametrize(
    ("medals", "chance"), [(0, 0.4500), (1, 0.6150), (2, 0.6404), (3, 0.6750), (4, 0.7250)]
)
def test_w09_chances_of_strength_9_with_medals(medals: int, chance: float) -> None:
    front = Front(9, 1, medals, immune=False, shots=0, veteran=False)
    assert success(front, 20) == pytest.approx(chance, abs=5e-5)


@pytest.mark.parametrize(("medals", "sides"), [(1, 30), (2, 26), (3, 22), (4, 18)])
def test_w09_a_medal_die_is_rolled_too_and_the_lower_kept(medals: int, sides: int) -> None:
    log = fight([unit(5, 1, medals=medals)], [unit(5, 1)], [20, 5, 6])
    roll = log.only("melee_rolled").a
    assert [die.sides for die in roll.dice] == [20, sides]
    assert roll.succeeded


def test_w09_trample_takes_more_from_those_on_the_ground() -> None:
    golem, beast = named("iron-golem"), named("undead-beast")
    log = fight([golem], [beast], [1, 20], terrain=["open"])
    assert log.values("unit_struck", "amount", "trample", "hits") == [(4, 3, 0)]


def test_w09_a_flyer_is_not_trampled() -> None:
    log = fight([named("iron-golem")], [named("green-dragons")], [1, 20] * 3)
    assert log.values("unit_struck", "amount", "hits") == [(1, 2), (1, 1), (1, 0)]


def test_w09_flight_by_item_or_stack_saves_from_trample_too() -> None:
    winged = unit(1, 2, hero=True, items=["ring-of-air"])
    assert fight([unit(9, 1, trample=5)], [winged], [1, 20] * 2).result.winner == "a"
    carried = [unit(1, 2), unit(1, 1, group_flight=True)]
    assert len(fight([unit(9, 1, trample=5)], carried, [1, 20] * 3).all("unit_struck")) == 3


def test_w09_a_slayer_kills_outright_what_still_lives() -> None:
    log = fight([named("knight-lords")], [named("green-dragons")], [1, 20, 2])
    assert log.values("unit_slain", "attacker", "slayer", "hits") == [("a1", "dragonslayer", 0)]
    assert log.values("dice_rolled", "sides", "results", "needed") == [(10, [2], 2)]


def test_w09_a_slayer_may_fail_and_is_not_asked_over_the_dead() -> None:
    """3 hits: two rolls of the slayer fail, the third hit kills without one."""
    log = fight([named("knight-lords")], [named("green-dragons")], [*[1, 20, 3] * 2, 1, 20])
    assert log.values("attempt_failed", "power") == [("dragonslayer",)] * 2
    assert log.all("unit_slain") == []


def test_w09_a_slayer_serves_the_whole_stack_and_outlives_its_bearer() -> None:
    """The lord falls to three hits; the infantry behind still slays with 2 points."""
    rolls = [*[20, 1] * 3, 1, 20, 2]
    log = fight([named("knight-lords"), unit(2, 1)], [named("green-dragons")], rolls)
    assert log.only("unit_slain").attacker == "a2"


def test_w09_of_several_slayers_the_highest_is_rolled_once() -> None:
    slayer = unit(9, 1, dragonslayer=2, deathslayer=4)
    log = fight([slayer], [named("undead-dragon")], [1, 20, 4])
    assert log.values("dice_rolled", "purpose", "needed") == [("deathslayer", 4)]


def test_w09_heroes_are_slain_by_none() -> None:
    slayer = unit(9, 1, manslayer=10)
    log = fight([slayer], [unit(1, 2, hero=True, race=["human"])], [1, 20] * 2)
    assert log.all("unit_slain") == []
    assert fight([slayer], [hero("bard")], [1, 20] * 2).all("unit_slain") == []


def test_w09_a_slayer_of_10_points_takes_no_die() -> None:
    log = fight([unit(9, 1, manslayer=10)], [unit(1, 9, race=["human"])], [1, 20])
    assert log.only("unit_slain").hits == 0


@pytest.mark.parametrize(
    ("a", "b", "chance"),
    [
        (unit(6, 2), unit(5, 3), 0.411575),
        (unit(8, 3), unit(6, 3), 0.697474),
        (unit(7, 3), unit(5, 2), 0.840527),
        (unit(9, 3), unit(6, 2), 0.879413),
        (unit(8, 3, medals=2), unit(9, 3), 0.736849),
        (unit(6, 3, trample=3), unit(8, 3), 0.774472),
        (unit(5, 3, dragonslayer=2), unit(9, 3, race=["dragon"]), 0.276663),
        (unit(5, 3), unit(9, 3, race=["dragon"]), 0.149436),
    ],
)
def test_w09_worked_duels(a: Row, b: Row, chance: float) -> None:
    assert odds([a], [b]).a == pytest.approx(chance, abs=5e-7)


def test_w09_the_published_stacks() -> None:
    """Three 4s against a 9: 51.448 %; six against two: 48.015 %."""
    assert odds([unit(4, 2)] * 3, [unit(9, 2)]).a == pytest.approx(0.51448, abs=5e-6)
    assert odds([unit(4, 2)] * 6, [unit(9, 2)] * 2).a == pytest.approx(0.48015, abs=5e-6)


def test_w09_the_worked_chances_of_each_unit_to_survive() -> None:
    units = odds([unit(s, 2) for s in (2, 2, 2, 8)], [unit(3, 2)] * 3).units
    assert units == pytest.approx(
        {
            "a1": 0.01557,
            "a2": 0.08492,
            "a3": 0.21728,
            "a4": 0.82768,
            "b1": 0.01146,
            "b2": 0.06570,
            "b3": 0.17232,
        },
        abs=5e-6,
    )
