"""Pytest plugin of a recording: what pages ran, and the processes that tests start."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright import sync_api

from tests.faults import v8

RAW = Path(os.environ["FAULTS_RAW"])
INHERITED = ("COVERAGE_PROCESS_START", "FAULTS_RAW")
ROOT = Path(__file__).parents[2]
sessions: dict[sync_api.Page, sync_api.CDPSession] = {}
used: v8.Lines = {}


def pass_on_environment() -> None:
    """Record the processes that a test starts, too, whatever environment it gives them."""
    original = subprocess.Popen.__init__

    def init(self: Any, args: Any, *rest: Any, env: Any = None, **options: Any) -> None:
        env = dict(os.environ if env is None else env)
        env |= {name: os.environ[name] for name in INHERITED}
        paths = [*env.get("PYTHONPATH", "").split(os.pathsep), str(ROOT)]
        env["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(filter(None, paths)))
        original(self, args, *rest, env=env, **options)

    subprocess.Popen.__init__ = init  # type: ignore[method-assign]


def watch_pages() -> None:
    """Count the calls of every page's functions, and note the files that it loads."""
    new_page = sync_api.BrowserContext.new_page

    def watched(context: sync_api.BrowserContext) -> sync_api.Page:
        page = new_page(context)
        page.on("request", lambda request: add(v8.loaded([request.url])))
        with suppress(sync_api.Error):  # a browser other than Chromium
            sessions[page] = context.new_cdp_session(page)
            sessions[page].send("Profiler.enable")
            options = {"callCount": True, "detailed": False}
            sessions[page].send("Profiler.startPreciseCoverage", options)
        return page

    sync_api.BrowserContext.new_page = watched  # type: ignore[method-assign]
    leaving = [(sync_api.Page, name) for name in ("goto", "reload", "go_back", "close")]
    for kind, method in (*leaving, (sync_api.BrowserContext, "close")):
        leave = getattr(kind, method)

        def taken(self: Any, *args: Any, leave: Any = leave, **options: Any) -> Any:
            take_pages()
            return leave(self, *args, **options)

        setattr(kind, method, taken)


def add(lines: v8.Lines) -> None:
    for path, found in lines.items():
        used.setdefault(path, set()).update(found)


def take_pages() -> None:
    """Add what all open pages ran since the last time."""
    for page, session in list(sessions.items()):
        if page.is_closed():
            del sessions[page]
            continue
        with suppress(sync_api.Error):
            add(v8.covered(session.send("Profiler.takePreciseCoverage")["result"]))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    take_pages()
    return (yield)


def pytest_sessionfinish() -> None:
    pages = {path: sorted(lines) for path, lines in used.items()}
    (RAW / "pages.json").write_text(json.dumps(pages), "utf-8")


pass_on_environment()
watch_pages()
