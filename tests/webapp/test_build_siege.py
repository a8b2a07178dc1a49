"""Siege allotments while they are built: pools, refusals by path, text, the plain form."""

import copy
from typing import Any

import pytest
from flask.testing import FlaskClient

import engine
from engine.core.rng import Seeded
from engine.players.siege.ruleset import BOTS
from tests.webapp.page_parts import post
from webapp.armies.builder import importing
from webapp.armies.builder.checking import inspect
from webapp.base import games, samples

SIEGE = games.game("siege")
EVEN = samples.load(games.game("siege")).armies["even-five"].army
"""Two points of each stat for each unit."""


def changed(**units: dict[str, int]) -> dict[str, Any]:
    army = copy.deepcopy(EVEN)
    for letter, points in units.items():
        army["units"].setdefault(letter, {}).update(points)
    return army


def problems(army: Any) -> list[str]:
    return [str(problem) for problem in inspect(SIEGE, army).problems]


def test_an_empty_allotment_has_thirty_points_left() -> None:
    army = games.game("siege").builder.empty()
    assert army["units"] == {letter: {"atk": 0, "def": 0, "hp": 0} for letter in "ABCDE"}
    found = inspect(SIEGE, army)
    meters = [(meter.label, meter.value, meter.most) for meter in found.figures.meters]
    assert meters == [(stat, 0, 10) for stat in ("ATK", "DEF", "HP")]
    assert [p.path for p in found.problems] == ["units"] * 3
    assert found.problems[0].message.endswith("give 10 more")


@pytest.mark.parametrize(
    ("army", "expected"),
    [
        (
            changed(A={"atk": 3}),
            ["units: ATK adds up to 11 over A to E; it must be 10: take away 1"],
        ),
        # What B takes, A gives: the pools stay even.
        (
            changed(B={"atk": 4, "def": 4, "hp": 0}, A={"atk": 0, "def": 0, "hp": 4}),
            ["units.B: has 8 points in all; a unit takes at most 7"],
        ),
        (
            changed(A={"atk": 0, "hp": 5}, B={"atk": 4, "hp": -1}),
            [
                "units.A.hp: HP is 5; it must be 0 to 4.",
                "units.B.hp: HP is -1; it must be 0 to 4.",
            ],
        ),
        (
            changed(F={"atk": 0, "def": 0, "hp": 0}),
            ["units.F: no unit 'F'; there are A, B, C, D, E"],
        ),
        (
            # Half a character: JSON can write it, UTF-8 cannot.
            {"units": {**EVEN["units"], "C": "\ud800"}},
            ["units.C: must be an object with 'atk', 'def', 'hp', not text"],
        ),
    ],
)
def test_points_that_break_a_rule_are_refused_by_name(army: Any, expected: list[str]) -> None:
    assert problems(army)[: len(expected)] == expected


def test_a_refused_allotment_still_has_its_figures() -> None:
    found = inspect(SIEGE, changed(A={"atk": 4, "def": 4}, B={"hp": "x"}))
    spent = [(unit.spent, unit.budget) for unit in found.figures.units]
    assert spent == [(10, 7), (4, 7), *[(6, 7)] * 3]
    stats = {stat.label: stat.value for stat in found.figures.units[0].stats}
    assert stats == {"ATK": 4, "DEF": 4, "HP": 2}


LINES = (
    *("b 4/0/3", "- B: 4 0 3", "2. Unit B = 4, 0, 3", "`B 4 / 0 / 3`"),
    *("B) hp 3, atk 4, def 0", "B: ATK 4 DEF 0 HP 3"),
)


def test_a_unit_may_be_written_in_any_way() -> None:
    for line in LINES:
        text = f"A 0/0/0\n{line}\n# the rest\nC 0/0/0\nD 0/0/0\nE 0/0/0\n"
        army = importing.read(SIEGE, text).army
        assert army["units"]["B"] == {"atk": 4, "def": 0, "hp": 3}, line


def test_every_wrong_line_is_told_with_its_number() -> None:
    with pytest.raises(engine.InputError) as refused:
        importing.read(SIEGE, "A 2/2/2\nA 1/1/1\nB 2/2\nC 2/2/2\nF 1/1/1\nD 2/2/2\n!")
    assert [*map(str, refused.value.problems)] == [
        "line 2: names unit A again; keep one of its lines",
        "line 3: unit B needs its ATK, DEF and HP: B 2/2/3",
        "line 5: there is no unit F; there are five, A to E",
        "line 7: '!' is not a unit; write A 2/2/3",
        "units B, E are missing; there are five, A to E: A 2/2/3",
    ]


def test_random_allotments_are_fit_to_fight() -> None:
    for seed in range(200):
        army = SIEGE.builder.random({}, {}, Seeded(seed))
        assert problems(army) == []
        units = army["units"].values()
        assert sum(unit["atk"] >= 2 for unit in units) >= 2, army
        assert sum(unit["def"] >= 2 for unit in units) >= 2, army
        assert all(sum(unit.values()) >= 2 for unit in units), army


def test_an_allotment_is_filled_in_and_saved_without_javascript(client: FlaskClient) -> None:
    form = {"army.name": "By hand", "units": "5"}
    for place in range(5):
        form |= {f"u{place}.atk": "2", f"u{place}.def": "2", f"u{place}.hp": "2"}
    form |= {"u0.atk": "0", "u1.atk": "5"}
    answer = post(client, "/build/siege", **form, do="save")
    assert answer.status_code == 422
    assert 'id="u1.atk-error"' in answer.text
    assert "11 of 10, 1 over" in answer.text
    # B has 4 + 1 + 2 then, which is all that a unit takes.
    form |= {"u1.atk": "4", "u1.def": "1", "u0.def": "3"}
    answer = post(client, "/build/siege", **form, do="save")
    assert answer.status_code == 303
    page = client.get(answer.location.split("/edit/")[0]).text
    assert "A 0/3/2\nB 4/1/2" in page
    assert "Challenge a friend" in page


def test_the_form_offers_all_bots_and_begins_with_one_that_storms_and_nobody_waits_for() -> None:
    (bot,) = SIEGE.builder.form.sides
    assert [option.id for option in bot.options] == ["random", "cautious", "aggressive", "strong"]
    assert (bot.default, bot.rival) == ("aggressive", None)
    assert not BOTS[bot.default].slow
