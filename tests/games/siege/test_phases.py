"""A round, phase by phase: orders, battle, siege, rest, and the end of a match."""

import pytest

from engine.rulesets.siege.rules import ALLOWED, ROUNDS
from tests.battle_log import problems
from tests.sieges import EVEN, play, play_round, side, siege_file

GUARD = "0/1/0 0/0/0 0/0/0 0/0/0 0/0/0"
WALL = "0/2/2 0/2/2 0/2/2 0/2/2"


def padded(text: str) -> str:
    return " ".join([text, *["0/0/0"] * (5 - len(text.split()))])


@pytest.mark.parametrize(
    ("unit", "may"),
    [
        ((1, 0, 0, 0), {"attack", "none"}),
        ((0, 1, 0, 0), {"defend", "none"}),
        ((0, 0, 1, 1), {"recover", "none"}),
        ((1, 1, 1, 2), {"attack", "defend", "recover", "none"}),
        ((1, 1, 1, 3), {"recover", "none"}),
        ((4, 4, 0, 3), {"none"}),
    ],
)
def test_d02_who_may_carry_out_an_order(unit: tuple[int, int, int, int], may: set[str]) -> None:
    assert {order for order, test in ALLOWED.items() if test(unit)} == may


def test_d02_an_order_that_is_not_allowed_or_missing_counts_as_none() -> None:
    # A has no ATK, B is exhausted, C has no EXH to recover from, D has none, E may attack.
    log = play_round("0/2/2 2/2/2/3 2/2/2 2/2/2 2/2/2", EVEN, "aar a|ddnnn")
    of_a, of_b = log.all("orders_given")
    assert of_a.orders == {"aA": "none", "aB": "none", "aC": "none", "aD": "none", "aE": "attack"}
    assert of_a.refused == {"aA": "attack", "aB": "attack", "aC": "recover"}
    assert of_b.refused == {}
    assert log.only("castle_besieged").besiegers == ("aE",)


def test_d08_a_side_that_misses_rounds_goes_on_with_none() -> None:
    """Bo orders in round 1 only and leaves his gate open in round 2: Ann walks in."""
    log = play(side(EVEN, "adnnn", "adnnn"), side(EVEN, "ndnnn"))
    assert set(log.round(2).all("orders_given")[1].orders.values()) == {"none"}
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("a", "castle", 2)


@pytest.mark.parametrize(
    ("units", "first"),
    [
        ("2/0/0 3/0/0", "aB"),  # higher ATK
        ("2/1/4 2/2/0/2", "aB"),  # then higher DEF
        ("2/1/4/1 2/1/0", "aB"),  # then lower EXH
        ("2/1/1 2/1/2", "aB"),  # then higher HP
        ("2/1/1 2/1/1", "aA"),  # then the letter
    ],
)
def test_d03_attackers_are_ranked_and_the_last_goes_on_to_the_siege(units: str, first: str) -> None:
    log = play_round(padded(units), padded("1/1/1 0/1/1"), "aannn|adnnn")
    assert log.values("units_met", "a", "b") == [(first, "bA")]
    assert log.only("castle_besieged").besiegers == ("aA" if first == "aB" else "aB",)


def test_d03_pairs_rows_and_later_rounds() -> None:
    # a ranks C (4), A (3), E (1); b ranks B (2 ATK, 2 DEF), D (2 ATK, 1 DEF), A (1).
    log = play_round(
        "3/0/0 0/3/0 4/0/0 0/0/0 1/0/0", "1/0/0 2/2/0 0/1/0 2/1/0 0/0/0", "adana|aadan"
    )
    assert log.values("units_met", "a", "b", "a_atk", "b_atk") == [
        ("aC", "bB", 4, 2),
        ("aA", "bD", 3, 2),
        ("aE", "bA", 1, 1),
    ]
    assert log.all("castle_besieged") == []
    # aA is the fresher by one: bA is outlasted (B3), though aA will be as tired by then.
    #
    # bA: EU ATK 2 >= 2, EXH 1 > 0, HP 2: B3. aA: EXH 0 is not above 1: B5, EXH 1.
    log = play_round(f"2/0/2 {WALL}", f"2/0/2/1 {WALL}", "adddd|adddd")
    assert log.rows() == {"aA": "B5", "bA": "B3"}
    assert log.changes() == ["aA exh +1 = 1 (B5)", "bA hp -1 = 1 (B3)", "bA exh +1 = 2 (B3)"]


