"""A first visit to a page with a phone on a slow network: what it loads, when it is ready."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, Page

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
SHIFT_MOST: Final = 0.02
"""Of a visit: the sum of its layout shifts."""

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


def load(page: Page, url: str, ready: str) -> Load:
    """Loads a page until it is `ready`, which a function in JavaScript tells, and at rest."""
    seen = Transferred(page)
    page.add_init_script(WATCH.replace("READY", ready))
    page.goto(url, wait_until="commit", timeout=60_000)
    page.wait_for_function("() => load.ready > 0", timeout=60_000)
    page.wait_for_load_state("networkidle", timeout=60_000)
    told = page.evaluate("() => load")
    return Load(
        seen.bytes, len(seen.sizes), told["shift"], told["ready"], told["shifts"], seen.sizes
    )
