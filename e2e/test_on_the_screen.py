"""Stage, controls and what is told below them, whole on every screen."""

import pytest
from playwright.sync_api import expect

from e2e.challenge_page import ChallengePage
from e2e.conftest import OpenContext
from e2e.controls import OFF_SCREEN, expect_all_on_screen
from e2e.played import Played, sample_file, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

PHONE = {"width": 360, "height": 740}
LYING = {"width": 740, "height": 360}
SCREENS = [PHONE, LYING, {"width": 1024, "height": 730}, {"width": 1280, "height": 800}]
BATTLES = [
    ("manymarios", "ten-by-ten"),
    ("manymarios", "two-giants"),
    ("warlords", "night-on-the-hill"),
    ("siege", "ram-and-warden"),
]

NAMES = ".watch-head h1, .banner :is(strong, .left, .role)"
CUT_NAMES = """(names) => [...document.querySelectorAll(names)]
  .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 3)
  .map((one) => one.textContent)"""
"""Names of which something is cut."""


def named(screen: dict[str, int]) -> str:
    return f"{screen['width']}x{screen['height']}"


@pytest.fixture
def phone(open_context: OpenContext, server: Server) -> ViewerPage:
    context = open_context(viewport=PHONE, is_mobile=True, has_touch=True, reduced_motion="reduce")
    return ViewerPage(context.new_page(), server.url)


