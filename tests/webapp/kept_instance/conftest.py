"""The application on the kept instance, at the moment at which that was left."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import gevent
import pytest
from flask import Flask

from tests.kept import files
from tests.webapp.stopped_clock import StoppedClock
from webapp.base.config import Settings

ANSWERS = files.answers()
Call = Callable[..., Any]


class WorkingClock(StoppedClock):
    def sleep(self, seconds: float) -> None:
        gevent.sleep(0)


@pytest.fixture
def clock() -> WorkingClock:
    clock = WorkingClock()
    clock.ms = ANSWERS["clock_ms"]
    return clock


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    folder = files.restore(tmp_path / "instance")
    return replace(
        settings,
        database_url=f"sqlite:///{folder / files.DATABASE}",
        secret_key=(folder / files.KEY).read_text("ascii").strip(),
    )


@pytest.fixture
def call(app: Flask) -> Call:

    def call(method: str, path: str, body: Any = None, token: str = "", status: int = 200) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        client = app.test_client()
        answer = client.open(f"/api/v1{path}", method=method, json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.get_json()

    return call
