"""The page "Best armies" in a browser: from the odds to a table and a battle of it; cancelling."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.builder_page import BuilderPage
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server

ARMIES = "ruleset=warlords&army_a=dragon-raid&army_b=silver-order"
ALLOTMENTS = "ruleset=siege&army_a=spearhead&army_b=even-five&bot_a=aggressive&bot_b=random"
SCREENS = [{"width": 1280, "height": 800}, {"width": 360, "height": 740}]


@pytest.mark.parametrize("screen", SCREENS, ids=["wide", "narrow"])
def test_from_the_odds_to_a_battle_of_the_best_army(
    open_context: OpenContext, server: Server, screen: dict[str, int]
) -> None:
    page = open_context(viewport=screen).new_page()
    page.goto(f"{server.url}/odds?{ARMIES}")
    page.get_by_role("button", name="Find the best armies").click()
    page.get_by_role("textbox", name="Budget").fill("60")
    page.get_by_role("button", name="Best armies for Dragon raid").focus()
    page.keyboard.press("Enter")
    table = page.locator("#order-result")
    expect(table).to_contain_text("The best armies for Dragon raid: 60 gold")
    expect(table).to_be_focused()
    expect(table.locator("tbody tr")).to_have_count(11)
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    wins = table.locator("tbody td").first
    said = wins.evaluate("cell => getComputedStyle(cell, '::before').content")
    assert ("Wins" in said) == (screen["width"] < 600), (
        "where the table has no head, cells have one"
    )
    table.get_by_role("button", name="Watch one").first.click()
    page.wait_for_url(re.compile(r"/b/\w{8}\?spoilers=1$"))


@pytest.mark.parametrize("screen", SCREENS, ids=["wide", "narrow"])
def test_the_best_army_is_built_on_by_keyboard(
    open_context: OpenContext, german_server: Server, screen: dict[str, int]
) -> None:
    """In German: it is there as the row has it, and can be saved as it is."""
    page = open_context(viewport=screen).new_page()
    page.goto(f"{german_server.url}/best-armies?{ARMIES}&side=a")
    page.get_by_role("textbox", name="Budget").fill("60")
    page.get_by_role("button", name="Beste Armeen für Drachenüberfall").press("Enter")
    table = page.locator("#order-result")
    expect(table).to_be_focused()
    expect(table.get_by_role("link")).to_have_count(11)
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    page.keyboard.press("Tab")
    expect(table.get_by_role("button", name="Kampf ansehen").first).to_be_focused()
    page.keyboard.press("Tab")
    first = table.get_by_role("link", name="Weiterbauen").first
    expect(first).to_be_focused()
    listed = str(first.text_content()).partition(": ")[2].split(" · ")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/build/warlords"))
    builder = BuilderPage(page, german_server.url).expect_checked()
    builder.expect_ready()
    expect(builder.names).to_have_text([name for row in listed for name in names_in(row)])
    builder.button("Armee speichern").click()
    page.wait_for_url(re.compile(r"/a/\w{8}/edit/"))


def names_in(row: str) -> list[str]:
    """The names of the units in `Bauern` or `2x Bauern`."""
    count, times, name = row.partition("x ")
    return [name] * int(count) if times else [row]


def test_a_search_is_cancelled(page: Page, server: Server) -> None:
    """The answer never comes, as if the search took for ever."""
    held: list[Route] = []
    page.route("**/best-armies/found", lambda route: held.append(route))
    page.goto(f"{server.url}/best-armies?{ARMIES}")
    page.get_by_role("button", name="Best armies for Dragon raid").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("[data-said]")).to_have_text("Cancelled.")
    expect(page.get_by_role("progressbar")).to_be_hidden()


def test_a_budget_that_is_none_is_refused_in_a_box_of_its_own(
    page: Page, server: Server, guard: Guard
) -> None:
    guard.expect("best-armies|422")
    page.goto(f"{server.url}/best-armies?{ARMIES}")
    page.get_by_role("textbox", name="Budget").fill("much")
    page.get_by_role("button", name="Best armies for Dragon raid").click()
    alert = page.locator("[data-found] [role=alert]")
    expect(alert.get_by_role("listitem")).to_have_text(
        "Budget Enter a whole number from 1 to 1,000,000."
    )
    expect(alert).to_be_in_viewport(ratio=1)
    expect(alert).to_be_focused()
    expect(page.get_by_role("progressbar")).to_be_hidden()


def test_from_the_odds_to_a_battle_of_the_best_allotment(
    open_context: OpenContext, server: Server
) -> None:
    """Against two at once: the other side as it is, and a bot with allotments of its own."""
    page = open_context(viewport=SCREENS[1]).new_page()
    page.goto(f"{server.url}/odds?{ALLOTMENTS}")
    page.get_by_role("button", name="Find the best armies").click()
    expect(page.get_by_role("textbox", name="Budget")).to_have_count(0)
    page.get_by_role("checkbox", name="Dice with armies of its own").check()
    page.get_by_role("button", name="Best armies for Spearhead").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("progressbar")).to_be_visible()
    table = page.locator("#order-result")
    expect(table).to_contain_text("The best armies for Spearhead", timeout=150_000)
    expect(table).to_be_focused()
    expect(table.locator("tbody tr")).to_have_count(6)
    expect(table.locator("tbody tr").first).to_contain_text("±")
    expect(table.locator("tbody tr").first).to_contain_text("Dice")
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREENS[1]["width"]
    table.get_by_role("button", name="Watch one").first.click()
    page.wait_for_url(re.compile(r"/b/\w{8}\?spoilers=1$"))
