"""The siege phase: who besieges whom, what it does, and when a castle falls."""

import pytest

from tests.sieges import EVEN, play, play_round, side

NOBODY = "0/0/0 0/0/0 0/0/0 0/0/0 0/0/0"


def test_d04_attackers_that_are_left_over_besiege_the_castle() -> None:
    log = play_round(EVEN, EVEN, "aaand|adnnn")
    besieged = log.only("castle_besieged")
    assert (besieged.side, besieged.besiegers, besieged.defenders) == ("b", ("aB", "aC"), ("bB",))
    assert (besieged.attack, besieged.defense) == (4, 2)
    assert log.only("castle_guarded").side == "a"


@pytest.mark.parametrize(
    ("besiegers", "defenders", "row", "changes"),
    [
        # A = 4 >= 2 x 2: each defender EXH +1, DEF -1; the top attacker EXH +1
        ("4/0/0", "0/1/0 0/1/0", "S3",
         ["aA exh +1 = 1", "bA exh +1 = 1", "bA def -1 = 0", "bB exh +1 = 1", "bB def -1 = 0"]),
        # A = 5 > D = 4: each defender EXH +1, the top one DEF -1; each attacker EXH +1
        ("4/0/1 1/0/0", "0/1/0 0/3/0", "S4",
         ["aA exh +1 = 1", "aB exh +1 = 1", "bA exh +1 = 1", "bB exh +1 = 1", "bB def -1 = 2"]),
        # D = 4 >= 2 x 2: each defender EXH +1; each attacker EXH +1, HP -1
        ("1/0/1 1/0/0", "0/4/1", "S5",
         ["aA exh +1 = 1", "aA hp -1 = 0", "aB exh +1 = 1", "bA exh +1 = 1"]),
        # D = 3 >= A = 3, less than 6: all EXH +1, both top ones HP -1
        ("2/0/1 1/1/1", "0/1/2 0/2/2", "S6",
         ["aA exh +1 = 1", "aB exh +1 = 1", "aB hp -1 = 0",
          "bA exh +1 = 1", "bB exh +1 = 1", "bB hp -1 = 1"]),
        # A = D: held as well
        ("2/0/1", "0/2/1", "S6",
         ["aA exh +1 = 1", "aA hp -1 = 0", "bA exh +1 = 1", "bA hp -1 = 0"]),
    ],
)  # fmt: skip
def test_d04_the_first_row_that_holds_is_applied(
    besiegers: str, defenders: str, row: str, changes: list[str]
) -> None:
    sides, given = [], []
    for text, letter in ((besiegers, "a"), (defenders, "d")):
        count = len(text.split())
        sides.append(" ".join([text, *["0/0/0"] * (5 - count)]))
        given.append(letter * count + "n" * (5 - count))
    log = play_round(sides[0], sides[1], "|".join(given))
    assert log.changes() == [f"{change} ({row})" for change in changes]
    assert {event.source for event in log.all("siege_settled")} == {row}


@pytest.mark.parametrize(
    ("units", "top"),
    [
        ("1/2/0 1/3/0", "aB"),  # higher DEF
        ("1/2/2/1 1/2/1", "aB"),  # then lower EXH
        ("1/2/1 1/2/2", "aB"),  # then higher HP
        ("1/2/1 2/2/1", "aB"),  # then higher ATK
        ("1/2/1 1/2/1", "aA"),  # then the letter
    ],
)
def test_d04_the_top_besieger_is_the_first_of_the_siege_ranking(units: str, top: str) -> None:
    """DEF 1 against an ATK of 2 or more: overrun (S3), which tires the top besieger alone."""
    log = play_round(f"{units} 0/0/0 0/0/0 0/0/0", "0/1/0 0/0/0 0/0/0 0/0/0 0/0/0", "aannn|dnnnn")
    tired = [event.unit for event in log.all("unit_changed") if event.unit.startswith("a")]
    assert tired == [top]


def test_d04_a_castle_that_is_besieged_without_defenders_falls_before_the_rest() -> None:
    log = play_round("2/0/0 0/0/2/1 0/0/0 0/0/0 0/0/0", EVEN, "arnnn|nnnnn")
    assert log.only("castle_fallen").side == "b"
    assert log.all("units_rested") == []
    assert log.now("aB") == "0/0/2/1"
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("a", "castle", 1)


def test_d04_without_besiegers_no_castle_falls() -> None:
    log = play_round(EVEN, EVEN, "aannn|aannn")
    assert log.all("castle_besieged") == log.all("castle_fallen") == []
    assert not log.state.ended


def test_d04_the_fight_of_another_attacker_does_not_save_the_castle() -> None:
    """b's one attacker meets one of a's two; the other one walks in, also in the last round."""
    log = play_round(EVEN, EVEN, "aannn|annnn", rounds_played=39)
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("a", "castle", 40)


def test_d04_defenders_of_both_castles_are_told_though_nobody_comes() -> None:
    log = play_round(EVEN, EVEN, "ddnnn|nnndn")
    assert log.values("castle_guarded", "side", "defenders") == [
        ("a", ("aA", "aB")),
        ("b", ("bD",)),
    ]
    assert log.changes() == []
    assert play_round(NOBODY, NOBODY, "nnnnn|nnnnn").types() == [
        "round_started",
        "orders_given",
        "orders_given",
    ]


def test_d04_those_who_fight_in_the_battle_do_not_besiege() -> None:
    """aA has the highest ATK and meets bA; the other two besiege: A = 2 + 2."""
    log = play_round(
        "4/0/0 2/0/0 2/0/0 0/0/0 0/0/0", "4/4/0 0/3/0 0/0/0 0/0/0 0/0/0", "aaann|adnnn"
    )
    besieged = log.only("castle_besieged")
    assert (besieged.attack, besieged.defense, besieged.besiegers) == (4, 3, ("aB", "aC"))


def test_a_whole_match_ends_when_a_castle_falls() -> None:
    log = play(side(EVEN, "adddd", "aaddd"), side(EVEN, "adddd", "annnn"))
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("a", "castle", 2)
    assert [row["id"] for row in log.result.survivors["b"]] == ["bA", "bB", "bC", "bD", "bE"]
