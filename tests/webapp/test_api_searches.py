"""Which order and who beats whom over REST."""

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

import engine
from engine import search
from tests.sieges import EVEN, units
from tests.stacks import battle_file, unit
from tests.webapp.best_searches import BATTLE
from tests.webapp.page_parts import assert_shape
from webapp.searches import limits

SIEGE = {"ruleset": "siege", "sides": [{"army": {"units": units(EVEN)}, "orders": []}] * 2}
PLAYED = {"ruleset": "siege", "sides": [{"army": {"units": units(EVEN)}, "bot": "random"}] * 2}
"""Eleven of these are 121 pairs: 4,000 battles leave 33 each; at least 40 are played."""


def test_the_best_order_of_a_side(client: FlaskClient) -> None:
    body = client.post("/api/v1/best-order?top=1", json=BATTLE).get_json()
    assert body == {
        "ok": True,
        "method": "exact",
        "side": "a",
        "tried": 2,
        "orders": [{"order": [1, 0], "win": 7 / 16}],
        "search": "all",
        "weighed": 2,
        "own": {"order": [0, 1], "win": 6 / 16},
        "better": 1,
    }
    other = client.post("/api/v1/best-order?side=b", json=BATTLE).get_json()
    assert (other["side"], other["own"]["win"]) == ("b", 10 / 16)


def test_orders_of_many_units_and_against_several(client: FlaskClient) -> None:
    stack = [unit(3, hits) for hits in range(1, 10)]
    file = battle_file([unit(5, 2)], stack, city="town")
    body = client.post("/api/v1/best-order?side=b", json=file).get_json()
    assert (body["search"], body["starts"]) == ("local", 9)
    against = [{"stack": [unit(5, 1)]}]
    found = search.best_order(BATTLE, against=against)
    body = client.post("/api/v1/best-order", json={"battle": BATTLE, "against": against}).json
    told = [(tuple(row["order"]), row["win"], tuple(row["wins"])) for row in body["orders"]]
    assert told == [(row.order, row.win, row.wins) for row in found.orders]


def test_armies_against_each_other(client: FlaskClient) -> None:
    """Those that have to be played have an interval."""
    armies = [{"name": "Strong", "stack": [unit(8, 1)]}, {"name": "Weak", "stack": [unit(5, 1)]}]
    body = client.post("/api/v1/matchups", json={"armies": armies}).get_json()
    assert (body["armies"], body["strategy"]) == (["Strong", "Weak"], [1, 0])
    assert body["win"][0] == pytest.approx([1 / 2, 2 / 3])

    body = client.post("/api/v1/matchups", json={"armies": [PLAYED]}).get_json()
    assert (body["method"], body["samples"]) == ("sample", 1_000)
    low, high = body["interval"][0][0]
    assert low < body["win"][0][0] < high


REFUSED: tuple[tuple[str, object, str], ...] = (
    ("best-order", SIEGE, "has no order of units"),
    ("best-order?side=c", BATTLE, "Must be one of: a, b."),
    ("best-order?top=0", BATTLE, "Must be greater than or equal to 1"),
    ("best-order", {}, "is missing; there are"),
    ("best-order", {"battle": BATTLE, "against": [{"stack": 7}]}, "against[0].stack"),
    ("matchups", {"armies": []}, "Length must be between 1 and 64."),
    (
        "matchups",
        {"armies": [[]] * 65},
        "Has 65 armies, which is 4,225 pairs; it must have 1 to 64; the command line does it: "
        "battlereel matchups FILE…",
    ),
    (
        "best-order",
        {"battle": BATTLE, "against": [{}] * 9},
        "Has 9 armies, which make a search 10 times as long; it must have 0 to 7; the command "
        "line does it: battlereel best-order FILE --against FILE …",
    ),
    ("matchups", {"armies": [{"stack": []}]}, "'armies[0].stack', 'message': 'has 0 units"),
    ("matchups", {"armies": [PLAYED, 7]}, "'armies[1]', 'message': 'Not a valid mapping"),
    ("matchups", {"armies": [PLAYED] * 11}, "it: battlereel matchups FILE…"),
    ("best-armies", {"battle": {}}, "is missing; there are"),
    ("best-armies?top=9", {"battle": PLAYED | {"sides": []}}, "has 0 sides; it must have 2"),
    ("verdict", {"battles": [{"battle": BATTLE}]}, "seed"),
)


def test_what_is_refused_says_why(client: FlaskClient) -> None:
    """Only what is too large names the command line, which takes it."""
    for address, body, message in REFUSED:
        answer = client.post(f"/api/v1/{address}", json=body)
        assert_shape(answer, 422)
        assert message in str(answer.get_json()["errors"])
        for error in answer.get_json()["errors"]:
            here = error["message"].partition("; the command line does it: battlereel ")[0]
            assert not re.search(r"battlereel|(?<!\w)--\w", here)


def test_sampled_game_is_refused_with_its_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand battles for each share, of 1/20 s each."""
    monkeypatch.setattr(limits, "seconds", lambda _battle, battles: battles // 20)
    battle = engine.read(BATTLE)
    by_rules = replace(battle, ruleset=replace(battle.ruleset, kernel=None))
    with pytest.raises(engine.InputError) as refused:
        limits.best_order(by_rules, "b")
    told = "about 1,000 battles for each number, 50 CPU seconds, which is too long"
    assert told in str(refused.value)
    assert str(refused.value).endswith("does it: battlereel best-order FILE --side b")
