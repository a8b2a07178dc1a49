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


class Visit(NamedTuple):
    """A page: what it is called, its path, when it is ready, in words, and within how long."""

    name: str
    path: str
    ready: str
    words: str
    goal_s: float | None = None


def visits() -> list[Visit]:
    """The pages that most people come to first."""
    battle = f"/b/{sample_page('first-steps')}"
    return [
        Visit("home", "/", PAINTED, "painted"),
        Visit("battle", battle, MOVING, "moving", 2.0),
        Visit("builder", "/build/manymarios", USABLE, "usable", 2.0),
        Visit("gallery", "/battles", PAINTED, "painted"),
    ]


def main(*arguments: str) -> int:
    """Prints a line a page: the median of some visits. With `-v` also what was loaded and moved."""
    path = find_chromium()
    assert path, "no Chromium: `make chromium` finds or installs one"
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    print("1.6 Mbit/s, 150 ms, processor 4 times as slow, nothing cached")
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
    ready = median(one.ready_ms for one in loads) / 1000
    shift = max(one.shift for one in loads)
    last = loads[-1]
    missed = [
        *(["time"] if visit.goal_s and ready > visit.goal_s else []),
        *(["shift"] if shift > SHIFT_MOST else []),
    ]
    goal = f" (goal {visit.goal_s:.1f} s)" if visit.goal_s else ""
    print(
        f"  {visit.name:<8}{visit.words} after {ready:5.2f} s{goal:<13}"
        f"{last.bytes / 1000:8.1f} kB{last.requests:4} requests"
        f"   shift {shift:.3f} (goal {SHIFT_MOST})" + (f"  MISSED: {missed}" if missed else "")
    )
    if wordy:
        for address, size in sorted(last.sizes.items(), key=lambda pair: -pair[1]):
            print(f"      {size:8} {address.split('/', 3)[-1]}")
        for moved in last.shifts:
            print(f"      moved {moved}")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
