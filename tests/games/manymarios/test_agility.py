"""Agility (M14)."""

from tests.dsl import battle


def test_m14_an_agile_unit_takes_no_exhaustion_damage_and_the_attacker_pays_nothing() -> None:
    """a1: 9 - 1 for b1's blow = 8 and no cost; b1 keeps its 9 DE, as round 2 shows: 8 - 1 = 7."""
    log = battle("0/9 | 9/9:agility")
    assert log.round(1).story()[1:-1] == [
        "unit_struck attacker=b1 target=a1 amount=1 ae=8 de=8",
        "exhaustion_blocked unit=b1 attacker=a1",
    ]
    assert log.round(1).only("exhaustion_blocked").source == "agility"
    assert log.round(2).only("unit_struck").de == 7
    assert log.left("b")[0][2] == 9


def test_m14_agility_fails_a_unit_that_this_rounds_damage_has_exhausted() -> None:
    """b1 spends its only AE on its blow, and is exhausted when exhaustion damage is dealt."""
    log = battle("0/9 | 1/9:agility").round(1)
    assert log.only("unit_exhausted").unit == "b1"
    assert log.values("exhaustion_dealt", "attacker", "attacker_de", "de") == [("a1", 7, 8)]


def test_m14_two_exhausted_agile_leaders_lose_two_each() -> None:
    log = battle("0/9:agility | 0/9:agility").round(1)
    assert log.values("exhaustion_dealt", "attacker_de", "de") == [(8, 8), (7, 7)]


def test_m14_agility_does_not_stop_ordinary_damage() -> None:
    log = battle("9/9 | 9/9:agility").round(1)
    assert log.values("unit_struck", "target", "de") == [("b1", 8), ("a1", 8)]


def test_m14_an_agile_unit_that_is_exhausted_strikes_an_agile_one_that_is_not_in_vain() -> None:
    log = battle("0/9+frog-suit | 9/9+frog-suit").round(1)
    assert log.values("exhaustion_blocked", "unit", "attacker") == [("b1", "a1")]
