"""On a new installation nobody waits for a compiler: searches say that they are being prepared."""

import json
from collections.abc import Iterator
from html import unescape
from threading import Event
from typing import Any

import gevent
import pytest
from flask.testing import FlaskClient

import engine
from engine.kernels import loading
from engine.odds import compiling
from tests.present import require
from tests.stacks import battle_file, unit
from tests.webapp.live_server import PATIENCE_SECONDS
from tests.webapp.test_best_order_page import BATTLE, LINES, found
from webapp.battles import owed, search_guard

ARCHERS = {"army": {"stack": [{"unit": "archers"}]}}
DUEL = battle_file([unit(8, 1)], [unit(5, 1)]) | {"seed": 1}
ASKED = {
    "best-order": BATTLE,
    "matchups": {"armies": [BATTLE]},
    "best-armies": {"battle": {"ruleset": "warlords", "sides": [ARCHERS] * 2}},
    "verdict": {"battles": [{"battle": DUEL}]},
}
WORDS = "This search is being prepared, once after an installation. Try again in 20 seconds."


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Event, list[str]]]:
    """A server whose kernels were never compiled; its compiler ends with the event, and is told."""
    require("warlords")
    done, asked = Event(), list[str]()

    def load(ruleset: engine.Ruleset[Any, Any], *, apart: bool) -> None:
        assert apart
        asked.append(ruleset.id)
        done.wait(PATIENCE_SECONDS)

    monkeypatch.setattr(compiling, "_begun", set())
    monkeypatch.setattr(compiling, "_awaited", set())
    monkeypatch.setattr(compiling, "is_compiled", lambda _ruleset: done.is_set())
    monkeypatch.setattr(loading, "load", load)
    search_guard._verdict.cache_clear()
    compiling.ELSEWHERE.set()
    yield done, asked
    compiling.ELSEWHERE.clear()
    done.set()


def test_searches_are_refused_until_they_are_prepared(
    client: FlaskClient, compiler: tuple[Event, list[str]]
) -> None:
    """By REST and on pages; odds are there at once. The giant first wins 7 of 16."""
    done, asked = compiler
    for address, body in ASKED.items():
        answer = client.post(f"/api/v1/{address}", json=body)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "20"), address
        assert answer.get_json()["error"] == WORDS
    for headers in ({}, LINES):
        page = found(client, BATTLE, **headers)
        assert (page.status_code, page.headers["Retry-After"]) == (503, "20")
        assert WORDS in unescape(page.text)
    assert asked == ["warlords"], "one compiles, whoever asks"
    assert client.post("/api/v1/odds", json=BATTLE).get_json()["a"] == 6 / 16
    done.set()
    with gevent.Timeout(PATIENCE_SECONDS):
        while compiling._awaited:
            gevent.sleep(0.01)
    best = client.post("/api/v1/best-order", json=BATTLE).get_json()["orders"][0]
    assert best == {"order": [1, 0], "win": 7 / 16}
    for address, body in ASKED.items():
        assert client.post(f"/api/v1/{address}", json=body).status_code == 200, address


def test_what_the_dice_owed_is_told_without_the_verdict_until_then(
    compiler: tuple[Event, list[str]],
) -> None:
    """Side a wins 2 of 3, by its army: 2/3 are owed."""
    battle = engine.read(DUEL)
    fought = owed.Fought(
        {"battle": battle.document, "ruleset_version": battle.ruleset.version}, "a", "a"
    )
    told = owed.report([fought])
    assert told.owed.owed == pytest.approx(2 / 3)
    assert (told.waiting, told.verdict) == (1, None)
    compiler[0].set()
    with gevent.Timeout(PATIENCE_SECONDS):
        while compiling._awaited:
            gevent.sleep(0.01)
    told = owed.report([fought])
    assert told.verdict is not None
    assert told.verdict.armies == pytest.approx(1 / 6)
    assert told.waiting == 0


def test_where_nobody_shares_the_process_it_compiles_itself(
    client: FlaskClient, compiler: tuple[Event, list[str]]
) -> None:
    compiling.ELSEWHERE.clear()
    assert client.post("/api/v1/best-order", json=BATTLE).status_code == 200
    assert compiler[1] == []
    assert json.loads(found(client, BATTLE, **LINES).text.splitlines()[-1])["html"]
