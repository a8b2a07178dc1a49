"""Rounds of a match end by their clock and by locks, once each; how a clock is read and told."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from tests.webapp.at_once import at_once as all_at_once
from tests.webapp.challengers import Person
from tests.webapp.match_players import Played, Player, against_bot, begin, players, rows
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import durations
from webapp.challenges import outcome
from webapp.matches import store
from webapp.store import database
from webapp.store.models import Match, Orders

LEAD_IN_MS = 10_000
SHOW_MS = 8_000
CLOCK_S = 60


@pytest.fixture
def played(ann: Person, bo: Person) -> Played:
    return begin(ann, bo, CLOCK_S)


def test_round_ends_in_time(
    a: Player, b: Player, ann: Person, played: Played, clock: StoppedClock
) -> None:
    began = clock.ms
    a.order(1, D="defend", E="defend")
    clock.ms = began + LEAD_IN_MS + CLOCK_S * 1000 - 1
    assert a.look()["round"] == 1
    clock.ms += 1
    html = ann.get(f"/m/{played.id}")
    assert "The time is up. The round is about to be played." in html
    assert "Your orders" not in html
    told = b.look_again()
    assert told["round"] == 2
    assert "Your orders for round 2" in ann.get(f"/m/{played.id}")
    assert told["deadline_ms"] == clock.ms + SHOW_MS + CLOCK_S * 1000
    assert told["show_until_ms"] == clock.ms + SHOW_MS
    (given,) = [event for event in a.events() if event["type"] == "orders_given"]
    assert given["orders"]["aD"] == "defend", "what was saved counts, although it was not locked"


def test_orders_after_the_clock_are_refused(a: Player, b: Player, clock: StoppedClock) -> None:
    """The first look after the deadline notices it."""
    a.order(1, D="defend", E="defend")
    clock.ms += LEAD_IN_MS + CLOCK_S * 1000
    assert "has been played" in a.order(1, 409, A="attack")["error"]
    assert "has been played" in b.lock(1, 409)["error"]
    assert a.look()["you"]["units"]["A"]["exh"] == 0, "it has not attacked"


def test_rounds_that_nobody_watched_are_caught_up_with(
    app: Flask, a: Player, b: Player, played: Played, clock: StoppedClock
) -> None:
    """Round 1 ends after 70 s, each one after it 68 s later: after 210 s round 4 is on."""
    began = clock.ms
    a.order(1, D="defend", E="defend")
    clock.ms = began + 210_000
    told = a.look_again()
    assert told["round"] == 4
    assert told["deadline_ms"] == began + 70_000 + 3 * 68_000
    match, _ = rows(app, played.id)
    ends = json.loads(match.ends)
    assert ends == [began + 70_000, began + 138_000, began + 206_000]
    a.lock(4)
    clock.ms += 5000
    told = b.lock(4)
    assert told["deadline_ms"] == clock.ms + SHOW_MS + CLOCK_S * 1000, "the second lock ends it"


def test_abandoned_match_ends(a: Player, ann: Person, played: Played, clock: StoppedClock) -> None:
    """No orders in 40 rounds: totals of 30 each, and b wins (D6)."""
    clock.ms += LEAD_IN_MS + 40 * (SHOW_MS + CLOCK_S * 1000)
    assert ann.standing_again(played.page)["status"] == "over"
    told = a.look()
    assert (told["state"], told["winner"], told["reason"]) == ("over", "b", "round_limit")
    assert told["round"] == 40
    assert ann.standing(played.page)["winner"] == "b"


Act = Callable[[Match], Any]
AT_ONCE = 6


def at_once(apps: list[Flask], match: str, *acts: Act) -> list[Any]:
    """What each of these gives for a match, done at the same moment in either application."""
    return all_at_once(apps, *[lambda act=act: act(store.read(match)[0]) for act in acts])


def settle(match: Match) -> Match:
    return store.settle(match.id)


def test_late_round_is_played_once(apps: list[Flask], played: Played, clock: StoppedClock) -> None:
    clock.ms += 70_000
    settled = at_once(apps, played.id, *[settle] * AT_ONCE)
    assert [match.round for match in settled] == [2] * AT_ONCE
    match, _ = rows(apps[0], played.id)
    assert match.changes == 1


def test_two_who_lock_at_once_play_the_round_once(apps: list[Flask], played: Played) -> None:
    locks: list[Act] = [
        lambda match: store.lock(match, "a", 1),
        lambda match: store.lock(match, "b", 1),
    ]
    at_once(apps, played.id, *locks)
    match, orders = rows(apps[0], played.id)
    assert match.round == 2
    assert len(orders) == 2


def test_a_bot_orders_once_for_a_round(apps: list[Flask], ann: Person, clock: StoppedClock) -> None:
    match = against_bot(apps[0], ann, "cautious", limits__clock_s="60").match
    clock.ms += 70_000
    at_once(apps, match, *[settle] * AT_ONCE)
    assert [row.side for row in rows(apps[0], match)[1]].count("b") == 1


def test_a_match_begins_once(apps: list[Flask], ann: Person, bo: Person) -> None:
    played = begin(ann, bo)
    at_once(apps, played.id, *[lambda match: outcome.reveal(match.challenge)] * AT_ONCE)
    with apps[0].app_context(), database.session() as db:
        assert db.scalar(select(func.count()).select_from(Match)) == 1


def between(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Has something happen once between the moment a round is worked out and that it is stored."""
    acts, decide = [act], store.decide

    def decided(*of: Any) -> Any:
        found = decide(*of)
        while acts:
            acts.pop()()
        return found

    monkeypatch.setattr(store, "decide", decided)


