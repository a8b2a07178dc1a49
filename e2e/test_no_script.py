"""Without JavaScript: pages are there, and the battle's page says what it needs."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import OpenContext
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
