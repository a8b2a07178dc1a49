"""Stun (M30)."""

from tests.dsl import battle


def test_m30_a_leader_on_the_offense_that_damages_a_stunner_deals_nothing_next_round() -> None:
    log = battle("9/9 | 9/9:stun")
    stunned = log.round(1).only("unit_stunned")
    assert (stunned.unit, stunned.stunner, stunned.round) == ("a1", "b1", 2)
    assert log.round(2).story() == [
        "round_started round=2 offense=b",
        "unit_struck attacker=b1 target=a1 amount=1 ae=7 de=7",
        "action_lost unit=a1",
        "stun_ended unit=a1",
        "round_ended round=2 quiet=0",
    ]


def test_m30_the_blow_is_the_cause_and_stun_the_source() -> None:
    log = battle("9/9 | 9/9:stun").round(1)
    stunned = log.only("unit_stunned")
    assert stunned.cause == log.all("unit_struck")[0].seq
    assert stunned.source == "stun"


def test_m30_a_unit_on_the_defense_is_not_stunned() -> None:
    log = battle("9/9 | 9/9:stun", first="b")
    assert log.round(1).values("unit_struck", "attacker") == [("b1",), ("a1",)]
    assert log.round(1).all("unit_stunned") == []


def test_m30_it_happens_even_if_the_stunner_falls() -> None:
    log = battle("9/9 | 9/1:stun 9/9")
    assert log.round(1).only("unit_defeated").unit == "b1"
    assert log.round(2).only("action_lost").unit == "a1"
    assert log.round(2).values("unit_struck", "attacker") == [("b2",)]


def test_m30_a_striker_is_stunned_by_its_target() -> None:
    """a2 bombs b1, a3 bombs b2 with stun; b1 takes the blow of a1 and has no stun."""
    log = battle("9/9:air-strike 9/9 9/9 | 9/9 9/9:stun").round(1)
    stunned = log.only("unit_stunned")
    assert (stunned.unit, stunned.stunner) == ("a3", "b2")
    assert stunned.cause == log.all("bomb_dropped")[1].seq


def test_m30_exhaustion_damage_stuns_too() -> None:
    """a1 has no AE: its only damage in round 1 is exhaustion damage to the stunner."""
    log = battle("0/9 | 9/9:stun").round(1)
    stunned = log.only("unit_stunned")
    assert stunned.unit == "a1"
    assert stunned.cause == log.only("exhaustion_dealt").seq


def test_m30_exhaustion_damage_on_the_defense_does_not_stun() -> None:
    log = battle("9/9:stun | 0/9").round(1)
    assert log.only("exhaustion_dealt").attacker == "b1"
    assert log.all("unit_stunned") == []


def test_m30_a_stunned_unit_deals_no_exhaustion_damage() -> None:
    """Stunned in round 1, a1 sits round 2 out; in round 3 it strikes again.

    Its DE: 9 - 1 (blow) - 1 (cost) = 7, then 6 in round 2, then 5 and 4 in round 3.
    """
    log = battle("0/9 | 9/9:stun")
    assert log.round(2).types() == [
        "round_started",
        "unit_struck",
        "action_lost",
        "stun_ended",
        "round_ended",
    ]
    assert log.round(3).values("exhaustion_dealt", "attacker", "attacker_de") == [("a1", 4)]


def test_m30_a_stunned_unit_is_not_launched() -> None:
    """The striker a3 bombs b2 in round 1 and is stunned; in round 2 the Pipe a2 has to wait."""
    log = battle("9/9:air-strike cannon-pipe 9/9 | 9/9 9/9:stun")
    assert log.round(1).only("unit_stunned").unit == "a3"
    assert log.round(2).only("action_lost").unit == "a3"
    assert log.round(2).all("unit_launched") == []
    assert log.round(4).all("unit_launched") == []


def test_m30_a_unit_may_be_stunned_again_and_again() -> None:
    log = battle("9/9 | 9/9:stun")
    assert log.values("unit_stunned", "round")[:3] == [(2,), (4,), (6,)]
    assert log.values("stun_ended", "unit")[:3] == [("a1",), ("a1",), ("a1",)]


def test_m30_stun_that_comes_with_equipment_works_alike() -> None:
    log = battle("9/9 | 9/9+spike-helmet").round(1)
    assert log.only("unit_stunned").unit == "a1"