@pytest.mark.parametrize(
    ("unit", "foe", "row", "after"),
    [
        # B1: EU ATK >= AU ATK + 2, EU ATK > AU DEF, AU HP = 0: ATK -1, EXH +1
        ("1/2/0", "3/0/2", "B1", "0/2/0/1"),
        # B2: the same with HP: HP -1, EXH +1
        ("1/2/1", "3/0/2", "B2", "1/2/0/1"),
        # DEF 3 holds 3: B1 and B2 do not apply; nobody is tired: B5
        ("1/3/2", "3/0/2", "B5", "1/3/2/1"),
        # a margin of 1 is not enough
        ("2/0/2", "3/0/2", "B5", "2/0/2/1"),
        # B3: EU ATK >= AU ATK, AU EXH > EU EXH, AU HP > 0: HP -1, EXH +1
        ("2/0/2/1", "2/0/2", "B3", "2/0/1/2"),
        ("2/0/2/1", "2/0/2/1", "B5", "2/0/2/2"),
        # B2 stands above B3
        ("1/2/1/2", "3/0/2/1", "B2", "1/2/0/3"),
        # B4: AU ATK > EU ATK and AU DEF >= EU ATK: nothing
        ("3/2/0", "2/0/2", "B4", "3/2/0/0"),
        ("3/1/0/2", "2/0/2", "B5", "3/1/0/3"),
    ],
)
def test_d03_the_first_row_that_holds_is_applied(unit: str, foe: str, row: str, after: str) -> None:
    log = play_round(f"{unit} {WALL}", f"{foe} {WALL}", "adddd|adddd")
    assert (log.rows()["aA"], log.now("aA")) == (row, after)


def test_d11_nothing_falls_below_0_and_exh_does_not_rise_above_3() -> None:
    """aA comes with EXH 2 and gets one in the battle; a siege row gives it no fourth."""
    log = play_round(f"1/0/0/2 {WALL}", f"4/4/0 {WALL}", "adddd|adddd")
    assert log.rows() == {"aA": "B1", "bA": "B4"}
    assert log.now("aA") == "0/0/0/3"
    held = play_round(padded("2/0/0/2 2/0/0/2"), padded("0/2/0/2 0/2/0/2"), "aannn|ddnnn")
    assert held.changes() == [f"{id_} exh +1 = 3 (S6)" for id_ in ("aA", "aB", "bA", "bB")]


@pytest.mark.parametrize(
    ("b", "shown"),
    [
        # b ranks E (2 ATK, 2 DEF), C (2 ATK, 1 DEF), A (1).
        ("1/0/0 0/1/0 2/1/0 0/0/0 2/2/0", [("aA", "bE"), ("aD", "bC"), ("aB", "bA")]),
        ("2/0/0 0/1/0 2/1/0 0/0/0 2/2/0", [("aA", "bE"), ("aB", "bA"), ("aD", "bC")]),
    ],
)
def test_d12_fights_are_shown_by_atk_and_letter(b: str, shown: list[tuple[str, str]]) -> None:
    """a ranks A (3), D, B: B and D have ATK 2, and D more DEF; equal fights are told by letter."""
    log = play_round("3/0/0 2/0/0 0/1/0 2/4/0 0/0/0", b, "aadan|adana")
    assert log.values("units_met", "a", "b") == shown


def test_d04_who_besieges_and_when_a_castle_falls() -> None:
    # A castle that is besieged without defenders falls before the rest.
    log = play_round(padded("2/0/0 0/0/2/1"), EVEN, "arnnn|nnnnn")
    assert log.only("castle_fallen").side == "b"
    assert log.all("units_rested") == []
    assert log.now("aB") == "0/0/2/1"
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("a", "castle", 1)
    # b's one attacker meets one of a's two; the other one walks in, also in the last round.
    log = play_round(EVEN, EVEN, "aannn|annnn", rounds_played=39)
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("a", "castle", 40)


@pytest.mark.parametrize(
    ("besiegers", "defenders", "row", "changes"),
    [
        # A = 4 >= 2 x 2: each defender EXH +1, DEF -1; the top attacker EXH +1
        ("4/0/0", "0/1/0 0/1/0", "S3",
         ["aA exh +1 = 1", "bA exh +1 = 1", "bA def -1 = 0", "bB exh +1 = 1", "bB def -1 = 0"]),
        # The top one is the first by DEF, whatever ATK another has.
        ("4/0/1 1/0/0", "4/1/0 0/3/0", "S4",
         ["aA exh +1 = 1", "aB exh +1 = 1", "bA exh +1 = 1", "bB exh +1 = 1", "bB def -1 = 2"]),
        # D = 4 >= 2 x 2: each defender EXH +1; each attacker EXH +1, HP -1
        ("1/0/1 1/0/0", "0/4/1", "S5",
         ["aA exh +1 = 1", "aA hp -1 = 0", "aB exh +1 = 1", "bA exh +1 = 1"]),
        # D = 3 >= A = 3, less than 6: all EXH +1, both top ones HP -1
        ("2/0/1 1/1/1", "0/1/2 0/2/2", "S6",
         ["aA exh +1 = 1", "aB exh +1 = 1", "aB hp -1 = 0",
          "bA exh +1 = 1", "bB exh +1 = 1", "bB hp -1 = 1"]),
    ],
)  # fmt: skip
def test_d04_first_row_counts(besiegers: str, defenders: str, row: str, changes: list[str]) -> None:
    words = (letter * len(text.split()) for text, letter in ((besiegers, "a"), (defenders, "d")))
    given = "|".join(word.ljust(5, "n") for word in words)
    log = play_round(padded(besiegers), padded(defenders), given)
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
    log = play_round(padded(units), GUARD, "aannn|dnnnn")
    assert [event.unit for event in log.all("unit_changed") if event.unit[0] == "a"] == [top]


