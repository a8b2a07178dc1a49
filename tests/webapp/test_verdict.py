"""Why it ended so: told by the API when a battle is over, and offered at its end."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

import engine
from engine import read
from tests.sieges import EVEN, units
from tests.stacks import battle_file, unit
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_error_shape import assert_shape
from tests.webapp.test_gallery import put

DUEL = battle_file([unit(8, 1)], [unit(5, 1)])
"""Side a wins 2 of 3 (tests/odds/stacks.py)."""
SIEGE = {
    "ruleset": "siege",
    "sides": [{"army": {"units": units(EVEN)}, "bot": "random"}] * 2,
}


def test_it_is_told_when_the_battle_is_over(client: FlaskClient, clock: StoppedClock) -> None:
    address = f"/api/v1/battles/{put(client, DUEL)}/verdict"
    clock.ms += 3_000
    assert_shape(client.get(address), 409)
    clock.ms += 1_000_000
    body = client.get(address).get_json()
    assert (body["ok"], body["method"], body["order"]) == (True, "exact", 0)
    assert body["chance"] == pytest.approx(2 / 3)
    assert body["armies"] == pytest.approx(1 / 6)
    assert body["dice"] == pytest.approx(body["result"] - 2 / 3)
    assert body["result"] in (0, 1)


def test_where_odds_are_not_exact_it_is_refused(client: FlaskClient, clock: StoppedClock) -> None:
    id_ = put(client, SIEGE)
    clock.ms += 1_000_000
    assert_shape(client.get(f"/api/v1/battles/{id_}/verdict"), 422)
    assert_shape(client.get("/api/v1/battles/zzzzzzzz/verdict"), 404)


def test_a_battle_by_older_rules_is_refused(
    client: FlaskClient, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = put(client, DUEL)
    clock.ms += 1_000_000
    newer = replace(engine.rulesets()["warlords"], version=99)
    monkeypatch.setattr(engine, "read", lambda file: replace(read(file), ruleset=newer))
    answer = client.get(f"/api/v1/battles/{id_}/verdict")
    assert_shape(answer, 422)
    assert "The rules have changed" in answer.get_json()["error"]


def test_the_page_of_a_battle_leads_there_only_where_it_is_told(
    client: FlaskClient, clock: StoppedClock
) -> None:
    def after(file: object) -> dict[str, Any]:
        page = client.get(f"/b/{put(client, file)}").text  # type: ignore[arg-type]
        data = re.search(r'id="page-data">(.*?)</script>', page, re.DOTALL)
        assert data
        found: dict[str, Any] = json.loads(data[1])["after"]
        return found

    duel = after(DUEL)
    assert duel["order"]
    assert duel["verdict"]
    clock.ms += 1_000_000
    answer = client.get(duel["verdict"])
    assert answer.status_code == 200
    assert answer.cache_control.immutable
    siege = after(SIEGE)
    assert (siege["order"], siege["verdict"]) == (None, None)
    assert set(duel["armies"]) == {"a", "b"}
    for side, address in duel["armies"].items():
        page = client.get(address)
        assert page.status_code == 200
        assert re.findall(r'value="(\w)" autofocus', page.text) == [side]


def test_the_method_has_a_page(client: FlaskClient) -> None:
    assert "What it does not say" in client.get("/verdict").text
