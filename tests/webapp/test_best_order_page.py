"""The page "Best order": from the odds page to a table, with progress for whoever reads lines."""

import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from engine import search
from tests.present import require
from tests.sieges import EVEN, units
from tests.stacks import battle_file, unit
from tests.webapp.hanging_up import search_until, wait_until_idle
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_odds_page import post
from webapp.battles import search_guard
from webapp.guard import workshop

BATTLE = battle_file(
    [unit(5, 1, name="Hound"), unit(5, 1, trample=1, name="Giant")],
    [unit(5, 2, name="Wall"), unit(5, 1, name="Dog")],
)
"""The giant first: 7/16, as it is: 6/16 (worked out in tests/search/test_best_order.py)."""
SIEGE = {"ruleset": "siege", "sides": [{"army": {"units": units(EVEN)}, "orders": []}] * 2}
LINES = {"Accept": "application/x-ndjson"}


def found(client: FlaskClient, file: Any, side: str = "a", **headers: str) -> Any:
    form = {"file": json.dumps(file), "side": side}
    page = post(client, "/best-order", **form)
    token = page.text.split('name="csrf_token" value="')[1].split('"')[0]
    form["csrf_token"] = token
    return client.post("/best-order/found", data=form, headers=headers)


def test_the_odds_page_leads_to_it_where_units_have_an_order(client: FlaskClient) -> None:
    assert "Find the best order" in post(client, "/odds", file=json.dumps(BATTLE)).text
    sides = [{"army": {"units": units(EVEN)}, "bot": "random"}] * 2
    odds = post(client, "/odds", file=json.dumps({"ruleset": "siege", "sides": sides}))
    assert odds.status_code == 200
    assert "Find the best order" not in odds.text


def test_the_tab_says_of_a_game_without_an_order_why_there_are_others(client: FlaskClient) -> None:
    require("siege")
    assert "Castle siege:</strong> The units of this game have no order." in (
        client.get("/best-order?ruleset=siege").text
    )
    assert "no order" not in client.get("/best-order?ruleset=warlords").text


def test_sample_armies_are_ready_to_be_searched(client: FlaskClient) -> None:
    page = client.get("/best-order?ruleset=warlords&army_a=dragon-raid&army_b=silver-order")
    assert page.status_code == 200
    assert "Best order for Dragon raid" in page.text
    assert "Best order for" not in client.get("/best-order").text


def test_a_random_army_stands_in_the_address(client: FlaskClient) -> None:
    address = "/best-order?ruleset=warlords&army_a=dragon-raid&army_b=silver-order&do=random:b"
    answer = client.get(address)
    assert answer.status_code == 302
    assert "do=" not in answer.location
    assert "army_b=other" in answer.location
    page = client.get(answer.location)
    assert page.text.count("Best order for") == 2


def test_a_battle_that_has_begun_is_ready_to_be_searched(
    client: FlaskClient, clock: StoppedClock
) -> None:
    id_ = client.post("/api/v1/battles", json=BATTLE).get_json()["id"]
    assert f"/best-order?battle={id_}" in client.get(f"/b/{id_}").text
    assert client.get(f"/best-order?battle={id_}").status_code == 404
    clock.ms += 3_000
    assert "Best order for" in client.get(f"/best-order?battle={id_}").text


def test_a_table_without_a_script(client: FlaskClient) -> None:
    text = unescape(found(client, BATTLE).text)
    assert "43.75 % to win. The order as it is has 37.50 %." in text
    assert "All 2 orders were compared" in text
    rows = text.split('class="order-rows"')[1].split("<tr")[2:]
    assert ["Giant, Hound" in rows[0], "+6.25" in rows[0]] == [True, True]
    assert ["Hound, Giant" in rows[1], "as it is" in rows[1]] == [True, True]


def test_the_best_order_as_it_is_is_told(client: FlaskClient) -> None:
    text = unescape(found(client, battle_file([unit(5, 1)], [unit(5, 1)])).text)
    assert "50.00 % to win: of all orders that were compared, this one is the best already." in text


