"""A siege against a bot by somebody who has nothing but a keyboard, from its making to its end."""

import pytest
from playwright.sync_api import expect

from e2e.challenge_page import CHALLENGE
from e2e.conftest import OpenContext
from e2e.keys import Keys
from e2e.match_page import SHOWN_MS, MatchPage
from e2e.server import Server


@pytest.fixture
def ann(open_context: OpenContext, quick_server: Server) -> MatchPage:
    return MatchPage(open_context(reduced_motion="reduce").new_page(), quick_server.url)


def seal_by_keys(keys: Keys, url: str) -> None:
    """Challenges a bot, and seals the second of the ready armies: Spearhead."""
    keys.page.goto(f"{url}/challenge/new?ruleset=siege")
    keys.expect_at_the_top()
    keys.tab_to("^radio")
    keys.act("ArrowDown")
    expect(keys.focused).to_be_checked()
    assert keys.told().startswith('radio "Dice')
    keys.tab_to('^button "Make the challenge"')
    keys.press("Enter")
    expect(keys.page).to_have_url(CHALLENGE)
    keys.expect_at_the_top()
    keys.tab_to("^radio")
    keys.act("ArrowDown")
    assert keys.told().startswith('radio "Spearhead')
    keys.tab_to('^button "Seal it"')
    keys.act("Enter")
    expect(keys.focused).to_have_text("Seal this army")
    keys.press("Enter")


def order_by_keys(ann: MatchPage, keys: Keys, key: str, letters: str) -> None:
    """Has two units defend that can: one by Space, one by Enter, in the order of the Tab key."""
    for letter, pressed in zip(letters, (" ", "Enter"), strict=True):
        # Whoever cannot is told why: `button "Defend has no DEF" [disabled]`.
        keys.tab_to('^button "Defend"', key=key)
        keys.act(pressed)
        expect(ann.button(letter, "defend")).to_be_focused()
        assert keys.told() == 'button "Defend" [pressed]'


def test_two_rounds_are_played_and_the_match_is_resigned_by_keyboard(
    ann: MatchPage, quick_server: Server
) -> None:
    keys = Keys(ann.page)
    seal_by_keys(keys, quick_server.url)
    ann.expect_there()
    keys.expect_at_the_top()
    for number, (key, letters) in enumerate((("Tab", "CD"), ("Shift+Tab", "ED")), 1):
        ann.expect_turn(number)
        order_by_keys(ann, keys, key, letters)
        keys.tab_to('^button "Lock these orders"')
        keys.act("Enter")
        left_at = 'button "Lock these orders"'
        if number == 2:
            left_at = 'button "ATK"'
            keys.tab_to(f"^{left_at}")
        # Where the lock was pressed the next one is met, and a notebook that is written on is read.
        ann.expect_turn(number + 1)
        expect(ann.notebook).to_have_attribute("data-round", str(number + 1))
        assert keys.told() == left_at
        said = ann.page.locator(".log li[data-seq]", has_text="D defend")
        expect(said).to_have_count(number, timeout=SHOWN_MS)

    keys.tab_to('^button "Resign"')
    keys.act("Enter")
    expect(keys.focused).to_have_text("Play on")
    keys.act("Escape")
    assert keys.told() == 'button "Resign"'
    keys.act("Enter")
    keys.tab_to('^button "Resign"')
    keys.act("Enter")
    ann.expect_end("You have lost")
    # The button and the orders are gone: what has the focus is the news.
    expect(keys.focused).to_have_text("You have lost")
    keys.tab_to('^button "Rematch"')
    keys.press("Enter")
    expect(keys.page).to_have_url(CHALLENGE)
    keys.expect_at_the_top()
