"""A match over the API and the plain page: orders are given, locked, played, refused."""

from html import unescape
from itertools import product
from typing import Any

import pytest
from flask import Flask

from engine.players.siege.ruleset import BOTS
from engine.rulesets.siege.events import ORDERS
from engine.rulesets.siege.rules import legal
from tests.webapp.challengers import Person
from tests.webapp.in_background import finish
from tests.webapp.match_players import EVEN, Played, Player, against_bot, begin, rows, stored
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp.games.siege.match import reasons
from webapp.store import database
from webapp.store.models import Match


def types(player: Player) -> list[str]:
    return [event["type"] for event in player.events()]


def test_match_begins(a: Player, spectator: Player, played: Played, clock: StoppedClock) -> None:
    told = a.look()
    assert (told["state"], told["round"]) == ("playing", 1)
    assert told["locked"] == {"a": False, "b": False}
    assert told["deadline_ms"] == clock.ms + 10_000 + 180_000
    assert told["show_until_ms"] == clock.ms + 10_000
    assert told["you"]["units"]["A"] == {"atk": 4, "def": 0, "hp": 3, "exh": 0}
    assert told["you"]["orders"] == {}
    refused = {"defend": "has no DEF", "recover": "has nothing to recover"}
    assert told["you"]["refusals"]["A"] == {"attack": None, **refused, "none": None}
    assert told["links"]["challenge"].endswith(played.page)
    assert spectator.look()["you"] is None


def test_both_locked_is_played_at_once(a: Player, b: Player, spectator: Player) -> None:
    """A (ATK 4) meets A (ATK 2); the castles are not besieged, since neither has more attackers."""
    a.order(1, A="attack", D="defend")
    b.order(1, A="attack", E="defend")
    assert a.lock(1)["locked"] == {"a": True, "b": False}
    assert a.look()["round"] == 1
    assert b.lock(1)["round"] == 2
    told = spectator.events()
    met = [event for event in told if event["type"] == "units_met"]
    assert [(one["a"], one["b"], one["a_atk"], one["b_atk"]) for one in met] == [("aA", "bA", 4, 2)]
    assert a.look()["locked"] == {"a": False, "b": False}
    # Each sees their own side only.
    assert [event["side"] for event in a.events() if event["type"] == "orders_given"] == ["a"]
    assert [event["side"] for event in a.events() if event["type"] == "army_mustered"] == ["a"]
    assert {"orders_given", "army_mustered", "unit_changed"} & {*types(spectator)} == set()
    for player in (a, spectator):
        assert [event["seq"] for event in player.events()] == [*range(len(player.events()))]


def test_cues_do_not_change_when_more_has_happened(a: Player, b: Player) -> None:
    before = a.send("GET", "/events")
    rest = a.send("GET", "/events?from_seq=1")
    assert (rest["events"], rest["cues"]) == (before["events"][1:], before["cues"][1:])
    assert rest["until_ms"] == before["until_ms"]
    for number in (1, 2):
        a.order(number, D="defend", E="defend" if number == 1 else "none")
        a.lock(number)
        b.lock(number)
    after = a.send("GET", "/events")
    assert after["cues"][: len(before["cues"])] == before["cues"]
    assert after["cues"][len(before["cues"])] >= before["until_ms"]


def test_a_castle_that_nobody_guards_falls_and_all_is_shown(
    a: Player, b: Player, spectator: Player, played: Played, ann: Person
) -> None:
    a.order(1, A="attack")
    a.lock(1)
    told = b.lock(1)
    assert (told["state"], told["winner"], told["reason"]) == ("over", "a", "castle")
    assert told["links"]["replay"].endswith(f"/b/{told['battle']}")
    assert types(spectator)[-3:] == ["army_revealed", "army_revealed", "battle_ended"]
    standing = ann.standing(played.page)
    assert (standing["status"], standing["winner"]) == ("over", "a")
    replay = a.client.get(f"/api/v1/battles/{told['battle']}/recording").get_json()
    assert replay["header"]["battle"]["sides"][0]["orders"] == [{"A": "attack"}]
    assert replay["header"]["battle"]["sides"][1]["army"] == EVEN
    assert replay["events"][-1]["winner"] == "a"


def test_who_resigns_has_lost(a: Player, b: Player, ann: Person, played: Played) -> None:
    told = b.resign()
    assert (told["winner"], told["reason"], told["state"]) == ("a", "resigned", "over")
    replay = a.client.get(f"/api/v1/battles/{told['battle']}/recording").get_json()
    assert [event["type"] for event in replay["events"]][-4:-3] == ["side_resigned"]
    assert ann.standing(played.page)["winner"] == "a"
    seats = ann.standing(str(ann.send(f"{played.page}/next").location))["seats"]
    assert [seats[side]["name"] for side in "ab"] == ["Bo", "Ann"], "a rematch swaps sides"


