"""A match over the API and the plain page: orders are given, locked, played, refused."""

import pytest
from flask import Flask

from engine.players.siege.bots import BOTS
from tests.webapp.challengers import Person
from tests.webapp.in_background import finish
from tests.webapp.match_players import EVEN, SPEARS, Played, Player, rows
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp.store import database
from webapp.store.models import Match


def types(player: Player) -> list[str]:
    return [event["type"] for event in player.events()]


def test_match_begins(a: Player, spectator: Player, played: Played, clock: StoppedClock) -> None:
    told = a.look()
    assert (told["state"], told["round"], told["locked"]) == (
        "playing",
        1,
        {"a": False, "b": False},
    )
    assert told["deadline_ms"] == clock.ms + 10_000 + 180_000
    assert told["show_until_ms"] == clock.ms + 10_000
    assert told["you"]["units"]["A"] == {"atk": 4, "def": 0, "hp": 3, "exh": 0}
    assert told["you"]["orders"] == {}
    refusals = told["you"]["refusals"]
    assert refusals["A"] == {
        "attack": None,
        "defend": "has no DEF",
        "recover": "has nothing to recover",
        "none": None,
    }
    assert refusals["D"]["attack"] == "has no ATK"
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


def test_each_sees_own_side_only(a: Player, b: Player, spectator: Player) -> None:
    a.order(1, A="attack")
    a.lock(1)
    b.lock(1)
    assert [event["side"] for event in a.events() if event["type"] == "orders_given"] == ["a"]
    assert [event["side"] for event in b.events() if event["type"] == "orders_given"] == ["b"]
    assert [event["side"] for event in a.events() if event["type"] == "army_mustered"] == ["a"]
    assert {"orders_given", "army_mustered", "unit_changed"} & {*types(spectator)} == set()
    for player in (a, b, spectator):
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


def test_orders_can_be_changed_until_they_are_locked(a: Player, b: Player) -> None:
    a.order(1, A="attack")
    assert a.order(1, B="attack")["you"]["orders"] == {"B": "attack"}
    a.lock(1)
    assert "locked" in a.order(1, 409, A="attack")["error"]
    assert a.unlock(1)["locked"]["a"] is False
    assert a.order(1, A="attack")["you"]["orders"] == {"A": "attack"}


def test_a_castle_that_nobody_guards_falls_and_all_is_shown(
    a: Player, b: Player, spectator: Player, played: Played, ann: Person
) -> None:
    a.order(1, A="attack")
    a.lock(1)
    told = b.lock(1)
    assert (told["state"], told["winner"], told["reason"]) == ("over", "a", "castle")
    assert told["links"]["replay"].endswith(f"/b/{told['battle']}")
    assert types(spectator)[-3:] == ["army_revealed", "army_revealed", "battle_ended"]
    assert "over" in a.order(1, 409, A="attack")["error"]
    standing = ann.standing(played.page)
    assert (standing["status"], standing["winner"]) == ("over", "a")
    replay = a.client.get(f"/api/v1/battles/{told['battle']}/recording").get_json()
    assert replay["header"]["battle"]["sides"][0]["orders"] == [{"A": "attack"}]
    assert replay["header"]["battle"]["sides"][1]["army"] == EVEN
    assert replay["events"][-1]["winner"] == "a"


def test_who_resigns_has_lost(a: Player, b: Player, ann: Person, played: Played) -> None:
    told = b.resign()
    assert (told["winner"], told["reason"], told["state"]) == ("a", "resigned", "over")
    assert "over" in a.resign(409)["error"]
    replay = a.client.get(f"/api/v1/battles/{told['battle']}/recording").get_json()
    assert [event["type"] for event in replay["events"]][-4:-3] == ["side_resigned"]
    assert ann.standing(played.page)["winner"] == "a"


