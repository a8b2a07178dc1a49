"""Quick battles: two armies, own ones too, a field, a seed; without a browser."""

import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.page_parts import page_data, post, sent_by, token
from tests.webapp.stopped_clock import StoppedClock
from webapp import games

GAMES = list(games.games())
ARMIES = {"army_a": "sample:star-guard", "army_b": "sample:giant-garden", "listed": "on"}
STACKS = {"army_a": "sample:dragon-raid", "army_b": "sample:greenwood", "listed": "on"}
START = "/quick/manymarios"


def recorded(client: FlaskClient, clock: StoppedClock, address: str) -> Any:
    """The battle file that a battle at this address was played from, once it is over."""
    clock.ms += 1_000_000
    data = page_data(client.get(address).text)
    return client.get(data["recording_url"]).get_json()["header"]["battle"]


def test_two_armies_go_on_air(client: FlaskClient, clock: StoppedClock) -> None:
    """One of them is pasted."""
    pasted = {"army_b": "other", "other_b": json.dumps(ARMY)}
    answer = post(client, START, **ARMIES | pasted | {"name_a": "Zoë", "seed": "5", "first": "b"})
    assert answer.status_code == 303
    data = page_data(client.get(answer.location).text)
    assert data["battle"]["sides"]["a"] == {"name": "Zoë", "army": "Star guard"}
    assert "On air now" in client.get("/").text
    file = recorded(client, clock, answer.location)
    assert (file["options"], file["sides"][1]["army"]) == ({"first": "b"}, ARMY)
    assert "Recent battles" in client.get("/").text


SEED = "Enter a whole number from 0 to 18,446,744,073,709,551,615, or leave it blank."


COSTLY = "costs 58 AP, 19 over the limit of 39: leave something out or raise the limit"
MISTAKES = {
    "manymarios": {
        ("seed", "12x"): SEED,
        ("ap_limit", "39"): COSTLY,
        ("ap_limit", "9" * 5000): "Enter a whole number.",
        ("name_b", "x" * 61): "at most 60",
        ("army_a", "sample:nobody"): "Choose one of these armies.",
        ("first", "c"): "no side 'c'",
    },
    "warlords": {
        ("die", "17"): " is 17; 18 to 26 is possible.",
        ("city", "metropolis"): "no city 'metropolis'",
        ("army_b", "sample:citadel"): "it takes 1 to 8",
    },
}


@pytest.mark.parametrize("game", MISTAKES)
def test_a_mistake_comes_back_beside_its_field(client: FlaskClient, game: str) -> None:
    armies = ARMIES if game == "manymarios" else STACKS | {"terrain_hills": "on"}
    for (field, typed), message in MISTAKES[game].items():
        answer = post(client, f"/quick/{game}", **armies | {"name_a": "Kept", field: typed})
        assert answer.status_code == 422
        place = "army_a" if message == COSTLY else field
        found = re.search(rf'<p class="field-error" id="{place}-error">([^<]+)</p>', answer.text)
        assert found, field
        assert message in unescape(found[1])
        assert 'value="Kept"' in answer.text
        assert f'action="/quick/{game}"' in answer.text
        assert ('name="terrain" value="hills" checked' in answer.text) == (game == "warlords")


@pytest.mark.parametrize("id_", GAMES)
def test_the_example_is_a_battle_file_of_the_game_that_is_taken(
    client: FlaskClient, id_: str
) -> None:
    html = client.get(f"/quick/file?example={id_}").text
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.S)
    assert found
    assert json.loads(unescape(found[1]))["ruleset"] == id_
    answer = post(client, "/quick/file", file=unescape(found[1]))
    assert page_data(client.get(answer.location).text)["battle"]["ruleset"] == id_
    assert "On air now" not in client.get("/").text, "it is not to be listed"


def test_a_sample_battle_starts_anew(client: FlaskClient, clock: StoppedClock) -> None:
    answer = post(client, "/start/sample/manymarios/first-steps")
    assert page_data(client.get(answer.location).text)["battle"]["status"] == "on_air"
    seeds = set()
    for _ in range(3):
        address = post(client, "/start/sample/manymarios/first-steps").location
        seeds.add(recorded(client, clock, address)["seed"])
    assert len(seeds) == 3, "each time with other dice"
    assert post(client, "/start/sample/manymarios/nothing").status_code == 404
    assert post(client, "/start/sample/chess/first-steps").status_code == 404


def test_a_game_that_is_not_there_is_not_started(client: FlaskClient) -> None:
    assert post(client, "/quick/chess", **ARMIES).status_code == 404
    assert client.get("/quick/chess").status_code == 404
    assert client.get("/quick?ruleset=chess").location == "/quick/manymarios"
    assert client.get("/quick?ruleset=warlords").location == "/quick/warlords"


