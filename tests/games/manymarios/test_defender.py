"""Defenders (M16, M17)."""

from tests.dsl import battle


def test_m16_a_defender_on_the_offense_deals_and_takes_nothing_from_any_source() -> None:
    """Neither blow nor shot nor Launch, although b has all of them ready."""
    log = battle("9/9:defender | 9/9 9/9:ballistics cannon-pipe 9/9").round(1)
    assert log.story() == [
        "round_started round=1 offense=a",
        "exchange_refused unit=a1 opponent=b1",
        "round_ended round=1 quiet=1",
    ]
    assert log.only("exchange_refused").source == "defender"


def test_m16_no_energy_is_spent_on_what_was_refused() -> None:
    """In round 2 both hit for the first time: 9 - 1 = 8 everywhere."""
    log = battle("9/9:defender | 9/9").round(2)
    assert log.values("unit_struck", "attacker", "ae", "de") == [("b1", 8, 8), ("a1", 8, 8)]


def test_m16_a_defender_on_the_offense_neither_deals_nor_takes_exhaustion_damage() -> None:
    """Both leaders are exhausted, yet round 1 is quiet; in round 2 each loses 2 DE."""
    log = battle("0/9:defender | 0/9")
    assert log.round(1).types() == ["round_started", "exchange_refused", "round_ended"]
    assert log.round(2).values("exhaustion_dealt", "attacker_de", "de") == [(8, 8), (7, 7)]


def test_m16_on_the_defense_a_defender_fights_like_any_unit() -> None:
    log = battle("9/9 | 9/9:defender").round(1)
    assert log.values("unit_struck", "attacker", "target") == [("a1", "b1"), ("b1", "a1")]


def test_m17_a_defender_does_not_strike_from_behind_an_airship() -> None:
    """a2 keeps its 3 AE; a3 bombs b2."""
    log = battle("9/9:air-strike 3/9:defender 9/9 | 9/9 9/9").round(1)
    negated = log.only("bomb_negated")
    assert (negated.attacker, negated.target, negated.source) == ("a2", "b1", "defender")
    assert log.values("bomb_dropped", "attacker", "target") == [("a3", "b2")]


def test_m17_a_defender_behind_a_defending_leader_takes_a_bomb() -> None:
    """Its side is on the defense, where a defender has no protection."""
    log = battle("9/9:air-strike 9/9 9/9 | 9/9 9/9:defender").round(1)
    assert ("a3", "b2", 8) in log.values("bomb_dropped", "attacker", "target", "de")


def test_m17_strikers_behind_a_defending_airship_strike_all_the_same() -> None:
    """The leader deals nothing; a2 is no defender, and its bomb is its own damage."""
    log = battle("9/9:air-strike,defender 9/9 | 9/9").round(1)
    assert log.types() == ["round_started", "exchange_refused", "bomb_dropped", "round_ended"]
