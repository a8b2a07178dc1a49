"""The battle phase: who meets whom, and what each fight does."""

import pytest

from tests.sieges import EVEN, Round, play_round

WALL = "0/2/2 0/2/2 0/2/2 0/2/2 0/2/2"


def met(log: Round) -> list[tuple[str, ...]]:
    return log.values("units_met", "a", "b")


def test_d03_without_an_attacker_on_both_sides_there_is_no_battle() -> None:
    log = play_round(EVEN, EVEN, "aannn|ddnnn")
    assert log.all("units_met") == []
    assert log.only("castle_besieged").besiegers == ("aA", "aB")


@pytest.mark.parametrize(
    ("a", "first"),
    [
        ("2/0/0 3/0/0 0/0/0 0/0/0 0/0/0", "aB"),  # higher ATK
        ("2/1/4 2/2/0/2 0/0/0 0/0/0 0/0/0", "aB"),  # then higher DEF
        ("2/1/4/1 2/1/0 0/0/0 0/0/0 0/0/0", "aB"),  # then lower EXH
        ("2/1/1 2/1/2 0/0/0 0/0/0 0/0/0", "aB"),  # then higher HP
        ("2/1/1 2/1/1 0/0/0 0/0/0 0/0/0", "aA"),  # then the letter
    ],
)
def test_d03_attackers_are_ranked_and_the_last_one_goes_on_to_the_siege(a: str, first: str) -> None:
    log = play_round(a, "1/1/1 0/1/1 0/0/0 0/0/0 0/0/0", "aannn|adnnn")
    assert met(log) == [(first, "bA")]
    left = "aA" if first == "aB" else "aB"
    assert log.only("castle_besieged").besiegers == (left,)


def test_d03_first_meets_first_and_second_meets_second() -> None:
    """a ranks C (4), A (3), E (1); b ranks B (2 ATK, 2 DEF), D (2 ATK, 1 DEF), A (1)."""
    log = play_round(
        "3/0/0 0/3/0 4/0/0 0/0/0 1/0/0", "1/0/0 2/2/0 0/1/0 2/1/0 0/0/0", "adana|aadan"
    )
    assert set(met(log)) == {("aC", "bB"), ("aA", "bD"), ("aE", "bA")}
    assert log.values("units_met", "a_atk", "b_atk") == [(4, 2), (3, 2), (1, 1)]
    assert log.all("castle_besieged") == []


@pytest.mark.parametrize(
    ("unit", "foe", "row", "after"),
    [
        # B1: EU ATK >= AU ATK + 2, EU ATK > AU DEF, AU HP = 0: ATK -1, EXH +1
        ("1/2/0", "3/0/2", "B1", "0/2/0/1"),
        ("2/3/0", "4/0/2", "B1", "1/3/0/1"),
        # B2: the same with HP: HP -1, EXH +1
        ("1/2/1", "3/0/2", "B2", "1/2/0/1"),
        ("1/2/4", "4/0/2", "B2", "1/2/3/1"),
        # DEF 3 holds 3: B1 and B2 do not apply; nobody is tired: B5
        ("1/3/2", "3/0/2", "B5", "1/3/2/1"),
        # a margin of 1 is not enough
        ("2/0/2", "3/0/2", "B5", "2/0/2/1"),
        # B3: EU ATK >= AU ATK, AU EXH > EU EXH, AU HP > 0: HP -1, EXH +1
        ("2/0/2/1", "2/0/2", "B3", "2/0/1/2"),
        ("2/0/2/2", "3/0/2/1", "B3", "2/0/1/3"),
        ("2/0/0/1", "2/0/2", "B5", "2/0/0/2"),
        ("2/0/2/1", "2/0/2/1", "B5", "2/0/2/2"),
        ("3/0/2/1", "2/0/2", "B5", "3/0/2/2"),
        # B2 stands above B3
        ("1/2/1/2", "3/0/2/1", "B2", "1/2/0/3"),
        # B4: AU ATK > EU ATK and AU DEF >= EU ATK: nothing
        ("3/2/0", "2/0/2", "B4", "3/2/0/0"),
        ("3/1/0/2", "2/0/2", "B5", "3/1/0/3"),
        ("2/2/0", "2/0/2", "B5", "2/2/0/1"),
    ],
)
def test_d03_the_first_row_that_holds_is_applied(unit: str, foe: str, row: str, after: str) -> None:
    rest = "0/2/2 0/2/2 0/2/2 0/2/2"
    log = play_round(f"{unit} {rest}", f"{foe} {rest}", "adddd|adddd")
    assert log.rows()["aA"] == row
    assert log.now("aA") == after
    mirrored = play_round(f"{foe} {rest}", f"{unit} {rest}", "adddd|adddd")
    assert mirrored.rows()["bA"] == row
    assert mirrored.now("bA") == after


