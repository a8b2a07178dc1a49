"""`make pagespeed`: cost of a first visit by a slow phone (1.6 Mbit/s, 150 ms, cold cache)."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from e2e.chromium import find_chromium
from e2e.conftest import FLAGS
from e2e.played import sample_page
from e2e.server import Server
from e2e.transferred import Transferred

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
NETWORK: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER: Final = 4
SHIFT_MOST: Final = 0.02  # sum of a visit's layout shifts
PAINTED: Final = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
USABLE: Final = """() => {
  const builder = document.querySelector("#builder.builder");
  return builder !== null && builder.querySelector(".entry, .fixed-row") !== null;
}"""
MOVING: Final = """() => {
  const units = [...document.querySelectorAll("[data-unit] .body")];
  const places = units.map((body) => body.style.transform);
  const before = globalThis.places?.length === places.length ? globalThis.places : places;
  globalThis.places = places;
  return places.some((place, at) => place !== before[at]);
}"""

WATCH = """
globalThis.load = { shift: 0, shifts: [], ready: 0 };
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    load.shift += value;
    const moved = (sources ?? []).map(({ node }) => node?.className || node?.nodeName);
    load.shifts.push(`${value.toFixed(3)} ${moved.join(", ")}`);
  }
}).observe({ type: "layout-shift", buffered: true });
requestAnimationFrame(function look() {
  if ((READY)()) load.ready = performance.now();
  else requestAnimationFrame(look);
});
"""


@dataclass(frozen=True)
class Load:
    """Bytes with headers; `shift` is the sum of all layout shifts, `shifts` says what moved."""

    bytes: int
    requests: int
    shift: float
    ready_ms: float
    shifts: list[str]
    sizes: dict[str, int]


@contextmanager
def on_a_phone(browser: Browser, *, slower: int = SLOWER) -> Iterator[Page]:
    """A page with nothing in its cache, on a phone of so much slower a processor."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", NETWORK)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield page
    context.close()


# the stage of the home page, which comes after a pause
SHOWN: Final = """() => document.documentElement.dataset.icons === "there" ||
  !document.querySelector("#showcase")"""


def load(page: Page, url: str, ready: str) -> Load:
    """Loads a page until it is `ready`, which a function in JavaScript tells, and at rest."""
    seen = Transferred(page)
    page.add_init_script(WATCH.replace("READY", ready))
    page.goto(url, wait_until="commit", timeout=60_000)
    page.wait_for_function("() => load.ready > 0", timeout=60_000)
    page.wait_for_load_state("networkidle", timeout=60_000)
    page.wait_for_function(SHOWN, timeout=60_000)
    told = page.evaluate("() => load")
    return Load(
        seen.bytes, len(seen.sizes), told["shift"], told["ready"], told["shifts"], seen.sizes
    )


RUNS: Final = 3
HEAVIEST: Final = {"manymarios": "two-giants", "warlords": "the-citadel", "siege": "forty-rounds"}
"""The sample battle of each game with the largest load."""
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


def main() -> None:
    """Prints a table for BENCHMARKS.md: medians of some visits."""
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
                print(row(visit, loads))
            browser.close()
    finally:
        server.stop()


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
    main()
