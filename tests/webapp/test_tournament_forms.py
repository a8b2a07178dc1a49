"""The form of a tournament: armies of every kind take part, and what is wrong comes back."""

import html
import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from tests.present import OURS, require
from tests.webapp.made_tournaments import ARMIES, made, page_of
from tests.webapp.page_parts import sent_by, token
from webapp.pages.many_armies import pieces


@pytest.fixture(autouse=True)
def game() -> None:
    require("manymarios")


def test_what_is_wrong_comes_back_with_the_form(client: FlaskClient) -> None:
    def told(*armies: str, **fields: str) -> str:
        answer = made(client, *armies, **fields)
        assert answer.status_code == 422
        return html.unescape(answer.text)

    assert "Choose at least two armies." in told("Goomba")
    wrong = told("Goomba", "Xyzzy", name="Cup")
    assert "Xyzzy" in wrong
    assert 'value="Cup"' in wrong
    assert "are 17, which is 136 games; at most 16 play here" in told(*["Goomba"] * 17)
    crowd = json.dumps([{"lineup": [{"unit": "goomba"}]}] * 301)
    assert "more than 300 armies, which is over 44,850 games" in told(other=crowd)
    swiss = told(other=crowd, kind="swiss", rounds="4", best_of="3")
    assert "which is over 1,800 games; the command line does it: battlereel" in swiss
    assert "it must be from 1 to 3" in told(*ARMIES, kind="swiss", rounds="9")
    assert "Enter a whole number" in told(*ARMIES, kind="swiss", rounds="x")
    assert "Choose one of these." in told(*ARMIES, kind="knockout")
    assert "No army has this link." in told(other="http://localhost/a/bcdfghjk\n/a/bcdfghjl")


@pytest.mark.parametrize("ruleset", OURS)
def test_random_armies_take_part(client: FlaskClient, ruleset: str) -> None:
    require(ruleset)
    text = ""
    for count in (1, 2):
        page = made(client, ruleset=ruleset, do="random", other=text, name="Cup").text
        assert 'value="Cup"' in page
        text = html.unescape(page.split('name="other"')[1].split(">\n", 1)[1])
        text = text.split("</textarea>")[0]
        assert len([*pieces(text)]) == count
    assert made(client, ruleset=ruleset, other=text).status_code == 303


def test_saved_and_sample_armies_take_part(app: Flask, client: FlaskClient) -> None:
    page = client.get("/tournaments?ruleset=manymarios").text
    samples = re.findall(r'name="army" value="(sample:[^"]+)"', page)[:2]
    saved = client.post(
        "/api/v1/armies",
        json={"ruleset": "manymarios", "army": {"name": "Mine", "lineup": [{"unit": "toad"}]}},
    ).json
    sent = MultiDict(sent_by(page, "/tournaments"))
    sent["csrf_token"] = token(client)
    sent.setlist("army", samples)
    sent["other"] = saved["links"]["page"]
    answer = client.post("/tournaments", data=sent)
    text = html.unescape(client.get(f"{page_of(app, client, answer)}?spoilers=1").text)
    assert '<th scope="row">Mine</th>' in text
    assert "3 armies" in text


def test_bots_that_think_long_are_left_to_the_command_line(client: FlaskClient) -> None:
    require("siege")
    page = client.get("/tournaments?ruleset=siege").text
    sent = MultiDict(sent_by(page, "/tournaments"))
    sent["csrf_token"] = token(client)
    sent.setlist("army", re.findall(r'name="army" value="(sample:[^"]+)"', page)[:2])
    assert 'value="strong"' not in page
    sent["bot"] = "strong"
    answer = client.post("/tournaments", data=sent)
    assert answer.status_code == 422
    told = "would take too long here: 1 game with bots that think long, up to 5 seconds of one core"
    assert f"Armies</code> {told}" in answer.text
