"""On a new installation nobody waits for a bot's compiler: battles and matches say what goes on."""

from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.players.siege.bots import BOTS
from tests.sieges import EVEN, units
from tests.webapp.challengers import Person
from tests.webapp.compilers import Compiler, compiling_server
from tests.webapp.in_background import finish
from tests.webapp.match_players import SPEARS, Player
from tests.webapp.page_parts import post
from tests.webapp.stopped_clock import StoppedClock
from webapp import games

WORDS = "The bot is being prepared, once after an installation. Try again in 20 seconds."
FAILED = "What this needs could not be compiled on this server"


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    """The cautious bot thinks long here, and needs compiled code for it."""
    monkeypatch.setitem(BOTS, "cautious", BOTS["cautious"]._replace(slow=True))
    monkeypatch.setattr(games.game("siege").opponents["cautious"], "slow", True)
    with compiling_server(monkeypatch) as compiler:
        yield compiler


def battle(*bots: str) -> dict[str, Any]:
    army = {"units": units(EVEN)}
    return {"ruleset": "siege", "seed": 1, "sides": [{"army": army, "bot": bot} for bot in bots]}


def test_battle_waits_for_its_bot(client: FlaskClient, compiler: Compiler) -> None:
    answer = client.post("/api/v1/battles", json=battle("random", "cautious"))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "20")
    assert answer.get_json()["error"] == WORDS
    armies = {"army_a": "sample:spearhead", "army_b": "sample:long-wall"}
    page = post(client, "/quick/siege", **armies, bot_a="cautious", bot_b="random")
    assert page.status_code == 503
    assert WORDS in unescape(page.text)
    assert compiler.asked == ["siege"], "one compiles, whoever asks"
    assert client.post("/api/v1/battles", json=battle("random", "random")).status_code == 201
    compiler.end()
    assert client.post("/api/v1/battles", json=battle("random", "cautious")).status_code == 201


def begun(app: Flask, ann: Person) -> Player:
    page = ann.challenge("siege", opponent="cautious")
    ann.seal(page, SPEARS)
    standing = ann.standing(page)
    return Player(app, standing["battle"], standing["you"]["seat"])


@pytest.mark.parametrize("failing", [False, True])
def test_round_waits_for_its_bot_and_the_player_does_not(
    app: Flask, ann: Person, compiler: Compiler, caplog: pytest.LogCaptureFixture, *, failing: bool
) -> None:
    """The round is played as soon as the bot can think, or is known to miss it."""
    player = begun(app, ann)
    assert player.look()["preparing"] is True
    player.order(1, D="defend", E="defend")
    told = player.lock(1)
    assert (told["round"], told["preparing"], told["you"]["locked"]) == (1, True, True)
    assert player.look()["round"] == 1
    compiler.end(failing=failing)
    finish(app)
    told = player.look()
    assert (told["round"], told["preparing"]) == (2, False)
    assert ("what it thinks with could not be compiled" in caplog.text) is failing


def test_what_if_is_refused_until_the_bot_is_prepared_or_has_failed(
    client: FlaskClient, compiler: Compiler, clock: StoppedClock
) -> None:
    """A branch is played anew, and so is a battle whose dice are asked for."""
    compiler.is_done = True
    made = client.post("/api/v1/battles?listed=true", json=battle("cautious", "cautious"))
    address = f"/api/v1/battles/{made.get_json()['id']}"
    compiler.is_done = False
    clock.ms += 10_000_000
    for answer in (
        client.post(f"{address}/branches", json={"at": 1, "change": {"seed": 5}}),
        client.get(f"{address}/rolls"),
        client.get(f"{address}/moment"),
    ):
        assert (answer.status_code, answer.get_json()["error"]) == (503, WORDS)
    compiler.end(failing=True)
    answer = client.get(f"{address}/rolls")
    assert answer.status_code == 503
    assert answer.get_json()["error"].startswith(FAILED)
    assert "Retry-After" not in answer.headers
