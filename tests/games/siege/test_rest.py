"""The rest phase: who recovers, and what it costs."""

import pytest

from tests.sieges import play_round

OTHERS = "0/1/0 0/0/0 0/0/0 0/0/0 0/0/0"


def test_d05_one_unit_recovers_for_nothing() -> None:
    log = play_round("0/0/1/3 0/0/0 0/0/0 0/0/0 0/0/0", OTHERS, "rnnnn|dnnnn")
    assert log.changes() == ["aA exh -1 = 2 (D5)"]
    assert log.only("units_rested").units == ("aA",)


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
    log = play_round(f"{units} 0/0/0 0/0/0 0/0/0", OTHERS, "rrnnn|dnnnn")
    other = "aA" if first == "aB" else "aB"
    assert log.only("units_rested").units == (first, other)
    assert [event.unit for event in log.all("unit_changed") if event.stat == "hp"] == [other]
    assert [event.unit for event in log.all("unit_changed") if event.stat == "exh"] == [
        first,
        other,
    ]


def test_d05_the_ranking_is_read_before_anybody_has_rested() -> None:
    """HP 3, 2, 2 with ATK 0, 1, 0: A is first, B and C pay, whatever B has by then."""
    log = play_round("0/0/3/1 1/0/2/1 0/0/2/1 0/0/0 0/0/0", OTHERS, "rrrnn|dnnnn")
    assert [log.now(id_) for id_ in ("aA", "aB", "aC")] == ["0/0/3/0", "1/0/1/0", "0/0/1/0"]


def test_d05_sides_rest_apart() -> None:
    log = play_round(
        "0/1/1/1 0/0/1/1 0/0/0 0/0/0 0/0/0", "0/1/1/2 0/0/0 0/0/0 0/0/0 0/0/0", "rrnnn|rnnnn"
    )
    assert log.values("units_rested", "side", "units") == [("a", ("aA", "aB")), ("b", ("bA",))]
    assert [log.now(id_) for id_ in ("aA", "aB", "bA")] == ["0/1/1/0", "0/0/0/0", "0/1/1/1"]
