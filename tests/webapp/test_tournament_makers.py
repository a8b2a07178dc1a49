"""Unfinished tournaments: their limit, by owner and address, across processes; after a kill."""

from typing import Any

import gevent
import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.exceptions import ServiceUnavailable

from tests.webapp.in_background import finish
from tests.webapp.stopped_clock import StoppedClock
from webapp import create_app
from webapp.base.config import Settings
from webapp.store import database
from webapp.store.database import session
from webapp.store.models import Gathering, Tournament
from webapp.tournaments import entries, registration, store
from webapp.tournaments.limits import UNFINISHED_BY_ONE_MOST

ARMY = {"army": {"lineup": [{"unit": "goomba"}]}}
SWISS = {"kind": "swiss", "ruleset": "manymarios", "seed": 1, "entrants": [ARMY] * 2}


def at(app: Flask, number: int) -> Any:
    """A request from an address that ends in this number."""
    return app.test_request_context(environ_base={"REMOTE_ADDR": f"192.0.2.{number}"})


def test_tournaments_that_are_played_are_counted_by_owner(app: Flask) -> None:
    for number in range(UNFINISHED_BY_ONE_MOST + 1):
        with at(app, number):
            if number < UNFINISHED_BY_ONE_MOST:
                store.create(SWISS, "somebody")
            else:
                with pytest.raises(ServiceUnavailable):
                    store.create(SWISS, "somebody")


def test_an_address_is_counted_by_all_processes(
    app: Flask, settings: Settings, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And however its tournaments began: by one call, or by a link that people joined."""
    elsewhere = create_app(settings, clock)
    people = {"ruleset": "manymarios", "kind": "swiss"}

    def gather(address: str) -> str:
        """A program's tournament, which is due; it has another owner each time."""
        client = app.test_client()
        at = {"environ_base": {"REMOTE_ADDR": address}}
        made: Any = client.post("/api/v1/tournaments", json=people, **at)
        for name in ("Ann", "Bo"):
            joined = client.post(
                f"/api/v1/tournaments/{made.json['id']}/join", json={"name": name, **ARMY}, **at
            )
            assert joined.status_code == 201, joined.text
        return str(made.json["id"])

    def begin(id_: str, where: Flask) -> None:
        with where.app_context():
            registration.begin(id_)

    made = [gather("192.0.2.1") for _ in range(UNFINISHED_BY_ONE_MOST + 1)]
    other = gather("192.0.2.2")
    with monkeypatch.context() as while_they_are_played:
        while_they_are_played.setattr(store, "go_on", lambda _: None)
        for number, id_ in enumerate(made[:-1]):
            begin(id_, (app, elsewhere)[number % 2])
        with pytest.raises(ServiceUnavailable):
            begin(made[-1], elsewhere)
        begin(other, app)
    with app.app_context():
        store.go_on_with_all()
    finish(app)
    begin(made[-1], elsewhere)
    finish(elsewhere)
    with app.app_context(), session() as db:
        assert {*db.scalars(select(Tournament.household))} == {None}, "nothing of it stays"
        assert {*db.scalars(select(Gathering.household))} == {None}
    elsewhere.extensions[database.KEY].kw["bind"].dispose()


def test_tournaments_sent_together_are_counted_when_they_are_stored(app: Flask) -> None:
    def create(number: int) -> bool:
        with at(app, 1):
            try:
                store.create(SWISS, f"somebody {number}")
            except ServiceUnavailable:
                return False
            return True

    with app.app_context():
        assert store.unfinished() == []  # opens SQLAlchemy's first connection
    together = [gevent.spawn(create, number) for number in range(8)]
    gevent.joinall(together, raise_error=True)
    assert [one.value for one in together].count(True) == UNFINISHED_BY_ONE_MOST


def test_ladders_played_on_together_are_counted_as_new_ones(app: Flask) -> None:
    """They have ended, each with another owner."""

    def create(number: int) -> str:
        with at(app, number):
            row = store.create({**SWISS, "kind": "ladder", "rounds": 1}, f"somebody {number}")
            store.play(row.id)
            return row.id

    def play_on(id_: str) -> bool:
        with at(app, 99):
            row = store.find(id_)
            assert row is not None
            assert row.ended_at_ms is not None
            try:
                entries.play_more(row, 1)
            except ServiceUnavailable:
                return False
            return True

    made = [create(number) for number in range(6)]
    with app.extensions[store.KEY]:  # none ends meanwhile
        together = [gevent.spawn(play_on, id_) for id_ in made]
        gevent.joinall(together, raise_error=True)
    assert [one.value for one in together].count(True) == UNFINISHED_BY_ONE_MOST
    finish(app)
