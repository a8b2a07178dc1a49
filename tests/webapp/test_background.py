"""Work in the background and in threads: once at a time, and its refusals leave the log empty."""

import logging
from collections.abc import Callable
from typing import Any

import gevent
import gevent.event
import pytest
from flask import Flask, current_app
from flask.testing import FlaskClient
from prometheus_client import REGISTRY
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import Gone, ServiceUnavailable

import engine
from tests.webapp.battle_files import BATTLE
from tests.webapp.in_background import finish
from tests.webapp.live_server import PATIENCE_SECONDS
from tests.webapp.stopped_clock import StoppedClock
from webapp import games
from webapp.base import background
from webapp.battles import playback
from webapp.battles import store as battles

BUSY = OperationalError("SELECT", {}, Exception("database is locked"))


def start(app: Flask, task: Callable[[], object], times: int = 1) -> None:
    for _ in range(times):
        with app.app_context():
            background.start("task", task)


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
    for wait_ms, count in ((0, 1), (background.RETRY_MS - 1, 1), (1, 2)):
        clock.ms += wait_ms
        start(app, failing(error, runs))
        finish(app)
        assert len(runs) == count
    logged = [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert [bool(one.exc_info) for one in logged] == [is_traced] * (2 if is_error else 0)
    assert (errors() > before) is is_error


def test_an_ordinary_mistake_leaves_the_log_empty(
    client: FlaskClient, capfd: pytest.CaptureFixture[str]
) -> None:
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
                return battles.playback_of(game, stored)

        asked = [gevent.spawn(ask) for _ in range(3)]
        gevent.joinall(asked, timeout=PATIENCE_SECONDS)
    assert [one.value for one in asked] == read * 3
