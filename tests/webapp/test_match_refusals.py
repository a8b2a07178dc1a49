"""What is refused in a match is refused by name, and nothing changes."""

from collections.abc import Callable
from html import unescape
from itertools import product

import pytest
from flask import Flask

from engine.rulesets.siege.rules import legal
from engine.rulesets.siege.snapshot import ORDERS
from tests.webapp.challengers import Person
from tests.webapp.match_players import SPEARS, Player, begin, stored
from webapp.games.siege.match import reasons

REFUSED: dict[str, tuple[Callable[[Player], dict[str, object]], str, str]] = {
    "no such order": (
        lambda p: p.order(1, 422, A="charge"),
        "orders.A",
        "charge",
    ),
    "a sixth unit": (lambda p: p.order(1, 422, F="attack"), "orders.F", "unit"),
    "no ATK": (
        lambda p: p.order(1, 422, D="attack"),
        "orders.D",
        "D may not attack: it has no ATK; it may defend, none",
    ),
    "no DEF": (
        lambda p: p.order(1, 422, A="defend"),
        "orders.A",
        "A may not defend: it has no DEF; it may attack, none",
    ),
    "not exhausted": (
        lambda p: p.order(1, 422, B="recover"),
        "orders.B",
        "B may not recover: it has nothing to recover; it may attack, none",
    ),
    "one of five is wrong": (
        lambda p: p.order(1, 422, A="attack", B="attack", D="attack"),
        "orders.D",
        "may not attack",
    ),
    "a number": (lambda p: p.order(1, 422, A=7), "orders.A", "order"),
    "a list": (
        lambda p: p.send("PUT", "/orders", {"round": 1, "orders": ["attack"]}, 422),
        "orders",
        "",
    ),
    "no round": (lambda p: p.send("PUT", "/orders", {"orders": {}}, 422), "round", ""),
    "a round beyond the last": (lambda p: p.order(41, 422, A="attack"), "round", "40"),
    "no whole round": (
        lambda p: p.send("PUT", "/orders", {"round": 1.0, "orders": {}}, 422),
        "round",
        "integer",
    ),
    "true instead of a round": (
        lambda p: p.send("PUT", "/orders", {"round": True, "orders": {}}, 422),
        "round",
        "integer",
    ),
    "a small letter": (lambda p: p.order(1, 422, a="attack"), "orders.a", "no unit 'a'"),
    "another case": (lambda p: p.order(1, 422, A="Attack"), "orders.A", "no order 'Attack'"),
    "another member": (
        lambda p: p.send("PUT", "/orders", {"round": 1, "orders": {}, "side": "b"}, 422),
        "side",
        "",
    ),
}


@pytest.mark.parametrize("why", [*REFUSED])
def test_orders_that_make_no_sense_are_refused_and_change_nothing(
    app: Flask, a: Player, why: str
) -> None:
    a.order(1, A="attack")
    before = stored(app, a.match)
    act, path, word = REFUSED[why]
    answer = act(a)
    (problem,) = answer["errors"]  # type: ignore[misc]
    assert problem["path"] == path  # type: ignore[index]
    assert word in problem["message"]  # type: ignore[index]
    assert stored(app, a.match) == before


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


def test_the_same_orders_twice_are_refused(app: Flask, a: Player) -> None:
    a.order(1, A="attack")
    before = stored(app, a.match)
    assert "these very orders" in a.order(1, 409, A="attack")["error"]
    assert stored(app, a.match) == before


def test_a_second_lock_and_a_second_unlock_are_refused(app: Flask, a: Player) -> None:
    assert "not locked" in a.unlock(1, 409)["error"]
    a.lock(1)
    before = stored(app, a.match)
    assert "locked already" in a.lock(1, 409)["error"]
    assert stored(app, a.match) == before


@pytest.mark.parametrize(("number", "why"), [(2, "has not begun"), (7, "has not begun")])
def test_a_round_that_has_not_begun_cannot_be_ordered(
    app: Flask, a: Player, number: int, why: str
) -> None:
    before = stored(app, a.match)
    assert why in a.order(number, 409, A="attack")["error"]
    assert why in a.lock(number, 409)["error"]
    assert stored(app, a.match) == before


def test_a_round_that_was_played_cannot_be_ordered(app: Flask, a: Player, b: Player) -> None:
    a.lock(1)
    b.lock(1)
    before = stored(app, a.match)
    assert "has been played" in a.order(1, 409, A="attack")["error"]
    assert "has been played" in a.lock(1, 409)["error"]
    assert stored(app, a.match) == before


def test_who_has_no_seat_gives_no_orders(
    app: Flask, spectator: Player, ann: Person, bo: Person
) -> None:
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


@pytest.mark.parametrize("why", [*IN_FORMS])
def test_the_plain_form_refuses_by_name_and_nothing_changes(
    app: Flask, ann: Person, a: Player, why: str
) -> None:
    a.order(1, A="attack")
    before = stored(app, a.match)
    sent, status, text = IN_FORMS[why]
    answer = ann.send(f"/m/{a.match}", status, **{"round": "1", **sent})
    assert text in unescape(answer.text)
    assert 'role="alert"' in answer.text
    assert stored(app, a.match) == before


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


def test_an_army_that_breaks_the_rules_cannot_be_sealed(ann: Person, bo: Person) -> None:
    """11 points in a pool, 8 in a unit, 5 in a stat, a negative one, a sixth unit."""
    page = ann.challenge("siege")
    units = SPEARS["units"]
    broken = {
        "11": {**units, "C": {"atk": 3, "def": 2, "hp": 1}},
        "8": {
            **units,
            "A": {"atk": 4, "def": 0, "hp": 4},
            "C": {"atk": 2, "def": 2, "hp": 0},
        },
        "5": {
            **units,
            "A": {"atk": 5, "def": 0, "hp": 2},
            "C": {"atk": 1, "def": 2, "hp": 2},
        },
        "-1": {
            **units,
            "C": {"atk": 2, "def": -1, "hp": 1},
        },
        "F": {**units, "F": {"atk": 0, "def": 0, "hp": 0}},
    }
    for told, wrong in broken.items():
        text = ann.seal(page, {"units": wrong}, 422).text
        assert "form-errors" in text, told
        assert told in text
    assert ann.standing(page)["seats"]["a"]["sealed"] is False
