"""How a match ends: after forty rounds by totals, or because somebody resigns."""

import pytest

from engine.rulesets.siege.rules import ROUNDS
from tests.sieges import EVEN, play, play_round, problems, side, siege_file


@pytest.mark.parametrize(
    ("a", "b", "winner", "decided_by"),
    [
        # 6 + 24 = 30 against 29
        (EVEN, "2/2/1 2/2/2 2/2/2 2/2/2 2/2/2", "a", "total"),
        ("2/2/2/1 2/2/2 2/2/2 2/2/2 2/2/2", EVEN, "b", "total"),
        # both 29: 30 points with 1 EXH against 29 with none
        ("2/2/2/1 2/2/2 2/2/2 2/2/2 2/2/2", "2/1/2 2/2/2 2/2/2 2/2/2 2/2/2", "b", "exh"),
        ("2/1/2 2/2/2 2/2/2 2/2/2 2/2/2", "2/2/2/1 2/2/2 2/2/2 2/2/2 2/2/2", "a", "exh"),
        # both 29 without EXH: HP 10 against 9
        ("2/1/2 2/2/2 2/2/2 2/2/2 2/2/2", "2/2/1 2/2/2 2/2/2 2/2/2 2/2/2", "a", "hp"),
        ("2/2/1 2/2/2 2/2/2 2/2/2 2/2/2", "2/1/2 2/2/2 2/2/2 2/2/2 2/2/2", "b", "hp"),
        # ATK for DEF changes nothing of that: b wins
        ("2/1/2 2/2/2 2/2/2 2/2/2 2/2/2", "1/2/2 2/2/2 2/2/2 2/2/2 2/2/2", "b", "challenged"),
    ],
)
def test_d06_totals_decide_after_the_last_round(
    a: str, b: str, winner: str, decided_by: str
) -> None:
    log = play_round(a, b, "ddddd|ddddd", rounds_played=ROUNDS - 1)
    counted = log.only("totals_counted")
    assert (counted.winner, counted.decided_by) == (winner, decided_by)
    assert (log.result.winner, log.result.reason) == (winner, "round_limit")
    assert log.result.rounds == 40


def test_d06_the_totals_are_told_to_all() -> None:
    log = play_round("2/2/2/1 2/2/2/2 2/2/2 2/2/2 2/2/2", EVEN, "nnddd|ddddd", rounds_played=39)
    counted = log.only("totals_counted")
    assert counted.audience == "all"
    assert (counted.a.total, counted.a.exh, counted.a.hp) == (27, 3, 10)
    assert (counted.b.total, counted.b.exh, counted.b.hp) == (30, 0, 10)


def test_d06_two_that_do_nothing_play_forty_rounds_and_the_challenged_one_wins() -> None:
    log = play(side(EVEN), side(EVEN))
    assert len(log.all("round_started")) == 40
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("b", "round_limit", 40)


def test_d06_before_the_last_round_nothing_is_counted() -> None:
    log = play_round(EVEN, EVEN, "ddddd|ddddd", rounds_played=38)
    assert log.all("totals_counted") == []
    assert not log.state.ended


def test_d09_a_side_resigns_instead_of_ordering() -> None:
    log = play(side(EVEN, "addnn", "addnn"), side(EVEN, "addnn", "addnn", resigns=2))
    assert len(log.all("round_started")) == 1
    assert (log.only("side_resigned").side, log.only("side_resigned").round) == ("b", 2)
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("a", "resigned", 1)


def test_d09_one_can_resign_before_the_first_round() -> None:
    log = play(side(EVEN, resigns=1), side(EVEN, bot="random"))
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("b", "resigned", 0)
    assert log.types()[-4:] == ["side_resigned", "army_revealed", "army_revealed", "battle_ended"]


def test_d09_the_one_that_resigns_first_loses() -> None:
    log = play(side(EVEN, resigns=5), side(EVEN, resigns=4))
    assert (log.result.winner, log.result.rounds) == ("a", 3)


def test_d09_a_match_that_ends_sooner_is_not_resigned() -> None:
    log = play(side(EVEN, "aannn"), side(EVEN, resigns=2))
    assert (log.result.winner, log.result.reason) == ("a", "castle")


def test_d09_both_in_one_round_is_refused() -> None:
    found = "is 7 for both sides; the one that resigns first loses, so leave one out"
    document = siege_file(side(EVEN, resigns=7), side(EVEN, resigns=7))
    assert problems(document) == [f"sides[1].resigns: {found}"]
