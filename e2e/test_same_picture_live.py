"""A moment of a battle on air looks as in its replay, for who came late and after a reload, too."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import RESULTS, OpenContext
from e2e.film import ROUNDING, SCENES, SMALL, Camera, Film, difference, keep
from e2e.played import sample_file
from e2e.server import Server
from e2e.viewer_page import ViewerPage

TALL = {**SMALL, "height": 1200}
"""High enough that the stage is as high as it gets."""
WITHOUT_HEAD = "() => { document.querySelector('.watch-head').style.display = 'none'; }"
"""It is not the same on air and later, and moves the stage by shares of a pixel."""
BEGINS_MS = 30_000
"""Within it a battle has been put on air and its first blow has fallen, on a slow machine, too."""
APART = 3
"""How many events are shown at least between two moments."""
APART_MS = 1000
"""Within it something else happens."""


class Live:
    """Somebody who follows a battle on air."""

    def __init__(self, page: Page, url: str, battle: str) -> None:
        # Whole milliseconds: what the scrubber says is all there is.
        page.clock.install()
        self.page = page
        self.camera = Camera(page)
        self.viewer = ViewerPage(page, url)
        page.goto(f"{url}/b/{battle}?spoilers=1")
        self.join()

    def join(self) -> None:
        """Waits until the moment that is on air is shown."""
        expect(self.page.locator("[data-unit]:not([data-gone])").first).to_be_visible()
        expect(self.viewer.control("live")).to_have_attribute("aria-pressed", "true")
        self.page.evaluate(WITHOUT_HEAD)

    def wait(self, landed: int) -> None:
        """Waits until so many events have been shown."""
        shown = "(count) => Number(document.querySelector('#watch').dataset.landed) >= count"
        self.page.wait_for_function(shown, arg=landed, timeout=BEGINS_MS)

    def stop(self) -> tuple[int, bytes]:
        """Pauses: the position, and what is shown there once the page knows what comes next."""
        self.page.mouse.move(0, 0)
        self.page.evaluate("() => document.querySelector('[data-control=play]').click()")
        ms = int(self.viewer.scrubber.input_value())
        known = "(ms) => document.querySelector('input.scrubber').max > ms"
        self.page.wait_for_function(known, arg=ms + APART_MS)
        return ms, self.camera.take()

    def go_on(self) -> None:
        """Joins what is on air again."""
        self.viewer.control("live").click()
        self.join()


@pytest.mark.long
@pytest.mark.parametrize(("ruleset", "sample"), SCENES)
def test_a_moment_on_air_looks_as_in_the_replay(
    open_context: OpenContext, server: Server, ruleset: str, sample: str
) -> None:
    file = sample_file(sample, ruleset)
    battle = server.put_on_air(file)
    early = Live(open_context(viewport=TALL).new_page(), server.url, battle)
    early.wait(APART)
    taken: dict[str, tuple[int, bytes]] = {}

    late = Live(open_context(viewport=TALL).new_page(), server.url, battle)
    late.wait(APART)
    taken["joined late"] = late.stop()
    early.wait(early.viewer.landed() + APART)
    taken["followed"] = early.stop()
    late.go_on()
    late.wait(late.viewer.landed() + APART)
    late.page.reload()
    late.join()
    taken["reloaded"] = late.stop()
    late.go_on()
    late.wait(late.viewer.landed() + APART)
    taken["joined again"] = late.stop()

    film = Film(open_context(viewport=TALL).new_page(), server.url, server.store(file))
    film.page.evaluate(WITHOUT_HEAD)
    blank = open_context().new_page()
    different = []
    for way, (ms, picture) in taken.items():
        film.seek(ms)
        replay = film.picture()
        if difference(blank, [picture, replay]) > ROUNDING:
            different.append((way, ms))
            keep(f"live-{sample}-{ms}", {way: picture, "replay": replay})
    assert different == [], f"the pictures are in {RESULTS}"
    assert len({ms for ms, _ in taken.values()}) == len(taken)