def test_a_bot_has_sealed_and_locked_at_once(app: Flask, ann: Person) -> None:
    player = against_bot(app, ann, "cautious")
    told = player.look()
    assert told["sides"]["b"] == {"name": "Warden", "bot": "cautious"}
    assert told["locked"] == {"a": False, "b": True}
    player.order(1, A="attack", D="defend", E="defend")
    assert player.lock(1)["round"] == 2
    _, orders = rows(app, player.match)
    assert [(row.round, row.side) for row in orders] == [(1, "a"), (1, "b")]


def test_a_bot_that_fails_has_missed_the_round_and_the_match_goes_on(
    app: Flask, ann: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("in the bot's head")

    player = against_bot(app, ann, "cautious")
    monkeypatch.setitem(BOTS, "cautious", BOTS["cautious"]._replace(decide=fail))
    player.order(1, D="defend")
    assert player.lock(1)["round"] == 2
    assert "in the bot's head" in caplog.text
    player.order(2, A="attack")
    told = player.lock(2)
    assert (told["state"], told["winner"]) == ("over", "a"), "nobody guarded the bot's castle"
    assert "Play the next stronger bot: Ram" in ann.get(f"/m/{player.match}")


def test_match_under_outdated_rules_tells_no_army(
    app: Flask, a: Player, ann: Person, played: Played, clock: StoppedClock
) -> None:
    """As after an update in which no unit may have an ATK of 4 any more."""
    with app.app_context(), database.session() as db, db.begin():
        refused = db.get_one(Match, a.match)
        refused.battle = refused.battle.replace('"atk": 4', '"atk": 5')
    for path in ("", "/events", "/notebook"):
        told = a.send("GET", path, status=410)
        assert told["error"].startswith("The rules have changed since this match began")
        assert told["errors"] == []
    assert "The rules have changed" in ann.get(f"/m/{a.match}", 410)
    assert a.order(1, 410, A="attack")["status"] == 410
    clock.ms += 86_400_000
    assert ann.standing_again(played.page)["status"] == "on_air"


def test_plain_page_orders(ann: Person, bo: Person, cem: Person, played: Played, a: Player) -> None:
    page = f"/m/{played.id}"
    looked = cem.get(page)
    assert "Your orders" not in looked
    assert "Round 1 of 40" in looked
    assert "no seat" in cem.send(page, 403, round="1", do="lock").text
    assert "Your orders for round 1" in ann.get(page)
    ann.send(page, round="1", B="none", D="defend", do="lock")
    assert a.look()["you"]["orders"] == {"B": "none", "D": "defend"}
    assert a.look()["locked"]["a"] is True
    assert "Unlock" in ann.get(page)
    bo.send(page, round="1", do="lock", sure="1")
    assert "Your orders for round 2" in ann.get(page)
    assert "has been played" in ann.send(page, 409, round="1", do="lock", sure="1").text
    for orders in ({}, dict.fromkeys("ABCDE", "none")):
        asked = ann.send(page, 409, round="2", do="lock", **orders)
        assert "none of your units would do anything" in asked.text
        assert a.look()["locked"]["a"] is False
    asked = ann.send(page, 409, round="2", do="lock", A="attack").text
    assert "No unit defends your castle" in asked
    assert 'value="attack" checked' in asked, "what was chosen is saved"
    ann.send(page, round="2", do="lock", A="attack", sure="1")
    assert a.look()["locked"]["a"] is True
    ann.send(page, do="resign", sure="1")
    assert "Bo has won." in bo.get(page)


def test_who_looks_on_is_led_to_the_replay_of_a_match_that_is_over(
    app: Flask, a: Player, ann: Person, cem: Person, played: Played
) -> None:
    told = a.resign()
    with app.app_context(), database.session() as db, db.begin():
        db.get_one(Match, a.match).battle_id = None
    html = cem.get(f"/m/{played.id}")  # as if the server was stopped before the replay was stored
    assert "The match is over" in html
    for word in ("won", "resign", '"winner"', "Evenhand", "Spears"):
        assert word not in html
    finish(app)
    told = a.look()
    answer = cem.client.get(f"/m/{played.id}")
    assert (answer.status_code, answer.location) == (302, f"/b/{told['battle']}")
    assert page_data(cem.get(f"/m/{played.id}"))["spoilers_hidden"] is True
    assert "Bo has won." in ann.get(f"/m/{played.id}"), "who has played knows it"


def test_senseless_terms_of_a_match_are_refused(ann: Person) -> None:
    sent = {"name": "Ann", "best_of": "1", "hours": "24"}
    for opponent in ("nobody", "strong "):
        answer = ann.send("/challenge/new", 422, ruleset="siege", opponent=opponent, **sent)
        assert "Choose one of these" in answer.text
    for clock_s in ("9", "86401", "-1", "ten", "2 days"):
        answer = ann.send("/challenge/new", 422, ruleset="siege", limits__clock_s=clock_s, **sent)
        assert "limits.clock_s-error" in answer.text
        assert "Enter a time from 10 seconds to 1 day, such as 90 s" in answer.text
    for clock_s in (9, 86_401):
        body = {"ruleset": "siege", "limits": {"clock_s": clock_s}}
        answer = ann.client.post("/api/v1/challenges", json=body)
        assert answer.get_json()["errors"][0]["path"] == "limits.clock_s"


def test_a_time_that_was_missed_is_told(
    a: Player, b: Player, ann: Person, bo: Person, played: Played, clock: StoppedClock
) -> None:
    a.order(1, D="defend", E="defend")
    b.lock(1)
    assert a.look()["you"]["missed"] is None
    clock.ms = a.look()["deadline_ms"] + 1
    told = a.look_again()
    assert told["round"] == 2, told
    assert told["you"]["missed"] == {"round": 1, "saved": True}
    assert b.look()["you"]["missed"] is None
    assert "round 1 was up before you locked" in ann.get(f"/m/{played.id}")
    assert "was up before" not in bo.get(f"/m/{played.id}")
    clock.ms = a.look()["deadline_ms"] + 1
    assert b.look_again()["you"]["missed"] == {"round": 2, "saved": False}
    assert "round 2 was up before you gave any orders" in bo.get(f"/m/{played.id}")
    a.lock(3)
    assert b.lock(3)["you"]["missed"] is None


REFUSED: dict[str, tuple[Any, str, str]] = {
    "no such order": ({"A": "charge"}, "orders.A", "charge"),
    "a sixth unit": ({"F": "attack"}, "orders.F", "unit"),
    "ATK": ({"D": "attack"}, "orders.D", "cannot attack: it has no ATK; it can defend, no action"),
    "DEF": ({"A": "defend"}, "orders.A", "cannot defend: it has no DEF; it can attack, no action"),
    "not exhausted": ({"B": "recover"}, "orders.B", "B cannot recover: it has nothing to recover"),
    "one is wrong": ({"A": "attack", "D": "attack"}, "orders.D", "cannot attack"),
    "a number": ({"A": 7}, "orders.A", "order"),
    "a list": (["attack"], "orders", ""),
    "a small letter": ({"a": "attack"}, "orders.a", "no unit 'a'"),
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


def refused(player: Player, status: int, why: str) -> None:
    """A player can do nothing any more, for this reason."""
    for act in (player.order, player.lock, player.unlock):
        assert why in act(1, status)["error"]
    assert why in player.resign(status)["error"]


def test_spectators_give_no_orders(app: Flask, spectator: Player, ann: Person, bo: Person) -> None:
    other = begin(bo, ann)
    stranger = Player(app, spectator.match, other.tokens["a"])
    before = stored(app, spectator.match)
    for player in (spectator, stranger):
        refused(player, 403, "no seat")
    assert stored(app, spectator.match) == before


IN_FORMS: dict[str, tuple[dict[str, str], int, str]] = {
    "what a unit may not do": ({"do": "save", "A": "defend"}, 422, "A cannot defend"),
    "no such order": ({"do": "lock", "A": "charge"}, 422, "no order 'charge'"),
    "the same orders": ({"do": "save", "A": "attack"}, 409, "already given these orders"),
    "a round to come": ({"do": "lock", "round": "2", "sure": "1"}, 409, "has not begun"),
    "no round": ({"do": "save", "round": ""}, 422, "no round ''"),
    "a number without end": ({"do": "unlock", "round": "9" * 5000}, 422, "no round '999"),
    "a number of other digits": ({"do": "save", "round": "\u0661"}, 422, "no round '\u0661'"),
    "nothing to unlock": ({"do": "unlock"}, 409, "are not locked"),
    "no such button": ({"do": "win"}, 422, "no button 'win'"),
    "not quite sure": ({"do": "resign"}, 409, "tick “I am sure”"),
}


def test_plain_form_refuses_by_name_and_nothing_changes(app: Flask, ann: Person, a: Player) -> None:
    a.order(1, A="attack")
    before = stored(app, a.match)
    for why, (sent, status, text) in IN_FORMS.items():
        answer = ann.send(f"/m/{a.match}", status, **{"round": "1", **sent})
        assert text in unescape(answer.text), why
        assert 'role="alert"' in answer.text, why
        assert stored(app, a.match) == before, why


def test_a_match_that_was_given_up_takes_nothing_more(app: Flask, a: Player, b: Player) -> None:
    a.resign()
    before = stored(app, a.match)
    for player in (a, b):
        refused(player, 409, "is over")
    assert stored(app, a.match) == before


def test_what_would_change_nothing_is_refused(app: Flask, a: Player, b: Player) -> None:
    assert "not locked" in a.unlock(1, 409)["error"]
    a.order(1, A="attack")
    assert a.order(1, B="attack")["you"]["orders"] == {"B": "attack"}, "until they are locked"
    a.lock(1)
    assert "locked" in a.order(1, 409, A="attack")["error"]
    assert a.unlock(1)["locked"]["a"] is False
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
    assert "already given these orders" in b.order(1, 409, E="defend")["error"]
    assert stored(app, a.match) == before
    b.lock(1)
    before = stored(app, a.match)
    for act in (a.lock, a.unlock, a.order):
        assert "has been played" in act(1, 409)["error"]
    assert stored(app, a.match) == before
