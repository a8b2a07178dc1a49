"""Whoever is first, however many ask at once: one seat, one army, one battle, one next game."""

from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select
from werkzeug.exceptions import Conflict

from engine import SideId
from tests.webapp.at_once import at_once
from tests.webapp.challengers import LINEUP, OTHER_LINEUP, Person, id_of
from tests.webapp.stopped_clock import StoppedClock
from webapp.challenges import outcome, series, store
from webapp.challenges.limits import GRACE_MS
from webapp.matches import seats
from webapp.store import database
from webapp.store.models import Battle, Challenge


def new(apps: list[Flask], **seated: str) -> Challenge:
    with apps[0].app_context():
        terms: dict[str, Any] = {"battle": {}, "limits": {}}
        challenge = store.create("manymarios", terms, holder="ann")
        if seated:
            seats.take(challenge, **seated)
        return found(apps, challenge)


def found(apps: list[Flask], challenge: Challenge) -> Challenge:
    with apps[0].app_context():
        return database.fresh(challenge)


def battles_stored(app: Flask) -> int:
    with app.app_context(), database.session() as db:
        return db.scalar(select(func.count()).select_from(Battle)) or 0


def test_two_who_seal_at_once_make_exactly_one_battle(apps: list[Flask]) -> None:
    challenge = new(apps, holder="bo", name="Bo")
    acts = [
        partial(outcome.seal, challenge, "a", LINEUP),
        partial(outcome.seal, challenge, "b", OTHER_LINEUP),
    ]
    assert at_once(apps, *acts, *acts) == [None] * 4
    assert battles_stored(apps[0]) == 1
    after = found(apps, challenge)
    with apps[1].app_context():
        assert after.battle_id is not None
        assert store.army_of(after, "a") == LINEUP
        assert store.army_of(after, "b") == OTHER_LINEUP


def test_a_seat_is_taken_by_one(apps: list[Flask]) -> None:
    challenge, people = new(apps), ("bo", "eve", "cem", "di")
    results = at_once(apps, *[partial(seats.take, challenge, who, who) for who in people])
    assert sorted(type(result).__name__ for result in results) == ["Conflict"] * 3 + ["NoneType"]
    assert found(apps, challenge).seats[1].holder == people[results.index(None)]


def test_both_who_ask_for_next_game_get_same_one(apps: list[Flask], clock: StoppedClock) -> None:
    challenge = new(apps, holder="bo", name="Bo")
    with apps[0].app_context():
        outcome.seal(challenge, "a", LINEUP)
        outcome.seal(found(apps, challenge), "b", OTHER_LINEUP)
    clock.ms += 3_600_000
    over = found(apps, challenge)
    games = at_once(apps, *[lambda: series.start_next(over)] * 6)
    assert len({game.id for game in games}) == 1
    with apps[0].app_context():
        assert [game.number for game in store.series_games(challenge.series_id)] == [1, 2]


def write(app: Flask, page: str, side: SideId, army: dict[str, Any]) -> None:
    """Seals an army, and is cut off before the battle is made."""
    with app.app_context():
        challenge = store.find(id_of(page))
        assert challenge
        outcome._write(challenge, side, army)


def test_late_reveal(app: Flask, ann: Person, cem: Person, page: str, clock: StoppedClock) -> None:
    ann.seal(page)
    write(app, page, "b", OTHER_LINEUP)
    assert cem.standing(page)["status"] == "sealed"
    assert battles_stored(app) == 0, "the one who sealed last may be at it"
    clock.ms += GRACE_MS
    assert cem.standing_again(page)["status"] == "countdown"
    assert battles_stored(app) == 1


def test_outdated_armies_void_a_challenge(app: Flask, bo: Person, cem: Person, page: str) -> None:
    write(app, page, "a", {"lineup": [{"unit": "a unit of the past"}]})
    bo.seal(page)
    assert cem.standing(page)["status"] == "void"
    assert "The rules have changed" in cem.get(page)
    assert battles_stored(app) == 0


def test_second_writer_between_look_and_write_is_refused(apps: list[Flask]) -> None:
    challenge = new(apps)
    with apps[0].app_context():
        seats.take(challenge, "bo", "Bo")
        with pytest.raises(Conflict):
            seats.take(challenge, "eve", "Eve")
        outcome.seal(challenge, "a", LINEUP)
        for army in (LINEUP, OTHER_LINEUP):
            outcome._write(challenge, "a", army)
        assert store.army_of(found(apps, challenge), "a") == LINEUP
        with pytest.raises(Conflict):
            outcome.seal(challenge, "a", OTHER_LINEUP)
    assert found(apps, challenge).seats[1].holder == "bo"
