"""Inventories: the units, items and buildings that terms let an army use, and how many of each."""

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from engine import InputError
from tests.present import require
from tests.webapp.challengers import API, Person
from tests.webapp.page_parts import page_data
from webapp.armies.builder import drawing, inventory
from webapp.armies.builder.checking import judge
from webapp.base import games
from webapp.cli import main

require("manymarios", "warlords")
MARIOS, WARLORDS = games.game("manymarios"), games.game("warlords")
RULES = "only: Goomba, Units (flying)\nnot custom units, Parawings\none of each; at most 2: Toad"
DOCUMENT = {"only": ["goomba", "unit:flying"], "not": ["custom", "parawings"], "each": 1}
DOCUMENT |= {"most": {"toad": 2}}  # type: ignore[dict-item]


def told(rules: str, *rows: dict[str, Any], **army: Any) -> list[str]:
    limits = {"inventory": inventory.parse(MARIOS, rules, "inventory")}
    return [*map(str, judge(MARIOS, {"lineup": [*rows], **army}, {}, limits)[1])]


def unit(id_: str, *equipment: str, **more: Any) -> dict[str, Any]:
    return {"unit": id_, **({"equipment": [*equipment]} if equipment else {}), **more}


def custom(name: str, energy: int = 1) -> dict[str, Any]:
    return {"custom": {"name": name, "energy": energy}}


def test_rules_are_read_and_written_as_text() -> None:
    assert inventory.parse(MARIOS, RULES, "inventory") == DOCUMENT
    written = "\n".join(inventory.of_limits(MARIOS, {"inventory": DOCUMENT}).lines())
    assert written == RULES.replace("not c", "not: c").replace("; ", "\n")
    assert inventory.parse(MARIOS, written, "inventory") == DOCUMENT
    assert inventory.read(MARIOS, DOCUMENT, "inventory") == DOCUMENT
    ticked = {"not": ["custom"], "only": ["unit:official"]}
    assert inventory.parse(MARIOS, "No custom units\nOFFICIAL UNITS ONLY", "") == ticked


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("\nnot: gomba", "i: line 2: there is no 'gomba'; did you mean 'Goomba'?"),
        ("goombas please", "i: line 1: 'goombas please' is not a rule; write “only: …”"),
        ("at most 100 of each", "i: line 1: give a number from 1 to 99"),
        ("x" * 4001, "i: Use at most 4,000 characters (now 4,001)"),
        ({"only": ["gomba"], "each": 0}, "i.only[0]: no thing 'gomba'; did you mean 'goomba'?"),
        ({"none": 1}, "i.none: no key 'none'"),
        ({"most": {"goomba": "x"}}, "i.most.goomba: must be a whole number"),
        (5, "i: must be an object"),
    ],
)
def test_wrong_rules_are_told(given: Any, problem: str) -> None:
    with pytest.raises(InputError) as refused:
        inventory.read(MARIOS, given, "i")
    assert str(refused.value.problems[0]).startswith(problem)


def test_armies_keep_to_the_rules() -> None:
    only = "these terms allow only Goomba, Units (flying)"
    found = told(RULES, unit("goomba", "parawings"), unit("goomba"), unit("toad"), custom("X"))
    assert found == [
        "lineup[0].equipment[0]: Parawings: these terms ban Parawings",
        "lineup[1].unit: these terms allow 1x Goomba",
        f"lineup[2].unit: {only}",
        "lineup[3].custom: these terms ban custom units",
    ]
    assert told(RULES, unit("goomba", "wings"), unit("toad")) == [
        "lineup[0].equipment[0]: no equipment 'wings'; did you mean 'parawings'?",
        f"lineup[1].unit: {only}",
    ], "with what breaks a rule of the game"
    # "only" for units leaves items and buildings free.
    assert told("only: Goomba", unit("goomba", "parawings"), buildings=["watchtower"]) == []
    assert told("not: Combat buildings", unit("toad"), buildings=["watchtower"]) == [
        "buildings[0]: Watchtower: these terms ban Combat buildings"
    ]
    # Custom units are the same if only their names differ.
    assert told("one of each", custom("X"), custom("Y", 2)) == []
    assert told("one of each", custom("X"), custom("Y")) == [
        "lineup[1].custom: these terms allow 1x custom units"
    ]
    assert told("at most 1: Units", unit("toad"), unit("goomba"), custom("X")) == [
        "lineup[1].unit: these terms allow 1x Units"
    ]


