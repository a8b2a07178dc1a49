"""Work in the background: once at a time, and not at every look if it fails."""

import logging
from collections.abc import Callable

import gevent
import gevent.event
import pytest
from flask import Flask, current_app
from prometheus_client import REGISTRY
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import Gone, ServiceUnavailable

from tests.webapp.in_background import finish
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import background

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
    seen: list[str] = []
    start(app, lambda: seen.append(current_app.name))
    assert seen == []
    finish(app)
    assert seen == ["webapp"]
    runs: list[str] = []
    for _ in range(2):
        start(app, failing(BUSY, runs))
        finish(app)
    assert len(runs) == 2, "a busy database is asked again by the next request"


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


@pytest.mark.parametrize(
    ("error", "is_traced"), [(ZeroDivisionError("oh"), True), (Gone("oh"), False)]
)
def test_what_fails_is_logged_and_not_tried_again_for_a_minute(
    app: Flask,
    clock: StoppedClock,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    *,
    is_traced: bool,
) -> None:
    runs: list[str] = []
    for wait_ms in (0, background.RETRY_MS - 1):
        clock.ms += wait_ms
        start(app, failing(error, runs))
        finish(app)
        assert len(runs) == 1
    (record,) = caplog.records
    assert "oh" in caplog.text
    assert bool(record.exc_info) is is_traced
    clock.ms += 1
    start(app, failing(error, runs))
    finish(app)
    assert len(runs) == 2


def test_too_much_at_once_is_no_error_and_is_tried_again_in_a_minute(
    app: Flask, clock: StoppedClock, caplog: pytest.LogCaptureFixture
) -> None:
    kind, runs = {"kind": "background"}, list[str]()
    before = REGISTRY.get_sample_value("battlereel_errors_total", kind)
    for wait_ms, count in ((0, 1), (background.RETRY_MS - 1, 1), (1, 2)):
        clock.ms += wait_ms
        start(app, failing(ServiceUnavailable("full"), runs))
        finish(app)
        assert len(runs) == count
    assert REGISTRY.get_sample_value("battlereel_errors_total", kind) == before
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []
