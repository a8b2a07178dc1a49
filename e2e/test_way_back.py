"""Forms keep their fields after the browser's Back, also without a back/forward cache."""

import re

from playwright.sync_api import Page, expect

from e2e.axe import expect_accessible
from e2e.guard import Guard
from e2e.server import Server
from tests.present import require

WATCH_PAGE = re.compile(r"/b/[a-z0-9]{8}$")
REFUSED = ".form-errors"


START = "Start the battle"


def send(page: Page, button: str, **typed: str) -> None:
    for name, text in typed.items():
        page.locator(f'[name="{name}"]').fill(text)
    page.get_by_role("button", name=button).last.click()


def test_back_from_battle_whose_form_was_refused(page: Page, server: Server, guard: Guard) -> None:
    """The browser asked whether to send the form again, and had none to show."""
    require("manymarios")
    guard.expect("422")
    page.goto(f"{server.url}/quick/manymarios")
    page.locator('input[name="army_a"][value="sample:masked-trio"]').check()
    page.locator('[name="listed"]').uncheck()
    send(page, START, name_a="Ann", seed="-3")
    expect(page.locator(REFUSED)).to_be_visible()
    send(page, START, seed="7")
    expect(page).to_have_url(WATCH_PAGE)
    page.go_back()
    expect(page).to_have_url(f"{server.url}/quick/manymarios")
    expect(page.locator(REFUSED)).to_have_count(0)
    expect(page.locator('[name="name_a"]')).to_have_value("Ann")
    expect(page.locator('[name="seed"]')).to_have_value("7")
    expect(page.locator('input[name="army_a"]:checked')).to_have_value("sample:masked-trio")
    expect(page.locator('[name="listed"]')).not_to_be_checked()
    # The match-up is that of what stands in the form.
    expect(page.locator("#matchup")).to_contain_text("Masked trio")


def test_back_to_a_form_with_another_address(page: Page, server: Server, guard: Guard) -> None:
    require("warlords")
    guard.expect("422")
    page.goto(f"{server.url}/tournaments/people?ruleset=warlords")
    send(page, "Make the tournament", name="Friday", places="none")
    expect(page.locator(REFUSED)).to_be_visible()
    expect_accessible(page)
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page).to_have_url(f"{server.url}/rules")
    page.go_back()
    expect(page).to_have_url(f"{server.url}/tournaments/people?ruleset=warlords")
    expect(page.locator('[name="name"]')).to_have_value("Friday")
    expect(page.locator('[name="places"]')).to_have_value("none")
