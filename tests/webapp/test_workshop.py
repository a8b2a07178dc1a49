"""Odds and other long work: bounded, stopped when nobody waits, and in nobody's way."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import gevent
import pytest
from flask import Flask
from flask.testing import FlaskClient
from gevent import Greenlet
from werkzeug.exceptions import ServiceUnavailable

import engine
from engine.core.budget import budget
from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import Person
from tests.webapp.live_server import PATIENCE_SECONDS
from tests.webapp.test_error_shape import assert_shape
from webapp import games
from webapp.battles import samples
from webapp.guard import workshop
from webapp.guard.connections import IS_GONE
from webapp.guard.workshop import (
    ASKED_BY_ONE_MOST,
    ASKED_MOST,
    PLAYED_BY_ONE_MOST,
    PLAYED_MOST,
    PLAYING_KEY,
    playing,
    work_out,
)

ODDS = "/api/v1/odds?method=sample&samples=100"


def endless(*_: Any) -> None:
    spent = budget()
    assert spent is not None
    turn = threading.Event()
    while not turn.wait(0.01):
        spent.spend(0)


def play_out(act: Callable[..., Any] = endless) -> None:
    with playing() as run:
        run(act)


@pytest.fixture
def busy(app: Flask) -> Iterator[Callable[..., Greenlet]]:
    begun: list[Greenlet] = []
    clients_gone: list[bool] = []

    def ask(address: str, work: Callable[[], None]) -> None:
        environ = {"REMOTE_ADDR": address, IS_GONE: lambda: bool(clients_gone)}
        context = app.test_request_context("/", environ_base=environ)
        with context, suppress(ServiceUnavailable):
            work()

    def begin(
        address: str = "192.0.2.1", work: Callable[[], None] = lambda: work_out(endless)
    ) -> Greenlet:
        begun.append(gevent.spawn(ask, address, work))
        gevent.sleep(0)
        return begun[-1]

    yield begin
    clients_gone.append(True)
    gevent.joinall(begun, timeout=PATIENCE_SECONDS)
    assert all(one.dead for one in begun), "all have been stopped, since nobody waits any more"
    for key in (workshop.KEY, PLAYING_KEY):
        assert app.extensions[key].asked == 0
        assert not app.extensions[key].by_address.counts


Busy = Callable[..., Greenlet]


@pytest.mark.parametrize(("addresses", "own"), [(1, "192.0.2.0"), (ASKED_MOST, "192.0.2.99")])
def test_limit_of_searches(client: FlaskClient, busy: Busy, addresses: int, own: str) -> None:
    """A form goes on without chances, and battles are played meanwhile."""
    for number in range(ASKED_BY_ONE_MOST if addresses == 1 else ASKED_MOST):
        busy(f"192.0.2.{number % addresses}")
    asked_by: Any = {"REMOTE_ADDR": own}
    answer = client.post(ODDS, json=BATTLE, environ_base=asked_by)
    assert "Try again in 5 seconds" in assert_shape(answer, 503)["error"]
    assert answer.headers["Retry-After"] == "5"
    a, b = (f"sample:{id_}" for id_ in samples.load(games.game("manymarios")).first_pair())
    answer = client.get(f"/quick/manymarios?army_a={a}&army_b={b}", environ_base=asked_by)
    assert answer.status_code == 200
    assert "Too much is being worked out at the moment" in answer.text
    assert client.post("/api/v1/battles", json=BATTLE).status_code == 201


@pytest.mark.parametrize(
    ("addresses", "own"), [(1, "192.0.2.0"), (PLAYED_MOST, "192.0.2.99")], ids=["one", "all"]
)
def test_so_many_battles_are_played_at_once(
    app: Flask, client: FlaskClient, busy: Busy, addresses: int, own: str
) -> None:
    person = Person(app)
    token = person.csrf_token()
    for number in range(PLAYED_BY_ONE_MOST if addresses == 1 else PLAYED_MOST):
        busy(f"192.0.2.{number % addresses}", play_out)
    sample = next(iter(samples.load(games.game("manymarios")).battles))
    for address, form in (
        ("/api/v1/battles", {"json": BATTLE}),
        (f"/start/sample/manymarios/{sample}", {"data": {"csrf_token": token}}),
    ):
        answer = person.client.post(address, environ_base={"REMOTE_ADDR": own}, **form)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "Too many battles are being played at the moment" in answer.text
    assert client.post(ODDS, json=BATTLE).status_code == 200, "odds wait for no battle"
    for address in ("/battles", "/readyz", "/metrics"):
        assert client.get(address).status_code == 200


def test_a_battle_is_not_read_before_there_is_a_place_to_play_it(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:

    monkeypatch.setattr(app.extensions[PLAYING_KEY], "most", 0)
    assert_shape(client.post("/api/v1/battles", json={"ruleset": "none"}), 503)


def test_abandoned_battle_is_stopped(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "play", endless)
    looks: list[bool] = []

    def is_gone() -> bool:
        looks.append(len(looks) > 1)
        return looks[-1]

    answer = client.post("/api/v1/battles", json=BATTLE, environ_base={IS_GONE: is_gone})
    assert answer.status_code == 503
    assert looks[-1], "it was stopped when the client had gone"


def test_lists_and_health_have_threads_of_their_own(client: FlaskClient) -> None:
    go = threading.Event()
    pool = gevent.get_hub().threadpool
    held = [pool.spawn(go.wait) for _ in range(pool.maxsize)]
    try:
        with gevent.Timeout(PATIENCE_SECONDS):
            for address in ("/api/v1/battles", "/readyz", "/metrics"):
                assert client.get(address).status_code == 200
    finally:
        go.set()
        for one in held:
            one.get()


def test_work_has_budget(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "OPERATIONS_MOST", 99)
    error = assert_shape(client.post(ODDS, json=BATTLE), 422)
    assert "takes over 99 events" in error["error"]
    monkeypatch.setattr(workshop, "OPERATIONS_MOST", 100_000)
    assert client.post(ODDS, json=BATTLE).status_code == 200


@pytest.mark.parametrize(
    ("endpoint", "place", "command"),
    [
        ("odds.weigh", "odds", "battlereel odds FILE"),
        ("battles.start_battle", "battle", "battlereel battle FILE"),
        ("quick.fight", "battle", "battlereel battle FILE"),
        ("quick.choose", "odds", "battlereel odds FILE"),
        ("branches.make_branch", "battle", "battlereel branch FILE"),
        ("battles.get_verdict", "odds", "battlereel verdict FILE…"),
        ("matchups_page.odds_of_pair", "odds", "battlereel odds FILE"),
    ],
)
def test_spent_budget_names_command(app: Flask, endpoint: str, place: str, command: str) -> None:
    assert {*workshop.COMMANDS} <= {*app.view_functions}

    def too_much() -> None:
        raise engine.SpentError.single("", engine.Text("takes too much"))

    with app.test_request_context("/") as context:
        context.request.url_rule = next(app.url_map.iter_rules(endpoint))
        with pytest.raises(engine.SpentError) as refused:
            work_out(too_much) if place == "odds" else play_out(too_much)
    assert str(refused.value).endswith(f"the command line does it: {command}")
