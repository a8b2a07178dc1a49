"""Armies as people paste them: from chats, spreadsheets, other keyboards, with other lines."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.webapp.test_build_text import lineup, read, refused
from webapp.armies.builder import importing
from webapp.base import games


def partly(ruleset: str, text: str) -> tuple[dict[str, Any], list[str], list[str]]:
    """An army, and what was noted and left out."""
    read = importing.read(games.game(ruleset), text, partial=True)
    return read.army, [*map(str, read.notes)], [*map(str, read.unread)]


PASTED = (
    ("Goomba, 2x Toad; Boo [Fire Flower] + Toad & Boo (Parawings)", "goomba toad2 boo* toad boo*"),
    ("Toad, Goomba @ Fire Flower, Parawings", "toad goomba*"),
    ("Goomba\t2\nToad\t\tParawings\n3\tBoo", "goomba2 toad* boo3"),
    (
        "\uff12\uff58\u3000Goomba\uff20Parawings\uff0cFire Flower\nToad\u3001Boo",
        "goomba*2 toad boo",
    ),
    ("-2 Goo\x00mba\nToad*2", "goomba2 toad2"),
    ("[12:03] Ann: Goomba\n[12:04:10 PM] Bo 2: 2x Toad\n[9:05] Boo", "goomba toad2 boo"),
    ("> - **Goomba**\n```\n1. Toad, Boo\n```", "goomba toad boo"),
)


@pytest.mark.parametrize(("text", "units"), PASTED)
def test_what_people_paste_is_read(text: str, units: str) -> None:
    found = [
        row["unit"] + "*" * bool(row.get("equipment") or row.get("combat_items"))
        for row in lineup(text)
    ]
    meant = [re.fullmatch(r"(\D+)(\d?)", one) for one in units.split()]
    assert found == [one[1] for one in meant if one for _ in range(int(one[2] or 1))]


def test_quoted_names_and_titles_keep_their_signs() -> None:
    text = '= \uff21, b\nCustom "\uff22, c": energy 1'
    army = read("manymarios", text)
    assert (army["name"], army["lineup"][0]["custom"]["name"]) == ("\uff21, b", "\uff22, c")


def test_a_first_line_that_names_no_unit_is_the_title() -> None:
    for first in ("Sky fleet", "Sky fleet:", "**Sky fleet**"):
        army, notes, unread = partly("manymarios", f"{first}\nToad")
        assert (army["name"], len(army["lineup"]), unread) == ("Sky fleet", 1, [])
        assert notes == ["line 1: 'Sky fleet' was read as the army's name"]
    army, _notes, unread = partly(
        "siege", "Ram and keep\nA 4/0/2, B 4/0/2, C 2 2 2\nD\t0\t4\t2\nE 0/4/2"
    )
    assert (army["name"], army["units"]["D"]["def"], unread) == ("Ram and keep", 4, [])
    assert partly("manymarios", "= A\nBanana\nToad")[2] == ["line 2: no unit 'Banana'"]
    assert partly("manymarios", "Banana, plum\nToad")[0]["name"] == "Banana, plum"
    for text in ("Toad, Banana", "Banana, Toad", "Banana, Toad\nBoo", "Toad, 0x Boo"):
        army, _notes, unread = partly("manymarios", text)
        assert ("name" in army, len(unread)) == (False, 1)
    assert refused("manymarios", "Banana") == ["line 1: no unit 'Banana'"], "a title needs an army"


def test_what_cannot_be_read_is_listed_and_the_rest_comes_in() -> None:
    army, _notes, unread = partly("manymarios", "Toad\nBanana\nBoo @ Fire Flower, Wrong\n+ Nowhere")
    assert army["lineup"] == [{"unit": "toad"}, {"unit": "boo", "equipment": ["fire-flower"]}]
    assert [one.partition(":")[0] for one in unread] == ["line 4", "line 2", "line 3"]
    army, _notes, unread = partly("manymarios", "Toad AE 400")
    assert (army["lineup"], len(unread)) == ([{"unit": "toad"}], 1)
    assert partly("warlords", "Ogres\nBanana 3")[2] == ["line 2: no unit or hero 'Banana'"]
    army, _notes, unread = partly("siege", "A 4/0/2\nB 1")
    assert [army["units"][letter]["atk"] for letter in "AB"] == [4, 0]
    assert unread[0].startswith("line 2: unit B needs")
    assert "units B, C, D, E are" in unread[1]
    # A form that cannot show what is left out refuses the text.
    assert len(refused("manymarios", "Toad\nBanana")) == 1


def test_the_builder_names_fields_instead_of_paths(client: FlaskClient) -> None:
    army = {"lineup": [{"unit": "toad", "equipment": 7}]}
    sent = {"text": json.dumps(army), "partial": True}
    (error,) = client.post("/api/v1/builder/manymarios/text", json=sent).json["errors"]
    assert error["path"] == ""
    assert "Equipment" in error["message"]
    sent = {"text": "Toad\nBanana", "partial": True}
    answer = client.post("/api/v1/builder/manymarios/text", json=sent).json
    assert answer["unread"] == [{"path": "line 2", "message": "no unit 'Banana'"}]
