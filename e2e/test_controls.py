"""What one presses: called as it reads, large enough for a finger, there in every way of seeing."""

import pytest
from playwright.sync_api import FloatRect, Page

from e2e.conftest import OpenContext
from e2e.controls import FINGER_PX, cut_off, smaller_than, unlike_their_label
from e2e.film import ROUNDING, SCENES, SMALL, Film, difference
from e2e.played import sample_page
from e2e.server import Server
from e2e.test_axe import PAGES, STAGES
from e2e.viewer_page import ViewerPage

PHONE = {"width": 390, "height": 844}
ZOOMED = {"width": 640, "height": 400}
"""A window of 1280 x 800 at 200 %."""


STYLE = "/style"
"""Parts of pages side by side, for us."""


def addresses(without: str = "") -> list[str]:
    battles = (f"/b/{sample_page(sample, id_)}?spoilers=1#at=5" for sample, id_ in STAGES)
    return [page for page in (*PAGES, *battles) if page != without]


def visit(page: Page, server: Server, address: str) -> None:
    page.goto(f"{server.url}{address}")
    page.wait_for_load_state("networkidle")


def test_the_measures_find_what_is_wrong(page: Page) -> None:
    page.set_content(
        """<button aria-label="Close" style="width:50px;height:50px">Shut</button>
        <button aria-label="Add Toad, 8 AP" style="width:50px;height:30px"><b>Toad</b> 8</button>"""
    )
    assert unlike_their_label(page) == ["Close: Shut"]
    (small,) = smaller_than(page, FINGER_PX)
    assert small.startswith("50 x 30")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_control_is_large_enough_for_a_finger(
    open_context: OpenContext, server: Server, german_server: Server, language: str
) -> None:
    page = open_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    wrong = {}
    for address in addresses(without=STYLE):
        visit(page, german_server if language == "de" else server, address)
        wrong[address] = smaller_than(page, FINGER_PX)
    assert {address: controls for address, controls in wrong.items() if controls} == {}


@pytest.mark.parametrize(("ruleset", "sample"), SCENES)
def test_forced_colours_keep_pips_and_numbers(
    open_context: OpenContext, server: Server, ruleset: str, sample: str
) -> None:
    """The stage is a picture: its bars, pips, plates and names keep the colours that tell them."""
    film = Film(open_context(viewport=SMALL).new_page(), server.url, sample_page(sample, ruleset))
    film.seek(12_000)
    box = film.page.locator(".stage").bounding_box()
    assert box
    # The last row of pixels belongs in part to what is below.
    clip: FloatRect = {**box, "height": box["height"] - 2}
    usual = film.page.screenshot(clip=clip)
    film.page.emulate_media(forced_colors="active")
    assert film.page.evaluate("matchMedia('(forced-colors: active)').matches")
    forced = film.page.screenshot(clip=clip)
    assert difference(open_context().new_page(), [usual, forced]) <= ROUNDING


@pytest.mark.parametrize(("sample", "ruleset"), STAGES, ids=[id_ for _, id_ in STAGES])
def test_at_200_percent_the_controls_stay_in_reach(
    open_context: OpenContext, server: Server, sample: str, ruleset: str
) -> None:
    viewer = ViewerPage(open_context(viewport=ZOOMED).new_page(), server.url)
    viewer.open(sample_page(sample, ruleset), at=5)
    page = viewer.page
    for control in ("beat-back", "play", "beat-on"):
        viewer.control(control).click(trial=True)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    stage, play = (
        viewer.page.locator(".stage").bounding_box(),
        viewer.control("play").bounding_box(),
    )
    assert stage
    assert play
    assert play["y"] + play["height"] - stage["y"] <= ZOOMED["height"]


LARGE_TEXT = """document.addEventListener("DOMContentLoaded", () => {
  document.documentElement.style.fontSize = "200%";
})"""


def test_text_of_twice_its_size_stays_on_the_page(
    open_context: OpenContext, server: Server
) -> None:
    """What is wider than the screen scrolls in a frame of its own, and the page does not."""
    context = open_context()
    context.add_init_script(LARGE_TEXT)
    page = context.new_page()
    wrong = {}
    for address in addresses(without=STYLE):
        visit(page, server, address)
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            wrong[f"{address} at {width} px"] = cut_off(page)
    assert {where: what for where, what in wrong.items() if what} == {}
