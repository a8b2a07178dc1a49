"""Armies of people's own in a quick battle: pasted, saved, known by a link."""

import json
import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.page_parts import page_data, post, token
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_quick import ARMIES, STACKS, START, value

ARMY = {"name": "Guests", "lineup": [{"unit": "toad"}, {"unit": "toad"}]}


def test_an_army_may_be_pasted(client: FlaskClient, clock: StoppedClock) -> None:
    form = ARMIES | {"other_b": json.dumps(ARMY)}
    answer = post(client, START, **form)
    assert answer.status_code == 303
    clock.ms += 1_000_000
    data = page_data(client.get(answer.location).text)
    sides = client.get(data["recording_url"]).get_json()["header"]["battle"]["sides"]
    assert sides[1]["army"] == ARMY
    assert sides[0]["army"]["name"] == "Star guard"


def test_an_army_may_be_pasted_as_people_write_it(client: FlaskClient) -> None:
    form = ARMIES | {"other_a": "= Ghosts\n2x Boo", "do": "show"}
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
        assert value(html, "other_b") == reference
        assert "Guests" in html.split('id="matchup"')[1]
    answer = post(stranger, "/quick/warlords", **STACKS | {"other_a": saved["id"]})
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
    answer = post(client, START, **ARMIES | {"other_a": pasted})
    assert answer.status_code == 422
    found = re.search(r'<p class="field-error" id="other_a-error">([^<]+)</p>', answer.text)
    assert found
    assert message in unescape(found[1])
    assert value(answer.text, "other_a") == pasted


def test_hostile_names_are_text_in_the_form(client: FlaskClient) -> None:
    evil = """</textarea><script>alert(1)</script>'"&"""
    for do in ("show", "swap", "odds", "start"):
        form = ARMIES | {"name_a": evil, "other_b": evil, "seed": evil}
        html = post(client, START, **form, do=do).text
        assert "<script>alert" not in html
        assert value(html, "name_b" if do == "swap" else "name_a") == evil
