"""How smooth the viewer is, in Chromium; `make bench` prints it."""

from statistics import median, quantiles
from typing import Any

import pytest

from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage
from tests.bench import report
from tests.games.manymarios.kernel_cases import Draw
from webapp.serving import WORKER_SECONDS

FRAMES = 300
FRAME_MEDIAN_MS, FRAME_P95_MS = 16.7, 33.0
SEEKS = 400
SEEK_P95_MS = 16.0
LARGEST = (("manymarios", "two-giants"), ("warlords", "the-citadel"), ("siege", "forty-rounds"))

FRAME_TIMES = """(count) => new Promise((done) => {
  const times = [];
  let last = 0;
  requestAnimationFrame(function frame(now) {
    if (last) times.push(now - last);
    last = now;
    if (times.length < count) requestAnimationFrame(frame);
    else done(times);
  });
})"""

# One seek a frame, in a task of its own: what the frame before has still to do is not counted.
SEEK_TIMES = """async (moments) => {
  const slider = document.querySelector("input.scrubber");
  const frame = () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(null);
  }));
  const seeks = [];
  for (const ms of moments) {
    await frame();
    const on = ms > Number(slider.value);
    const start = performance.now();
    slider.value = String(ms);
    slider.dispatchEvent(new Event("input"));
    document.body.getBoundingClientRect();
    seeks.push({ on, ms: performance.now() - start });
  }
  return seeks;
}"""


@pytest.fixture(scope="session")
def frame_gap_ms() -> int:
    return 0


def long_battle() -> dict[str, Any]:
    """A battle of 40 against 40 units with about 1,000 events."""
    abilities = [[], ["flying"], ["ballistics"], ["agility"], ["stun"]]
    lineup = [
        {"custom": {"name": f"Guard {place}", "energy": 5, "abilities": abilities[place % 5]}}
        for place in range(40)
    ]
    sides = [{"name": name, "army": {"lineup": lineup}} for name in ("Left", "Right")]
    return {"ruleset": "manymarios", "seed": 1, "sides": sides}


def p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


def ms_row(what: str, ms: float, goal: float | None, how: str) -> tuple[str, ...]:
    cell = report.goal(round(ms, 1), f"{goal:g} ms", goal, at_least=False) if goal else ""
    return what, f"{ms:.1f} ms", cell, how


def bench_frames(viewer: ViewerPage) -> None:
    rows: list[tuple[str, ...]] = [("largest sample battles, played at 4x", "", "goal", "how")]
    for ruleset, id_ in LARGEST:
        viewer.open(sample_page(id_, ruleset), at=0)
        viewer.set_speed(4)
        viewer.play()
        times = viewer.page.evaluate(FRAME_TIMES, FRAMES)
        assert viewer.is_playing
        of, how = f"{ruleset}, {id_}: from frame to frame", f"{FRAMES} frames in a row"
        rows += [
            ms_row(f"{of}, median", median(times), FRAME_MEDIAN_MS, how),
            ms_row(f"{of}, 95th percentile", p95(times), FRAME_P95_MS, how),
            ms_row(f"{of}, longest", max(times), None, how),
        ]
    report.table("frames", *rows)


def bench_seeks(viewer: ViewerPage, server: Server) -> None:
    played = Played.of(long_battle())
    viewer.open(server.store(long_battle()), at=0)
    # Also what the page loads after its first frame, and the process that the server starts then.
    viewer.page.wait_for_load_state("networkidle")
    viewer.page.wait_for_timeout(2_000 * WORKER_SECONDS)
    draw = Draw(1)
    moments = [draw.number(0, viewer.length_ms()) for _ in range(SEEKS)]
    seeks = viewer.page.evaluate(SEEK_TIMES, moments)
    what = f"40 v 40 units, {len(played.events):,} events"
    rows: list[tuple[str, ...]] = [
        ("seek to a random moment, until it is laid out", "", "goal", "how")
    ]
    for direction, is_on in (("on", True), ("back", False)):
        times = [seek["ms"] for seek in seeks if seek["on"] is is_on]
        how = f"{len(times)} seeks, one a frame"
        rows += [
            ms_row(f"{what}: {direction}, median", median(times), None, how),
            ms_row(f"{what}: {direction}, 95th percentile", p95(times), SEEK_P95_MS, how),
        ]
    report.table("seeks", *rows)
