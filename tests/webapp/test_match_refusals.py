"""What is refused in a match is refused by name, and nothing changes."""

from html import unescape
from itertools import product
from typing import Any

import pytest
from flask import Flask

from engine.rulesets.siege.rules import legal
from engine.rulesets.siege.snapshot import ORDERS
from tests.webapp.challengers import Person
from tests.webapp.match_players import SPEARS, Player, begin, stored
from webapp.games.siege.match import reasons

REFUSED: dict[str, tuple[Any, str, str]] = {
    "no such order": ({"A": "charge"}, "orders.A", "charge"),
    "a sixth unit": ({"F": "attack"}, "orders.F", "unit"),
    "no ATK": ({"D": "attack"}, "orders.D", "D may not attack: it has no ATK; it may defend, none"),
    "no DEF": ({"A": "defend"}, "orders.A", "A may not defend: it has no DEF; it may attack, none"),
    "not exhausted": ({"B": "recover"}, "orders.B", "B may not recover: it has nothing to recover"),
    "one is wrong": ({"A": "attack", "D": "attack"}, "orders.D", "may not attack"),
    "a number": ({"A": 7}, "orders.A", "order"),
    "a list": (["attack"], "orders", ""),
    "a small letter": ({"a": "attack"}, "orders.a", "no unit 'a'"),
    "another case": ({"A": "Attack"}, "orders.A", "no order 'Attack'"),
}
BODIES: dict[str, tuple[dict[str, Any], str, str]] = {
    **{name: ({"round": 1, "orders": row[0]}, *row[1:]) for name, row in REFUSED.items()},
    "no round": ({"orders": {}}, "round", ""),
    "a round beyond the last": ({"round": 41, "orders": {}}, "round", "40"),
    "no whole round": ({"round": 1.0, "orders": {}}, "round", "integer"),
    "true instead of a round": ({"round": True, "orders": {}}, "round", "integer"),
    "another member": ({"round": 1, "orders": {}, "side": "b"}, "side", ""),
}


def test_senseless_orders_are_refused_and_change_nothing(app: Flask, a: Player) -> None:
    a.order(1, A="attack")
    before = stored(app, a.match)
    for why, (body, path, word) in BODIES.items():
        (problem,) = a.send("PUT", "/orders", body, 422)["errors"]
        assert problem["path"] == path, why
        assert word in problem["message"], why
        assert stored(app, a.match) == before, why


def test_whatever_a_unit_may_not_do_has_a_reason_and_nothing_else() -> None:
    for unit in product(range(3), range(3), range(3), range(4)):
        refused = {order for order, why in reasons(unit).items() if why}
        assert refused == {*ORDERS} - {*legal(unit)}, unit


def test_an_exhausted_unit_is_told_so_before_anything_else() -> None:
    assert reasons((0, 0, 0, 3)) == {
        "attack": "is exhausted (EXH 3)",
        "defend": "is exhausted (EXH 3)",
        "recover": "has no HP",
        "none": None,
    }


def test_spectators_give_no_orders(app: Flask, spectator: Player, ann: Person, bo: Person) -> None:
    other = begin(bo, ann)
    stranger = Player(app, spectator.match, other.tokens["a"])
    before = stored(app, spectator.match)
    for player in (spectator, stranger):
        assert "no seat" in player.order(1, 403, A="attack")["error"]
        assert "no seat" in player.lock(1, 403)["error"]
        assert "no seat" in player.unlock(1, 403)["error"]
        assert "no seat" in player.resign(403)["error"]
    assert stored(app, spectator.match) == before


