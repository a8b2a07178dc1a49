"""Allotments and sides of a battle file: each breach refused by name and path, all at once."""

from typing import Any

import pytest

from tests.battle_log import problems
from tests.sieges import EVEN, play, side, siege_file, units

UNITS = "sides[0].army.units"


def of_side(**change: Any) -> list[str]:
    return problems(siege_file(side(EVEN) | change, side(EVEN)))


@pytest.mark.parametrize(
    "army", [EVEN, "4/3/0 4/3/0 1/2/4 1/2/4 0/0/2", "4/0/3 4/0/3 2/2/1 0/4/1 0/4/2"]
)
def test_d01_ten_points_in_each_stat_are_spent_over_five_units(army: str) -> None:
    mustered, _ = play(side(army), side(EVEN)).all("army_mustered")
    shown = ["/".join(str(unit.values[stat]) for stat in unit.values) for unit in mustered.units]
    assert " ".join(shown) == " ".join(f"{word}/0" for word in army.split())


@pytest.mark.parametrize(
    ("army", "found"),
    [
        ("3/2/2 2/2/2 2/2/2 2/2/2 2/2/2",
         [": ATK adds up to 11 over A to E; it must be 10: take away 1"]),
        ("2/2/2 2/2/2 2/2/0 2/2/2 2/2/2",
         [": HP adds up to 8 over A to E; it must be 10: give 2 more"]),
        # All at once: A has 5 + 3 + 3 = 11; ATK 5 + 2 + 2 + 2 - 1 = 10, DEF and HP 3 + 8 = 11.
        ("5/3/3 2/2/2 2/2/2 2/2/2 -1/2/2",
         [".A.atk: is 5; it must be from 0 to 4",
          ".A: has 11 points in all; a unit takes at most 7",
          ".E.atk: is -1; it must be from 0 to 4",
          ": DEF adds up to 11 over A to E; it must be 10: take away 1",
          ": HP adds up to 11 over A to E; it must be 10: take away 1"]),
    ],
)  # fmt: skip
def test_d01_each_breach_is_refused_by_name(army: str, found: list[str]) -> None:
    document = siege_file(side(army), side(EVEN))
    assert problems(document) == [f"{UNITS}{line}" for line in found]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"F": {"atk": 0, "def": 0, "hp": 0}}, ".F: no unit 'F'; there are A, B, C, D, E"),
        ({"B": {"atk": 2, "def": 2}}, ".B.hp: is missing"),
        ({"B": {"atk": 2, "def": 2, "hp": 2, "exh": 1}},
         ".B.exh: no key 'exh'; there are atk, def, hp"),
        ({"B": {"atk": 2.0, "def": 2, "hp": 2}},
         ".B.atk: must be a whole number, not a number with a fraction"),
    ],
)  # fmt: skip
def test_what_is_no_allotment_is_refused_with_its_path(change: Any, found: str) -> None:
    assert of_side(army={"units": units(EVEN) | change}) == [f"{UNITS}{found}"]


def test_what_is_no_army_or_no_player_is_refused() -> None:
    four = {letter: row for letter, row in units(EVEN).items() if letter != "C"}
    missing = f"{UNITS}.C: is missing; there are five units, A to E"
    assert of_side(army={"units": four}) == [missing]
    listed = f"{UNITS}: must be an object with 'A', 'B', 'C', 'D', 'E', not a list"
    assert of_side(army={"units": []}) == [listed]
    # A side needs orders or a bot that exists.
    document = siege_file(side(EVEN, bot="randm"), {"army": {"units": units(EVEN)}})
    assert problems(document) == [
        "sides[0].bot: no bot 'randm'; did you mean 'random'?",
        "sides[1]: takes 'orders' (a list of rounds, [] for none at all) or 'bot' (a name)",
    ]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"orders": [{}, {"A": "attaque"}]},
         ".orders[1].A: no order 'attaque'; did you mean 'attack'?"),
        ({"orders": [{}] * 41}, ".orders: has 41 rounds; it must have 0 to 40"),
        ({"bot": "random"},
         ".bot: cannot be combined with 'orders'; leave one of them out"),
        ({"resigns": 41}, ".resigns: is 41; it must be from 1 to 40"),
    ],
)  # fmt: skip
def test_what_a_side_cannot_decide_is_refused(change: Any, found: str) -> None:
    assert of_side(**change) == [f"sides[0]{found}"]


def test_d14_orders_instead_of_a_bots_are_for_single_rounds_beside_a_bot() -> None:
    a = side(EVEN, "aadrn") | {"instead": {"1": {}}}
    b = side(EVEN, bot="cautious") | {"instead": {"41": {}, "2": {"A": "run"}}}
    assert [line.partition(": ")[0] for line in problems(siege_file(a, b))] == [
        *("sides[0].instead", "sides[1].instead.41", "sides[1].instead.2.A")
    ]