def test_orders_race_round(app: Flask, played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second writer, another process, comes when the round has been worked out."""
    a, b, _ = players(app, played)
    a.order(1, D="defend", E="defend")
    a.lock(1)

    def change() -> None:
        with app.app_context(), database.session() as db, db.begin():
            row = db.get_one(Orders, (played.id, 1, "a"))
            row.orders = json.dumps({"A": "attack", "E": "defend"})
            db.execute(update(Match).values(changes=Match.changes + 1))

    between(monkeypatch, change)
    told = b.lock(1)
    assert (told["state"], told["winner"]) == ("over", "a"), "nobody guarded b's castle"
    match, _ = rows(app, played.id)
    assert len(json.loads(match.ends)) == 1, "it was played once"


def test_round_settled_late_is_over_at_its_time(
    app: Flask, played: Played, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = clock.ms
    clock.ms += 70_000 + 5000

    def wait() -> None:
        clock.ms += 68_000

    between(monkeypatch, wait)
    told = players(app, played)[0].look_again()
    match, _ = rows(app, played.id)
    assert json.loads(match.ends) == [began + 70_000, began + 138_000]
    assert (told["round"], told["deadline_ms"]) == (3, began + 206_000)


def test_second_lock_is_final(app: Flask, played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second lock has come by another process, which has not played the round yet."""
    a, b, _ = players(app, played)
    a.lock(1)
    with monkeypatch.context() as patch:
        patch.setattr(store, "settle", lambda id_: store.read(id_)[0])
        b.lock(1)
        for act in (a.unlock, a.order, a.lock):
            assert "Both sides have locked" in act(1, 409)["error"]
    with app.app_context():
        assert store.settle(played.id).round == 2


READ = {
    "90": 90,
    "90 s": 90,
    "3min": 180,
    " 3 Minutes ": 180,
    "1:30": 90,
    "1 h 30 min": 5_400,
    "1 hour, 1 minute, 1 second": 3_661,
    "1 day": 86_400,
    "2d": 172_800,
    **dict.fromkeys(("", "ten", "-1", "3 fortnights", "1:75", "min", "3 min or so", "1.5 h")),
    **dict.fromkeys(("\u0663 min", "1 h 30")),
}
"""Seconds by text; None for an invalid duration."""


WORDS = {
    1: "1 second",
    10: "10 seconds",
    90: "1 minute 30 seconds",
    180: "3 minutes",
    3_661: "1 hour 1 minute 1 second",
    86_400: "1 day",
}


def test_spans_are_read_as_people_write_them_and_told_in_words_that_are_read_back() -> None:
    assert {text: durations.seconds(text) for text in READ} == READ
    assert {seconds: durations.in_words(seconds) for seconds in WORDS} == WORDS
    assert {durations.seconds(words): words for words in WORDS.values()} == WORDS


def test_the_terms_of_a_match_tell_its_clock_in_words(ann: Person) -> None:
    page = ann.challenge("siege", limits__clock_s="10 min")
    assert ann.standing(page)["limits"] == {"clock_s": 600}
    assert "<dd>10 minutes</dd>" in ann.get(page)
    assert "<dd>3 minutes</dd>" in ann.get(ann.challenge("siege")), "unless it is set"
