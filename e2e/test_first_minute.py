"""The first minute: the home page plays a battle, and a bot is one click away."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server
from e2e.test_live_stream import battle_file


@pytest.fixture(scope="module")
def server(new_server: Server) -> Server:
    """A server without battles of other tests, which take the stage while they are on air."""
    return new_server


def showcase(page: Page, server: Server) -> Locator:
    page.goto(server.url)
    show = page.locator("#showcase")
    show.scroll_into_view_if_needed()
    expect(show.locator("[data-unit]")).to_have_count(10)  # five of each side
    return show


def test_page_is_readable_before_the_battle_is_requested(page: Page, server: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    show = showcase(page, server)
    expect(show).to_have_attribute("data-playing", "true")
    expect(show).to_have_attribute("data-landed", re.compile(r"^\d\d$"))
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    for name in ("showcase.js", "show.css", "/recording", "/catalogs/"):
        began = page.evaluate(
            "(name) => performance.getEntriesByType('resource')"
            ".filter((entry) => entry.name.includes(name)).map((entry) => entry.startTime)",
            name,
        )
        assert began, name
        assert min(began) >= painted, name
    assert not any("embed" in url for url in asked)
    cards = page.locator(".more-cards").first
    expect(cards.locator("use[data-href]").first).to_be_attached()
    cards.locator("summary").click()
    cards.locator(".card").first.scroll_into_view_if_needed()
    expect(cards.locator('.lineup use[href^="#icon-"]').first).to_be_visible()


PICTURE_BYTES = """() => performance.getEntriesByType("resource")
  .filter(({ name }) => /[.](webp|png|jpe?g|avif)([?]|$)/.test(name))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)"""


@pytest.mark.parametrize("path", ["", "battles"])
def test_pictures_below_are_loaded_when_they_come_near(
    page: Page, server: Server, path: str
) -> None:
    """At most 60 kB of pictures before the page is scrolled."""
    page.goto(f"{server.url}/{path}")
    page.wait_for_function(f"() => ({PICTURE_BYTES})() > 0")
    page.wait_for_load_state("networkidle")
    last = page.locator("main img:visible").last
    expect(last).not_to_have_attribute("src", re.compile("."))
    assert page.evaluate(PICTURE_BYTES) <= 60_000
    last.scroll_into_view_if_needed()
    expect(last).to_have_attribute("src", re.compile("webp"))


def test_it_is_met_by_tab_pauses_and_takes_no_key_from_the_page(page: Page, server: Server) -> None:
    show = showcase(page, server)
    expect(show).to_match_aria_snapshot("""
        - paragraph:
          - link "Watch Who minds the gate?"
          - button "Pause"
    """)
    # It stands still while it is out of sight.
    expect(show).to_have_attribute("data-playing", "true")
    page.get_by_role("link", name="Credits").scroll_into_view_if_needed()
    expect(show).to_have_attribute("data-playing", "false")
    show.scroll_into_view_if_needed()
    expect(show).to_have_attribute("data-playing", "true")
    show.get_by_role("button", name="Pause").click()
    expect(show).to_have_attribute("data-playing", "false")
    # Neither the arrows nor the space bar belong to it: the page scrolls.
    page.evaluate("document.activeElement.blur()")
    before = show.get_attribute("data-landed")
    page.keyboard.press("ArrowRight")
    at = page.evaluate("scrollY")
    page.keyboard.press("End")
    page.wait_for_function("(at) => scrollY > at", arg=at)
    page.keyboard.press("End")  # again, since the page scrolls by now
    expect(page.get_by_role("link", name="Credits")).to_be_in_viewport()
    assert show.get_attribute("data-landed") == before
    show.get_by_role("link", name="Watch Who minds the gate?").focus()
    page.keyboard.press("Tab")
    expect(show.get_by_role("button", name="Play")).to_be_focused()
    page.keyboard.press("Enter")
    expect(show).to_have_attribute("data-playing", "true")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".watch-head h1")).to_have_text("Who minds the gate?")


@pytest.mark.long
def test_reduced_motion_waits_for_play_button(open_context: OpenContext, server: Server) -> None:
    show = showcase(open_context(reduced_motion="reduce").new_page(), server)
    expect(show).to_have_attribute("data-playing", "false")
    expect(show).to_have_attribute("data-landed", re.compile("^[1-9]"))
    show.get_by_role("button", name="Play").click()
    expect(show).to_have_attribute("data-playing", "true")
    show.evaluate("(show) => { document.querySelector('a').focus(); show.reel.destroy(); }")
    expect(show.locator("[data-unit], button")).to_have_count(0)


@pytest.mark.long
def test_picture_without_scripts(open_context: OpenContext, server: Server, guard: Guard) -> None:
    guard.expect("recording")
    for has_script in (False, True):
        page = open_context(java_script_enabled=has_script).new_page()
        page.route("**/recording*", lambda route: route.abort("connectionreset"))
        page.goto(server.url)
        picture = page.locator("#showcase img")
        expect(picture).to_be_visible()
        expect(picture).to_have_attribute("src", re.compile(r"/b/\w+/card\.png\?"))
        expect(page.locator("#showcase").get_by_role("link")).to_have_text(
            "Watch Who minds the gate?"
        )


def test_a_battle_on_air_takes_the_stage_and_times_are_relative(
    page: Page, quick_server: Server
) -> None:
    quick_server.store(battle_file("goomba", "toad", seed=1))
    long = battle_file(*["toad boo goomba toad boo"] * 2, seed=7)
    id_ = quick_server.put_on_air(long, listed=True)
    page.goto(f"{quick_server.url}/b/{id_}")
    expect(page.locator("#watch")).to_have_attribute("data-landed", re.compile("[1-9]"))
    page.goto(quick_server.url)
    show = page.locator("#showcase")
    expect(show).to_have_attribute("data-landed", re.compile("^[1-9]"))
    expect(show.get_by_role("link")).to_have_attribute("href", re.compile(f"/b/{id_}$"))
    expect(show.get_by_role("button")).to_have_count(0)
    recent = page.get_by_role("region", name="Recent battles").locator("time").first
    expect(recent).to_have_text("now")
    expect(recent).to_have_attribute("title", re.compile(r"\d:\d\d:\d\d .*(UTC|GMT)"))
