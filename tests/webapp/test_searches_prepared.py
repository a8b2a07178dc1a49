"""Searches that cannot be answered: their kernels are being prepared, or something goes wrong."""

import json
import logging
import sqlite3
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client import REGISTRY
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import Conflict

import engine
from engine import InputError, Text
from engine.kernels import loading
from tests.present import require
from tests.stacks import battle_file, unit
from tests.webapp.best_searches import BATTLE, LINES, found
from tests.webapp.compilers import Compiler, compiling_server
from webapp.base import logs
from webapp.base.errors import REMEDIES
from webapp.battles import analysis
from webapp.rest import progress_lines
from webapp.searches import limits, verdicts
from webapp.store.outage import OUT

ARCHERS = {"army": {"stack": [{"unit": "archers"}]}}
DUEL = battle_file([unit(8, 1)], [unit(5, 1)]) | {"seed": 1}
ASKED = {
    "best-order": BATTLE,
    "matchups": {"armies": [BATTLE]},
    "best-armies": {"battle": {"ruleset": "warlords", "sides": [ARCHERS] * 2}},
    "verdict": {"battles": [{"battle": DUEL}]},
}
FAILED = (
    "What this needs could not be compiled on this server; its log says why. It works as soon as "
    "python -m engine.kernels has compiled it there."
)
WORDS = "This search is being prepared for its first use. Try again in 20 seconds."


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    require("warlords")
    analysis._verdicts.clear()
    with compiling_server(monkeypatch) as compiler:
        yield compiler


def test_searches_are_refused_until_prepared(client: FlaskClient, compiler: Compiler) -> None:
    """By REST and on pages; odds are there at once. The giant first wins 7 of 16."""
    for address, body in ASKED.items():
        answer = client.post(f"/api/v1/{address}", json=body)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "20"), address
        assert answer.get_json()["error"] == WORDS
    for headers in ({}, LINES):
        page = found(client, BATTLE, **headers)
        assert (page.status_code, page.headers["Retry-After"]) == (503, "20")
        assert WORDS in unescape(page.text)
    assert compiler.asked == ["warlords"], "one compiles, whoever asks"
    assert client.post("/api/v1/odds", json=BATTLE).get_json()["a"] == 6 / 16
    compiler.end()
    best = client.post("/api/v1/best-order", json=BATTLE).get_json()["orders"][0]
    assert best == {"order": [1, 0], "win": 7 / 16}
    for address, body in ASKED.items():
        assert client.post(f"/api/v1/{address}", json=body).status_code == 200, address


def test_failed_compiling_is_told_immediately(client: FlaskClient, compiler: Compiler) -> None:
    """There is no second attempt; odds work without a kernel."""
    client.post("/api/v1/best-order", json=BATTLE)
    compiler.end(failing=True)
    for address, body in ASKED.items():
        answer = client.post(f"/api/v1/{address}", json=body)
        assert (answer.status_code, answer.get_json()["error"]) == (503, FAILED), address
        assert "Retry-After" not in answer.headers
    assert FAILED in unescape(found(client, BATTLE).text)
    assert compiler.asked == ["warlords"]
    assert client.post("/api/v1/odds", json=BATTLE).get_json()["a"] == 6 / 16


@pytest.mark.parametrize("failing", [False, True])
def test_luck_is_shown_before_the_verdict(compiler: Compiler, *, failing: bool) -> None:
    """Side a wins 2 of 3, by its army: 2/3 are owed."""
    battle = engine.read(DUEL)
    header = {"battle": battle.document, "ruleset_version": battle.ruleset.version}
    fought = verdicts.Fought(header, "a", "a")
    told = verdicts.report([fought])
    assert told.owed.owed == pytest.approx(2 / 3)
    assert (told.waiting, told.verdict) == (1, None)
    compiler.end(failing=failing)
    told = verdicts.report([fought])
    assert (told.waiting, told.verdict is None) == (0, failing)
    assert told.verdict is None or told.verdict.armies == pytest.approx(1 / 6)


def test_unshared_process_compiles_itself(client: FlaskClient, compiler: Compiler) -> None:
    loading.USE_SUBPROCESS.clear()
    assert client.post("/api/v1/best-order", json=BATTLE).status_code == 200
    assert compiler.asked == []
    assert json.loads(found(client, BATTLE, **LINES).text.splitlines()[-1])["html"]


SECRET = "SELECT secret FROM nowhere"


def locked() -> OperationalError:
    """SQLite's error for a held write lock."""
    cause = sqlite3.OperationalError("database is locked")
    cause.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return OperationalError(SECRET, {}, cause)


@pytest.fixture
def fails(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Asks for a search that fails later than it could answer with a status: its last line."""
    app.config["LANGUAGES"] = ("en", "de")
    monkeypatch.setattr(progress_lines, "AT_ONCE_SECONDS", 0)

    def ask(error: Exception, **headers: str) -> Any:
        def fail(*_: Any, **__: Any) -> None:
            raise error

        monkeypatch.setattr(limits, "best_order", fail)
        answer = found(client, BATTLE, **LINES, **headers)
        assert (answer.status_code, answer.mimetype) == (200, progress_lines.LINES)
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


def test_refusals_count_as_no_error(fails: Any, caplog: pytest.LogCaptureFixture) -> None:
    before = counted("request"), counted("storage")
    error = InputError.single("at", Text("is missing"))
    assert fails(Conflict("Just now"))["error"] == "Just now"
    assert fails(error)["error"] == "at: is missing"
    assert fails(error, **{"Accept-Language": "de"})["error"] == "at: fehlt"
    assert (counted("request"), counted("storage")) == before
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []
