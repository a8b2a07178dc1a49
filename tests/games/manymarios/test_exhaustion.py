"""Exhaustion damage (M8 to M13, M15)."""

from tests.dsl import battle


def test_m08_who_spends_the_last_ae_in_this_round_waits_for_the_next() -> None:
    """a1 hits with its only AE in round 1. In round 2: b1 hits (DE 8 - 1 = 7), then a1 pays 1."""
    log = battle("1/9 | 9/9")
    assert log.round(1).only("unit_exhausted").unit == "a1"
    assert log.round(1).only("unit_exhausted").cause == log.round(1).all("unit_struck")[0].seq
    assert log.round(1).all("exhaustion_dealt") == []
    assert log.round(2).story()[1:-1] == [
        "unit_struck attacker=b1 target=a1 amount=1 ae=7 de=7",
        "exhaustion_dealt attacker=a1 target=b1 amount=1 attacker_de=6 de=7",
    ]


def test_m08_a_round_names_the_leaders_that_begin_it_exhausted() -> None:
    log = battle("1/9 | 9/9")
    assert [log.round(n).only("round_started").exhausted for n in (1, 2)] == [(), ("a1",)]


def test_m09_exhaustion_damage_is_dealt_in_either_role() -> None:
    """Each round: b1's blow and the cost take 2 DE from a1, its strike takes 1 from b1."""
    log = battle("0/9 | 9/9")
    assert [log.round(n).only("round_started").offense for n in (1, 2)] == ["a", "b"]
    assert log.values("exhaustion_dealt", "attacker_de", "de")[:2] == [(7, 8), (5, 7)]


def test_m09_a_leader_that_ordinary_damage_felled_deals_none() -> None:
    log = battle("0/1 9/9 | 9/9").round(1)
    assert log.types() == ["round_started", "unit_struck", "unit_defeated", "round_ended"]


def test_m09_none_is_dealt_to_a_leader_that_ordinary_damage_felled() -> None:
    """The shot of a2 fells b1 before a1 would strike: a1 loses b1's blow and no more."""
    log = battle("0/9 9/9:ballistics | 9/1 9/9", first="b").round(1)
    assert log.values("unit_struck", "target", "de") == [("a1", 8)]
    assert log.only("shot_fired").de == 0
    assert log.all("exhaustion_dealt") == []


def test_m09_none_is_dealt_to_a_leader_that_a_bomb_felled() -> None:
    """The exhausted a1 leads the strike that fells b1, and keeps its DE but for b1's blow."""
    log = battle("0/9:air-strike 9/9 | 9/1 9/9").round(1)
    assert log.values("bomb_dropped", "target", "de") == [("b1", 0)]
    assert log.all("exhaustion_dealt") == []


def test_m09_a_felled_leader_on_the_defense_deals_none() -> None:
    log = battle("9/9 | 0/1 9/9").round(1)
    assert log.types() == ["round_started", "unit_struck", "unit_defeated", "round_ended"]


def test_m09_an_exhausted_unit_that_does_not_lead_deals_none() -> None:
    log = battle("9/9 0/9 | 9/9").round(1)
    assert log.all("exhaustion_dealt") == []


def test_m10_exhaustion_damage_is_1_and_costs_1_de() -> None:
    """The DE of a1: 9 - 1 for the blow - 1 as the cost = 7; of b1: 9 - 1 = 8."""
    log = battle("0/9 | 9/9").round(1)
    dealt = log.only("exhaustion_dealt")
    assert (dealt.amount, dealt.attacker_de, dealt.de, dealt.source) == (1, 7, 8, "M10")


def test_m11_on_its_last_de_a_unit_strikes_and_falls_by_the_cost() -> None:
    """a1: 2 - 1 for the blow = 1; it strikes all the same and is at 0."""
    log = battle("0/2 | 9/1")
    assert log.round(1).story()[2:] == [
        "exhaustion_dealt attacker=a1 target=b1 amount=1 attacker_de=0 de=0",
        "unit_defeated unit=a1",
        "unit_defeated unit=b1",
        "battle_ended reason=defeat rounds=1",
    ]


def test_m12_two_exhausted_leaders_lose_two_each() -> None:
    log = battle("0/9 | 0/9").round(1)
    assert log.story()[1:-1] == [
        "exhaustion_dealt attacker=a1 target=b1 amount=1 attacker_de=8 de=8",
        "exhaustion_dealt attacker=b1 target=a1 amount=1 attacker_de=7 de=7",
    ]


def test_m12_they_strike_at_once_even_if_the_first_blow_would_fell() -> None:
    """a1: 1 - 1 - 1 stops at 0; b1: 2 - 1 - 1 = 0."""
    log = battle("0/1 | 0/2")
    assert log.values("exhaustion_dealt", "attacker_de", "de") == [(0, 1), (0, 0)]
    assert log.result.winner is None


def test_m13_every_bonus_is_off() -> None:
    """AE -2 + 2 = 0: own 3, Flying, Fire Flower and Mega Mushroom all add nothing."""
    log = battle("-2/9/3:flying+fire-flower+mega-mushroom | 9/9").round(1)
    assert log.only("exhaustion_dealt").amount == 1
    assert log.all("effect_ignored") == []


def test_m15_a_unit_that_starts_without_ae_is_exhausted_from_the_start() -> None:
    log = battle("0/9 | 9/9").round(1)
    assert log.only("round_started").exhausted == ("a1",)
    assert log.values("unit_struck", "attacker") == [("b1",)]
    assert log.only("exhaustion_dealt").attacker == "a1"


def test_m15_ae_below_0_counts_as_0() -> None:
    log = battle("-3/9 | 9/9")
    assert log.only("battle_started").a.lineup[0].ae == 0
    assert log.round(1).only("round_started").exhausted == ("a1",)
