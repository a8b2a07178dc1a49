"""Odds and other long work: bounded, stopped when nobody waits; and work in the background."""

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import gevent
import gevent.event
import pytest
from flask import Flask, current_app
from flask.testing import FlaskClient
from gevent import Greenlet
from prometheus_client import REGISTRY
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import Gone, ServiceUnavailable

import engine
from engine.core.budget import budget
from engine.odds import chances
from tests import sieges
from tests.odds.stacks import LADDER
from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import Person
from tests.webapp.in_background import finish
from tests.webapp.live_server import PATIENCE_SECONDS
from tests.webapp.page_parts import assert_shape
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import games, jobs, samples, texts
from webapp.base.jobs import Progress
from webapp.battles import playback
from webapp.battles import store as battles
from webapp.guard import limits as bounds
from webapp.guard.admission import (
    LONG_KEY,
    PLAYING_KEY,
    SAMPLED_KEY,
    SHORT_KEY,
    Turns,
    first_estimate,
    playing,
    start_worker,
    work_apart,
    work_out,
    work_out_long,
)
from webapp.searches import limits
from webapp.searches.pages import odds

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
        environ = {"REMOTE_ADDR": address, bounds.IS_GONE: lambda: bool(clients_gone)}
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
    for key in (SHORT_KEY, SAMPLED_KEY, LONG_KEY, PLAYING_KEY):
        assert app.extensions[key].asked == 0
        assert not app.extensions[key].by_address.counts
        assert not app.extensions[key].turns.held.counts


Busy = Callable[..., Greenlet]


@pytest.mark.parametrize(
    ("addresses", "own"), [(1, "192.0.2.0"), (bounds.ASKED_MOST, "192.0.2.99")]
)
def test_limit_of_searches(client: FlaskClient, busy: Busy, addresses: int, own: str) -> None:
    """A form goes on without chances, and battles are played meanwhile."""
    for number in range(bounds.ASKED_BY_ONE_MOST if addresses == 1 else bounds.ASKED_MOST):
        busy(f"192.0.2.{number % addresses}")
    asked_by: Any = {"REMOTE_ADDR": own}
    answer = client.post(ODDS, json=BATTLE, environ_base=asked_by)
    assert "Try again in 5 seconds" in assert_shape(answer, 503)["error"]
    assert answer.headers["Retry-After"] == "5"
    a, b = (f"sample:{id_}" for id_ in samples.load(games.game("manymarios")).first_pair())
    answer = client.get(f"/quick/manymarios?army_a={a}&army_b={b}", environ_base=asked_by)
    assert answer.status_code == 200
    assert "The server is busy" in answer.text
    assert client.post("/api/v1/battles", json=BATTLE).status_code == 201


@pytest.mark.parametrize(
    ("addresses", "own"), [(1, "192.0.2.0"), (bounds.PLAYED_MOST, "192.0.2.99")], ids=["one", "all"]
)
def test_so_many_battles_are_played_at_once(
    app: Flask, client: FlaskClient, busy: Busy, addresses: int, own: str
) -> None:
    person = Person(app)
    token = person.csrf_token()
    for number in range(bounds.PLAYED_BY_ONE_MOST if addresses == 1 else bounds.PLAYED_MOST):
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


def test_places_go_to_the_address_that_holds_fewest() -> None:
    turns = Turns(2, held_most=2)
    began: list[str] = []
    go = gevent.event.Event()

    def hold(name: str) -> None:
        with turns.turn(name[0], lambda: None):
            began.append(name)
            go.wait()

    names = ("a1", "a2", "a3", "a4", "b1", "c1")
    holding = {name: gevent.spawn(hold, name) for name in names}
    gevent.sleep(0)
    assert began == ["a1", "a2"]
    for place in range(4):
        holding[began[place]].kill()
        gevent.sleep(0)
    assert began == ["a1", "a2", "b1", "a3", "c1", "a4"]
    go.set()
    gevent.joinall([*holding.values()])
    assert turns.free == 2


def test_long_questions_leave_room_for_others_and_short(client: FlaskClient, busy: Busy) -> None:
    begun: list[str] = []

    def work(name: str) -> None:
        work_out_long(lambda: (begun.append(name), endless()))

    for name in ("first", "second", "third"):
        busy("192.0.2.1", lambda name=name: work(name))
    busy("192.0.2.2", lambda: work("another's"))
    with gevent.Timeout(PATIENCE_SECONDS):
        while len(begun) < 2:
            gevent.sleep(0.01)
    assert begun == ["first", "another's"]
    exact = client.post("/api/v1/odds", json=BATTLE)
    assert exact.get_json()["method"] == "exact", "short questions have a worker of their own"


