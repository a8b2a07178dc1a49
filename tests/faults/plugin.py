"""The plugin of pytest with which `make faults` records tests and runs them (`-p`)."""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright import sync_api

from tests.faults import processes, v8

processes.mind_children()
RAW = Path(os.environ.get("FAULTS_RAW", ""))
RESULTS = os.environ.get("FAULTS_RESULTS")
SHARED = pytest.StashKey[list[str]]()
seconds: dict[str, float] = {}
pages: dict[sync_api.Page, tuple[sync_api.CDPSession, set[str]]] = {}


def is_recording() -> bool:
    return processes.recorder is not None


def note(kind: str, *values: object) -> None:
    """Appends a line to the file of this run's results."""
    if RESULTS:
        with Path(RESULTS).open("a", encoding="utf-8") as file:
            file.write(json.dumps([kind, *values]) + "\n")


def pytest_configure(config: pytest.Config) -> None:
    if is_recording() and not getattr(config.option, "tx", None):  # not above xdist's processes
        (RAW / "contexts").mkdir(exist_ok=True)
        os.environ["FAULTS_CONTEXT"] = str(RAW / "contexts" / str(os.getpid()))
        processes.switch("")
        watch_pages()


def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.option.collectonly:
        for item in session.items:
            note("test", item.nodeid, item.get_closest_marker("long") is not None)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        note("failed", report.nodeid)


def pytest_runtest_logstart(nodeid: str) -> None:
    if not is_recording():
        note("begun", nodeid)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed and not hasattr(report, "node"):  # not again in the process above xdist's
        note("failed", report.nodeid)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    processes.switch(item.nodeid)
    seconds[item.nodeid] = 0
    done = yield
    if is_recording():
        take_pages()
        note("recorded", item.nodeid, round(seconds[item.nodeid], 3), item.stash.get(SHARED, []))
    processes.switch("")
    return done


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[Any]:
    report = yield
    seconds[item.nodeid] = seconds.get(item.nodeid, 0) + report.duration
    return report


def name(fixture: Any) -> str:
    return f"fixture:{fixture.baseid}::{fixture.argname}"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(fixturedef: Any) -> Iterator[Any]:
    """What a shared fixture runs belongs to all tests that use it, not to the first one."""
    before = processes.recorder.context if processes.recorder else ""
    if fixturedef.scope != "function":
        processes.switch(name(fixturedef))
    try:
        return (yield)
    finally:
        if fixturedef.scope != "function":
            processes.switch(before)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: Any) -> None:
    take_pages()
    used = item._request._fixture_defs.values()
    item.stash[SHARED] = [name(fixture) for fixture in used if fixture.scope != "function"]


def watch_pages() -> None:
    """Has V8 count the calls of every page's functions, and notes what it loads."""
    new_page = sync_api.BrowserContext.new_page

    def watched(context: sync_api.BrowserContext) -> sync_api.Page:
        page = new_page(context)
        with suppress(sync_api.Error):
            session = context.new_cdp_session(page)
            session.send("Profiler.enable")
            options = {"callCount": True, "detailed": False}
            session.send("Profiler.startPreciseCoverage", options)
            urls: set[str] = set()
            page.on("request", lambda request: urls.add(request.url))
            pages[page] = (session, urls)
        return page

    sync_api.BrowserContext.new_page = watched  # type: ignore[method-assign]
    leaving = [(sync_api.Page, name) for name in ("goto", "reload", "go_back", "close")]
    for kind, method in (*leaving, (sync_api.BrowserContext, "close")):
        leave = getattr(kind, method)

        def taken(self: Any, *args: Any, leave: Any = leave, **options: Any) -> Any:
            take_pages()
            return leave(self, *args, **options)

        setattr(kind, method, taken)


def take_pages() -> None:
    """Records what all open pages ran since the last time."""
    for page, (session, urls) in list(pages.items()):
        if page.is_closed():
            del pages[page]
            continue
        with suppress(sync_api.Error):
            report = session.send("Profiler.takePreciseCoverage")["result"]
            for path, lines in {**v8.loaded(urls), **v8.covered(report)}.items():
                if processes.recorder:
                    processes.recorder.use(path, lines)