def test_d03_all_rows_are_read_before_any_is_applied() -> None:
    """aA is the fresher by one: bA is outlasted (B3), though aA will be as tired by then.

    bA: EU ATK 2 >= 2, EXH 1 > 0, HP 2: B3. aA: EXH 0 is not above 1: B5, EXH 1.
    """
    log = play_round(f"2/0/2 {WALL[6:]}", f"2/0/2/1 {WALL[6:]}", "adddd|adddd")
    assert log.rows() == {"aA": "B5", "bA": "B3"}
    assert log.changes() == [
        "aA exh +1 = 1 (B5)",
        "bA hp -1 = 1 (B3)",
        "bA exh +1 = 2 (B3)",
    ]


def test_d11_nothing_falls_below_0_and_exh_does_not_rise_above_3() -> None:
    """bA comes with EXH 2 and gets one in the battle; a siege row would give it no fourth."""
    log = play_round(f"1/0/0/2 {WALL[6:]}", f"4/4/0 {WALL[6:]}", "adddd|adddd")
    assert log.rows() == {"aA": "B1", "bA": "B4"}
    assert log.now("aA") == "0/0/0/3"
    held = play_round(
        "2/0/0/2 2/0/0/2 0/0/0 0/0/0 0/0/0", "0/2/0/2 0/2/0/2 0/0/0 0/0/0 0/0/0", "aannn|ddnnn"
    )
    assert held.changes() == [
        "aA exh +1 = 3 (S6)",
        "aB exh +1 = 3 (S6)",
        "bA exh +1 = 3 (S6)",
        "bB exh +1 = 3 (S6)",
    ]


def test_d12_fights_are_shown_by_atk_and_letter_and_not_by_rank() -> None:
    """B and D of a have ATK 2; D has more DEF and so the higher rank, but B is shown first.

    a ranks A (3), D, B; b ranks E (2 ATK, 2 DEF), C (2 ATK, 1 DEF), A (1).
    """
    log = play_round(
        "3/0/0 2/0/0 0/1/0 2/4/0 0/0/0", "1/0/0 0/1/0 2/1/0 0/0/0 2/2/0", "aadan|adana"
    )
    assert met(log) == [("aA", "bE"), ("aD", "bC"), ("aB", "bA")]
    level = play_round(
        "3/0/0 2/0/0 0/1/0 2/4/0 0/0/0", "2/0/0 0/1/0 2/1/0 0/0/0 2/2/0", "aadan|adana"
    )
    assert met(level) == [("aA", "bE"), ("aB", "bA"), ("aD", "bC")]


def test_d12_besiegers_and_defenders_are_shown_by_letter() -> None:
    log = play_round(
        "1/0/0 0/0/0 4/4/0 2/0/0 0/0/0", "0/1/0 0/0/0 0/0/0 0/4/0 0/2/0", "anaan|dnndd"
    )
    besieged = log.only("castle_besieged")
    assert besieged.besiegers == ("aA", "aC", "aD")
    assert besieged.defenders == ("bA", "bD", "bE")
    assert (besieged.attack, besieged.defense) == (7, 7)