@pytest.mark.parametrize("rules", ["one of each; not: custom units", "only: Toad\nat most 3: Toad"])
def test_random_armies_keep_to_the_rules(rules: str) -> None:
    limits = {"inventory": inventory.parse(MARIOS, rules, "")}
    for seed in range(5):
        army = drawing.draw(MARIOS, {"ap_limit": 40}, limits, seed)
        assert judge(MARIOS, army, {"ap_limit": 40}, limits)[1] == []
    with pytest.raises(InputError, match="no army could be drawn"):
        drawing.draw(MARIOS, {}, {"inventory": {"not": ["unit:any", "custom"]}}, 0)


def test_form_makes_terms_which_the_builder_keeps_to(ann: Person) -> None:
    ticked = {"preset_custom": "on", "preset_each": "on", "inventory": "not: Airship"}
    page = ann.challenge("manymarios", **ticked)
    assert "<dd>not: custom units, Airship; one of each</dd>" in ann.get(page)
    assert ann.standing(page)["limits"]["inventory"] == {"not": ["custom", "airship"], "each": 1}
    built = ann.get(f"{page}/build")
    shelf = {item["id"]: item["barred"] for item in page_data(built)["shelf"]}
    assert (shelf["airship"], shelf["goomba"]) == ("these terms ban Airship", "")
    assert "Not allowed under these terms: 2" in built
    assert '>Add<span class="visually-hidden"> Airship' not in built
    both = {"units": "2", "u0__card": "unit:goomba", "u1__card": "unit:goomba"}
    refused = ann.send(f"{page}/build", 422, do="seal", **both)
    assert "these terms allow 1x Goomba" in refused.text
    wrong = ann.send("/challenge/new", 422, ruleset="manymarios", inventory="not: gomba").text
    assert "did you mean 'Goomba'?" in unescape(wrong)
    assert 'name="inventory"' not in ann.get("/challenge/new?ruleset=siege")


def test_tournament_has_an_inventory_too(client: FlaskClient, ann: Person) -> None:
    body = {"ruleset": "warlords", "kind": "swiss"}
    body |= {"limits": {"inventory": "only: Ogres, Heroes\nnot: Items"}}
    made = client.post("/api/v1/tournaments", json=body).json
    assert made["limits"]["inventory"] == {"only": ["ogres", "hero:any"], "not": ["items:any"]}
    join, monk = made["links"]["self"] + "/join", {"hero": "monk", "items": ["orb-of-balance"]}
    banned = "Orb of Balance: these terms ban Items"
    for row, message in ((monk, banned), ({"unit": "trolls"}, "only")):
        answer = client.post(join, json={"name": "Ann", "army": {"stack": [row]}})
        assert answer.status_code == 422
        assert message in answer.json["error"]
    army = {"stack": [{"unit": "ogres"}, {"hero": "monk"}]}
    assert client.post(join, json={"name": "Ann", "army": army}).status_code == 201
    built = ann.get(f"/t/{made['id']}/build")
    assert "these terms allow only Ogres, Heroes" in built
    refused = client.post(API, json={"ruleset": "siege", "limits": {"inventory": "one of each"}})
    assert refused.json["errors"][0]["path"] == "limits.inventory"


def test_battle_file_is_checked_by_the_command(tmp_path: Path) -> None:
    path = tmp_path / "battle.json"
    sides = [{"army": {"lineup": [unit("toad"), unit("goomba")]}}] * 2
    path.write_text(json.dumps({"ruleset": "manymarios", "sides": sides}))
    for rules, *expected in (("one of each", 0, False), ("not: Toad", 2, True)):
        answer = CliRunner().invoke(main, ["validate", str(path), "--inventory", rules])
        assert [answer.exit_code, "sides[1].army.lineup[0]" in answer.output] == expected