def test_long_question_restarts_among_the_long(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.guard.limits.SHORT_MOST", 5)
    tried: list[int] = []

    def work(cost: int = 0) -> str:
        spent = budget()
        assert spent
        tried.append(spent.operations)
        spent.expect(cost)
        spent.spend(9)
        return "found"

    with app.test_request_context("/"):
        assert work_out(work) == "found"
        assert tried == [5, bounds.OPERATIONS_MOST]
        tried.clear()
        with pytest.raises(engine.SpentError, match=r"limit is 2,000,000; .* battlereel odds FILE"):
            work_out(lambda: work(4 * bounds.OPERATIONS_MOST))
    assert tried == [5], "it is not tried at all as a long one"


@pytest.fixture
def apart(app: Flask) -> Iterator[Any]:
    work_apart(app, ["webapp.searches.pages.odds"])
    yield app.extensions[LONG_KEY].crew
    for key in (LONG_KEY, SAMPLED_KEY):
        for worker in app.extensions[key].crew.idle:
            worker.end()
        app.extensions[key].crew = None


def test_long_work_is_done_by_a_process(app: Flask, apart: Any, monkeypatch: Any) -> None:
    battle = engine.read(LADDER)
    app.config["LANGUAGES"] = ("en", "de")
    progress = Progress()
    with app.test_request_context("/", headers={"Accept-Language": "de"}):
        found = work_out_long(limits.best_order, battle, "a", progress=progress)
        assert found == limits.best_order(battle, "a")
        (worker,) = apart.idle
        assert worker.process.pid != os.getpid()
        mine, its = (os.getpriority(os.PRIO_PROCESS, it) for it in (0, worker.process.pid))
        assert its > mine, "the server goes first"
        assert progress.done == progress.of > 0
        again = work_out_long(engine.conditioned, battle, "a", 3)
        assert again.document == engine.conditioned(battle, "a", 3).document
        with pytest.raises(engine.InputError) as refused:
            work_out_long(engine.conditioned, battle, "nobody")
        assert texts.translated(refused.value.problems[0]).message.startswith("muss eins von")
        assert work_out_long(odds.report_of, battle)["method"] == "exakt"
        monkeypatch.setattr("webapp.guard.limits.OPERATIONS_MOST", 99)
        with pytest.raises(engine.SpentError, match="battlereel odds FILE"):
            work_out_long(limits.odds, battle, "sample", 1_000)
        monkeypatch.undo()
        with pytest.raises(ZeroDivisionError) as failed:
            work_out_long(divmod, 1, 0)
        assert "Traceback" in "".join(failed.value.__notes__)
        assert apart.idle == [worker], "one process has done all of it"
        worker.process.kill()
        worker.process.wait()
        assert work_out_long(divmod, 7, 2) == (3, 1), "another one takes its place"
        (worker,) = apart.idle
        with pytest.raises(ServiceUnavailable):
            work_out_long(os.kill, worker.process.pid, signal.SIGKILL)
    assert not apart.idle


def test_rules_sample_in_a_process(app: Flask, apart: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Battles in a thread of the server keep pages waiting."""
    start_worker(app)
    (worker,) = app.extensions[SAMPLED_KEY].crew.idle
    bots = [sieges.side(sieges.EVEN, bot="random") for _ in "ab"]
    siege = engine.read(sieges.siege_file(*bots))
    few = engine.odds(siege, samples=20)
    monkeypatch.setattr(chances, "_by_rules", None)
    with app.test_request_context("/"):
        assert "n = " in first_estimate(partial(odds.report_of, siege), 1_000)["method"]
        assert work_out(limits.odds, siege, samples=20) == few
        assert app.extensions[SAMPLED_KEY].crew.idle == [worker]
        assert not apart.idle, "neither is a long question"
        assert work_out(os.getpid) == os.getpid(), "others have a thread"


def test_large_bodies_are_read_when_no_other_request_waits() -> None:
    large = [gevent.spawn(jobs.when_idle) for _ in range(2)]
    page = gevent.spawn(lambda: [gevent.sleep(0) for _ in range(3)])
    page.join()
    assert not any(one.dead for one in large)
    gevent.joinall(large, timeout=PATIENCE_SECONDS, raise_error=True)


def test_the_work_of_a_process_is_stopped_when_its_client_has_gone(app: Flask, apart: Any) -> None:
    looks = iter([False] * 5)
    environ = {bounds.IS_GONE: lambda: next(looks, True)}
    with app.test_request_context("/", environ_base=environ), pytest.raises(ServiceUnavailable):
        work_out_long(endless)
    (worker,) = apart.idle
    assert worker.is_alive, "it is stopped, not killed"


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

    answer = client.post("/api/v1/battles", json=BATTLE, environ_base={bounds.IS_GONE: is_gone})
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
    def too_much() -> None:
        raise engine.SpentError.single("", engine.Text("takes too much"))

    with app.test_request_context("/") as context:
        context.request.url_rule = next(app.url_map.iter_rules(endpoint))
        with pytest.raises(engine.SpentError) as refused:
            work_out(too_much) if place == "odds" else play_out(too_much)
    assert str(refused.value).endswith(f"the command line does it: {command}")


BUSY = OperationalError("SELECT", {}, Exception("database is locked"))


def start(app: Flask, task: Callable[[], object], times: int = 1) -> None:
    for _ in range(times):
        with app.app_context():
            jobs.start("task", task)


def failing(error: Exception, runs: list[str]) -> Callable[[], None]:
    def fail() -> None:
        runs.append("failed")
        raise error

    return fail


def test_a_task_runs_in_the_application_and_no_request_waits_for_it(app: Flask) -> None:
    runs: list[str] = []
    start(app, lambda: runs.append(current_app.name))
    assert runs == []
    finish(app)
    assert runs == ["webapp"]
    for _ in range(2):
        start(app, failing(BUSY, runs))
        finish(app)
    assert len(runs) == 3, "a busy database is asked again by the next request"


def test_a_task_that_is_running_is_not_begun_again(app: Flask) -> None:
    runs: list[str] = []
    waiting = gevent.event.Event()

    def wait() -> None:
        runs.append("begun")
        waiting.wait()

    start(app, wait, 2)
    gevent.sleep(0)
    start(app, wait)
    waiting.set()
    finish(app)
    assert runs == ["begun"]
    start(app, wait)
    finish(app)
    assert runs == ["begun"] * 2


def errors() -> float:
    return REGISTRY.get_sample_value("battlereel_errors_total", {"kind": "background"}) or 0


@pytest.mark.parametrize(
    ("error", "is_error", "is_traced"),
    [
        (ZeroDivisionError("oh"), True, True),
        (Gone("oh"), True, False),
        (ServiceUnavailable("full"), False, False),
    ],
)
def test_what_fails_is_not_tried_again_for_a_minute(
    app: Flask,
    clock: StoppedClock,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    *,
    is_error: bool,
    is_traced: bool,
) -> None:
    before, runs = errors(), list[str]()
    for wait_ms, count in ((0, 1), (jobs.RETRY_MS - 1, 1), (1, 2)):
        clock.ms += wait_ms
        start(app, failing(error, runs))
        finish(app)
        assert len(runs) == count
    logged = [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert [bool(one.exc_info) for one in logged] == [is_traced] * (2 if is_error else 0)
    assert (errors() > before) is is_error


def test_mistake_leaves_log_empty(client: FlaskClient, capfd: pytest.CaptureFixture[str]) -> None:
    too_many = BATTLE | {"seed": 1, "rolls": [1] * 9_000}
    for address, file in (("battles", too_many), ("odds/wanted?wish=nonsense", BATTLE)):
        answer = client.post(f"/api/v1/{address}", json=file)
        assert answer.status_code == 422
        assert len(answer.data) < 2_000
        assert capfd.readouterr() == ("", "")


def test_recording_is_read_once_for_all(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.game("manymarios")
    with app.app_context():
        stored = battles.put_on_air(game, engine.play(BATTLE), battles.Airing(0))
        read: list[bytes] = []

        def unpack(_game: Any, lines: bytes, _analysis: Any) -> bytes:
            read.append(lines)
            return lines

        monkeypatch.setattr(playback, "unpack", unpack)

        def ask() -> Any:
            with app.app_context():
                return battles.playback_of(stored)

        asked = [gevent.spawn(ask) for _ in range(3)]
        gevent.joinall(asked, timeout=PATIENCE_SECONDS)
    assert [one.value for one in asked] == read * 3
