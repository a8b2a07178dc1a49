"""Pictures of a battle whose clock stands still, and by how much they differ."""

import base64
from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import RESULTS
from e2e.viewer_page import ViewerPage

FRAME_MS = 16

SCENES = [
    pytest.param("manymarios", "launch-day", id="lineup"),
    pytest.param("warlords", "acid-and-lightning", id="stack"),
    pytest.param("siege", "ram-and-warden", id="castle"),
]

# Pictures of a smaller stage are taken sooner.
SMALL = {"width": 820, "height": 680}

# A browser that paints a part of a picture anew rounds the edges of shapes otherwise than one that
# paints the whole: single pixels along an edge differ, by up to 65 of 255. In a third of the size
# that is 17 at most, and 220 and more where anything has moved for two frames.
SMALLER = 3
ROUNDING = 24

MOST_DIFFERENCE = """async ([pictures, smaller]) => {
  const pixels = await Promise.all(pictures.map(async (picture) => {
    const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
    const width = Math.round(bitmap.width / smaller);
    const height = Math.round(bitmap.height / smaller);
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  }));
  const [first, ...others] = pixels;
  let most = 0;
  for (const other of others) {
    first.forEach((value, k) => { most = Math.max(most, Math.abs(value - other[k])); });
  }
  return most;
}"""


def difference(page: Page, pictures: Iterable[bytes]) -> int:
    """By how much any pixel of several pictures, made smaller, differs at most in a colour."""
    different = {base64.b64encode(picture).decode() for picture in pictures}
    if len(different) == 1:
        return 0
    addresses = [f"data:image/png;base64,{d}" for d in different]
    most: int = page.evaluate(MOST_DIFFERENCE, [addresses, SMALLER])
    return most


class Camera:
    """Screenshots of the stage in half of Playwright's time: without waiting and compression."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.scale = page.evaluate("() => devicePixelRatio")

    def take(self) -> bytes:
        """A PNG."""
        box = self.page.locator(".stage").bounding_box()
        assert box
        how = {"format": "png", "optimizeForSpeed": True, "clip": {**box, "scale": self.scale}}
        return base64.b64decode(self.session.send("Page.captureScreenshot", how)["data"])


class Film:
    """A battle whose clock the test moves, opened where the beat of the event `at` begins."""

    def __init__(self, page: Page, url: str, battle: str, at: int | None = None) -> None:
        page.clock.install(time=0)
        self.viewer = ViewerPage(page, url)
        if at is None:
            self.viewer.open(battle)
            page.clock.pause_at(60_000)
            self.viewer.pause()
        else:
            page.clock.pause_at(1000)
            page.goto(f"{url}/b/{battle}?spoilers=1#at={at}")
            expect(self.viewer.control("play")).to_have_attribute("data-playing", "true")
        self.page = page
        self.camera = Camera(page)
        # From here on frames begin at whole steps.
        page.clock.run_for(FRAME_MS - page.evaluate("(step) => performance.now() % step", FRAME_MS))
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
        self.press("play")
        return self.run(ms)

    def step(self, ms: int) -> int:
        """Goes back to where the beat begins, and stops so many ms after a step on."""
        self.press("beat-back")
        self.press("beat-on")
        return self.run(ms)

    def follow(self, seq: int, ms: int) -> int:
        """Follows a link to an event, and stops so many ms after its beat has begun."""
        self.page.evaluate("() => { location.hash = ''; }")
        self.page.evaluate("(seq) => { location.hash = `at=${seq}`; }", seq)
        self.viewer.expect_playing()
        return self.run(ms)

    def run(self, ms: int) -> int:
        """Lets what plays play for so many ms, and stops it there."""
        self.page.clock.run_for(ms)
        self.press("play")
        return int(self.page.locator("input.scrubber").input_value())

    def press(self, control: str) -> None:
        self.page.evaluate(
            "(name) => document.querySelector(`[data-control=${name}]`).click()", control
        )

    def picture(self) -> bytes:
        # Icons are asked for when they are drawn first.
        expect(self.page.locator("html[data-icons=loading]")).to_have_count(0)
        self.page.evaluate("() => document.activeElement.blur()")
        return self.camera.take()


def keep(name: str, ways: dict[str, bytes]) -> Path:
    """Save pictures that differ, for inspection."""
    RESULTS.mkdir(exist_ok=True)
    for way, picture in ways.items():
        (RESULTS / f"{name}-{way}.png").write_bytes(picture)
    return RESULTS
