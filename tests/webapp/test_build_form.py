"""The builder without JavaScript: a plain form whose buttons post it, change it, show it."""

import html
import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from tests.webapp.army_strategies import OF_RULESETS
from tests.webapp.page_parts import forms_of, page_data
from webapp.armies.builder.draft import HEAD, Draft, army_of
from webapp.base import games
from webapp.base.inputs import field_name, input_value

HOSTILE = '<script>alert("x")</script>'


class Visitor:
    """The builder without JavaScript: the page's content and buttons."""

    def __init__(self, client: FlaskClient, address: str) -> None:
        self.client = client
        self.address = address
        self.show(client.get(address))

    def show(self, answer: Any) -> None:
        self.answer = answer
        self.status = answer.status_code
        if self.status in (200, 409, 422):
            self.html = answer.text
            plain = [f for f in forms_of(self.html) if f.attributes.get("class") == "plain-builder"]
            (self.form,) = plain

    def press(self, button: str, **fields: str) -> "Visitor":
        """Fills in fields (`u0__custom__energy` for `u0.custom.energy`), then presses a button."""
        assert button in self.form.buttons, f"{button} of {self.form.buttons}"
        return self.send(button, **fields)

    def send(self, button: str, **fields: str) -> "Visitor":
        sent = MultiDict(self.form.sent)
        for key, value in fields.items():
            sent[key.replace("__", ".")] = value
        sent["do"] = button
        self.show(self.client.post(self.address, data=sent))
        return self

    @property
    def army(self) -> Any:
        army: Any = page_data(self.html)["army"]
        return army

    @property
    def errors(self) -> dict[str, str]:
        """Messages by the id of the field that they stand at."""
        found = re.findall(r'class="field-error" id="([^"]+)-error"[^>]*>(.*?)</', self.html)
        return {key: html.unescape(text) for key, text in found}


@pytest.fixture
def at(client: FlaskClient) -> Any:
    return lambda ruleset, query="": Visitor(client, f"/build/{ruleset}{query}")


def test_an_army_is_built_by_buttons_alone(at: Any) -> None:
    page = at("manymarios")
    assert page.army == {"lineup": []}
    page.press("add:unit:goomba").press("add:unit:toad").press("add:custom:custom")
    page.press("up:2").press("copy:0").press("remove:3")
    page.press(
        "show",
        army__name="Firsts",
        army__buildings="watchtower",
        u0__equipment="parawings",
        u2__custom__name="Own",
        u2__custom__energy="3",
    )
    assert page.army == {
        "name": "Firsts",
        "buildings": ["watchtower"],
        "lineup": [
            {"unit": "goomba", "equipment": ["parawings"]},
            {"unit": "goomba"},
            {"custom": {"name": "Own", "energy": 3}},
        ],
    }
    # 8 the Watchtower, 4 + 3, 4, and 3 + 3 for a unit of energy 3.
    assert re.search(r'<span class="stat-label"><button [^>]+>AP</button></span> 25<', page.html)
    page.press("show", u2__custom__energy="0", u2__custom__de="2")
    assert page.army["lineup"][2] == {"custom": {"name": "Own", "energy": 0, "de": 2}}


@pytest.mark.parametrize("ruleset", OF_RULESETS)
@given(data=st.data())
def test_any_army_comes_through_the_form_unchanged(ruleset: str, data: Any) -> None:
    game = games.game(ruleset)
    of_ruleset = game.builder
    army = of_ruleset.normal(data.draw(OF_RULESETS[ruleset]))
    draft = Draft(game, army)
    sent: Any = MultiDict({"units": str(len(draft.rows))})
    head = [(HEAD, army, of_ruleset.form.head)]
    rows = [
        (f"u{i}", row, kind.fields)
        for i, row in enumerate(draft.rows)
        if (kind := draft.builder.kind_of(row))
    ]
    for i, row in enumerate(draft.rows):
        sent[f"u{i}.card"] = draft.item_of(row)
    for place, document, fields in [*head, *rows]:
        for field in fields:
            value, name = input_value(field, document), field_name(place, field)
            if field.type == "counts":
                sent.update({f"{name}.{id_}": str(n) for id_, n in value.items()})
            elif field.type == "many":
                # The page sends boxes in the order of the options, lists in their own.
                sent.setlist(name, value)
            elif field.type != "flag" or value:
                sent[name] = str(value)
    assert of_ruleset.normal(army_of(of_ruleset, sent)) == army


