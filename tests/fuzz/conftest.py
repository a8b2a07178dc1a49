"""The application with 500 in place of exceptions, as on a server; `make fuzz` prints counts."""

import operator
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import pytest
from flask import Flask

from tests.bench import report
from tests.fuzz.effort import FACTOR, THROWN
from tests.webapp.conftest import app as made
from tests.webapp.conftest import client, clock, settings

__all__ = ["client", "clock", "made", "settings"]


@pytest.fixture
def app(made: Flask) -> Flask:
    made.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    return made


class Thrown(NamedTuple):
    """What a test has thrown, and how it ended."""

    test: str
    what: str
    count: int


KINDS: Final = 7  # kinds in a whole run; smaller tables are not written
TOLD: Final[list[Thrown]] = []
SECONDS: Final[dict[str, float]] = {}
FAILED: Final[set[str]] = set()


@pytest.fixture(autouse=True)
def counted(record_property: Callable[[str, object], None]) -> Iterator[None]:
    """Add the counts to the report, for the process that gathers them."""
    THROWN.clear()
    yield
    for what, count in THROWN.items():
        record_property(what, count)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        FAILED.add(report.nodeid)
    if report.when == "call":
        SECONDS[report.nodeid] = report.duration
    if report.when == "teardown":
        TOLD.extend(
            Thrown(report.nodeid, what, count)
            for what, count in report.user_properties
            if isinstance(count, int)
        )


def pytest_terminal_summary() -> None:
    if FACTOR == 1 or not TOLD:
        return
    rows = [
        [
            one.what,
            f"{one.count:,}",
            f"{SECONDS.get(one.test, 0):.0f}",
            "one" + report.MISSED if one.test in FAILED else "0",
        ]
        for one in sorted(TOLD, key=operator.attrgetter("what"))
    ]
    whole = len(TOLD) >= KINDS
    head = [f"thrown, FUZZ={FACTOR}", "how many", "seconds", "finds"]
    report.table("fuzz", head, *rows, file=report.FILE if whole else None)
