"""Armies of people's own in a quick battle: pasted, saved, known by a link."""

import json
import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.page_parts import page_data, post, sent_by, token
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_quick import ARMIES, STACKS, START, chosen, value
from webapp import games

ARMY = {"name": "Guests", "lineup": [{"unit": "toad"}, {"unit": "toad"}]}


def test_an_army_may_be_pasted(client: FlaskClient, clock: StoppedClock) -> None:
    form = ARMIES | {"army_b": "other", "other_b": json.dumps(ARMY)}
    answer = post(client, START, **form)
    assert answer.status_code == 303
    clock.ms += 1_000_000
    data = page_data(client.get(answer.location).text)
    sides = client.get(data["recording_url"]).get_json()["header"]["battle"]["sides"]
    assert sides[1]["army"] == ARMY
    assert sides[0]["army"]["name"] == "Star guard"


def test_an_army_may_be_pasted_as_people_write_it(client: FlaskClient) -> None:
    form = ARMIES | {"army_a": "other", "other_a": "= Ghosts\n2x Boo", "do": "show"}
    answer = post(client, START, **form)
    assert answer.status_code == 200
    assert "Ghosts" in answer.text.split('id="matchup"')[1]


def test_a_saved_army_is_offered_to_its_maker_and_known_to_all_by_its_link(
    app: Flask, client: FlaskClient
) -> None:
    saved = client.post(
        "/api/v1/armies",
        json={"ruleset": "manymarios", "army": ARMY},
        headers={"X-CSRFToken": token(client)},
    ).get_json()
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


@pytest.mark.parametrize(
    ("pasted", "message"),
    [
        ('{"lineup": [{"unit": "gomba"}]}', "lineup[0].unit: no unit 'gomba'"),
        ("= Ghosts\n2x Bou", "line 2"),
        ("nobody we know", "line 1"),
        ("{", "is not JSON"),
        ("http://localhost/a/bcdfghjk", "No army has this link."),
        ("[" * 5000, "nested too deeply"),
        ("{" * 5000, "is not JSON"),
    ],
)
def test_what_is_wrong_with_a_pasted_army_is_told_beside_it(
    client: FlaskClient, pasted: str, message: str
) -> None:
    answer = post(client, START, **ARMIES | {"army_a": "other", "other_a": pasted})
    assert answer.status_code == 422
    found = re.search(r'<p class="field-error" id="other_a-error">([^<]+)</p>', answer.text)
    assert found
    assert message in unescape(found[1])
    assert value(answer.text, "other_a") == pasted


def test_hostile_names_are_text_in_the_form(client: FlaskClient) -> None:
    evil = """</textarea><script>alert(1)</script>'"&"""
    for do in ("show", "swap", "odds", "start"):
        form = ARMIES | {"name_a": evil, "army_b": "other", "other_b": evil, "seed": evil}
        html = post(client, START, **form, do=do).text
        assert "<script>alert" not in html
        assert value(html, "name_b" if do == "swap" else "name_a") == evil


def save(client: FlaskClient) -> str:
    """The id of an army that this visitor has saved."""
    body = {"ruleset": "manymarios", "army": ARMY}
    headers = {"X-CSRFToken": token(client)}
    saved = client.post("/api/v1/armies", json=body, headers=headers).get_json()
    return str(saved["id"])


@pytest.mark.parametrize("address", ["/quick/manymarios?", "/odds?ruleset=manymarios&"])
def test_a_choice_made_after_a_link_counts(app: Flask, client: FlaskClient, address: str) -> None:
    """The army's page leads to the form with it; then somebody clicks on another army."""
    stranger = app.test_client()
    action = "/quick/manymarios" if "quick" in address else "/odds"
    form = sent_by(stranger.get(f"{address}army_a={save(client)}").text, action)
    form["army_a"] = "sample:mushroom-patch"
    if action == "/odds":
        answer = stranger.get("/odds", query_string=form)
    else:
        answer = stranger.post(action, data=form | {"do": "odds"})
    assert answer.status_code == 200
    assert "Mushroom patch" in answer.text.split('id="odds-title"')[1].split("</h2>")[0]


def test_text_that_was_left_behind_is_not_the_choice(client: FlaskClient) -> None:
    form = ARMIES | {"army_a": "sample:boo-choir", "other_a": "= Ghosts\n2x Boo"}
    html = post(client, START, **form, do="show").text
    assert chosen(html, "a") == "sample:boo-choir"
    assert "Ghosts" not in html.split('id="matchup"')[1].split("</section>")[0]


def test_an_army_alone_in_its_field_is_the_choice(client: FlaskClient) -> None:
    """As links of a battle's page have it, which name no army that is offered."""
    html = client.get(START, query_string={"other_b": "= Ghosts\n2x Boo"}).text
    assert chosen(html, "b") == "other"
    assert "Ghosts" in html.split('id="matchup"')[1]


@pytest.mark.parametrize("game", games.games())
@pytest.mark.parametrize("side", ["a", "b"])
def test_an_army_is_drawn_at_random_for_either_side(
    client: FlaskClient, game: str, side: str
) -> None:
    address = f"/quick/{game}"
    form = sent_by(client.get(address).text, address)
    answer = client.post(address, data=form | {"do": f"random:{side}"})
    assert answer.status_code == 200, answer.text
    drawn = sent_by(answer.text, address)
    assert drawn[f"army_{side}"] == "other"
    assert drawn[f"other_{side}"].strip()
    rest = {key for key in form if form[key] != drawn[key]} - {"csrf_token"}
    assert rest == {f"army_{side}", f"other_{side}"}
    assert client.post(address, data=drawn).status_code == 303


def test_a_random_army_keeps_to_the_terms_of_the_form(client: FlaskClient) -> None:
    form = ARMIES | {"army_b": "sample:mushroom-patch", "ap_limit": "12"}
    html = post(client, START, **form, do="random:a").text
    drawn = sent_by(html, START)
    answer = post(client, START, **{**drawn.to_dict(), "army_b": "other", "other_b": "Goomba"})
    assert answer.status_code == 303, "it costs no more than 12 AP"


def test_an_army_drawn_for_odds_stands_in_the_address(client: FlaskClient) -> None:
    query = {"ruleset": "manymarios", "army_a": "sample:boo-choir", "do": "random:b"}
    answer = client.get("/odds", query_string=query)
    assert answer.status_code == 302
    first, again = (client.get(answer.location) for _ in range(2))
    wins = [re.findall(r'data-win="\w+">\s*<strong>([^<]+)', page.text) for page in (first, again)]
    assert len(wins[0]) >= 2
    assert wins[0] == wins[1]
    assert chosen(first.text, "a") == "sample:boo-choir"
    assert chosen(first.text, "b") == "other"
