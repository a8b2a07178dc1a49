"""The first minute: the home page plays a battle, a fight is two clicks away, a bot one."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server

SIZES = [
    (360, 740),
    *(pytest.param(*size, marks=pytest.mark.long) for size in [(1280, 800), (740, 360)]),
]

NOTE_SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const isOfPage = sources.some(({ node }) => node && !node.parentElement?.closest(".stage"));
      window.shifts.push({ value, isOfPage });
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
"""Notes whenever something jumps by itself, and whether that was outside of the stage."""

CLS_MOST = 0.02


def showcase(page: Page, server: Server) -> Locator:
    page.goto(server.url)
    show = page.locator("#showcase")
    show.scroll_into_view_if_needed()
    expect(show.locator("[data-unit]")).to_have_count(5)  # two of Ann's, three of Bo's
    return show


def landed(show: Locator) -> int:
    return int(show.get_attribute("data-landed") or 0)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_battle_plays_by_itself_in_the_room_that_it_had(
    open_context: OpenContext, server: Server, width: int, height: int
) -> None:
    page = open_context(viewport={"width": width, "height": height}).new_page()
    page.add_init_script(NOTE_SHIFTS)
    show = showcase(page, server)
    expect(show).to_have_attribute("data-playing", "true")
    expect(show).to_have_attribute("data-landed", re.compile(r"^([5-9]|\d\d+)$"))
    shifts = page.evaluate("window.shifts")
    assert [shift for shift in shifts if shift["isOfPage"]] == []
    assert sum(shift["value"] for shift in shifts) <= CLS_MOST
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_page_can_be_read_before_anything_of_the_battle_is_asked_for(
    page: Page, server: Server
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    show = showcase(page, server)
    expect(show).to_have_attribute("data-playing", "true")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    for name in ("showcase.js", "watch.css", "/recording", "/catalogs/"):
        began = page.evaluate(
            "(name) => performance.getEntriesByType('resource')"
            ".filter((entry) => entry.name.includes(name)).map((entry) => entry.startTime)",
            name,
        )
        assert began, name
        assert min(began) >= painted, name
    assert not any("embed" in url for url in asked)


def test_a_button_pauses_it_and_it_takes_no_key_from_the_page(page: Page, server: Server) -> None:
    show = showcase(page, server)
    show.get_by_role("button", name="Pause").click()
    expect(show).to_have_attribute("data-playing", "false")
    # Neither the arrows nor the space bar belong to it: the page scrolls.
    page.evaluate("document.activeElement.blur()")
    before = show.get_attribute("data-landed")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(page.get_by_role("link", name="Credits")).to_be_in_viewport()
    assert show.get_attribute("data-landed") == before
    show.get_by_role("button", name="Play").click()
    expect(show).to_have_attribute("data-playing", "true")


def test_only_a_link_and_a_button_of_it_are_met_by_tab_and_by_screen_readers(
    page: Page, server: Server
) -> None:
    show = showcase(page, server)
    expect(show).to_match_aria_snapshot("""
        - paragraph:
          - link "Watch First steps"
          - button "Pause"
    """)
    show.get_by_role("link", name="Watch First steps").focus()
    page.keyboard.press("Tab")
    expect(show.get_by_role("button", name="Pause")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".watch-head h1")).to_have_text("First steps")


def test_it_stands_still_while_it_is_out_of_sight(page: Page, server: Server) -> None:
    show = showcase(page, server)
    expect(show).to_have_attribute("data-playing", "true")
    page.get_by_role("link", name="Credits").scroll_into_view_if_needed()
    expect(show).to_have_attribute("data-playing", "false")
    show.scroll_into_view_if_needed()
    expect(show).to_have_attribute("data-playing", "true")


def test_whoever_prefers_less_motion_has_to_ask_for_it(
    open_context: OpenContext, server: Server
) -> None:
    show = showcase(open_context(reduced_motion="reduce").new_page(), server)
    expect(show).to_have_attribute("data-playing", "false")
    assert landed(show) > 0
    show.get_by_role("button", name="Play").click()
    expect(show).to_have_attribute("data-playing", "true")


def test_without_javascript_there_is_a_picture_of_the_battle(
    open_context: OpenContext, server: Server
) -> None:
    page = open_context(java_script_enabled=False).new_page()
    page.goto(server.url)
    picture = page.locator("#showcase img")
    expect(picture).to_be_visible()
    expect(picture).to_have_attribute("src", re.compile(r"/b/\w+/card\.png\?"))
    expect(page.locator("#showcase").get_by_role("link")).to_have_text("Watch First steps")


def test_a_battle_that_cannot_be_loaded_is_a_picture(
    page: Page, server: Server, guard: Guard
) -> None:
    guard.expect("recording")
    page.route("**/recording*", lambda route: route.abort("connectionreset"))
    page.goto(server.url)
    expect(page.locator("#showcase img")).to_be_visible()


def test_a_fight_is_two_clicks_away(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.locator(".hero").get_by_role("link", name="Warlords III stacks", exact=True).click()
    page.get_by_role("button", name="Start the battle").click()
    expect(page).to_have_url(re.compile(r"/b/\w+"))
    expect(page.locator("#watch .stage")).to_be_visible()


@pytest.mark.parametrize("address", ["/", "/challenge/new?ruleset=siege"])
def test_a_bot_is_played_at_one_click(page: Page, server: Server, address: str) -> None:
    page.goto(server.url + address)
    page.get_by_role("button", name="Castle siege: play the bot Dice now").click()
    expect(page).to_have_url(re.compile(r"/m/\w+$"))
    expect(page.locator('[data-lock="b"]')).to_contain_text("Dice")
    expect(page.locator(".orders .panel-title")).to_have_text("Your orders for round 1")
    # The army that was ready: the Spearhead's A has 4 ATK and 3 HP.
    expect(page.locator('.order-unit[data-letter="A"] .order-head')).to_contain_text("4")
    page.locator('.order-unit[data-letter="A"] [data-order="attack"]').click()
    expect(page.locator(".saving")).to_have_attribute("data-saving", "saved")
