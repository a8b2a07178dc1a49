"""Cannon Pipes (M23 to M25)."""

from tests.dsl import battle


def test_m23_the_unit_behind_a_pipe_is_launched_for_exactly_2_apart_from_the_shots() -> None:
    """b1 takes the blow (DE 8), the shot (DE 7) and the Launch (DE 5); bonuses do not count."""
    log = battle("9/9 cannon-pipe 9/9/3 9/9:ballistics | 9/9", first="b").round(1)
    assert log.story()[1:] == [
        "unit_struck attacker=b1 target=a1 amount=1 ae=8 de=8",
        "unit_struck attacker=a1 target=b1 amount=1 ae=8 de=8",
        "shot_fired attacker=a4 target=b1 amount=1 ae=8 de=7",
        "unit_launched pipe=a2 attacker=a3 target=b1 amount=2 ae=7 de=5",
        "round_ended round=1 quiet=0",
    ]
    assert log.only("unit_launched").source == "launch"


def test_m23_a_pipe_launches_only_while_its_side_defends() -> None:
    log = battle("9/9 cannon-pipe 9/9 | 9/9")
    assert [len(log.round(number).all("unit_launched")) for number in (1, 2, 3)] == [0, 1, 0]


def test_m23_every_pipe_launches() -> None:
    log = battle("9/9 cannon-pipe 9/9 cannon-pipe 9/9 | 9/9", first="b").round(1)
    assert log.values("unit_launched", "pipe", "attacker") == [("a2", "a3"), ("a4", "a5")]


def test_m24_a_pipe_does_not_launch_a_pipe() -> None:
    log = battle("9/9 cannon-pipe cannon-pipe 9/9 | 9/9", first="b").round(1)
    assert log.values("unit_launched", "pipe", "attacker") == [("a3", "a4")]


def test_m24_a_pipe_with_ae_of_its_own_is_not_launched_either() -> None:
    """A Super Star gives a3 the 2 AE that a Launch would take."""
    log = battle("9/9 cannon-pipe cannon-pipe+super-star | 9/9", first="b").round(1)
    assert log.types() == ["round_started", "unit_struck", "unit_struck", "round_ended"]


def test_m24_a_pipe_with_nobody_behind_it_launches_nothing() -> None:
    log = battle("9/9 cannon-pipe | 9/9", first="b").round(1)
    assert log.types() == ["round_started", "unit_struck", "unit_struck", "round_ended"]


def test_m24_a_unit_with_1_ae_is_not_launched_and_keeps_it() -> None:
    """In round 3 the Launch is ignored again: the 1 AE is still there."""
    log = battle("9/9 cannon-pipe 1/9 | 9/9", first="b")
    for number in (1, 3):
        ignored = log.round(number).only("effect_ignored")
        assert (ignored.unit, ignored.amount, ignored.source) == ("a3", 2, "launch")
        assert log.round(number).all("unit_launched") == []


def test_m24_an_exhausted_unit_is_not_launched() -> None:
    log = battle("9/9 cannon-pipe 0/9 | 9/9", first="b").round(1)
    assert log.types() == ["round_started", "unit_struck", "unit_struck", "round_ended"]


def test_m25_pipes_at_the_front_leave_before_the_first_round() -> None:
    log = battle("cannon-pipe cannon-pipe 9/9 | 9/9")
    before = log.types().index("round_started")
    assert log.types()[:before] == [
        "battle_started",
        "first_side_chosen",
        "pipe_removed",
        "pipe_removed",
    ]
    assert log.values("pipe_removed", "unit") == [("a1",), ("a2",)]
    assert log.round(1).values("unit_struck", "attacker") == [("a3",), ("b1",)]


def test_m25_a_pipe_that_comes_to_lead_leaves_at_once() -> None:
    """a1 falls in round 1, the Pipe behind it leaves in the same removal, a3 leads round 2."""
    log = battle("9/1 cannon-pipe 9/9 | 9/9")
    assert log.round(1).types()[-3:] == ["unit_defeated", "pipe_removed", "round_ended"]
    assert log.round(2).values("unit_struck", "target") == [("a3",), ("b1",)]


def test_m25_a_side_with_nothing_but_pipes_has_lost() -> None:
    """a1 falls by b1's blow in round 1; b1 has taken 1."""
    log = battle("9/1 cannon-pipe*2 | 9/9")
    assert log.types()[-4:] == ["unit_defeated", "pipe_removed", "pipe_removed", "battle_ended"]
    assert (log.result.winner, log.result.rounds) == ("b", 1)
    assert log.left("b") == [("b1", 8, 8)]


def test_m25_an_army_of_pipes_loses_before_the_first_round() -> None:
    log = battle("9/9 | cannon-pipe*2")
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("a", "defeat", 0)
    assert log.left("a") == [("a1", 9, 9)]


def test_m25_two_armies_of_pipes_draw() -> None:
    log = battle("cannon-pipe | cannon-pipe")
    assert (log.result.winner, log.result.reason, log.result.rounds) == (None, "defeat", 0)


def test_m25_a_pipe_that_a_rotation_brings_to_the_front_leaves() -> None:
    log = battle("9/9:defender cannon-pipe 9/9:defender | 9/9:defender").round(2)
    assert log.types()[-2:] == ["lineups_rotated", "pipe_removed"]
    assert log.only("pipe_removed").unit == "a2"


def test_m25_a_pipe_still_standing_survives() -> None:
    log = battle("9/9 cannon-pipe | 9/1")
    assert log.left("a") == [("a1", 8, 8), ("a2", 0, 0)]