@pytest.mark.parametrize(
    ("units", "first"),
    [
        ("4/4/1/3 0/0/2/1", "aB"),  # highest HP
        ("1/4/2/3 2/0/2/1", "aB"),  # then highest ATK
        ("1/4/2/1 1/0/2/2", "aB"),  # then highest EXH
        ("1/1/2/1 1/2/2/1", "aB"),  # then highest DEF
        ("1/1/2/1 1/1/2/1", "aA"),  # then the letter
    ],
)
def test_d05_all_but_the_first_pay_1_hp(units: str, first: str) -> None:
    log = play_round(padded(units), GUARD, "rrnnn|dnnnn")
    other = "aA" if first == "aB" else "aB"
    assert log.only("units_rested").units == (first, other)
    changed = log.values("unit_changed", "unit", "stat", "amount", "source")
    tail = [(other, "exh", -1, "D5"), (other, "hp", -1, "D5")]
    assert changed == [(first, "exh", -1, "D5"), *tail]


def test_d05_sides_rest_apart_and_are_ranked_before() -> None:
    # HP 3, 2, 2 with ATK 0, 1, 0: A is first, B and C pay, whatever B has by then.
    log = play_round(padded("0/0/3/1 1/0/2/1 0/0/2/1"), GUARD, "rrrnn|dnnnn")
    assert [log.now(id_) for id_ in ("aA", "aB", "aC")] == ["0/0/3/0", "1/0/1/0", "0/0/1/0"]


LESS_HP, LESS_DEF, TIRED = (f"{unit} {EVEN[6:]}" for unit in ("2/2/1", "2/1/2", "2/2/2/1"))


@pytest.mark.parametrize(
    ("a", "b", "winner", "decided_by"),
    [
        (EVEN, LESS_HP, "a", "total"),  # 30 against 29
        (TIRED, LESS_DEF, "b", "exh"),  # both 29: 30 points with 1 EXH against 29 with none
        (LESS_DEF, LESS_HP, "a", "hp"),  # both 29 without EXH: HP 10 against 9
        # ATK for DEF changes nothing of that: b wins
        (LESS_DEF, f"1/2/2 {EVEN[6:]}", "b", "challenged"),
    ],
)
def test_d06_totals_decide_after_last_round(a: str, b: str, winner: str, decided_by: str) -> None:
    log = play_round(a, b, "ddddd|ddddd", rounds_played=ROUNDS - 1)
    counted = log.only("totals_counted")
    assert (counted.winner, counted.decided_by) == (winner, decided_by)
    result = log.result
    assert (result.winner, result.reason, result.rounds) == (winner, "round_limit", 40)


def test_d06_two_that_do_nothing_play_forty_rounds_and_the_challenged_one_wins() -> None:
    log = play(side(EVEN), side(EVEN))
    assert (len(log.all("round_started")), len(log.all("totals_counted"))) == (40, 1)
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("b", "round_limit", 40)


@pytest.mark.parametrize(
    ("a", "b", "end"),
    [
        (
            side(EVEN, "addnn", "addnn"),
            side(EVEN, "addnn", "addnn", resigns=2),
            ("a", "resigned", 1),
        ),
        (side(EVEN, resigns=1), side(EVEN, bot="random"), ("b", "resigned", 0)),
        (side(EVEN, resigns=5), side(EVEN, resigns=4), ("a", "resigned", 3)),
        # One that ends sooner is not resigned.
        (side(EVEN, "aannn"), side(EVEN, resigns=2), ("a", "castle", 1)),
    ],
)
def test_d09_a_side_resigns_instead_of_ordering(
    a: dict[str, object], b: dict[str, object], end: tuple[str, str, int]
) -> None:
    log = play(a, b)
    assert (log.result.winner, log.result.reason, log.result.rounds) == end
    assert len(log.all("round_started")) == end[2]
    loser = "b" if end[0] == "a" else "a"
    resigned = [(loser, end[2] + 1)] if end[1] == "resigned" else []
    assert log.values("side_resigned", "side", "round") == resigned
    assert log.types()[-3:] == ["army_revealed", "army_revealed", "battle_ended"]


def test_d09_both_in_one_round_is_refused() -> None:
    found = "is 7 for both sides; the one that resigns first loses, so leave one out"
    document = siege_file(side(EVEN, resigns=7), side(EVEN, resigns=7))
    assert problems(document) == [f"sides[1].resigns: {found}"]
