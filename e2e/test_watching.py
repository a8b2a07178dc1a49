"""Watching: what is on the screen together, fingers, keys, a page that nobody sees."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import OpenContext
from e2e.played import Played, sample_page
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

SEEN = """() => {
  const within = (selector) => {
    const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
    return left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  };
  return [within(".stage"), within(".film"), within("[data-control=play]")];
}"""

LOOK_AWAY = """(isHidden) => {
  Object.defineProperty(document, "hidden", { get: () => isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def named(screen: dict[str, int]) -> str:
    return f"{screen['width']}x{screen['height']}"


@pytest.mark.parametrize("screen", SCREENS, ids=named)
@pytest.mark.parametrize(("ruleset", "sample"), BATTLES)
def test_stage_and_controls_are_on_the_screen_together(
    open_context: OpenContext, server: Server, screen: dict[str, int], ruleset: str, sample: str
) -> None:
    context = open_context(viewport=screen, reduced_motion="reduce")
    viewer = ViewerPage(context.new_page(), server.url).open(sample_page(sample, ruleset), at=0)
    for seq in (0, len(Played.sample(sample, ruleset).events) // 2):
        viewer.seek_event(seq)
        assert viewer.page.evaluate(SEEN) == [True, True, True]


def test_a_phone_that_is_turned_shows_the_stage_and_its_controls(phone: ViewerPage) -> None:
    phone.open(sample_page("ram-and-warden", "siege"), at=0)
    assert phone.page.evaluate("scrollY") == 0
    phone.page.set_viewport_size({"width": LYING["width"], "height": LYING["height"]})
    phone.page.wait_for_function("() => scrollY > 0")
    phone.page.wait_for_function(f"() => ({SEEN})().every(Boolean)")


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


@pytest.fixture
def phone(open_context: OpenContext, server: Server) -> ViewerPage:
    context = open_context(viewport=PHONE, is_mobile=True, has_touch=True, reduced_motion="reduce")
    return ViewerPage(context.new_page(), server.url)


def swipe(page: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    """A finger's way over the screen."""
    devtools = page.context.new_cdp_session(page)
    for step in range(6):
        x, y = (a + (b - a) * step / 5 for a, b in zip(start, end, strict=True))
        devtools.send(
            "Input.dispatchTouchEvent",
            {
                "type": "touchMove" if step else "touchStart",
                "touchPoints": [{"x": x, "y": y}],
            },
        )
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_swipe_steps_on_and_back(phone: ViewerPage) -> None:
    told = Played.sample("first-steps")
    phone.open(sample_page("first-steps"), at=0)
    swipe(phone.page, (260, 330), (120, 345))
    phone.expect_landed(sum(event.beat < 2 for event in told.events))
    swipe(phone.page, (260, 330), (120, 330))
    phone.expect_landed(sum(event.beat < 3 for event in told.events))
    swipe(phone.page, (100, 330), (240, 320))
    phone.expect_landed(sum(event.beat < 2 for event in told.events))


def test_finger_that_goes_up_or_hardly_anywhere_does_not_step(phone: ViewerPage) -> None:
    phone.open(sample_page("first-steps"), at=0)
    swipe(phone.page, (200, 330), (180, 330))
    # This one scrolls the page, and not at once.
    swipe(phone.page, (200, 420), (180, 250))
    phone.press(".")
    phone.expect_landed(2)


def test_replay_that_nobody_sees_stands_still(viewer: ViewerPage) -> None:
    viewer.page.clock.install()
    viewer.open(sample_page("ten-by-ten"), at=0)
    viewer.page.clock.run_for(3000)
    viewer.play()
    viewer.page.clock.run_for(4000)
    viewer.page.evaluate(LOOK_AWAY, True)  # noqa: FBT003 - the page's own word
    at = viewer.scrubber.input_value()
    assert int(at) > 3000
    viewer.page.clock.run_for(70_000)
    viewer.page.evaluate(LOOK_AWAY, False)  # noqa: FBT003
    assert int(viewer.scrubber.input_value()) - int(at) < 2000, "what has passed since it is seen"
    viewer.expect_playing()


def test_link_shows_how_it_comes_about_and_stops_there(viewer: ViewerPage) -> None:
    told = Played.sample("first-steps")
    seq = told.seqs("unit_defeated")[0]
    viewer.page.clock.install()
    viewer.page.goto(f"{viewer.url}/b/{sample_page('first-steps')}#at={seq}")
    expect(viewer.root).to_have_attribute("data-landed", re.compile("."))
    assert viewer.landed() <= seq, "it has not happened yet"
    viewer.page.clock.run_for(3000)
    viewer.expect_landed(seq + 1)
    viewer.expect_playing(playing=False)


def test_step_on_at_the_first_moment_moves(still_viewer: ViewerPage) -> None:
    told = Played.sample("first-steps")
    still_viewer.open(sample_page("first-steps"), at=0)
    still_viewer.press("Home")
    still_viewer.press("ArrowRight")
    still_viewer.expect_landed(sum(event.beat < 2 for event in told.events))


def test_turning_point_is_played_and_no_further(viewer: ViewerPage) -> None:
    viewer.page.clock.install()
    viewer.open(sample_page("knight-and-dragon", "warlords"), at=0)
    viewer.page.clock.run_for(3000)
    before = viewer.landed()
    viewer.page.locator(".turns button").last.click()
    viewer.expect_playing()
    first = viewer.landed()
    viewer.page.clock.run_for(5000)
    viewer.expect_playing(playing=False)
    assert before < first < viewer.landed()


def test_director_is_a_speed(still_viewer: ViewerPage) -> None:
    viewer = still_viewer.open(sample_page("night-on-the-hill", "warlords"), at=0)
    speed = viewer.control("speed")
    viewer.press("d")
    expect(speed).to_have_value("director")
    viewer.press("d")
    expect(speed).to_have_value("1")
    speed.select_option("Director")
    expect(speed).to_have_value("director")


def test_highlights_are_begun_and_left(still_viewer: ViewerPage) -> None:
    viewer = still_viewer.open(sample_page("night-on-the-hill", "warlords"), at=30)
    button, film = viewer.control("highlights"), viewer.page.locator(".film[data-tour]")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(film).to_be_visible()
    assert viewer.page.locator(".film .skipped").get_attribute("d")
    viewer.expect_playing()
    viewer.press("Escape")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(film).to_have_count(0)
    viewer.press("h")
    expect(button).to_have_attribute("aria-pressed", "true")
    viewer.seek_ms(20_000)
    expect(button).to_have_attribute("aria-pressed", "false")


def test_controls_say_what_they_do(still_viewer: ViewerPage) -> None:
    viewer = still_viewer.open(sample_page("night-on-the-hill", "warlords"), at=0)
    titles = {
        "beat-on": "Next step (→)",
        "beat-back": "Previous step (←)",
        "round-on": "Next pairing (↓)",
        "round-back": "Previous pairing (↑)",
        "defeat-on": "Next defeat (])",
    }
    for name, title in titles.items():
        expect(viewer.control(name)).to_have_attribute("title", title)
        expect(viewer.control(name)).to_have_accessible_name(title)


def test_keys_of_a_single_character_can_be_switched_off(still_viewer: ViewerPage) -> None:
    viewer = still_viewer.open(sample_page("first-steps"), at=0)
    viewer.press("?")
    viewer.page.get_by_label("Keys of a single character").uncheck()
    viewer.press("Escape")
    viewer.page.reload()
    viewer.expect_landed(1)
    for key in (".", "]", "m", "?"):
        viewer.press(key)
    viewer.expect_landed(1)
    expect(viewer.page.get_by_role("dialog")).to_be_hidden()
    viewer.press("ArrowRight")
    expect(viewer.root).not_to_have_attribute("data-landed", "1")
    viewer.control("help").click()
    viewer.page.get_by_label("Keys of a single character").check()
    viewer.press("Escape")
    viewer.press("Home")
    viewer.press(".")
    viewer.expect_landed(2)


def test_space_opens_a_summary_and_arrows_scroll_a_focused_log(still_viewer: ViewerPage) -> None:
    viewer = still_viewer.open(sample_page("ten-by-ten"), at=100)
    viewer.page.locator(".score-table summary").focus()
    viewer.press(" ")
    expect(viewer.page.locator(".score-table")).to_have_attribute("open", "")
    viewer.expect_playing(playing=False)
    log = viewer.page.locator(".log")
    log.focus()
    at = log.evaluate("(log) => log.scrollTop")
    viewer.press("ArrowUp")
    viewer.page.wait_for_function("(at) => document.querySelector('.log').scrollTop < at", arg=at)
    viewer.expect_landed(101)


def test_screen_reader_hears_what_changes_and_not_every_frame(viewer: ViewerPage) -> None:
    viewer.page.clock.install()
    viewer.open(sample_page("first-steps"), at=0)
    viewer.page.evaluate(
        """() => {
          window.heard = [];
          const region = document.querySelector("p.visually-hidden[role=status]");
          new MutationObserver(() => heard.push(region.textContent))
            .observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    viewer.page.clock.run_for(2000)
    viewer.play()
    viewer.page.clock.run_for(8000)
    heard: list[str] = viewer.page.evaluate("() => heard")
    assert 2 <= len(heard) <= 7, "no more often than every one and a half seconds"
    assert all(one != two for one, two in pairwise(heard))


APART = """(id) => {
  const box = (element) => element.getBoundingClientRect();
  const card = box(document.querySelector(".inspector"));
  const unit = box(document.querySelector(`[data-unit="${id}"]`));
  const whole = box(document.querySelector(".theater"));
  return {
    apart: card.left >= unit.right || card.right <= unit.left || card.top >= unit.bottom
      || card.bottom <= unit.top,
    inside: card.left >= whole.left && card.right <= whole.right
      && card.top >= whole.top && card.bottom <= whole.bottom + 0.5,
  };
}"""


@pytest.mark.parametrize(("ruleset", "sample"), [*BATTLES[:1], *BATTLES[2:]])
@pytest.mark.parametrize("screen", [SCREENS[2], SCREENS[3]], ids=named)
def test_card_of_a_unit_does_not_cover_it(
    open_context: OpenContext, server: Server, screen: dict[str, int], ruleset: str, sample: str
) -> None:
    context = open_context(viewport=screen, reduced_motion="reduce")
    viewer = ViewerPage(context.new_page(), server.url).open(sample_page(sample, ruleset), at=30)
    ids = viewer.page.locator("[data-unit]:not([data-gone])").evaluate_all(
        "(units) => units.map((unit) => unit.dataset.unit)"
    )
    for id_ in ids:
        viewer.unit(id_).focus()
        expect(viewer.inspector.locator("h3 small")).to_have_text(id_)
        assert viewer.page.evaluate(APART, id_) == {"apart": True, "inside": True}, id_


def test_card_is_a_sheet_at_the_lower_edge_of_a_phone(phone: ViewerPage) -> None:
    phone.open(sample_page("night-on-the-hill", "warlords"), at=30)
    phone.unit("b1").tap()
    card, whole = (phone.page.locator(s).bounding_box() for s in (".inspector", ".theater"))
    assert card
    assert whole
    assert card["width"] == pytest.approx(whole["width"])
    assert card["y"] + card["height"] == pytest.approx(whole["y"] + whole["height"])
    assert card["height"] <= whole["height"] / 2
