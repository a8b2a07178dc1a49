"""Long work is done in threads, and what is refused there is refused without a word in the log."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.webapp.battle_files import BATTLE
from webapp.base.threads import in_thread

ROLLS_TOO_MANY = BATTLE | {"seed": 1, "rolls": [1] * 9_000}


def test_a_thread_gives_back_what_a_function_returns(app: Flask) -> None:
    assert in_thread(divmod, 17, 5) == (3, 2)


def test_an_error_is_raised_where_it_was_asked_for(
    app: Flask, capfd: pytest.CaptureFixture[str]
) -> None:
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
