"""What holds for all forms: tokens, names that are no markup, and the words of what is wrong."""

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from engine import Problem
from tests.repo.files import ROOT
from tests.webapp.battle_files import BATTLE
from tests.webapp.in_background import finish
from tests.webapp.page_parts import post, token
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import games
from webapp.base.form import Field
from webapp.base.inputs import range_problem
from webapp.html.forms import in_words

EVIL = """</script><script>alert(1)</script>'"&<b>"""
RIGHT_TO_LEFT = "\u05e9\u05dc\u05d5\u05dd"
TEMPLATES = [*(ROOT / "templates").rglob("*.html"), *ROOT.glob("webapp/games/*/templates/*.html")]
HEADS = ('name="csrf_token" value="{{ csrf_token() }}"', "form_head(")


def test_each_form_that_is_posted_carries_its_token() -> None:
    """In every template, whatever it takes to be shown."""
    lacking = []
    for path in TEMPLATES:
        for form in re.findall(r"(?s)<form\b.*?</form>", path.read_text("utf-8")):
            is_posted = re.search(r"""<form\b[^>]*method=["']?post""", form, re.IGNORECASE)
            if is_posted and 'action="/language"' not in form and not any(h in form for h in HEADS):
                lacking.append((path.name, form[:80]))
    assert lacking == []


@pytest.fixture
def hostile(client: FlaskClient) -> dict[str, Any]:
    """A battle file whose sides, armies and units have names that would be markup."""
    army = {"name": EVIL, "lineup": [{"custom": {"name": EVIL, "energy": 2}}, {"unit": "toad"}]}
    return BATTLE | {"sides": [{"name": EVIL, "army": army}] * 2}


def test_names_are_text_on_every_page(
    client: FlaskClient, clock: StoppedClock, hostile: dict[str, Any]
) -> None:
    army, file = hostile["sides"][0]["army"], json.dumps(hostile)
    saved = client.post(
        "/api/v1/armies",
        json={"ruleset": "manymarios", "army": army, "note": EVIL},
        headers={"X-CSRFToken": token(client)},
    ).get_json()["id"]
    battle = client.post("/api/v1/battles?listed=true", json=hostile).get_json()["id"]
    entrants = [{"name": name, "army": army} for name in (EVIL, RIGHT_TO_LEFT, "W" * 60)]
    cup, people = (
        client.post("/api/v1/tournaments", json=sent | {"ruleset": "manymarios"}).json["id"]
        for sent in ({"kind": "round-robin", "entrants": entrants}, {"kind": "ladder", "rounds": 1})
    )
    join = f"/api/v1/tournaments/{people}/join"
    assert client.post(join, json=entrants[0]).status_code == 201
    finish(client.application)
    branch = f"/api/v1/battles/{battle}/branches"
    quick = {"name_a": EVIL, "army_a": saved, "army_b": "other", "other_b": json.dumps(army)}
    clock.ms += 4_000
    pages = {
        one: client.get(one).text
        for one in ("/", "/battles", f"/battles?{urlencode({'text': EVIL})}", f"/b/{battle}", "/tv")
    }
    clock.ms += 10_000_000
    assert client.post(branch, json={"at": 0, "change": {"seed": 1}}).status_code == 201
    mine = f"/odds?battle={battle}", f"/best-order?battle={battle}", f"/matchups?army={saved}"
    for address in (
        *("/", "/battles", "/mine", f"/a/{saved}", f"/b/{battle}", f"/embed/{battle}", *mine),
        *(f"/b/{battle}/what-if/a", f"/b/{battle}/beside", "/build", "/tv", f"/t/{people}"),
        *(f"/build/manymarios?from={saved}", f"/quick/manymarios?army_a={saved}"),
        f"/quick/manymarios?{urlencode({'name_a': EVIL, 'other_b': json.dumps(army)})}",
    ):
        pages[address] = client.get(address).text
    table = pages["cup"] = client.get(f"/t/{cup}?spoilers=1").text
    assert [name for name in (RIGHT_TO_LEFT, "W" * 60) if name not in table] == []
    for do in ("show", "swap", "odds", "seed", "nothing"):
        pages[f"quick {do}"] = post(client, "/quick/manymarios", **quick, seed=EVIL, do=do).text
    for address in ("/odds", "/best-order", "/best-order/found", "/best-armies", "/quick/file"):
        pages[address] = post(client, address, file=file, side="a").text
    pages["matchups"] = post(
        client, "/matchups", ruleset="manymarios", army=[saved], other=file
    ).text
    assert sum("&lt;script&gt;alert" in page for page in pages.values()) > 15
    assert [one for one, page in pages.items() if re.search("<script>alert|'\"&<b>", page)] == []


LEVEL = Field("level", "Attack", "number", least=0, most=4)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        *((LEVEL, value, "") for value in (4, 0, None)),
        (LEVEL, 9, "Attack is 9; it must be 0 to 4."),
        (LEVEL, -1, "Attack is -1; it must be 0 to 4."),
        *((LEVEL, value, "Enter a whole number.") for value in ("abc", 1.5, ["abc"])),
        (Field("x", "Limit", "number", least=1), 0, "Limit is 0; it must be 1 or more."),
        (Field("x", "Limit", "number", most=9), 10, "Limit is 10; it must be 9 or less."),
        (Field("x", "Limit", "number"), 10**9, ""),
        (Field("x", "Limit", "text"), "abc", ""),
    ],
)
def test_misfit_names_what_does_fit(field: Field, value: object, message: str) -> None:
    assert range_problem(field, value) == message


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