@pytest.mark.parametrize("screen", SCREENS, ids=named)
@pytest.mark.parametrize(("ruleset", "sample"), BATTLES)
def test_stage_and_controls_are_on_the_screen_together(
    open_context: OpenContext, server: Server, screen: dict[str, int], ruleset: str, sample: str
) -> None:
    is_phone = screen in (PHONE, LYING)
    context = open_context(
        viewport=screen, is_mobile=is_phone, has_touch=is_phone, reduced_motion="reduce"
    )
    viewer = ViewerPage(context.new_page(), server.url).open(sample_page(sample, ruleset), at=0)
    for seq in (0, len(Played.sample(sample, ruleset).events) // 2):
        viewer.seek_event(seq)
        expect_all_on_screen(viewer.page)


@pytest.mark.parametrize(("ruleset", "sample"), [BATTLES[0], *BATTLES[2:]])
def test_long_names_and_all_controls_have_room_on_air(
    open_context: OpenContext, german_server: Server, ruleset: str, sample: str
) -> None:
    """In German, with sound on, and with the button that leads to the live moment."""
    file = sample_file(sample, ruleset)
    for side, name in zip(
        file["sides"], ("Alexandra Montgomery", "Wilhelmina Schwarzer"), strict=True
    ):
        side["name"] = name
    page = open_context(locale="de", has_touch=True, reduced_motion="reduce").new_page()
    page.goto(f"{german_server.url}/b/{german_server.put_on_air(file)}")
    expect(page.locator(".banner strong").first).to_have_text("Alexandra Montgomery")
    page.locator("[data-control=sound]").dispatch_event("click")
    for width, height in ((360, 740), (740, 360), (1024, 730), (1190, 800), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => document.querySelector('.theater').scrollIntoView({ block: 'end' })")
        assert page.evaluate(CUT_NAMES, NAMES) == [], width
        assert page.evaluate(OFF_SCREEN) == [], width


def test_that_a_seat_has_sealed_keeps_to_one_line_in_german_on_a_phone(
    open_context: OpenContext, german_server: Server
) -> None:
    ann = ChallengePage(open_context(locale="en").new_page(), german_server.url)
    address = ann.make(name="Ann").address
    ann.seal_text("= Mine\nGoomba")
    ann.expect_sealed()
    phone = open_context(locale="de", viewport=PHONE).new_page()
    phone.goto(address)
    state = phone.locator('[data-seat="a"] .seat-state')
    expect(state).to_have_text("versiegelt")
    told = state.bounding_box()
    assert told
    assert told["height"] < 2 * 16


def test_a_phone_that_is_turned_shows_the_stage_and_its_controls(phone: ViewerPage) -> None:
    phone.open(sample_page("ram-and-warden", "siege"), at=0)
    assert phone.page.evaluate("scrollY") == 0
    phone.page.set_viewport_size({"width": LYING["width"], "height": LYING["height"]})
    phone.page.wait_for_function("() => scrollY > 0")
    expect_all_on_screen(phone.page)


def test_what_is_told_never_changes_the_size_of_the_stage(phone: ViewerPage) -> None:
    phone.open(sample_page("ram-and-warden", "siege"), at=0)
    height = "() => document.querySelector('.stage').offsetHeight"
    heights = set()
    for share in range(11):
        phone.seek_ms(phone.length_ms() * share // 10)
        heights.add(phone.page.evaluate(height))
    assert len(heights) == 1


CUT = """() => {
  const scrubber = document.querySelector("input.scrubber");
  const subtitle = document.querySelector(".subtitle");
  const cut = new Set();
  for (let ms = 0; ms <= Number(scrubber.max); ms += 300) {
    scrubber.value = String(ms);
    scrubber.dispatchEvent(new Event("input"));
    if (subtitle.scrollHeight > subtitle.clientHeight) cut.add(subtitle.innerText);
  }
  return [...cut];
}"""


@pytest.mark.parametrize("screen", SCREENS, ids=named)
@pytest.mark.parametrize(
    ("ruleset", "sample"),
    [("manymarios", "toss-of-a-coin"), ("warlords", "the-silver-oath"), BATTLES[-1]],
)
def test_no_sentence_below_the_stage_is_cut(
    open_context: OpenContext, server: Server, screen: dict[str, int], ruleset: str, sample: str
) -> None:
    """Two sentences of a beat, of all that both sides ordered too."""
    context = open_context(viewport=screen, reduced_motion="reduce")
    viewer = ViewerPage(context.new_page(), server.url).open(sample_page(sample, ruleset), at=0)
    assert viewer.page.evaluate(CUT) == []


COVERED = """() => {
  const box = (element) => element.getBoundingClientRect();
  const inspector = document.querySelector(".inspector");
  const whole = box(document.querySelector(".theater"));
  return [...document.querySelectorAll("[data-unit]:not([data-gone])")].filter((element) => {
    element.focus({ preventScroll: true });
    const [card, unit] = [box(inspector), box(element)];
    const isApart = card.left >= unit.right || card.right <= unit.left || card.top >= unit.bottom
      || card.bottom <= unit.top;
    const isInside = card.left >= whole.left && card.right <= whole.right
      && card.top >= whole.top && card.bottom <= whole.bottom + 0.5;
    const isIts = inspector.querySelector("h2 small").textContent === element.dataset.unit;
    return !(isApart && isInside && isIts);
  }).map((element) => element.dataset.unit);
}"""
"""Units that their own card covers, or whose card leaves the theater."""


@pytest.mark.parametrize(("ruleset", "sample"), [*BATTLES[:1], *BATTLES[2:]])
@pytest.mark.parametrize("screen", SCREENS, ids=named)
def test_card_of_a_unit_does_not_cover_it(
    open_context: OpenContext, server: Server, screen: dict[str, int], ruleset: str, sample: str
) -> None:
    context = open_context(viewport=screen, reduced_motion="reduce")
    viewer = ViewerPage(context.new_page(), server.url).open(sample_page(sample, ruleset), at=30)
    assert viewer.page.evaluate(COVERED) == []


def test_card_is_a_sheet_at_the_lower_edge_of_a_phone(phone: ViewerPage) -> None:
    phone.open(sample_page("night-on-the-hill", "warlords"), at=30)
    phone.unit("b1").tap()
    card, whole = (phone.page.locator(s).bounding_box() for s in (".inspector", ".theater"))
    assert card
    assert whole
    assert card["width"] == pytest.approx(whole["width"])
    assert card["y"] + card["height"] == pytest.approx(whole["y"] + whole["height"])
    assert card["height"] <= whole["height"] / 2