def test_rematch_swaps_sides(a: Player, b: Player, ann: Person, bo: Person, played: Played) -> None:
    b.resign()
    page = str(ann.send(f"{played.page}/next").location)
    ann.seal(page, EVEN)
    bo.seal(page, SPEARS)
    told = a.client.get(f"/api/v1/matches/{ann.standing(page)['battle']}").get_json()
    assert [told["sides"][side]["name"] for side in "ab"] == ["Bo", "Ann"]


def test_a_bot_has_sealed_and_locked_at_once(app: Flask, ann: Person) -> None:
    page = ann.challenge("siege", opponent="cautious")
    assert ann.standing(page)["seats"]["b"]["sealed"] is True
    ann.seal(page, SPEARS)
    standing = ann.standing(page)
    player = Player(app, standing["battle"], standing["you"]["seat"])
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

    page = ann.challenge("siege", opponent="cautious")
    ann.seal(page, SPEARS)
    standing = ann.standing(page)
    player = Player(app, standing["battle"], standing["you"]["seat"])
    monkeypatch.setitem(BOTS, "cautious", BOTS["cautious"]._replace(decide=fail))
    player.order(1, D="defend")
    assert player.lock(1)["round"] == 2
    assert "in the bot's head" in caplog.text
    player.order(2, A="attack")
    told = player.lock(2)
    assert (told["state"], told["winner"]) == ("over", "a"), "nobody guarded the bot's castle"


def test_match_under_outdated_rules_tells_no_army(app: Flask, a: Player, ann: Person) -> None:
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


def test_the_plain_page_gives_orders(
    ann: Person, bo: Person, cem: Person, played: Played, a: Player
) -> None:
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
    answer = ann.send(page, 422, round="2", A="defend", do="save")
    assert "A may not defend" in answer.text
    assert "say that you are sure" in ann.send(page, 409, do="resign").text
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


def test_challenge_page_keeps_both_armies_secret(ann: Person, played: Played) -> None:
    html = ann.get(played.page)
    assert f'href="/m/{played.id}"' in html
    assert "Spears" in html
    assert "Evenhand" not in html


def test_senseless_terms_of_a_match_are_refused(ann: Person) -> None:
    sent = {"name": "Ann", "best_of": "1", "hours": "24"}
    for opponent in ("nobody", "strong "):
        answer = ann.send("/challenge/new", 422, ruleset="siege", opponent=opponent, **sent)
        assert "Choose one of these" in answer.text
    for clock_s in ("9", "86401", "-1", "ten", "2 days"):
        answer = ann.send("/challenge/new", 422, ruleset="siege", limits__clock_s=clock_s, **sent)
        assert "limits.clock_s-error" in answer.text
        assert "Give a time from 10 seconds to 1 day, such as 90 s" in answer.text
    for clock_s in (9, 86_401):
        body = {"ruleset": "siege", "limits": {"clock_s": clock_s}}
        answer = ann.client.post("/api/v1/challenges", json=body)
        assert answer.get_json()["errors"][0]["path"] == "limits.clock_s"
    for id_ in ("nothing1", "x" * 200):
        for address in (f"/m/{id_}", f"/api/v1/matches/{id_}", f"/api/v1/matches/{id_}/events"):
            assert ann.client.get(address).status_code == 404


def test_plain_page_asks_before_idle_rounds(ann: Person, played: Played, a: Player) -> None:
    page = f"/m/{played.id}"
    for orders in ({}, dict.fromkeys("ABCDE", "none")):
        asked = ann.send(page, 409, round="1", do="lock", **orders)
        assert "none of your units would do anything" in asked.text
        assert a.look()["locked"]["a"] is False
    ann.send(page, round="1", do="lock", sure="1")
    assert a.look()["locked"]["a"] is True


def test_a_time_that_was_missed_is_told(
    a: Player, b: Player, ann: Person, bo: Person, played: Played, clock: StoppedClock
) -> None:
    """Ann saves orders, Bo locks his; then nobody has locked round 2; then both lock."""
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
