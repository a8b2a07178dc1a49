"""Motion is a function of time: a moment looks the same, however it was reached."""

import base64
from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from e2e.conftest import RESULTS, OpenContext
from e2e.played import sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage
from engine import Seeded

MOMENTS = 30
FRAME_MS = 16

# Pictures of a smaller stage are taken sooner.
SMALL = {"width": 820, "height": 680}

SCENES = [
    pytest.param("manymarios", "launch-day", id="lineup"),
    pytest.param("warlords", "acid-and-lightning", id="stack"),
    pytest.param("siege", "ram-and-warden", id="castle"),
]


# A browser that paints a part of a picture anew rounds the edges of shapes a little otherwise than
# one that paints the whole. So squares of so many px are compared by their mean colours, which
# differ by far more, of 255, when something in them has moved by one px or is missing.
SQUARE = 8
ROUNDING = 12

MOST_DIFFERENCE = """async ([square, pictures]) => {
  const means = await Promise.all(pictures.map(async (picture) => {
    const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
    const [width, height] = [bitmap.width, bitmap.height];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const columns = Math.ceil(width / square);
    const sums = new Float64Array(3 * columns * Math.ceil(height / square));
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const to = 3 * (Math.floor(y / square) * columns + Math.floor(x / square));
        for (let c = 0; c < 3; c++) sums[to + c] += data[4 * (y * width + x) + c];
      }
    }
    return sums.map((sum) => sum / square ** 2);
  }));
  const [first, ...others] = means;
  let most = 0;
  for (const other of others) {
    first.forEach((value, k) => { most = Math.max(most, Math.abs(value - other[k])); });
  }
  return most;
}"""


def difference(page: Page, pictures: Iterable[bytes]) -> float:
    """By how much any square of several pictures differs at most, in one of its colours."""
    different = {base64.b64encode(picture).decode() for picture in pictures}
    if len(different) == 1:
        return 0.0
    pictured = [f"data:image/png;base64,{picture}" for picture in sorted(different)]
    most: float = page.evaluate(MOST_DIFFERENCE, [SQUARE, pictured])
    return most


class Film:
    """A battle whose clock stands still: what moves, moves because the test says so."""

    def __init__(self, page: Page, url: str, battle: str) -> None:
        page.clock.install(time=0)
        self.viewer = ViewerPage(page, url).open(battle)
        page.clock.pause_at(60_000)
        self.page = page
        self.viewer.pause()
        # Pointers and the focus change how things look.
        page.mouse.move(0, 0)
        page.evaluate("() => document.activeElement.blur()")

    def seek(self, ms: int) -> None:
        self.page.evaluate(
            """(ms) => {
              const scrubber = document.querySelector("input.scrubber");
              scrubber.value = ms;
              scrubber.dispatchEvent(new Event("input"));
            }""",
            ms,
        )

    def play(self, ms: int) -> int:
        """Plays for so many ms, and gives the position that this leads to."""
        press = "() => document.querySelector('[data-control=play]').click()"
        self.page.evaluate(press)
        self.page.clock.run_for(ms)
        self.page.evaluate(press)
        return int(self.page.locator("input.scrubber").input_value())

    def step(self, control: str) -> None:
        """Steps, and lets what is played on the way come to its end."""
        self.page.evaluate(
            "(name) => document.querySelector(`[data-control=${name}]`).click()", control
        )
        self.page.clock.run_for(6000)

    def picture(self) -> bytes:
        self.page.evaluate("() => document.activeElement.blur()")
        return self.page.locator(".stage").screenshot()


def keep(name: str, ways: dict[str, bytes]) -> Path:
    """Puts pictures that differ where somebody can look at them."""
    RESULTS.mkdir(exist_ok=True)
    for way, picture in ways.items():
        (RESULTS / f"{name}-{way}.png").write_bytes(picture)
    return RESULTS


@pytest.mark.parametrize(("ruleset", "sample"), SCENES)
def test_a_moment_looks_the_same_however_it_is_reached(
    open_context: OpenContext, server: Server, ruleset: str, sample: str
) -> None:
    battle = sample_page(sample, ruleset)
    film = Film(open_context(viewport=SMALL).new_page(), server.url, battle)
    length = film.viewer.length_ms()
    draw = Seeded(20261122)
    starts = sorted(draw.below(length - 2000, "start", "") for _ in range(MOMENTS))
    reached: dict[int, dict[str, bytes]] = {}

    for start in starts:
        film.seek(start)
        ms = film.play(FRAME_MS * (10 + draw.below(50, "frames", "")))
        reached[ms] = {"played": film.picture()}
    for ms, ways in reached.items():
        film.seek(0)
        film.seek(ms)
        ways["sought on"] = film.picture()
        film.seek(length)
        film.seek(ms)
        ways["sought back"] = film.picture()
        film.step("beat-back")
        film.step("beat-on")
        film.seek(ms)
        ways["stepped"] = film.picture()
    late = Film(open_context(viewport=SMALL).new_page(), server.url, battle)
    for ms in sorted(reached, key=lambda ms: draw.below(1_000_000, f"order of {ms}", "")):
        late.seek(ms)
        reached[ms]["opened anew"] = late.picture()

    blank = open_context().new_page()
    different = [ms for ms, ways in reached.items() if difference(blank, ways.values()) > ROUNDING]
    for ms in different:
        keep(f"{sample}-{ms}", reached[ms])
    assert different == [], f"the pictures are in {RESULTS}"
    assert len(reached) == MOMENTS
