"""Two units that are called the same have the same numbers wherever a person reads of them."""

import json
import re
from html import unescape
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

import engine
from engine import search
from tests.stacks import battle_file, named
from tests.webapp.best_searches import found
from tests.webapp.page_parts import post
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import games
from webapp.searches.tables import print_best_order

FILE = battle_file(
    [named(unit) for unit in ("trolls", "griffons", "griffons")], [named("trolls")] * 3
)
NUMBERED = {"Griffons 2", "Griffons 3"}  # on the stage, with place numbers below


def griffons(text: str) -> set[str]:
    """How they are called in what is read of a page; armies have ids in front: `a2 Griffons`."""
    return set(re.findall(r"(?<!a\d )Griffons(?: \d+)?", unescape(re.sub("<[^>]*>", "", text))))


def test_log_dice_orders_odds_and_searches_agree(
    app: Flask, client: FlaskClient, clock: StoppedClock, capsys: Any
) -> None:
    id_ = client.post("/api/v1/battles", json=FILE | {"seed": 3}).json["id"]
    clock.ms += 10_000_000
    assert griffons(client.get(f"/b/{id_}/log.txt").text) == NUMBERED

    rolls = client.get(f"/api/v1/battles/{id_}/rolls").json["rolls"]
    who = {f"a/griffons/{n}": f"Griffons {n + 1} (Blue)" for n in (1, 2)}
    rolled = {roll["who"]: roll["name"].partition(":")[0] for roll in rolls}
    assert {key: rolled[key] for key in who} == who

    change = {"at": 0, "change": {"side": "a", "order": [2, 0, 1]}}
    branch = client.post(f"/api/v1/battles/{id_}/branches", json=change).json["branch"]
    assert branch["text"].endswith("in this order: Griffons 3, Trolls, Griffons 2")
    units = client.get(f"/api/v1/battles/{id_}/branches").json["units"]
    assert units["a"] == ["Trolls", "Griffons 2", "Griffons 3"]

    page = post(client, "/odds", file=json.dumps(FILE)).text
    odds = page.partition("Which units of")[2].partition("</section>")[0]
    assert griffons(odds) == NUMBERED
    for place in (2, 3):
        assert f"Griffons {place} left" in odds

    page = found(client, FILE).text
    assert griffons(page.partition('id="order-result"')[2].partition("</table>")[0]) == NUMBERED
    with app.app_context():
        battle = engine.read(FILE)
        print_best_order(games.game("warlords"), battle, search.best_order(battle, "a"))
    assert griffons(capsys.readouterr().out) == NUMBERED
