"""Tournaments in a browser: made, played while one looks on, read, watched, by keyboard alone."""

import re

from playwright.sync_api import Page, expect

from e2e.axe import expect_accessible
from e2e.guard import Guard
from e2e.pages import misfits
from e2e.server import Server


def test_from_the_form_to_a_battle_of_the_bracket(shared_page: Page, server: Server) -> None:
    page = shared_page
    page.goto(f"{server.url}/tournaments?ruleset=warlords")
    page.get_by_label(re.compile("^Name")).fill("Friday cup")
    page.get_by_label("Kind").select_option("double-elimination")
    for name in ("Dragon raid", "Silver order", "Rat tide"):
        page.get_by_role("checkbox", name=re.compile(f"^{name}")).focus()
        page.keyboard.press("Space")
    page.get_by_label(re.compile("^Other armies")).fill("= Two goats\nBarbarians")
    page.get_by_role("button", name="Play the tournament").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/t/\w{8}$"))
    # It loads itself again when all is played.
    expect(page.get_by_role("main")).not_to_have_attribute("data-running", "")
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday cup")
    page.get_by_role("link", name="Show results").click()
    expect(page.locator(".standings tbody tr")).to_have_count(4)
    expect(page.locator("svg.bracket")).to_have_count(3)
    assert misfits(page) == []
    for box in page.locator(".bracket g").all():
        inside = box.evaluate(
            "g => { const box = g.querySelector('rect').getBoundingClientRect();"
            " return [...g.querySelectorAll('text')].every((text) => {"
            " const t = text.getBoundingClientRect();"
            " return t.left >= box.left && t.right <= box.right && t.top >= box.top"
            " && t.bottom <= box.bottom; }); }"
        )
        assert inside
    expect_accessible(page)
    page.get_by_role("link", name=re.compile("^game 1: ")).first.click()
    page.wait_for_url(re.compile(r"/b/\w{8}$"))
    expect(page.get_by_text("Friday cup: ").first).to_be_visible()


def test_what_is_wrong_is_told_where_it_is(page: Page, server: Server, guard: Guard) -> None:
    guard.expect("422")
    page.goto(f"{server.url}/tournaments?ruleset=warlords")
    page.get_by_label(re.compile("^Other armies")).fill("no such army")
    page.get_by_role("button", name="Play the tournament").click()
    expect(page.get_by_role("alert")).to_contain_text("to fix")
    expect(page.get_by_label(re.compile("^Other armies"))).to_have_value("no such army")
    expect_accessible(page)


def test_a_ladder_goes_on_from_its_page(shared_page: Page, server: Server) -> None:
    page = shared_page
    page.goto(f"{server.url}/tournaments?ruleset=warlords")
    page.get_by_label("Kind").select_option("ladder")
    page.get_by_label(re.compile("^Rounds")).fill("1")
    for name in ("Dragon raid", "Silver order", "Rat tide"):
        page.get_by_role("checkbox", name=re.compile(f"^{name}")).check()
    page.get_by_role("button", name="Play the tournament").click()
    page.wait_for_url(re.compile(r"/t/\w{8}$"))
    expect(page.get_by_role("main")).not_to_have_attribute("data-running", "")

    page.get_by_role("link", name="Add an army").click()
    page.get_by_label(re.compile("^Other armies")).fill("= Two goats\nBarbarians")
    page.get_by_role("button", name="Add to the ladder").click()
    expect(page.get_by_role("button", name="Take out Two goats")).to_be_visible()
    expect_accessible(page)
    assert misfits(page) == []

    page.get_by_label("Further rounds").fill("2")
    page.get_by_role("button", name="Play more rounds").click()
    page.wait_for_url(re.compile(r"/t/\w{8}$"))
    expect(page.get_by_role("main")).not_to_have_attribute("data-running", "")
    page.get_by_role("link", name="Show results").click()
    rows = page.locator(".standings tbody tr")
    expect(rows).to_have_count(4)
    newcomer = rows.filter(has=page.get_by_role("rowheader", name="Two goats"))
    # Rating, interval, matches: it was there for two rounds of four.
    expect(newcomer.locator("td.number").nth(3)).to_have_text("2")
    expect(newcomer.locator("svg.interval")).to_be_visible()
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()
    assert misfits(page) == []
    expect_accessible(page)
