"""Watching: what is on the screen together, fingers, keys, a page that nobody sees."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from e2e.conftest import OpenContext
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.touch import swipe
from e2e.viewer_page import ViewerPage

PHONE = {"width": 360, "height": 740}
LOOK_AWAY = """(isHidden) => {
  Object.defineProperty(document, "hidden", { get: () => isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def phone(open_context: OpenContext, server: Server) -> ViewerPage:
    context = open_context(viewport=PHONE, is_mobile=True, has_touch=True, reduced_motion="reduce")
    return ViewerPage(context.new_page(), server.url)


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
        "round-on": "Next duel (↓)",
        "round-back": "Previous duel (↑)",
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
