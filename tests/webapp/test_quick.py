"""Quick battles: two armies, a field, a seed; without a browser."""

import json
import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.webapp.battle_files import BATTLE, UNKNOWN_UNIT
from tests.webapp.page_parts import page_data, post, sent_by, token
from tests.webapp.stopped_clock import StoppedClock
from webapp import games
from webapp.battles import samples

GAMES = list(games.games())
ARMIES = {"army_a": "sample:star-guard", "army_b": "sample:giant-garden", "listed": "on"}
STACKS = {"army_a": "sample:dragon-raid", "army_b": "sample:greenwood", "listed": "on"}
START = "/quick/manymarios"


def test_two_armies_go_on_air(client: FlaskClient, clock: StoppedClock) -> None:
    answer = post(client, START, **ARMIES | {"name_a": "Zoë", "seed": "5", "first": "b"})
    assert answer.status_code == 303
    data = page_data(client.get(answer.location).text)
    assert data["battle"]["sides"]["a"] == {"name": "Zoë", "army": "Star guard"}
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
        ("seed", "12x", "Enter a whole number from 0"),
        (
            "seed",
            "-1",
            "Enter a whole number from 0 to 18,446,744,073,709,551,615, or leave it blank.",
        ),
        (
            "ap_limit",
            "39",
            "costs 58 AP, 19 over the limit of 39: leave something out or raise the limit",
        ),
        ("ap_limit", "1.5", "Enter a whole number."),
        ("ap_limit", "9" * 5000, "Enter a whole number."),
        ("name_b", "x" * 61, "at most 60"),
        ("army_a", "sample:nobody", "Choose one of these armies."),
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


def test_a_battle_file_goes_on_air(client: FlaskClient) -> None:
    answer = post(client, "/quick/file", file=json.dumps(BATTLE))
    assert answer.status_code == 303
    assert "Ann against Bo" in client.get(answer.location).text


def test_a_battle_file_comes_back_with_all_its_problems(client: FlaskClient) -> None:
    text = json.dumps(UNKNOWN_UNIT)
    answer = post(client, "/quick/file", file=text)
    html = unescape(answer.text)
    assert answer.status_code == 422
    assert "sides[0].army.lineup[0].unit" in html
    assert "did you mean 'goomba'?" in html
    assert text in html


@pytest.mark.parametrize("id_", GAMES)
def test_the_example_is_a_battle_file_of_the_game_that_is_taken(
    client: FlaskClient, id_: str
) -> None:
    html = client.get(f"/quick/file?example={id_}").text
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.S)
    assert found
    assert json.loads(unescape(found[1]))["ruleset"] == id_
    assert post(client, "/quick/file", file=unescape(found[1])).status_code == 303


def test_a_sample_battle_starts_anew(client: FlaskClient) -> None:
    answer = post(client, "/start/sample/manymarios/first-steps")
    assert page_data(client.get(answer.location).text)["battle"]["status"] == "on_air"
    assert post(client, "/start/sample/manymarios/nothing").status_code == 404
    assert post(client, "/start/sample/chess/first-steps").status_code == 404


@pytest.mark.parametrize("address", [START, "/quick/file", "/start/sample/manymarios/first-steps"])
def test_a_form_of_another_site_is_refused(client: FlaskClient, address: str) -> None:
    assert client.post(address, data=ARMIES).status_code == 400


@pytest.mark.parametrize("id_", GAMES)
def test_the_form_of_a_ruleset_offers_its_armies_and_starts_a_battle(
    client: FlaskClient, id_: str
) -> None:
    html = client.get(f"/quick/{id_}").text
    assert f'action="/quick/{id_}"' in html
    of_ruleset = samples.load(games.game(id_))
    offered = re.findall(r'name="army_([ab])" value="([^"]+)"', html)
    armies = of_ruleset.armies.values()
    assert {army for side, army in offered if side == "b"} == {
        *("other", *(f"sample:{id_}" for id_ in of_ruleset.armies))
    }
    assert {army for side, army in offered if side == "a"} == {
        *("other", *(f"sample:{army.id}" for army in armies if not army.garrison))
    }
    answer = client.post(f"/quick/{id_}", data=sent_by(html, f"/quick/{id_}"))
    assert page_data(client.get(answer.location).text)["battle"]["ruleset"] == id_


def test_a_game_that_is_not_there_is_not_started(client: FlaskClient) -> None:
    assert post(client, "/quick/chess", **ARMIES).status_code == 404
    assert client.get("/quick/chess").status_code == 404
    assert client.get("/quick?ruleset=chess").location == "/quick/manymarios"
    assert client.get("/quick?ruleset=warlords").location == "/quick/warlords"