def value(html: str, field: str) -> str:
    found = re.search(rf'<input id="{field}"[^>]* value="([^"]*)"', html) or re.search(
        rf'<textarea id="{field}"[^>]*>\n(.*?)</textarea>', html, re.S
    )
    assert found, field
    return unescape(found[1])


def chosen(html: str, side: str) -> str:
    found = re.search(rf'name="army_{side}" value="([^"]+)" checked', html)
    assert found
    return found[1]


def test_another_seed_is_drawn_and_nothing_else_is_lost(client: FlaskClient) -> None:
    seeds = {value(client.get(START).text, "seed") for _ in range(3)}
    assert len(seeds) == 3
    assert all(int(seed) < 1_000_000_000 for seed in seeds)
    form = ARMIES | {"name_a": "Kept", "army_a": "sample:boo-choir", "seed": "5"}
    answer = post(client, START, **form, do="seed")
    assert answer.status_code == 200
    assert value(answer.text, "seed").isdigit()
    assert value(answer.text, "seed") != "5"
    assert value(answer.text, "name_a") == "Kept"
    assert chosen(answer.text, "a") == "sample:boo-choir"


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


ARMY = {"name": "Guests", "lineup": [{"unit": "toad"}, {"unit": "toad"}]}


def save(client: FlaskClient) -> Any:
    """An army that this visitor has saved, as the API describes it."""
    body = {"ruleset": "manymarios", "army": ARMY}
    headers = {"X-CSRFToken": token(client)}
    return client.post("/api/v1/armies", json=body, headers=headers).get_json()


@pytest.mark.parametrize(
    ("fields", "army"),
    [
        ({"army_a": "other", "other_a": "= Ghosts\n2x Boo"}, "other"),
        # Text that was left behind is not the choice.
        ({"army_a": "sample:boo-choir", "other_a": "= Ghosts\n2x Boo"}, "sample:boo-choir"),
        # Links of a battle's page have an army alone in its field.
        ({"other_a": "= Ghosts\n2x Boo"}, "other"),
    ],
)
def test_the_choice_is_the_army_that_meets_the_other(
    client: FlaskClient, fields: dict[str, str], army: str
) -> None:
    html = client.get(START, query_string={"army_b": ARMIES["army_b"], **fields}).text
    assert chosen(html, "a") == army
    met = html.split('id="matchup"')[1].split("</section>")[0]
    assert ("Ghosts" in met) == (army == "other")


def test_a_saved_army_is_offered_to_its_maker_and_known_to_all_by_its_link(
    app: Flask, client: FlaskClient
) -> None:
    saved = save(client)
    assert f'value="{saved["id"]}"' in client.get(START).text
    stranger = app.test_client()
    assert f'value="{saved["id"]}"' not in stranger.get(START).text
    for reference in (saved["id"], saved["links"]["page"]):
        html = stranger.get(START, query_string={"army_b": reference}).text
        assert chosen(html, "b") == saved["id"]
        assert "Guests" in html.split('id="matchup"')[1]
    answer = post(
        stranger, "/quick/warlords", **STACKS | {"army_a": "other", "other_a": saved["id"]}
    )
    assert answer.status_code == 422
    assert "Guests is an army of Many Marios 0." in answer.text


WRONG = {
    '{"lineup": [{"unit": "gomba"}]}': "lineup[0].unit: no unit 'gomba'",
    "= Ghosts\n2x Bou": "line 2",
    "nobody we know": "line 1",
    "http://localhost/a/bcdfghjk": "No army has this link.",
    "[" * 5000: "nested too deeply",
}


def test_what_is_wrong_with_a_pasted_army_is_told_beside_it(client: FlaskClient) -> None:
    for pasted, message in WRONG.items():
        answer = post(client, START, **ARMIES | {"army_a": "other", "other_a": pasted})
        assert answer.status_code == 422
        found = re.search(r'<p class="field-error" id="other_a-error">([^<]+)</p>', answer.text)
        assert found
        assert message in unescape(found[1])
        assert value(answer.text, "other_a") == pasted


@pytest.mark.parametrize("game", games.games())
def test_an_army_is_drawn_at_random_for_either_side(client: FlaskClient, game: str) -> None:
    """It keeps to the terms of the form."""
    address = f"/quick/{game}"
    form = sent_by(client.get(address).text, address)
    if game == "manymarios":
        form["ap_limit"] = "12"
    for side in ("a", "b"):
        drawn = sent_by(client.post(address, data=form | {"do": f"random:{side}"}).text, address)
        assert drawn[f"army_{side}"] == "other"
        assert drawn[f"other_{side}"].strip()
        rest = {key for key in form if form[key] != drawn[key]} - {"csrf_token"}
        assert rest == {f"army_{side}", f"other_{side}"}
        form = drawn
    assert client.post(address, data=form).status_code == 303
