"""A challenge of two persons who have nothing but a keyboard; the guard tells of lost focus."""

import re

import pytest
from playwright.sync_api import expect

from e2e.builder_page import BuilderPage
from e2e.challenge_page import BATTLE, CHALLENGE
from e2e.conftest import OpenContext
from e2e.keys import Keys
from e2e.server import Server


@pytest.fixture
def persons(open_context: OpenContext) -> tuple[Keys, Keys]:
    ann, bo = (Keys(open_context(reduced_motion="reduce").new_page()) for _ in range(2))
    return ann, bo


def test_a_challenge_is_made_sealed_and_watched_by_keyboard(
    persons: tuple[Keys, Keys], server: Server
) -> None:
    ann, bo = persons
    ann.page.goto(f"{server.url}/challenge/new?ruleset=manymarios")
    ann.expect_at_the_top()
    ann.tab_to('^textbox "Your name')
    ann.keyboard.type("Ann")
    ann.tab_to('^combobox "Best of')
    ann.press("ArrowDown")
    ann.tab_to('^button "Make the challenge"')
    ann.press("Enter")
    expect(ann.page).to_have_url(CHALLENGE)
    ann.tab_to('^textbox "Opponent.s link')
    link = ann.focused.input_value()

    bo.page.goto(link)
    bo.tab_to('^textbox "Your name')
    bo.keyboard.type("Bo")
    bo.press("Enter")
    expect(bo.page).to_have_url(CHALLENGE)
    bo.expect_at_the_top()
    # The link that Ann was at is gone: she is where the news is.
    expect(ann.focused).to_have_text("Bo is here. Both of you build in secret.")
    ann.tab_to('^link "All games"')

    bo.tab_to("^radio")
    bo.press("ArrowDown")
    expect(bo.focused).to_be_checked()
    army = bo.focused.locator("..").locator(".army-name").inner_text()
    bo.tab_to('^button "Seal it"')
    bo.press("Enter")
    expect(bo.page.get_by_role("heading", name="Seal this army?")).to_be_visible()
    expect(bo.focused).to_have_text("Seal this army")
    bo.press("Enter")
    expect(bo.page.get_by_role("heading", name="Your sealed army")).to_be_visible()
    expect(bo.page.locator(".sealed")).to_contain_text(army)
    bo.expect_at_the_top()
    expect(ann.page.locator("#status")).to_contain_text("Bo has sealed.")
    assert ann.told().startswith('link "All games"')

    ann.tab_to('^link "Build one"')
    ann.press("Enter")
    expect(BuilderPage(ann.page, server.url).search).to_be_visible()
    ann.press("/")
    ann.keyboard.type("goomba")
    ann.press("Enter", "ControlOrMeta+s")
    question = ann.page.get_by_role("dialog")
    expect(question.locator(":focus")).to_have_count(1)
    ann.tab_to('^button "Seal this army"')
    ann.press("Enter")
    for person in persons:
        expect(person.page).to_have_url(BATTLE)
    server.end(ann.page.url.rsplit("/", 1)[-1])
    ann.page.reload()
    expect(ann.page.locator("#watch")).to_have_attribute("data-landed", re.compile("[1-9]"))
    ann.press("End")
    expect(ann.page.locator(".ending-panel")).to_be_visible()
