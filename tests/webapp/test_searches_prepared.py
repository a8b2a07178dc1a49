"""On a new installation nobody waits for a compiler: searches say that they are being prepared."""

import json
from collections.abc import Iterator
from html import unescape

import pytest
from flask.testing import FlaskClient

import engine
from engine.odds import compiling
from tests.present import require
from tests.stacks import battle_file, unit
from tests.webapp.best_searches import BATTLE, LINES, found
from tests.webapp.compilers import Compiler, compiling_server
from webapp.battles import owed, search_guard

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
WORDS = "This search is being prepared, once after an installation. Try again in 20 seconds."


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    require("warlords")
    search_guard._verdict.cache_clear()
    with compiling_server(monkeypatch) as compiler:
        yield compiler


def test_searches_are_refused_until_they_are_prepared(
    client: FlaskClient, compiler: Compiler
) -> None:
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


def test_where_compiling_fails_searches_say_so_at_once(
    client: FlaskClient, compiler: Compiler
) -> None:
    """Nobody waits for a second attempt; odds are there without a kernel."""
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
def test_what_the_dice_owed_is_told_without_the_verdict_until_then(
    compiler: Compiler, *, failing: bool
) -> None:
    """Side a wins 2 of 3, by its army: 2/3 are owed."""
    battle = engine.read(DUEL)
    header = {"battle": battle.document, "ruleset_version": battle.ruleset.version}
    fought = owed.Fought(header, "a", "a")
    told = owed.report([fought])
    assert told.owed.owed == pytest.approx(2 / 3)
    assert (told.waiting, told.verdict) == (1, None)
    compiler.end(failing=failing)
    told = owed.report([fought])
    assert (told.waiting, told.verdict is None) == (0, failing)
    assert told.verdict is None or told.verdict.armies == pytest.approx(1 / 6)


def test_where_nobody_shares_the_process_it_compiles_itself(
    client: FlaskClient, compiler: Compiler
) -> None:
    compiling.ELSEWHERE.clear()
    assert client.post("/api/v1/best-order", json=BATTLE).status_code == 200
    assert compiler.asked == []
    assert json.loads(found(client, BATTLE, **LINES).text.splitlines()[-1])["html"]
