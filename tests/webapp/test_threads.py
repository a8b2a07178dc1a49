"""Long work is done in threads, and what is refused there is refused without a word in the log."""

from typing import Any

import gevent
import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.webapp.battle_files import BATTLE
from tests.webapp.live_server import PATIENCE_SECONDS
from webapp import games
from webapp.base.threads import in_thread
from webapp.battles import playback
from webapp.battles import store as battles

ROLLS_TOO_MANY = BATTLE | {"seed": 1, "rolls": [1] * 9_000}


def test_thread_raises_error_to_its_caller(app: Flask, capfd: pytest.CaptureFixture[str]) -> None:
    def refuse(path: str) -> Any:
        raise engine.InputError.single(path, "is wrong")

    with pytest.raises(engine.InputError, match="sides: is wrong"):
        in_thread(refuse, "sides")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("address", "file"), [("battles", ROLLS_TOO_MANY), ("odds/wanted?wish=nonsense", BATTLE)]
)
def test_an_ordinary_mistake_leaves_the_log_empty(
    client: FlaskClient, address: str, file: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
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