def test_errors_stand_beside_their_fields(at: Any) -> None:
    page = at("warlords").press("add:custom:custom").press("add:hero:monk")
    page.press(
        "save",
        u0__custom__strength="99",
        u0__medals="many",
        u0__custom__abilities__acid="-1",
        u1__buys__leadership="9",
    )
    assert page.status == 422
    assert page.errors == {
        "u0.custom.strength": "Strength is 99; it must be 1 to 15.",
        "u0.custom.abilities": "Acid is -1; it must be from 0 to 20",
        "u0.medals": "Enter a whole number.",
        "u1.buys": "costs 18 ability points with its spells, but a level 1 Monk has 0: "
        "18 too many; leave something out or raise the level",
    }
    assert 'value="99"' in page.html, "what was typed is kept"
    page.press("save", u0__custom__strength="9", u0__medals="", u0__custom__abilities__acid="")
    assert list(page.errors) == ["u1.buys"]


def test_undo_goes_back_step_by_step(at: Any) -> None:
    page = at("manymarios").press("save")
    assert page.status == 422
    assert "has 0 units; it must have 1 to 40" in page.html
    page.press("add:unit:goomba").press("add:unit:toad").press("clear")
    assert page.army["lineup"] == []
    assert page.press("undo").army["lineup"] == [{"unit": "goomba"}, {"unit": "toad"}]
    assert page.press("undo").army["lineup"] == [{"unit": "goomba"}]
    assert page.press("undo").army["lineup"] == []
    assert "undo" not in page.form.buttons


def test_the_list_of_units_is_searched_by_name_ability_race_and_cost(at: Any) -> None:
    page = at("warlords")

    def found(**search: str) -> set[str]:
        buttons = page.press("find", **{"q": "", "tag": "", **search}).form.buttons
        return {b.split(":")[2] for b in buttons if b.startswith("add:")}

    assert found(q="ogre") == {"ogres"}
    assert "archers" in found(q="missile human")
    assert "trolls" not in found(q="missile human")
    assert "black-dragons" in found(tag="dragon")
    assert found(q="nobody") == set()
    assert "No unit matches" in page.html
    page = at("manymarios")
    assert found(q="40 ap") == {"airship"}


def test_text_is_imported_or_refused_by_line(at: Any) -> None:
    page = at("manymarios").press("import", text="= Told\n2x Gomba\nBanana")
    assert page.status == 422
    assert "line 3: no unit" in page.html
    assert "2x Gomba" in page.html, "what was pasted is kept"
    page.press("import", text="= Told\n2x Gomba")
    assert page.army == {"name": "Told", "lineup": [{"unit": "goomba"}] * 2}
    assert "was read as Goomba" in page.html
    page.press("import", text='{"lineup": [{"unit": "toad"}]}')
    assert page.army == {"lineup": [{"unit": "toad"}]}


def test_a_sample_or_a_random_army_takes_the_place_of_what_is_there(at: Any) -> None:
    page = at("manymarios").press("sample:boo-choir")
    assert page.army["name"] == "Boo choir (mine)"
    page.press("random", terms__ap_limit="20")
    assert page.army["lineup"]
    assert " of 20, " in page.html
    assert page.press("undo").army["name"] == "Boo choir (mine)"


