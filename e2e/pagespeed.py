"""`make pagespeed`: what a first visit costs on a phone that is slow, over a network that is.

Cold cache, 1.6 Mbit/s, 150 ms, a processor four times as slow. A machine that does other work
meanwhile gives other seconds, so they are printed and nothing fails; what must not grow is
bounded by e2e/test_page_budget.py.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from playwright.sync_api import sync_playwright

from e2e.chromium import find_chromium
from e2e.conftest import FLAGS
from e2e.page_load import MOVING, PAINTED, SHIFT_MOST, USABLE, Load, load, on_a_phone
from e2e.played import sample_page
from e2e.server import Server

RUNS: Final = 3
HEAVIEST: Final = {
    "manymarios": "two-giants",
    "warlords": "the-citadel",
    "siege": "forty-rounds",
}
"""The sample battle of each game that loads the most."""
HEAD: Final = """

| page | is | after | goal | layout shift | goal | sent | requests |
|---|---|---:|---:|---:|---:|---:|---:|"""


class Visit(NamedTuple):
    """A page: what it is called, its path, when it is ready, in words, and within how long."""

    name: str
    path: str
    ready: str
    words: str
    goal_s: float | None = None


def visits() -> list[Visit]:
    """The pages that most people come to first."""
    battles = [
        Visit(f"battle of {game}", f"/b/{sample_page(sample, game)}", MOVING, "moving", 2.0)
        for game, sample in HEAVIEST.items()
    ]
    return [
        Visit("home", "/", PAINTED, "painted"),
        *battles,
        Visit("builder", "/build/manymarios", USABLE, "usable", 2.0),
        Visit("gallery", "/battles", PAINTED, "painted"),
    ]


def main(*arguments: str) -> int:
    """Prints a table for BENCHMARKS.md: medians of some visits. With `-v` also what was loaded."""
    path = find_chromium()
    assert path, "no Chromium: `make chromium` finds or installs one"
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    print(f"1.6 Mbit/s, 150 ms, processor 4 times as slow, nothing cached; median of {RUNS}", HEAD)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            for visit in visits():
                loads = []
                for _ in range(RUNS):
                    with on_a_phone(browser) as page:
                        loads.append(load(page, f"{server.url}{visit.path}", visit.ready))
                show(visit, loads, wordy="-v" in arguments)
            browser.close()
    finally:
        server.stop()
    return 0


def show(visit: Visit, loads: list[Load], *, wordy: bool) -> None:
    """Prints what visits to a page took."""
    print(row(visit, loads))
    if wordy:
        last = loads[-1]
        for address, size in sorted(last.sizes.items(), key=lambda pair: -pair[1]):
            print(f"<!-- {size:8} {address.split('/', 3)[-1]} -->")
        for moved in last.shifts:
            print(f"<!-- moved {moved} -->")


def row(visit: Visit, loads: list[Load]) -> str:
    """A row of the table; what misses its goal is bold."""
    ready = median(one.ready_ms for one in loads) / 1000
    shift = max(one.shift for one in loads)
    last = loads[-1]
    cells = [
        visit.name,
        visit.words,
        _told(f"{ready:.2f} s", missed=visit.goal_s is not None and ready > visit.goal_s),
        f"{visit.goal_s:.1f} s" if visit.goal_s else "none",
        _told(f"{shift:.3f}", missed=shift > SHIFT_MOST),
        str(SHIFT_MOST),
        f"{last.bytes / 1000:.1f} kB",
        str(last.requests),
    ]
    return f"| {' | '.join(cells)} |"


def _told(value: str, *, missed: bool) -> str:
    return f"**{value}**" if missed else value


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
