"""Odds and other long work: bounded, stopped when nobody waits, and in nobody's way."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import gevent
import pytest
from flask import Flask
from flask.testing import FlaskClient
from gevent import Greenlet
from werkzeug.exceptions import ServiceUnavailable

import engine
from engine.core.budget import budget
from tests.webapp.battle_files import BATTLE
from tests.webapp.live_server import PATIENCE_SECONDS
from tests.webapp.test_error_shape import assert_shape
from webapp import games
from webapp.battles import samples
from webapp.guard import workshop
from webapp.guard.connections import IS_GONE
from webapp.guard.workshop import ASKED_BY_ONE_MOST, ASKED_MOST, THREADS, work_out

ODDS = "/api/v1/odds?method=sample&samples=100"


@pytest.fixture
def busy(app: Flask) -> Iterator[Callable[..., Greenlet]]:
    """Begins work that goes on until it is stopped, asked for from an address."""
    begun: list[Greenlet] = []
    clients_gone: list[bool] = []

    def endless() -> None:
        spent = budget()
        assert spent is not None
        turn = threading.Event()
        while not turn.wait(0.01):
            spent.spend(0)

    def ask(address: str) -> None:
        environ = {"REMOTE_ADDR": address, IS_GONE: lambda: bool(clients_gone)}
        context = app.test_request_context("/", environ_base=environ)
        with context, suppress(ServiceUnavailable):
            work_out(endless)

    def begin(address: str = "192.0.2.1") -> Greenlet:
        begun.append(gevent.spawn(ask, address))
        gevent.sleep(0)
        return begun[-1]

    yield begin
    clients_gone.append(True)
    gevent.joinall(begun, timeout=PATIENCE_SECONDS)
    assert all(one.dead for one in begun), "all have been stopped, since nobody waits any more"
    assert app.extensions[workshop.KEY].asked == 0
    assert not app.extensions[workshop.KEY].by_address.counts


Busy = Callable[..., Greenlet]


def test_a_battle_is_played_while_all_threads_find_odds(client: FlaskClient, busy: Busy) -> None:
    for _ in range(ASKED_BY_ONE_MOST):
        busy()
    assert ASKED_BY_ONE_MOST > THREADS, "two of them wait for a thread"
    assert client.post("/api/v1/battles", json=BATTLE).status_code == 201


def test_an_address_asks_for_so_much_at_once(client: FlaskClient, busy: Busy) -> None:
    for _ in range(ASKED_BY_ONE_MOST):
        busy("192.0.2.1")
    answer = client.post(ODDS, json=BATTLE, environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert "Try again in 5 seconds" in assert_shape(answer, 503)["error"]
    assert answer.headers["Retry-After"] == "5"


def test_all_addresses_ask_for_so_much_at_once(client: FlaskClient, busy: Busy) -> None:
    for number in range(ASKED_MOST):
        busy(f"192.0.2.{number}")
    answer = client.post(ODDS, json=BATTLE, environ_base={"REMOTE_ADDR": "192.0.2.99"})
    assert assert_shape(answer, 503)
    assert answer.headers["Retry-After"] == "5"


def test_the_form_of_a_battle_goes_on_without_chances(client: FlaskClient, busy: Busy) -> None:
    for number in range(ASKED_MOST):
        busy(f"192.0.2.{number}")
    game = next(iter(games.games().values()))
    a, b = (f"sample:{id_}" for id_ in samples.load(game).first_pair())
    answer = client.get(f"/quick/{game.id}?army_a={a}&army_b={b}")
    assert answer.status_code == 200
    assert "Too much is being worked out at the moment" in answer.text


def test_work_has_a_budget(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred battles of more than one event each take more than a hundred operations."""
    monkeypatch.setattr(workshop, "OPERATIONS_MOST", 99)
    error = assert_shape(client.post(ODDS, json=BATTLE), 422)
    assert "takes over 99 events" in error["error"]
    monkeypatch.setattr(workshop, "OPERATIONS_MOST", 100_000)
    assert client.post(ODDS, json=BATTLE).status_code == 200


def test_every_event_that_is_played_is_counted() -> None:
    recording = engine.play(BATTLE)
    with engine.Budget(10_000) as spent:
        engine.play(BATTLE)
    assert spent.operations - spent.left == len(recording.events)
    engine.play(BATTLE)
    assert spent.operations - spent.left == len(recording.events), "outside nothing is"


def test_what_is_stopped_ends_at_the_next_event() -> None:
    spent = engine.Budget(10_000)
    spent.stop()
    with spent, pytest.raises(engine.StoppedError):
        engine.play(BATTLE)
    assert spent.left == 10_000
