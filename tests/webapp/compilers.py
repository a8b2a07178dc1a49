"""A server on which kernels were never compiled, and its compiler."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

import gevent
import pytest

import engine
from engine.kernels import loading
from tests.webapp.live_server import PATIENCE_SECONDS


class Compiler:
    """A compiler that succeeds or fails on request; `asked` are the games requested."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.is_done = False
        self.ended = Event()

    def load(self, ruleset: engine.Ruleset[Any, Any], *, in_subprocess: bool) -> None:
        """Stands in for loading a kernel that another process compiles."""
        assert in_subprocess
        self.asked.append(ruleset.id)
        self.ended.wait(PATIENCE_SECONDS)

    def end(self, *, failing: bool = False) -> None:
        self.is_done = not failing
        self.ended.set()
        with gevent.Timeout(PATIENCE_SECONDS):
            while loading._compiling:
                gevent.sleep(0.01)


@contextmanager
def compiling_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    compiler = Compiler()
    monkeypatch.setattr(loading, "_compiling", set())
    monkeypatch.setattr(loading, "_failed", set())
    monkeypatch.setattr(loading, "is_compiled", lambda _ruleset: compiler.is_done)
    monkeypatch.setattr(loading, "load", compiler.load)
    loading.USE_SUBPROCESS.set()
    yield compiler
    loading.USE_SUBPROCESS.clear()
    compiler.ended.set()
