"""What goes wrong in a search that has begun to answer: told in the last line, and never lost."""

import json
import logging
import sqlite3
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client import REGISTRY
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import Conflict

from engine import InputError, Text
from tests.webapp.best_searches import BATTLE, LINES, found
from webapp.base import logs
from webapp.base.errors import REMEDIES
from webapp.battles import search_guard, search_lines
from webapp.store.outage import OUT

SECRET = "SELECT secret FROM nowhere"


def locked() -> OperationalError:
    """What SQLite says while somebody else writes."""
    cause = sqlite3.OperationalError("database is locked")
    cause.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return OperationalError(SECRET, {}, cause)


@pytest.fixture
def fails(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Asks for a search that fails later than it could answer with a status: its last line."""
    app.config["LANGUAGES"] = ("en", "de")
    monkeypatch.setattr(search_lines, "AT_ONCE_SECONDS", 0)

    def ask(error: Exception, **headers: str) -> Any:
        def fail(*_: Any, **__: Any) -> None:
            raise error

        monkeypatch.setattr(search_guard, "best_order", fail)
        answer = found(client, BATTLE, **LINES, **headers)
        assert (answer.status_code, answer.mimetype) == (200, search_lines.LINES)
        return json.loads(answer.text.splitlines()[-1])

    return ask


def counted(kind: str) -> float:
    return REGISTRY.get_sample_value("battlereel_errors_total", {"kind": kind}) or 0


def test_what_nobody_expected_is_logged_and_counted_and_not_shown(
    fails: Any, app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before, ids, log = counted("request"), [], app.logger.error

    def note(*told: Any, **more: Any) -> None:
        ids.append(logs.request_id())
        log(*told, **more)

    monkeypatch.setattr(app.logger, "error", note)
    told = fails(KeyError("secret detail"), **{"X-Request-Id": "asked-for-by-a-proxy"})
    assert (told["error"], told["status"]) == (REMEDIES[500], 500)
    assert "secret detail" not in str(told)
    assert "KeyError: 'secret detail'" in caplog.text
    assert (counted("request"), ids) == (before + 1, ["asked-for-by-a-proxy"])


def test_an_outage_is_told_as_one(fails: Any, caplog: pytest.LogCaptureFixture) -> None:
    before = counted("storage"), counted("request")
    told = fails(locked())
    assert (told["error"], told["status"], told["retry_after"]) == (OUT, 503, 2)
    assert "storage does not answer: database is locked" in caplog.text
    assert SECRET not in caplog.text + str(told)
    assert (counted("storage"), counted("request")) == (before[0] + 1, before[1])


def test_refusals_are_told_in_words_and_count_as_no_error(
    fails: Any, caplog: pytest.LogCaptureFixture
) -> None:
    before = counted("request"), counted("storage")
    error = InputError.single("at", Text("is missing"))
    assert fails(Conflict("Just now"))["error"] == "Just now"
    assert fails(error)["error"] == "at: is missing"
    assert fails(error, **{"Accept-Language": "de"})["error"] == "at: fehlt"
    assert (counted("request"), counted("storage")) == before
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []
