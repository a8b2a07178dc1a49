"""Where a problem is, in the words of forms."""

import pytest
from flask.testing import FlaskClient

from engine import Problem
from webapp import games
from webapp.armies.builder.placing import in_words
from webapp.base.form import Field
from webapp.base.inputs import misfit

LEVEL = Field("level", "Attack", "number", least=0, most=4)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        *((LEVEL, value, "") for value in (4, 0, None)),
        (LEVEL, 9, "Attack is 9; 0 to 4 is possible."),
        (LEVEL, -1, "Attack is -1; 0 to 4 is possible."),
        *((LEVEL, value, "Enter a whole number.") for value in ("abc", 1.5, ["abc"])),
        (Field("x", "Limit", "number", least=1), 0, "Limit is 0; 1 or more is possible."),
        (Field("x", "Limit", "number", most=9), 10, "Limit is 10; 9 or less is possible."),
        (Field("x", "Limit", "number"), 10**9, ""),
        (Field("x", "Limit", "text"), "abc", ""),
    ],
)
def test_misfit_names_what_does_fit(field: Field, value: object, message: str) -> None:
    assert misfit(field, value) == message


@pytest.mark.parametrize(
    ("path", "message", "line"),
    [
        ("lineup", "costs 59 AP", "costs 59 AP"),
        ("lineup[1].unit", "no unit 'x'", "Unit, number 2: no unit 'x'"),
        ("lineup[0].equipment[0]", "no 'y'", "Goomba, number 1: Equipment: no 'y'"),
        ("name", "is 61 characters long", "Name of the army is 61 characters long"),
        ("lineup[7].unit", "is missing", "Unit, number 8: is missing"),
        ("elsewhere", "is missing", "elsewhere is missing"),
    ],
)
def test_problem_of_army_names_unit_and_field(path: str, message: str, line: str) -> None:
    builder = games.game("manymarios").builder
    army = {"lineup": [{"unit": "goomba", "equipment": ["y"]}, {"unit": "x"}]}
    assert in_words(builder, army, Problem(path, message)) == line


def test_a_number_of_an_allotment_is_told_in_the_words_of_its_form(client: FlaskClient) -> None:
    units = {letter: {"atk": 2, "def": 2, "hp": 2} for letter in "ABCDE"}
    units["A"] = {"atk": 9, "def": None, "hp": "abc"}
    units["B"] = {"atk": 2, "def": 2}
    body = {"army": {"units": units}}
    answer = client.post("/api/v1/builder/siege/check", json=body).get_json()
    assert "problems" in answer, answer
    told = {row["path"]: row["message"] for row in answer["problems"]}
    assert told["units.A.atk"] == "ATK is 9; 0 to 4 is possible."
    for blank in ("units.A.def", "units.A.hp", "units.B.hp"):
        assert told[blank] == "Enter a whole number."