def test_whoever_comes_second_is_told_and_keeps_what_is_there(client: FlaskClient, at: Any) -> None:
    page = at("manymarios").press("add:unit:toad").press("save")
    edit = page.answer.headers["Location"]
    first, second = Visitor(client, edit), Visitor(client, edit)
    assert first.press("add:unit:goomba").press("save").status == 303
    assert second.press("add:unit:boo").press("save").status == 409
    assert "This army has been changed" in second.html
    assert second.army["lineup"] == [{"unit": "toad"}, {"unit": "boo"}]


def test_an_army_is_saved_changed_and_forked(at: Any, client: FlaskClient) -> None:
    page = at("manymarios").press("add:unit:toad").press("save", army__name="Root", note="a try")
    edit = page.answer.headers["Location"]
    page = Visitor(client, edit)
    assert page.army == {"name": "Root", "lineup": [{"unit": "toad"}]}
    page.press("add:unit:goomba").press("save", army__name="Root too")
    shown = page.answer.headers["Location"]
    assert all(text in client.get(shown).text for text in ("Root too", "a try", "Goomba"))
    fork = at("manymarios", f"?from={shown.removeprefix('/a/')}")
    assert fork.army["name"] == "Root too (2)"
    edit = fork.press("add:unit:boo").press("save").answer.headers["Location"]
    text = client.get(edit.split("/edit/")[0]).text
    assert f'forked from <a href="{shown}">Root too</a>' in text
    assert "forked 1 time" in client.get(shown).text


ODD_FIELDS: tuple[dict[str, str], ...] = (
    {"units": "99999999999999"},
    {"units": "x", "before": "{"},
    {"before": "[" * 5000},
    {"before": json.dumps([7, None, {"lineup": 9}]), "do": "undo"},
    {"units": "2", "u0.card": "unit:", "u1.card": "nothing:goomba"},
    {"units": "1", "u0.card": "custom:custom", "u0.custom.name": HOSTILE},
    {"do": "remove:-1"},
    {"do": "add:unit:nothing"},
    {"do": "import", "text": "{" * 5000},
    {"do": "random", "terms.ap_limit": "x"},
    {"do": "nothing"},
    {"do": "save", "parent": "nothing", "note": "\x00" * 500},
    {"q": HOSTILE, "tag": HOSTILE, "note": HOSTILE, "text": HOSTILE, "army.name": HOSTILE},
)


@pytest.mark.parametrize("ruleset", [*games.games()])
def test_whatever_is_sent_gets_a_page(at: Any, ruleset: str) -> None:
    page = at(ruleset)
    blank = page.form
    for fields in ODD_FIELDS:
        page.form = blank
        sent = {key.replace(".", "__"): value for key, value in fields.items() if key != "do"}
        page.send(fields.get("do", "show"), **sent)
        assert page.status in (200, 422), fields
        assert "<script>alert" not in page.html, fields


def test_a_link_brings_an_army_as_text(at: Any) -> None:
    toad = {"unit": "toad", "combat_items": ["frog-suit"]}
    text = "Gomba x2\nToad [Frog Suit]"
    page = at("manymarios", f"?{urlencode({'army': text})}")
    assert page.army == {"lineup": [*[{"unit": "goomba"}] * 2, toad]}
    assert page_data(page.html)["target"]["revision"] is None
    assert "No army of this game" not in page.html
    assert "line 1: &#39;Gomba&#39; was read as Goomba" in page.html


def test_a_link_to_no_army_is_told_beside_an_empty_one(at: Any) -> None:
    for wrong in ("army=Gandalf", "from=bcdfghjk", "from=sample:nobody"):
        page = at("manymarios", f"?{wrong}")
        assert page.army == {"lineup": []}
        assert "No army of this game has that link" in page.html
    assert "Gandalf" in at("manymarios", "?army=Gandalf").html
    assert "<script>alert" not in at("manymarios", f"?{urlencode({'army': HOSTILE})}").html
    page = at("manymarios", "?from=sample:boo-choir")
    assert "No army of this game" not in page.html
    army = page.army
    assert page.press("show").army == army