def test_stacks_meet_on_the_ground_that_was_chosen(
    client: FlaskClient, clock: StoppedClock
) -> None:
    fields = STACKS | {
        "army_b": "sample:citadel",
        "terrain_hills": "on",
        "terrain_ice": "on",
        "city": "citadel",
        "die": "26",
        "seed": "3",
    }
    answer = post(client, "/quick/warlords", **fields)
    assert answer.status_code == 303
    clock.ms += 1_000_000
    data = page_data(client.get(answer.location).text)
    battle = client.get(data["recording_url"]).get_json()["header"]["battle"]
    assert battle["field"] == {"terrain": ["hills", "ice"], "city": "citadel", "die": 26}
    assert battle["seed"] == 3


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("die", "17", " is 17; 18 to 26 is possible."),
        ("die", "twenty", "Enter a whole number."),
        ("city", "metropolis", "no city 'metropolis'"),
        ("army_b", "sample:citadel", "it takes 1 to 8"),
        ("army_a", "sample:nobody", "Choose one of these armies."),
        (
            "seed",
            "-1",
            "Enter a whole number from 0 to 18,446,744,073,709,551,615, or leave it blank.",
        ),
    ],
)
def test_a_mistake_about_stacks_comes_back_beside_its_field(
    client: FlaskClient, field: str, value: str, message: str
) -> None:
    form = STACKS | {"terrain_hills": "on", "name_a": "Kept", field: value}
    answer = post(client, "/quick/warlords", **form)
    assert answer.status_code == 422
    found = re.search(rf'<p class="field-error" id="{field}-error">([^<]+)</p>', answer.text)
    assert found
    assert message in unescape(found[1])
    assert 'value="Kept"' in answer.text
    assert re.search(r'name="terrain" value="hills" checked', answer.text)
    assert 'action="/quick/warlords"' in answer.text


def value(html: str, field: str) -> str:
    """What stands in a text field or a text area of a form."""
    found = re.search(rf'<input id="{field}"[^>]* value="([^"]*)"', html) or re.search(
        rf'<textarea id="{field}"[^>]*>\n(.*?)</textarea>', html, re.S
    )
    assert found, field
    return unescape(found[1])


def chosen(html: str, side: str) -> str:
    """The army that is chosen for a side."""
    found = re.search(rf'name="army_{side}" value="([^"]+)" checked', html)
    assert found
    return found[1]


def test_the_seed_is_drawn_and_shown(client: FlaskClient) -> None:
    seeds = {value(client.get(START).text, "seed") for _ in range(3)}
    assert len(seeds) == 3
    assert all(int(seed) < 1_000_000_000 for seed in seeds)


def test_another_seed_is_drawn_and_nothing_else_is_lost(client: FlaskClient) -> None:
    form = ARMIES | {"name_a": "Kept", "army_a": "sample:boo-choir", "seed": "5"}
    answer = post(client, START, **form, do="seed")
    assert answer.status_code == 200
    assert value(answer.text, "seed").isdigit()
    assert value(answer.text, "seed") != "5"
    assert value(answer.text, "name_a") == "Kept"
    assert chosen(answer.text, "a") == "sample:boo-choir"


def test_the_same_seed_is_the_same_battle(client: FlaskClient, clock: StoppedClock) -> None:
    form = STACKS | {"seed": "12"}
    pages = [post(client, "/quick/warlords", **form).location for _ in range(2)]
    clock.ms += 1_000_000
    one, other = (client.get(f"{page}/log.txt").text.splitlines()[2:] for page in pages)
    assert one == other
    assert one[0] == "Seed 12"


def test_sides_change_places_before_the_battle(client: FlaskClient) -> None:
    sides = {"name_a": "Ann", "name_b": "Bo", "other_b": "{}"}
    form = ARMIES | sides | {"army_a": "sample:boo-choir", "seed": "5"}
    html = post(client, START, **form, do="swap").text
    assert (value(html, "name_a"), value(html, "name_b")) == ("Bo", "Ann")
    assert (value(html, "other_a"), value(html, "other_b")) == ("{}", "")
    assert chosen(html, "b") == "sample:boo-choir"
    assert value(html, "seed") == "5"


def test_who_should_win_is_told_before_the_battle(client: FlaskClient) -> None:
    """Two identical lineups end as a draw whoever begins; mushrooms never beat masks."""
    same = ARMIES | {"army_a": "sample:masked-trio", "army_b": "sample:masked-trio"}
    html = post(client, START, **same, do="show").text
    assert re.findall(r"<b>([^<]+)</b> to win", html) == ["0 %", "0 %"]
    assert "A draw: 100 %" in html
    one_sided = same | {"army_a": "sample:mushroom-patch"}
    html = post(client, START, **one_sided, do="show").text
    assert re.findall(r"<b>([^<]+)</b> to win", html) == ["0 %", "100 %"]
    assert "The chances are exact" in html


def test_htmx_gets_the_match_up_alone(client: FlaskClient) -> None:
    form = ARMIES | {"csrf_token": token(client), "do": "show"}
    answer = client.post(START, data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<section class="matchup"')
    answer = client.post(START, data=form | {"seed": "x"}, headers={"HX-Request": "true"})
    assert "Seed of the dice: Enter a whole number" in answer.text


def test_all_the_odds_are_a_button_away(client: FlaskClient) -> None:
    answer = post(client, "/quick/warlords", **STACKS | {"name_a": "Zoë"}, do="odds")
    assert answer.status_code == 200
    assert "Zoë wins" in unescape(answer.text)
    assert "<h1>Odds</h1>" in answer.text


def test_an_address_fills_the_form_in(client: FlaskClient) -> None:
    query = {"army_b": "sample:boo-choir", "seed": "77", "first": "b", "nonsense": "1"}
    html = client.get(START, query_string=query).text
    assert chosen(html, "b") == "sample:boo-choir"
    assert value(html, "seed") == "77"
    assert re.search(r'<option value="b" selected>', html)
