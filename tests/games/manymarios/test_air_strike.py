"""Air Strikes (M26 to M28)."""

from tests.battle_log import Log
from tests.dsl import battle


def bombs(log: Log) -> list[tuple[str, str, int]]:
    return log.values("bomb_dropped", "attacker", "target", "amount")


def test_m26_each_of_three_strikers_deals_1_to_the_enemy_in_its_place() -> None:
    """b1 takes the blow (DE 8) and a bomb (DE 7); bonuses do not count, and a5 does not strike."""
    log = battle("9/9:air-strike 9/9/3 9/9 9/9 9/9 | 9/9 9/8 9/7 9/6").round(1)
    assert [line for line in log.story() if line.startswith("bomb")] == [
        "bomb_dropped leader=a1 attacker=a2 target=b1 amount=1 ae=8 de=7",
        "bomb_dropped leader=a1 attacker=a3 target=b2 amount=1 ae=8 de=7",
        "bomb_dropped leader=a1 attacker=a4 target=b3 amount=1 ae=8 de=6",
    ]


def test_m26_there_is_no_strike_on_the_defense() -> None:
    log = battle("9/9:air-strike 9/9 | 9/9")
    assert [len(log.round(number).all("bomb_dropped")) for number in (1, 2, 3)] == [1, 0, 1]


def test_m26_there_is_no_strike_unless_the_airship_leads() -> None:
    log = battle("9/9 airship 9/9 | 9/9")
    assert log.round(1).all("bomb_dropped") == []


def test_m26_an_exhausted_leader_still_leads_the_strike() -> None:
    log = battle("0/9:air-strike 9/9 | 9/9").round(1)
    assert log.only("round_started").exhausted == ("a1",)
    assert bombs(log) == [("a2", "b1", 1)]


def test_m27_a_missing_striker_or_target_does_nothing() -> None:
    one_striker = battle("9/9:air-strike 9/9 | 9/9 9/9 9/9").round(1)
    one_target = battle("9/9:air-strike 9/9 9/9 9/9 | 9/9").round(1)
    assert bombs(one_striker) == [("a2", "b1", 1)]
    assert bombs(one_target) == [("a2", "b1", 1)]


def test_m27_a_strike_on_a_pipe_is_negated_and_costs_nothing() -> None:
    """a3 keeps its 9 AE over rounds 1 and 3: it has 8 after its first bomb, in round 5.

    b1 (DE 6) takes a blow and a bomb in rounds 1 and 3 and a blow in 2 and 4, and falls in 4;
    then the Pipe leaves, and a3 faces b4.
    """
    log = battle("99/99:air-strike 99/99 9/9 | 9/6 cannon-pipe 9/9 9/9")
    negated = log.round(1).only("bomb_negated")
    assert (negated.attacker, negated.target, negated.source) == ("a3", "b2", "launch")
    assert log.round(3).only("bomb_negated").attacker == "a3"
    assert log.round(4).values("pipe_removed", "unit") == [("b2",)]
    assert log.round(5).values("bomb_dropped", "attacker", "target", "ae")[1] == ("a3", "b4", 8)


def test_m27_a_pipe_among_the_strikers_does_nothing_even_if_it_has_ae() -> None:
    log = battle("9/9:air-strike cannon-pipe+super-star 9/9 | 9/9 9/9").round(1)
    assert bombs(log) == [("a3", "b2", 1)]
    assert log.all("bomb_negated") == []


def test_m28_an_exhausted_unit_does_not_strike() -> None:
    log = battle("9/9:air-strike 0/9 9/9 | 9/9 9/9").round(1)
    assert bombs(log) == [("a3", "b2", 1)]


def test_m28_spent_strikers_go_to_the_back_in_their_order() -> None:
    """a2 and a3 have 1 AE each. Afterwards: a1 a4 a5 a2 a3, so a4 and a5 strike in round 3."""
    log = battle("99/99:air-strike 1/9 1/9 9/9 9/9 | 99/99*3")
    assert log.round(1).values("unit_exhausted", "unit") == [("a2",), ("a3",)]
    assert log.round(1).values("unit_sent_back", "unit") == [("a2",), ("a3",)]
    assert log.round(2).all("unit_sent_back") == []
    assert bombs(log.round(3)) == [("a4", "b1", 1), ("a5", "b2", 1)]


def test_m28_a_spent_striker_that_is_all_that_is_left_has_nowhere_to_go() -> None:
    """a1 (DE 1) falls by b1's blow as a2 drops its only bomb."""
    log = battle("9/1:air-strike 1/9 | 9/9 9/9").round(1)
    assert log.types()[-3:] == ["unit_exhausted", "unit_defeated", "round_ended"]


def test_m28_exhaustion_by_a_bomb_is_caused_by_it() -> None:
    log = battle("9/9:air-strike 1/9 9/9 | 9/9").round(1)
    assert log.only("unit_exhausted").cause == log.only("bomb_dropped").seq


def test_m28_a_unit_that_a_launch_has_spent_goes_to_the_back() -> None:
    """a3 has 2 AE, all for the Launch. Afterwards: a1 a2 a4 a3, so a4 is launched in round 3."""
    log = battle("9/9 cannon-pipe 2/9 9/9 | 9/9", first="b")
    assert log.round(1).only("unit_launched").ae == 0
    assert log.round(1).only("unit_sent_back").unit == "a3"
    assert log.round(3).only("unit_launched").attacker == "a4"


def test_m28_a_unit_that_a_shot_has_spent_stays() -> None:
    log = battle("9/9 1/9:ballistics 9/9 | 9/9", first="b").round(1)
    assert log.only("unit_exhausted").unit == "a2"
    assert log.all("unit_sent_back") == []


def test_m28_the_spent_go_back_before_a_pipe_at_the_front_leaves() -> None:
    """a1 (DE 1) falls and a2 is spent: the Pipe comes to the front, leaves, and a2 leads."""
    log = battle("9/1:air-strike 1/9 cannon-pipe | 9/9 9/9")
    assert log.round(1).story()[-4:] == [
        "unit_defeated unit=a1",
        "unit_sent_back unit=a2",
        "pipe_removed unit=a3",
        "round_ended round=1 quiet=0",
    ]
    assert log.round(2).only("round_started").exhausted == ("a2",)
