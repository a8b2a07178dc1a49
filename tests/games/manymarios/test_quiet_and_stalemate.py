"""Rounds without damage (M31) and positions that return (M32)."""

from tests.dsl import battle


def test_m31_after_two_quiet_rounds_both_leaders_go_to_the_back() -> None:
    log = battle("9/9:defender 9/9 | 9/9:defender 9/9")
    assert log.round(1).story()[-1] == "round_ended round=1 quiet=1"
    assert log.round(2).story()[-2:] == [
        "round_ended round=2 quiet=2",
        "lineups_rotated a=a1 b=b1 quiet=0",
    ]
    assert log.round(3).values("unit_struck", "attacker") == [("a2",), ("b2",)]


def test_m31_damage_restarts_the_count() -> None:
    """The defender a1 is on the offense in rounds 1 and 3; round 2 has damage in between."""
    log = battle("9/9:defender | 9/9")
    assert log.values("round_ended", "quiet")[:4] == [(1,), (0,), (1,), (0,)]
    assert log.all("lineups_rotated") == []


def test_m31_exhaustion_damage_is_damage() -> None:
    log = battle("0/9 | 0/9")
    assert log.round(1).only("round_ended").quiet == 0


def test_m31_a_bomb_is_damage() -> None:
    """In round 1 the defender a1 leads on the offense and deals nothing, but a2 bombs b1."""
    log = battle("9/9:defender,air-strike 9/9 | 9/9:defender").round(1)
    assert log.only("round_ended").quiet == 0


def test_m32_a_position_that_returns_without_damage_is_a_stalemate() -> None:
    """Two defenders: rounds 1 and 2 are quiet, both rotate onto their own place, and before
    round 3 all is as it was before round 1.
    """
    log = battle("thwomp | thwomp")
    assert (log.result.winner, log.result.reason, log.result.rounds) == (None, "stalemate", 2)
    assert log.result.source == "M32"
    assert log.left("a") == [("a1", 3, 7)]


def test_m32_every_pair_of_leaders_meets_before_it_is_one() -> None:
    """Two against three defenders: the same pair leads after 2 x 3 = 6 rotations, 12 rounds."""
    log = battle("9/9:defender*2 | 9/9:defender*3")
    assert len(log.all("lineups_rotated")) == 6
    assert log.result.rounds == 12


def test_m32_positions_from_before_the_last_damage_do_not_count() -> None:
    """b1 (DE 2) is no defender: a1 hits it in rounds 1 and 3, as b is on the offense; it falls.

    Rounds 4 and 5 are quiet, and before round 6 all is as it was before round 4.
    """
    log = battle("9/9:defender | 9/2 9/9:defender", first="b")
    assert log.values("round_ended", "quiet") == [(0,), (1,), (0,), (1,), (2,)]
    assert (log.result.reason, log.result.rounds) == ("stalemate", 5)


def test_m32_another_number_of_quiet_rounds_is_another_position() -> None:
    """Before rounds 1 and 3 a is on the offense alike, but round 2 had damage: no stalemate."""
    log = battle("9/3:defender | 9/9")
    assert log.result.reason == "defeat"
