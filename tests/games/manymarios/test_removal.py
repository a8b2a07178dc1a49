"""Who leaves, where from, and how a battle ends by it (M29)."""

from tests.dsl import battle


def test_m29_a_unit_without_de_leaves_wherever_it_stands() -> None:
    """a3 and a4 bomb b2 and b3, which have 1 DE each; b1 and b4 stay."""
    log = battle("9/9:air-strike 9/9*3 | 9/9 9/1 9/1 9/9")
    assert log.round(1).values("unit_defeated", "unit") == [("b2",), ("b3",)]
    assert log.round(3).values("bomb_dropped", "target") == [("b1",), ("b4",)]


def test_m29_the_fallen_of_a_round_leave_together() -> None:
    log = battle("1/1 9/9 | 1/1 9/9").round(1)
    first, second = log.all("unit_defeated")
    assert (first.unit, second.unit) == ("a1", "b1")
    assert first.beat == second.beat


def test_m29_the_next_unit_leads_the_next_round() -> None:
    log = battle("9/1 9/9 | 9/9")
    assert log.round(2).values("unit_struck", "attacker", "target") == [("b1", "a2"), ("a2", "b1")]


def test_m29_the_side_with_units_left_wins() -> None:
    """goomba 2/2 and toad 4/4 trade 1 a round: after two rounds the Toad has 2 and 2."""
    log = battle("goomba | toad")
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("b", "defeat", 2)
    assert log.left("a") == []
    assert log.left("b") == [("b1", 2, 2)]
    assert log.result.survivors["b"][0]["name"] == "Toad"


def test_m29_both_sides_without_units_is_a_draw() -> None:
    log = battle("goomba | goomba")
    assert (log.result.winner, log.result.reason, log.result.rounds) == (None, "defeat", 2)


def test_m29_survivors_stand_in_lineup_order() -> None:
    """The striker a2 is spent in round 1 and goes behind a3; b1 falls in the same round."""
    log = battle("9/9:air-strike 1/9 9/9 | 9/1")
    assert log.left("a") == [("a1", 8, 8), ("a3", 9, 9), ("a2", 0, 9)]
