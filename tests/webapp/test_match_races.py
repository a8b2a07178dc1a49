"""Two processes, one match: a round is played once, an end is stored once."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select, update
from werkzeug.exceptions import Conflict

from tests.webapp.at_once import at_once as all_at_once
from tests.webapp.challengers import Person
from tests.webapp.match_players import SPEARS, Played, begin, players, rows
from tests.webapp.stopped_clock import StoppedClock
from webapp.challenges import outcome
from webapp.challenges import store as challenges
from webapp.matches import bots, rounds, settling, store
from webapp.store import database
from webapp.store.models import Match, Orders

Act = Callable[[Match], Any]
AT_ONCE = 6


@pytest.fixture
def played(ann: Person, bo: Person) -> Played:
    return begin(ann, bo, 60)


def at_once(apps: list[Flask], match: str, *acts: Act) -> list[Any]:
    """What each of these gives for a match, done at the same moment in either application."""
    return all_at_once(apps, *[partial(do, act, match) for act in acts])


def do(act: Act, match: str) -> Any:
    found = store.find(match)
    assert found
    return act(found)


def count(app: Flask, table: type[Any], **where: Any) -> int:
    with app.app_context(), database.session() as db:
        return db.scalar(select(func.count()).select_from(table).filter_by(**where)) or 0


def test_late_round_is_played_once(apps: list[Flask], played: Played, clock: StoppedClock) -> None:
    clock.ms += 70_000
    settled = at_once(apps, played.id, *[lambda match: settling.settle(match.id)] * AT_ONCE)
    assert [match.round for match in settled] == [2] * AT_ONCE
    match, _ = rows(apps[0], played.id)
    assert match.changes == 1


def test_two_who_lock_at_once_play_the_round_once(apps: list[Flask], played: Played) -> None:
    locks: list[Act] = [
        lambda match: rounds.lock(match, "a", 1),
        lambda match: rounds.lock(match, "b", 1),
    ]
    at_once(apps, played.id, *locks)
    match, orders = rows(apps[0], played.id)
    assert match.round == 2
    assert len(orders) == 2


def test_order_races_the_clock(apps: list[Flask], played: Played, clock: StoppedClock) -> None:
    clock.ms += 69_999
    a, _, _ = players(apps[0], played)
    a.order(1, D="defend", E="defend")

    def late(match: Match) -> Match:
        clock.ms += 1
        return settling.settle(match.id)

    def change(match: Match) -> Match:
        return rounds.order(match, "a", 1, {"D": "defend", "E": "defend", "A": "attack"})

    _, changed = at_once(apps, played.id, late, change)
    given = next(event for event in a.events() if event["type"] == "orders_given")["orders"]
    assert given["aA"] == ("none" if isinstance(changed, Conflict) else "attack")


def test_a_bot_orders_once_for_a_round(apps: list[Flask], ann: Person, clock: StoppedClock) -> None:
    page = ann.challenge("siege", opponent="cautious", limits__clock_s="60")
    ann.seal(page, SPEARS)
    match = ann.standing(page)["battle"]
    clock.ms += 70_000
    at_once(apps, match, *[lambda match: settling.settle(match.id)] * AT_ONCE)
    assert count(apps[0], Orders, match_id=match, side="b") == 1


def test_a_match_begins_once(apps: list[Flask], ann: Person, bo: Person) -> None:
    played = begin(ann, bo)
    with apps[0].app_context():
        match = store.find(played.id)
        assert match
        challenge = challenges.find(match.challenge_id)
        assert challenge
    at_once(apps, played.id, *[lambda _: outcome.reveal(challenge)] * AT_ONCE)
    assert count(apps[0], Match) == 1


def between(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Has something happen once between the moment a round is worked out and that it is stored."""
    acts, decide = [act], bots.decide

    def decided(*of: Any) -> Any:
        found = decide(*of)
        for act in acts[:]:
            acts.remove(act)
            act()
        return found

    monkeypatch.setattr(bots, "decide", decided)


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
    """Also if time passes, and another round's time is up, while the first one is worked out."""
    began = clock.ms
    clock.ms += 70_000 + 5000

    def wait() -> None:
        clock.ms += 68_000

    between(monkeypatch, wait)
    told = players(app, played)[0].look_again()
    match, _ = rows(app, played.id)
    assert json.loads(match.ends) == [began + 70_000, began + 138_000]
    assert (told["round"], told["deadline_ms"]) == (3, began + 206_000)


def test_lock_is_not_taken_back_after_the_second_one(
    app: Flask, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second lock has come by another process, which has not played the round yet."""
    a, b, _ = players(app, played)
    a.lock(1)
    settle = settling.settle
    with monkeypatch.context() as patch:
        patch.setattr(rounds, "settle", lambda id_: store.read(id_)[0])
        b.lock(1)
        for act in (a.unlock, a.order, a.lock):
            assert "Both sides have locked" in act(1, 409)["error"]
    with app.app_context():
        assert settle(played.id).round == 2
