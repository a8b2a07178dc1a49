"""Searches in a browser: from the odds to a table and a battle of it, refusals, cancelling."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.axe import expect_accessible
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.pages import TWO_ARMIES, misfits
from e2e.server import FOUND_MS, Server

PHONE = {"width": 360, "height": 740}


def test_from_the_odds_to_a_battle_of_best_army(open_context: OpenContext, server: Server) -> None:
    page = open_context(viewport=PHONE).new_page()
    page.goto(f"{server.url}/odds?{TWO_ARMIES}")
    page.get_by_role("button", name="Find the best armies").click()
    page.get_by_role("textbox", name="Budget").fill("60")
    page.get_by_role("button", name="Best armies for Dragon raid").focus()
    page.keyboard.press("Enter")
    table = page.locator("#order-result")
    expect(table).to_contain_text("The best armies for Dragon raid: 60 gold", timeout=FOUND_MS)
    expect(table).to_be_focused()
    expect(table.locator("tbody tr")).to_have_count(11)
    wins = table.locator("tbody td").first
    said = wins.evaluate("cell => getComputedStyle(cell, '::before').content")
    assert "Wins" in said, "where the table has no head, cells have one"
    assert misfits(page) == []
    expect_accessible(page)
    table.get_by_role("button", name="Watch one").first.click()
    page.wait_for_url(re.compile(r"/b/\w{8}\?spoilers=1$"))


def test_invalid_budget_is_refused_in_its_own_box(page: Page, server: Server, guard: Guard) -> None:
    guard.expect("best-armies|422")
    page.goto(f"{server.url}/best-armies?{TWO_ARMIES}")
    page.get_by_role("textbox", name="Budget").fill("much")
    page.get_by_role("button", name="Best armies for Dragon raid").click()
    alert = page.locator("[data-found] [role=alert]")
    expect(alert.get_by_role("listitem")).to_have_text(
        "Budget Enter a whole number from 1 to 1,000,000."
    )
    expect(alert).to_be_in_viewport(ratio=1)
    expect(alert).to_be_focused()
    expect(page.get_by_role("progressbar")).to_be_hidden()


@pytest.mark.long
def test_click_before_the_script_leads_to_result(open_context: OpenContext, server: Server) -> None:
    page = open_context(java_script_enabled=False).new_page()
    page.goto(f"{server.url}/best-order?{TWO_ARMIES}")
    page.get_by_role("button", name="Best order for Dragon raid").press("Enter", timeout=FOUND_MS)
    expect(page.locator("#order-result")).to_be_focused()


def test_an_answer_that_breaks_off_is_said(page: Page, server: Server) -> None:
    """As when a server stops in the middle of a search: it has said how far it came."""
    lines = '{"done": 1, "of": 6}\n'
    page.route(
        "**/best-order/found",
        lambda route: route.fulfill(body=lines, content_type="application/x-ndjson"),
    )
    page.goto(f"{server.url}/best-order?{TWO_ARMIES}")
    page.get_by_role("button", name="Best order for Dragon raid").click()
    expect(page.locator("[data-said]")).to_have_text("The server cannot be reached.")
    expect(page.get_by_role("progressbar")).to_be_hidden()


def test_a_search_is_cancelled(shared_page: Page, server: Server) -> None:
    """The answer never comes, as if the search took for ever."""
    held: list[Route] = []
    shared_page.route("**/best-armies/found", lambda route: held.append(route))
    shared_page.goto(f"{server.url}/best-armies?{TWO_ARMIES}")
    shared_page.get_by_role("button", name="Best armies for Dragon raid").click()
    expect(shared_page.get_by_role("progressbar")).to_be_visible()
    shared_page.get_by_role("button", name="Cancel").click()
    expect(shared_page.locator("[data-said]")).to_have_text("Cancelled.")
    expect(shared_page.get_by_role("progressbar")).to_be_hidden()
