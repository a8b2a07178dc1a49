"""What one presses: large enough for a finger, and there with large text and in forced colours."""

import pytest
from playwright.sync_api import FloatRect, Page, ViewportSize, expect

from e2e.cases import further
from e2e.conftest import OpenContext
from e2e.controls import FINGER_PX, cut_off, smaller_than, unlike_their_label
from e2e.film import ROUNDING, SCENES, SMALL, Film, difference
from e2e.guard import Guard
from e2e.match_page import MatchPage, begin
from e2e.pages import BATTLES, PAGES, go
from e2e.played import sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

PHONE = {"width": 390, "height": 844}
TOUCHED = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
ZOOMED: ViewportSize = {"width": 640, "height": 400}  # a window of 1280 x 800 at 200 %
FEW = ("/", "/challenge/new", "/odds")
PRESSED = """(button) => {
  const { left, right, bottom } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint((left + right) / 2, bottom - 2));
}"""
"""Whether its lower edge can be pressed."""
PAINTS = ((".film", ""), (".played", ""), (".playhead", "::before"))
PAINTED = """([selector, part]) =>
  getComputedStyle(document.querySelector(selector), part).backgroundColor"""
LARGE = "(size) => { document.documentElement.style.fontSize = size; }"


def out_of_reach(page: Page) -> list[str]:
    """What is too small for a finger, and what twice the text pushes off a phone or a desk."""
    found = smaller_than(page, FINGER_PX)
    page.evaluate(LARGE, "200%")
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        found += [f"{width} px: {what}" for what in cut_off(page)]
    page.evaluate(LARGE, "")
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    return found


def test_the_measures_find_what_is_wrong(page: Page) -> None:
    page.set_content(
        """<button aria-label="Close" style="width:50px;height:50px">Shut</button>
        <button aria-label="Add Toad, 8 AP" style="width:50px;height:30px"><b>Toad</b> 8</button>"""
    )
    assert unlike_their_label(page) == ["Close: Shut"]
    (small,) = smaller_than(page, FINGER_PX)
    assert small.startswith("50 x 30")


@pytest.mark.parametrize("paths", [FEW, *further((PAGES,))])
def test_pages_are_in_reach_of_a_finger_and_of_large_text(
    open_context: OpenContext, server: Server, guard: Guard, paths: tuple[str, ...]
) -> None:
    """In German, whose words are longer."""
    guard.expect("404.*/nothing-here|status of 404")
    page = open_context(**TOUCHED, locale="de").new_page()
    few = BATTLES[2:] if paths is FEW else BATTLES
    battles = (f"/b/{sample_page(sample, id_)}?spoilers=1#at=5" for sample, id_ in few)
    wrong = {}
    for path in (*paths, *battles):
        go(page, f"{server.url}{path}")
        wrong[path] = out_of_reach(page)
    assert {path: what for path, what in wrong.items() if what} == {}


@pytest.mark.long
def test_match_fits_fingers_and_large_text(open_context: OpenContext, quick_server: Server) -> None:
    ann, bo = (MatchPage(open_context(**TOUCHED).new_page(), quick_server.url) for _ in range(2))
    begin(ann, bo)
    assert ann.lock_button.evaluate(PRESSED), "the tabs at the lower edge leave room for it"
    assert out_of_reach(ann.page) == []
    ann.order(A="attack", D="defend").lock()
    ann.expect_locked("a")
    bo.order(A="attack").lock()
    ann.expect_turn(2)
    ann.page.locator(".primer summary").click()
    assert out_of_reach(ann.page) == []
    expect(bo.page.locator('.notebook[data-round="2"]')).to_be_visible()
    ann.resign(2)
    ann.expect_end("You have lost")
    assert out_of_reach(ann.page) == []


@pytest.mark.long
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
    expect(film.page.locator("html[data-icons=loading]")).to_have_count(0)
    usual = film.page.screenshot(clip=clip)
    film.page.emulate_media(forced_colors="active")
    assert film.page.evaluate("matchMedia('(forced-colors: active)').matches")
    forced = film.page.screenshot(clip=clip)
    assert difference(open_context().new_page(), [usual, forced]) <= ROUNDING


def test_forced_colours_keep_the_bar_and_knob(open_context: OpenContext, server: Server) -> None:
    page = open_context(forced_colors="active", color_scheme="dark").new_page()
    page.goto(f"{server.url}/b/{sample_page('first-steps')}#at=20")
    page.locator(".unit").first.wait_for()
    film, played, knob = (page.evaluate(PAINTED, one) for one in PAINTS)
    assert played == knob != film


def test_at_200_percent_the_controls_stay_in_reach(shared_still_viewer: ViewerPage) -> None:
    viewer = shared_still_viewer
    viewer.page.set_viewport_size(ZOOMED)
    viewer.open(sample_page("rats-at-the-gates", "warlords"), at=5)
    for control in ("beat-back", "play", "beat-on"):
        viewer.control(control).click(trial=True)
    assert viewer.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    boxes = viewer.page.locator(".stage").bounding_box(), viewer.control("play").bounding_box()
    stage, play = boxes
    assert stage
    assert play
    assert play["y"] + play["height"] - stage["y"] <= ZOOMED["height"]
