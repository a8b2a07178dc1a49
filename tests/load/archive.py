"""Duration of lists and searches as the archive grows, in the server's and the database's processor
time; `make load` prints it."""

import math
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import make_url

from tests.bench import report
from tests.load import filling
from tests.load.slices import Slices, slowness
from tests.load.work import Work
from webapp import create_app, serving
from webapp.base.clock import now_ms
from webapp.base.config import from_environment
from webapp.guard import keys
from webapp.store import database, paging

LIMIT_MS: Final = 50.0  # times the machine's slowness
LIMITED_TO: Final = 100_000  # largest archive with a limit
SIZES: Final = (1_000, 10_000, 100_000, 1_000_000)
ROUNDS: Final = 40
VARIABLE: Final = "ARCHIVE"
PLACES: Final = ("archive-sqlite-100000", "archive-sqlite-1000000", "archive-postgresql-100000")
"""Tables in BENCHMARKS.md; others are only printed."""

Address = Callable[[int], str]


@dataclass
class Told:
    """A question's cost, duration and longest stretch in the loop, in ms by archive size."""

    cost: dict[int, list[float]] = field(default_factory=dict)
    took: dict[int, list[float]] = field(default_factory=dict)
    kept: dict[int, float] = field(default_factory=dict)
    limit_ms: dict[int, float] = field(default_factory=dict)

    def is_late(self, size: int) -> bool:
        """Whether it cost too much at a size that the limit is for."""
        return size <= LIMITED_TO and p95(self.cost[size]) > self.limit_ms[size]


def questions(size: int) -> Iterator[tuple[str, Address]]:
    """What is asked, each in some rounds with other words."""
    middle = now_ms() - size // 2 * filling.APART_MS
    place = f"{paging.below(middle):x}"
    names = filling.name

    def battles(**asked: str) -> str:
        return f"/battles?{urlencode(asked)}"

    yield "home", lambda n: "/"
    yield "newest", lambda n: battles()
    yield "from the middle on", lambda n: battles(before=f"{paging.below(middle + n * 7_919):x}")
    yield "newer than the middle", lambda n: battles(after=place)
    yield "page N", lambda n: battles(page=str(1 + n * 6))
    yield "a name", lambda n: battles(text=names(n))
    yield "two names", lambda n: battles(text=f"{names(2 * n)} {names(2 * n + 1)}")
    yield "beginnings, 2 letters", lambda n: battles(text=names(n)[:2])
    yield "beginnings, 1 letter each", lambda n: battles(text=f"{names(n)[0]} {names(n + 1)[0]}")
    yield "a word of half of them", lambda n: battles(text="against")
    yield "a name that nobody has", lambda n: battles(text=f"zzz{n}")
    yield "a frequent unit", lambda n: battles(unit="goomba")
    yield "units by a part of the name", lambda n: battles(unit="giant")
    yield "a misspelt unit", lambda n: battles(unit=f"gomba{n}")
    yield "a game", lambda n: battles(ruleset="warlords")
    yield "won", lambda n: battles(result="won")
    yield "draws", lambda n: battles(result="draw")
    yield "upsets", lambda n: battles(result="upset")
    yield "upsets, page N", lambda n: battles(result="upset", page=str(1 + n * 6))
    yield "upsets of a name", lambda n: battles(result="upset", text=names(n))
    yield (
        "all at once",
        lambda n: battles(result="won", ruleset="manymarios", unit="goomba", text=names(n)[:3]),
    )
    yield "all at once, page N", lambda n: battles(result="won", unit="toad", page=str(1 + n * 6))
    yield "API, newest", lambda n: "/api/v1/battles"
    yield "API, upsets of a name", lambda n: f"/api/v1{battles(result='upset', text=names(n))}"
    yield "armies of a visitor", lambda n: f"/mine?page={n + 1}"
    yield "TV", lambda n: "/tv"
    yield "what is on air, for TV", lambda n: "/tv/on-air"
    fought = [filling.id_of(n * filling.CHALLENGE_EVERY) for n in range(ROUNDS + 1)]
    yield "a battle of a challenge", lambda n: f"/b/{fought[n]}"
    yield "a battle to watch beside", lambda n: f"/b/{fought[n]}/beside"
    yield "a challenge that is over", lambda n: f"/c/{fought[n]}"
    yield "a series", lambda n: f"/c/{fought[n]}/series"


def measure(app: Flask, client: FlaskClient, work: Work, size: int, told: dict[str, Told]) -> None:
    """Asks everything of an archive of this size, each page for one round to warm up."""
    with app.app_context():
        asked = [*questions(size)]
    for what, address in asked:
        row = told.setdefault(what, Told())
        row.limit_ms[size] = LIMIT_MS * slowness()
        client.get(address(ROUNDS))
        for number in range(ROUNDS):
            with Slices() as slices:
                began, before = time.perf_counter(), work.ms()
                answer = client.get(address(number))
                row.cost.setdefault(size, []).append(work.ms() - before)
                row.took.setdefault(size, []).append((time.perf_counter() - began) * 1000)
            assert answer.status_code == 200, (address(number), answer.text)
            row.kept[size] = max(row.kept.get(size, 0), slices.worst_ms)


def p95(took: list[float]) -> float:
    """What 95 of 100 took at most."""
    return sorted(took)[math.ceil(len(took) * 0.95) - 1]


def main() -> int:
    """Fills archives, prints the tables; how many questions took too long."""
    most = int(os.environ.get(VARIABLE) or LIMITED_TO)
    sizes = [size for size in SIZES if size < most] + [most]
    told: dict[str, Told] = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "BATTLEREEL_INSTANCE": str(Path(folder)),
            "BATTLEREEL_LIMITS": "off",
            "DATABASE_URL": os.environ.get("DATABASE_URL", ""),
        }
        app = create_app(from_environment(environment))
        work = Work(app.extensions[database.KEY].kw["bind"])
        client = app.test_client()
        with client.session_transaction() as session:
            session[keys.VISITOR] = filling.VISITOR
        with app.app_context():
            made = filling.templates()
        serving.tune_interpreter()  # as a server does
        before = 0
        for size in sizes:
            began = time.perf_counter()
            filling.fill(app, made, before, size, most)
            sys.stderr.write(f"{size:,} battles ({time.perf_counter() - began:.0f} s to add)\n")
            measure(app, client, work, size, told)
            before = size
    name = _name(most)
    report.table(name, *table(told, sizes), file=report.FILE if name in PLACES else None)
    return sum(any(map(row.is_late, sizes)) for row in told.values())


def _name(most: int) -> str:
    """What the table is called in BENCHMARKS.md."""
    database_url = os.environ.get("DATABASE_URL", "")
    return (
        f"archive-{make_url(database_url).get_backend_name() if database_url else 'sqlite'}-{most}"
    )


def table(told: dict[str, Told], sizes: list[int]) -> Iterator[list[str]]:
    """Return p50 and p95 (ms) by size, then the largest's clock time and the longest stretch that
    kept the loop."""
    yield ["asked for", *(f"{size:,}" for size in sizes), "by the clock", "kept the loop"]
    for what, row in told.items():
        cells = [
            _both(row.cost[size]) + (report.MISSED if row.is_late(size) else "") for size in sizes
        ]
        last = sizes[-1]
        yield [what, *cells, _both(row.took[last]), f"{row.kept[last]:.1f}"]


def _both(took: list[float]) -> str:
    return f"{statistics.median(took):.1f} · {p95(took):.1f}"
