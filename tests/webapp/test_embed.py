"""Embedded battles: what their address may say, and that nothing else of ours stands in frames."""

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp.pages import embed

ROOT = Path(__file__).parents[2]
DEFAULTS = {
    "autoplay": False,
    "speed": 1,
    "loop": False,
    "controls": True,
    "title": True,
    "beat": None,
    "theme": "auto",
}


def options(client: FlaskClient, id_: str, query: str) -> dict[str, Any]:
    """The options that differ from the defaults, with `problems` if there are any."""
    data = page_data(client.get(f"/embed/{id_}?{query}").text)["embed"]
    changed = {name: v for name, v in data["options"].items() if v != DEFAULTS[name]}
    return changed | ({"problems": data["problems"]} if data["problems"] else {})


def test_options_are_taken_from_the_address_or_have_defaults(
    client: FlaskClient, battle_id: str
) -> None:
    for spoilers in (True, False):
        data = page_data(client.get(f"/embed/{battle_id}?spoilers={int(spoilers)}").text)
        assert data["embed"] == {"options": DEFAULTS, "problems": []}
        assert (data["spoilers_hidden"], data["battle"]["id"]) == (not spoilers, battle_id)
    query = "autoplay=1&speed=0.25&loop=true&controls=0&title=false&beat=12&theme=light&utm=x"
    flags = {"autoplay": True, "loop": True, "controls": False, "title": False}
    taken = {**flags, "speed": 0.25, "beat": 12, "theme": "light"}
    assert options(client, battle_id, query) == taken


def test_a_slip_leaves_the_default_and_is_told(client: FlaskClient, battle_id: str) -> None:
    for query, problem in {
        "speed=3": "speed=3: takes one of 0.25, 0.5, 1, 2, 4, 8, 16; 1 is used",
        "autoplay=yes": "autoplay=yes: takes 0 or 1; 0 is used",
        "title=": "title=: takes 0 or 1; 1 is used",
        "beat=-1": "beat=-1: takes a number from 0 to 9999999; the beginning is used",
        "beat=99999999999": "beat=99999999999: takes a number from 0 to 9999999; the beginning is",
        "beat=%C2%B2": "beat=²: takes a number",
        "theme=<b>": "theme=<b>: takes one of auto, dark, light; auto is used",
    }.items():
        (told,) = options(client, battle_id, query)["problems"]
        assert told.startswith(problem)


def test_speeds_are_those_of_the_player() -> None:
    source = (ROOT / "static/js/core/timeline.js").read_text("utf-8")
    found = re.search(r"SPEEDS = \[([^\]]+)\]", source)
    assert found
    assert tuple(map(float, found[1].split(","))) == embed.SPEEDS


def test_every_option_is_documented() -> None:
    text = (ROOT / "webapp/pages/EMBED.md").read_text("utf-8")
    documented = set(re.findall(r"(?m)^\| `(\w+)` \|", text.split("## Messages")[0]))
    assert documented == {*embed.OPTIONS, "spoilers"}


@pytest.mark.parametrize("id_", ["", "nothing"])
def test_the_embedded_page_may_stand_in_any_frame_and_sets_no_cookie(
    client: FlaskClient, battle_id: str, id_: str
) -> None:
    client.set_cookie("spoilers", "1")
    client.set_cookie("theme", "dark")
    answer = client.get(f"/embed/{id_ or battle_id}")
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert 'data-theme="dark"' not in answer.text, "a cookie says nothing here"
    if id_:
        assert (answer.status_code, "<nav" in answer.text) == (404, False)
        assert "No battle has this link" in answer.text
    else:
        assert page_data(answer.text)["spoilers_hidden"] is True


def test_no_other_address_of_a_battle_may_be_framed(
    app: Flask, client: FlaskClient, battle_id: str
) -> None:
    """`test_safety.py` asks all other addresses."""
    rules = [rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/b/<id_>")]
    assert "/b/<id_>" in rules
    for rule in rules:
        address = re.sub(r"<[^>]+>", "svg", rule.replace("<id_>", battle_id))
        answer = client.get(f"{address}?embed=1")
        answer.close()
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], address
        assert answer.headers["X-Frame-Options"] == "DENY", address


def test_what_the_frame_loads_is_open_to_a_sandbox(
    client: FlaskClient, battle_id: str, clock: StoppedClock
) -> None:
    clock.ms += 1_000_000
    data = page_data(client.get(f"/embed/{battle_id}").text)
    for address in (data["recording_url"], data["icons_url"]):
        answer = client.get(address)
        answer.close()
        assert answer.status_code == 200
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    for address in ("/", f"/b/{battle_id}", f"/api/v1/battles/{battle_id}"):
        assert "Access-Control-Allow-Origin" not in client.get(address).headers