IN_FORMS: dict[str, tuple[dict[str, str], int, str]] = {
    "what a unit may not do": ({"do": "save", "A": "defend"}, 422, "A may not defend"),
    "no such order": ({"do": "lock", "A": "charge"}, 422, "no order 'charge'"),
    "a sixth unit": ({"do": "save", "F": "attack"}, 422, "no unit 'F'"),
    "the same orders": ({"do": "save", "A": "attack"}, 409, "these very orders"),
    "a round to come": ({"do": "lock", "round": "2", "sure": "1"}, 409, "has not begun"),
    "no round": ({"do": "save", "round": ""}, 422, "no round ''"),
    "a number without end": ({"do": "unlock", "round": "9" * 5000}, 422, "no round '999"),
    "a number of other digits": ({"do": "save", "round": "\u0661"}, 422, "no round '\u0661'"),
    "nothing to unlock": ({"do": "unlock"}, 409, "are not locked"),
    "no such button": ({"do": "win"}, 422, "no button 'win'"),
    "no button at all": ({}, 422, "no button ''"),
    "not quite sure": ({"do": "resign"}, 409, "say that you are sure"),
}


def test_plain_form_refuses_by_name_and_nothing_changes(app: Flask, ann: Person, a: Player) -> None:
    a.order(1, A="attack")
    before = stored(app, a.match)
    for why, (sent, status, text) in IN_FORMS.items():
        answer = ann.send(f"/m/{a.match}", status, **{"round": "1", **sent})
        assert text in unescape(answer.text), why
        assert 'role="alert"' in answer.text, why
        assert stored(app, a.match) == before, why


def test_a_form_without_its_token_is_refused(app: Flask, ann: Person, a: Player) -> None:
    """Another site's page can have a browser send its cookie, but it does not know the token."""
    before = stored(app, a.match)
    sent = {"round": "1", "A": "attack", "do": "save"}
    assert ann.client.post(f"/m/{a.match}", data=sent).status_code == 400
    body = {"round": 1, "orders": {"A": "attack"}}
    answer = ann.client.put(f"/api/v1/matches/{a.match}/orders", json=body)
    assert answer.status_code == 403
    assert stored(app, a.match) == before


def test_a_match_that_was_given_up_takes_nothing_more(app: Flask, a: Player, b: Player) -> None:
    a.resign()
    before = stored(app, a.match)
    for player in (a, b):
        assert "is over" in player.resign(409)["error"]
        assert "is over" in player.order(1, 409, A="attack")["error"]
        assert "is over" in player.lock(1, 409)["error"]
        assert "is over" in player.unlock(1, 409)["error"]
    assert stored(app, a.match) == before


def test_what_would_change_nothing_is_refused(app: Flask, a: Player, b: Player) -> None:
    assert "not locked" in a.unlock(1, 409)["error"]
    a.order(1, A="attack", D="defend")
    a.lock(1)
    before = stored(app, a.match)
    assert "locked already" in a.lock(1, 409)["error"]
    for number in (2, 7):
        assert "has not begun" in a.order(number, 409, A="attack")["error"]
        assert "has not begun" in a.lock(number, 409)["error"]
    assert stored(app, a.match) == before
    b.order(1, E="defend")
    before = stored(app, a.match)
    assert "these very orders" in b.order(1, 409, E="defend")["error"]
    assert stored(app, a.match) == before
    b.lock(1)
    before = stored(app, a.match)
    for act in (a.lock, a.unlock, a.order):
        assert "has been played" in act(1, 409)["error"]
    assert stored(app, a.match) == before


@pytest.mark.parametrize(
    ("unit", "atk", "def_", "hp", "told"),
    [("C", 3, 2, 1, "11"), ("A", 4, 0, 4, "8"), ("A", 5, 0, 2, "5"), ("C", 2, -1, 1, "-1")],
)
def test_illegal_army(ann: Person, unit: str, atk: int, def_: int, hp: int, told: str) -> None:
    """11 points in a pool, 8 in a unit, 5 in a stat, a negative one."""
    page = ann.challenge("siege")
    units = {**SPEARS["units"], unit: {"atk": atk, "def": def_, "hp": hp}}
    text = ann.seal(page, {"units": units}, 422).text
    assert "form-errors" in text
    assert told in text
    assert ann.standing(page)["seats"]["a"]["sealed"] is False