def test_each_row_has_a_battle_in_this_order(client: FlaskClient) -> None:
    text = unescape(found(client, BATTLE).text)
    file = text.split('name="file" value="')[2].split('">')[0]
    stack = json.loads(file)["sides"][0]["army"]["stack"]
    assert [row["custom"]["name"] for row in stack] == ["Giant", "Hound"]
    watched = post(client, "/odds/watch", file=file, wish="likeliest")
    assert watched.status_code == 303
    # The battle that is watched is in this order, and its file with its seed makes it again.
    battle = watched.location.partition("?")[0]
    again = client.get(f"{battle}/battle.json").get_json(force=True)
    assert again["sides"][0]["army"]["stack"] == stack
    assert engine.play(again).lines() == client.get(f"{battle}/recording.jsonl").data
    assert client.get(f"{battle}/recording.jsonl").data != engine.play(again | {"seed": 1}).lines()


def test_each_row_leads_to_the_builder_with_the_army_in_its_order(client: FlaskClient) -> None:
    text = unescape(found(client, BATTLE).text)
    links = re.findall(r'href="(/build/warlords\?army=[^"]+)">Build on it', text)
    built = [page_data(client.get(link).text)["army"]["stack"] for link in links]
    hound, giant = BATTLE["sides"][0]["army"]["stack"]
    assert built == [[giant, hound], [hound, giant]]


def test_lines_end_with_the_table(client: FlaskClient) -> None:
    answer = found(client, BATTLE, "b", **LINES)
    assert answer.mimetype == "application/x-ndjson"
    *progress, last = [json.loads(line) for line in answer.text.splitlines()]
    assert all({*line} == {"done", "of"} for line in progress)
    assert "Wall, Dog" in unescape(last["html"])


def test_it_stops_when_the_client_hangs_up(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = []

    def endless(*_args: Any, stop: search.Stop, **_kwargs: Any) -> None:
        try:
            search_until(stop)
        finally:
            ended.append(True)

    monkeypatch.setattr(search_guard, "best_order", endless)
    answer = found(client, BATTLE, **LINES)
    assert json.loads(next(answer.response)) == {"done": 0, "of": 0}
    assert app.extensions[workshop.KEY].asked == 1
    answer.close()
    wait_until_idle(app)
    assert ended


@pytest.mark.parametrize(
    ("file", "side", "message"),
    [
        (SIEGE, "a", "The units of this game have no order."),
        ({"ruleset": "warlords"}, "a", "sides"),
        (BATTLE, "c", "Choose one of these."),
    ],
)
def test_what_is_wrong_is_told(client: FlaskClient, file: Any, side: str, message: str) -> None:
    answer = post(client, "/best-order/found", file=json.dumps(file), side=side)
    assert answer.status_code == 422
    assert message in unescape(answer.text)


def test_further_opponents_count_and_battles_are_against_the_first(client: FlaskClient) -> None:
    """Against a lone unit of one hit the order does not matter: 3/4 beside 7/16 and 6/16."""
    others = json.dumps({"name": "Lone", "stack": [unit(5, 1)]})
    sent = {"file": json.dumps(BATTLE), "side": "a", "others": others}
    page = unescape(post(client, "/best-order/found", **sent).text)
    assert "59.38 % to win. The order as it is has 56.25 %." in page
    assert "Lone 75.0 %" in page
    assert "are against the first" in page
    assert others in page
    wrong = post(client, "/best-order/found", **{**sent, "others": '{"stack": 7}'})
    assert wrong.status_code == 422
    assert "Further opponents" in wrong.text


def test_a_local_search_names_the_command_that_compares_all_orders(client: FlaskClient) -> None:
    """Eight units have 40,320 orders; against two that is more than is weighed while one waits."""
    army = [unit(strength, 1) for strength in range(1, 9)]
    others = json.dumps({"stack": [unit(5, 1)]})
    sent = {"file": json.dumps(battle_file(army, [unit(9, 1)])), "side": "a", "others": others}
    page = post(client, "/best-order/found", **sent).text
    assert "battlereel best-order FILE --search all" in page
