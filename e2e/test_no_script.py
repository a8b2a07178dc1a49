"""Without JavaScript: pages are there, and the battle's page says what it needs."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.played import sample_page
from e2e.server import Server


@pytest.fixture
def plain(open_context: OpenContext) -> Page:
    return open_context(java_script_enabled=False).new_page()


def test_battle_page_asks_for_javascript(plain: Page, server: Server) -> None:
    plain.goto(f"{server.url}/b/{sample_page('first-steps')}")
    notice = plain.locator("noscript .notice")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("please allow JavaScript for this page")


def test_home_page_leads_to_battles_and_rules(plain: Page, server: Server) -> None:
    plain.goto(server.url)
    expect(plain.locator("#theme")).to_be_hidden()
    plain.get_by_role("link", name="Watch First steps").first.click()
    expect(plain).to_have_url(f"{server.url}/b/{sample_page('first-steps')}")
    plain.get_by_role("link", name="Rules").click()
    expect(plain.get_by_role("heading", level=1)).to_be_visible()


def test_an_army_is_built_and_saved(plain: Page, server: Server, guard: Guard) -> None:
    guard.expect("422")
    plain.goto(f"{server.url}/build/warlords")
    plain.get_by_label("Find").fill("monk")
    plain.get_by_label("Find").press("Enter")
    plain.get_by_role("button", name="Add Monk").click()
    plain.get_by_label("Find").fill("ogre")
    plain.get_by_role("button", name="Find").click()
    plain.get_by_role("button", name="Add Ogres").click()
    plain.get_by_role("button", name="Move up: Ogres").click()
    monk = plain.get_by_role("listitem").filter(has=plain.get_by_text("Monk", exact=True)).first
    monk.get_by_text("Details").click()
    monk.get_by_label("Leadership").fill("1")
    plain.get_by_label("Name of the army").fill("By hand")
    plain.get_by_role("button", name="Save the army").click()
    expect(plain.locator(".field-error")).to_contain_text("costs 2 ability points")
    monk.get_by_role("textbox", name="Level").fill("3")
    plain.get_by_role("button", name="Save the army").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Change By hand")
    plain.get_by_role("button", name="Save the changes").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("By hand")
    expect(plain.locator("pre")).to_have_text("= By hand\nOgres\nMonk 3: leadership\n")
