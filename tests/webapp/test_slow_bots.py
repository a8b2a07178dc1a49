"""Bots that think long: no page and no call plays a thousand of their battles."""

from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.core.rng import Rng
from engine.players.siege import bots
from engine.rulesets.siege.allotments import any_allotment
from engine.rulesets.siege.rules import Orders
from engine.rulesets.siege.view import View
from tests.webapp.page_parts import post
from webapp import games
from webapp.battles import samples

REASON = (
    "Sage thinks too long for a thousand battles to be played while you wait, up to 5,000 seconds "
    "of one core"
)


def decide(_view: View, _rng: Rng) -> Orders:
    raise AssertionError("nobody has the time")


@pytest.fixture(autouse=True)
def sage(monkeypatch: pytest.MonkeyPatch) -> None:
    sage = bots.Bot("sage", "Sage", "Ponders.", decide, any_allotment, slow=True)
    monkeypatch.setitem(bots.BOTS, "sage", sage)  # type: ignore[arg-type]


def battle(bot: str = "sage") -> dict[str, Any]:
    a, b = [row.army for row in samples.load(games.game("siege")).armies.values()][:2]
    return {
        "ruleset": "siege",
        "sides": [{"army": a, "bot": "cautious"}, {"army": b, "bot": bot}],
    }


@pytest.mark.parametrize(
    "address", ["odds", "odds?method=sample", "odds?method=exact", "odds/wanted?wish=a"]
)
def test_the_api_refuses_odds_of_who_thinks_long(client: FlaskClient, address: str) -> None:
    answer = client.post(f"/api/v1/{address}", json=battle())
    assert answer.status_code == 422
    if "exact" not in address:
        (error,) = answer.get_json()["errors"]
        assert error["path"] == "sides[1].bot"
        assert error["message"].startswith(REASON)
    told = client.post("/api/v1/odds?samples=20", json=battle("random")).get_json()
    assert (told["method"], told["samples"]) == ("sample", 20)


def test_the_odds_page_says_who_thinks_long(client: FlaskClient) -> None:
    a, b = [*samples.load(games.game("siege")).armies][:2]
    query = {"ruleset": "siege", "army_a": a, "army_b": b, "bot_b": "sage"}
    assert 'value="sage"' not in client.get("/odds").text
    answer = client.get("/odds", query_string=query)
    assert answer.status_code == 422
    assert REASON in answer.text


def test_one_battle_of_who_thinks_long_is_played_and_watched(client: FlaskClient) -> None:
    armies = {"army_a": "sample:spearhead", "army_b": "sample:long-wall"}
    quick = {"bot_a": "sage", "bot_b": "random", "do": "odds", **armies}
    refused = post(client, "/quick/siege", **quick)
    assert refused.status_code == 422
    assert "Sage thinks too long" in refused.text
    given = armies | {"bot_a": "strong", "bot_b": "strong", "seed": "3"}
    html = unescape(client.get("/quick/siege?bot_a=strong&bot_b=strong").text)
    assert "No chances: Castellan thinks too long" in html
    assert "to win</p>" not in html
    answer = post(client, "/quick/siege", **given)
    assert answer.status_code == 303
    assert client.get(answer.location).status_code == 200
