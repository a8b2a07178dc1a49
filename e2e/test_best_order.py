"""The page "Best order" in a browser: from the odds to a table, a battle of it, and cancelling."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server

ARMIES = "ruleset=warlords&army_a=dragon-raid&army_b=silver-order"
SCREENS = [{"width": 1280, "height": 800}, {"width": 360, "height": 740}]


@pytest.mark.parametrize("screen", SCREENS, ids=["wide", "narrow"])
def test_from_the_odds_to_a_battle_in_the_best_order(
    open_context: OpenContext, server: Server, screen: dict[str, int]
) -> None:
    page = open_context(viewport=screen).new_page()
    page.goto(f"{server.url}/odds?{ARMIES}")
    page.get_by_role("button", name="Find the best order").click()
    page.get_by_role("button", name="Best order for Dragon raid").focus()
    page.keyboard.press("Enter")
    table = page.locator("#order-result")
    expect(table).to_contain_text("All 6 orders were compared")
    expect(table).to_be_focused()
    expect(table.get_by_role("heading")).to_be_in_viewport(ratio=1)
    expect(table.locator("tbody tr")).to_have_count(6)
    expect(page.locator("[data-progress]")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    table.get_by_role("button", name="Watch one").first.click()
    page.wait_for_url(re.compile(r"/b/\w{8}\?spoilers=1$"))


def test_whoever_is_faster_than_the_script_is_led_to_the_result(
    open_context: OpenContext, server: Server
) -> None:
    page = open_context(java_script_enabled=False).new_page()
    page.goto(f"{server.url}/best-order?{ARMIES}")
    page.get_by_role("button", name="Best order for Dragon raid").press("Enter")
    expect(page.locator("#order-result")).to_be_focused()


def test_a_search_is_cancelled(page: Page, server: Server) -> None:
    """The answer never comes, as if the search took for ever."""
    held: list[Route] = []
    page.route("**/best-order/found", lambda route: held.append(route))
    page.goto(f"{server.url}/best-order?{ARMIES}")
    page.get_by_role("button", name="Best order for Dragon raid").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("[data-said]")).to_have_text("Cancelled.")
    expect(page.get_by_role("progressbar")).to_be_hidden()


def test_an_answer_that_breaks_off_is_said(page: Page, server: Server) -> None:
    """As when a server stops in the middle of a search: it has said how far it came."""
    lines = '{"done": 1, "of": 6}\n'
    page.route(
        "**/best-order/found",
        lambda route: route.fulfill(body=lines, content_type="application/x-ndjson"),
    )
    page.goto(f"{server.url}/best-order?{ARMIES}")
    page.get_by_role("button", name="Best order for Dragon raid").click()
    expect(page.locator("[data-said]")).to_have_text("The server cannot be reached.")
    expect(page.get_by_role("progressbar")).to_be_hidden()


def test_why_a_search_is_refused_is_said_in_words(page: Page, server: Server, guard: Guard) -> None:
    """A server that prepares searches, or has too many of them, answers by a page."""
    refusal = page.request.get(f"{server.url}/b/zzzzzzzz").text()
    page.route("**/best-order/found", lambda route: route.fulfill(status=503, body=refusal))
    guard.expect("best-order|503")
    page.goto(f"{server.url}/best-order?{ARMIES}")
    page.get_by_role("button", name="Best order for Dragon raid").click()
    expect(page.locator("[data-said]")).to_contain_text("No battle has this link.")
