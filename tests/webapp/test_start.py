"""The forms that start a battle, without a browser."""

import json
import re
from html import unescape

import pytest
from flask.testing import FlaskClient

import engine
from tests.webapp.battle_files import BATTLE, UNKNOWN_UNIT
from tests.webapp.conftest import StoppedClock
from tests.webapp.page_parts import page_data, post, token
from webapp import samples
from webapp.pages.forms import FORMS, LineupsForm, StacksForm

ARMIES = dict(LineupsForm.defaults)
STACKS = dict(StacksForm.defaults)
START = "/start/armies/manymarios"


def test_two_armies_go_on_air(client: FlaskClient, clock: StoppedClock) -> None:
    answer = post(client, START, **ARMIES | {"name_a": "Zoë", "seed": "5", "first": "b"})
    assert answer.status_code == 303
    data = page_data(client.get(answer.location).text)
    assert data["battle"]["sides"]["a"] == {"name": "Zoë", "army": "Boo choir"}
    assert "On air now" in client.get("/").text
    clock.ms += 1_000_000
    assert "Recent battles" in client.get("/").text
    header = client.get(page_data(client.get(answer.location).text)["recording_url"]).get_json()
    assert header["header"]["battle"]["options"] == {"first": "b"}


def test_a_battle_that_is_not_to_be_listed_is_not(client: FlaskClient) -> None:
    fields = {name: value for name, value in ARMIES.items() if name != "listed"}
    assert post(client, START, **fields).status_code == 303
    assert "On air now" not in client.get("/").text


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("seed", "12x", "whole number"),
        ("seed", "-1", "from 0 to 2**64 - 1"),
        ("ap_limit", "39", "over the limit of 39"),
        ("ap_limit", "1.5", "whole number"),
        ("ap_limit", "9" * 5000, "whole number"),
        ("name_b", "x" * 61, "at most 60"),
        ("army_a", "nobody", "Choose one of these armies."),
        ("first", "c", "no side 'c'"),
    ],
)
def test_a_mistake_comes_back_beside_its_field(
    client: FlaskClient, field: str, value: str, message: str
) -> None:
    answer = post(client, START, **ARMIES | {"name_a": "Kept", field: value})
    assert answer.status_code == 422
    assert message in unescape(answer.text)
    assert 'value="Kept"' in answer.text
    assert "<main" in answer.text


def test_htmx_gets_the_form_alone(client: FlaskClient) -> None:
    form = ARMIES | {"csrf_token": token(client), "seed": "x"}
    answer = client.post(START, data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert answer.text.lstrip().startswith("<form")
    assert "<main" not in answer.text


def test_htmx_is_told_where_to_go(client: FlaskClient) -> None:
    form = ARMIES | {"csrf_token": token(client)}
    answer = client.post(START, data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"].startswith("/b/")


def test_a_battle_file_goes_on_air(client: FlaskClient) -> None:
    answer = post(client, "/start/file", file=json.dumps(BATTLE))
    assert answer.status_code == 303
    assert "Ann against Bo" in client.get(answer.location).text


def test_a_battle_file_comes_back_with_all_its_problems(client: FlaskClient) -> None:
    text = json.dumps(UNKNOWN_UNIT)
    answer = post(client, "/start/file", file=text)
    html = unescape(answer.text)
    assert answer.status_code == 422
    assert "sides[0].army.lineup[0].unit" in html
    assert "did you mean 'goomba'?" in html
    assert text in html


@pytest.mark.parametrize("id_", FORMS)
def test_the_example_is_a_battle_file_of_the_game_that_is_taken(
    client: FlaskClient, id_: str
) -> None:
    html = client.get(f"/?example&ruleset={id_}").text
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.S)
    assert found
    assert json.loads(unescape(found[1]))["ruleset"] == id_
    assert post(client, "/start/file", file=unescape(found[1])).status_code == 303


def test_a_sample_battle_starts_anew(client: FlaskClient) -> None:
    answer = post(client, "/start/sample/manymarios/first-steps")
    assert page_data(client.get(answer.location).text)["battle"]["status"] == "on_air"
    assert post(client, "/start/sample/manymarios/nothing").status_code == 404
    assert post(client, "/start/sample/chess/first-steps").status_code == 404


@pytest.mark.parametrize("address", [START, "/start/file", "/start/sample/manymarios/first-steps"])
def test_a_form_of_another_site_is_refused(client: FlaskClient, address: str) -> None:
    assert client.post(address, data=ARMIES).status_code == 400


def test_every_ruleset_has_its_form() -> None:
    assert FORMS.keys() == engine.rulesets().keys()


@pytest.mark.parametrize("id_", FORMS)
def test_the_form_of_a_ruleset_offers_its_armies_and_starts_a_battle(
    client: FlaskClient, id_: str
) -> None:
    html = client.get(f"/?ruleset={id_}").text
    assert f'action="/start/armies/{id_}"' in html
    of_ruleset = samples.of(id_)
    offered = re.findall(r'name="army_([ab])" value="([^"]+)"', html)
    armies = of_ruleset.armies.values()
    assert {army for side, army in offered if side == "b"} == set(of_ruleset.armies)
    assert {army for side, army in offered if side == "a"} == {
        army.id for army in armies if not army.garrison
    }
    answer = post(client, f"/start/armies/{id_}", **FORMS[id_].defaults)
    assert page_data(client.get(answer.location).text)["battle"]["ruleset"] == id_


def test_a_game_that_is_not_there_is_not_started(client: FlaskClient) -> None:
    assert post(client, "/start/armies/chess", **ARMIES).status_code == 404
    assert 'action="/start/armies/manymarios"' in client.get("/?ruleset=chess").text


def test_stacks_meet_on_the_ground_that_was_chosen(
    client: FlaskClient, clock: StoppedClock
) -> None:
    fields = STACKS | {
        "army_b": "citadel",
        "terrain_hills": "on",
        "terrain_ice": "on",
        "city": "citadel",
        "die": "26",
        "seed": "3",
    }
    answer = post(client, "/start/armies/warlords", **fields)
    assert answer.status_code == 303
    clock.ms += 1_000_000
    data = page_data(client.get(answer.location).text)
    battle = client.get(data["recording_url"]).get_json()["header"]["battle"]
    assert battle["field"] == {"terrain": ["hills", "ice"], "city": "citadel", "die": 26}
    assert battle["seed"] == 3


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("die", "17", "from 18 to 26"),
        ("die", "twenty", "whole number"),
        ("city", "metropolis", "no city 'metropolis'"),
        ("army_b", "citadel", "it takes 1 to 8"),
        ("army_a", "nobody", "Choose one of these armies."),
        ("seed", "-1", "from 0 to 2**64 - 1"),
    ],
)
def test_a_mistake_about_stacks_comes_back_beside_its_field(
    client: FlaskClient, field: str, value: str, message: str
) -> None:
    form = STACKS | {"terrain_hills": "on", "name_a": "Kept", field: value}
    answer = post(client, "/start/armies/warlords", **form)
    assert answer.status_code == 422
    found = re.search(rf'<p class="field-error" id="{field}-error">([^<]+)</p>', answer.text)
    assert found
    assert message in unescape(found[1])
    assert 'value="Kept"' in answer.text
    assert re.search(r'name="terrain_hills" checked', answer.text)
    assert 'action="/start/armies/warlords"' in answer.text
