"""The odds page in a browser: the engine's numbers, and a click away a battle that ends so."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import engine
from e2e.server import Server
from webapp.base import games, samples
from webapp.base.texts import chance_text
from webapp.searches.pages.odds import side_names

ARMIES = ("dragon-raid", "silver-order")
# Whoever wishes for an end knows it: the page hides nothing.
WATCH_PAGE = re.compile(r"/b/(\w{8})\?spoilers=1$")


@pytest.fixture(scope="module")
def battle() -> engine.Battle:
    """The battle between the two armies."""
    armies = samples.load(games.game("warlords")).armies
    sides = [{"army": armies[id_].army} for id_ in ARMIES]
    return engine.read({"ruleset": "warlords", "sides": sides})


@pytest.fixture(scope="module")
def odds(battle: engine.Battle) -> engine.Odds:
    return engine.odds(battle)


def work_out(page: Page, server: Server) -> None:
    """Opens /odds, chooses the two armies and waits for the numbers."""
    page.goto(f"{server.url}/odds")
    page.get_by_role("navigation", name="Game").get_by_role("link", name="Warlords").click()
    form = page.locator("form.army-form")
    for side, army in zip("ab", ARMIES, strict=True):
        form.locator(f'input[name="army_{side}"][value="sample:{army}"]').check()
    form.get_by_role("button", name="Work out the odds").click()
    expect(page.locator("[data-win]")).to_have_count(2)


def expect_the_numbers(page: Page, odds: engine.Odds) -> None:
    for side in ("a", "b"):
        shown = page.locator(f'[data-win="{side}"] strong')
        expect(shown).to_have_text(chance_text(getattr(odds, side)))
    expect(page.locator("[data-method]")).to_have_text("exact")


def recording_of(page: Page, server: Server) -> dict[str, Any]:
    """The recording that the open watch page shows."""
    page.wait_for_url(WATCH_PAGE)
    found = WATCH_PAGE.search(page.url)
    assert found
    address = f"{server.url}/api/v1/battles/{found[1]}/recording"
    return dict(json.loads(page.request.get(address).text()))


def test_one_in_which_b_wins_is_watched(
    page: Page, server: Server, battle: engine.Battle, odds: engine.Odds
) -> None:
    work_out(page, server)
    expect_the_numbers(page, odds)
    page.locator('[data-win="b"]').get_by_role("button", name="Watch one").click()
    told = recording_of(page, server)
    assert told["events"][-1]["winner"] == "b"
    page.get_by_role("slider").first.press("End")
    expect(page.locator(".result-sign strong")).to_have_text(f"{side_names(battle)['b']} wins")
    again = engine.play(told["header"]["battle"]).result
    assert again.winner == "b"


def test_by_keyboard_to_the_numbers(page: Page, server: Server) -> None:
    """Past a term that explains itself; the button is far below what it brings."""
    page.goto(f"{server.url}/odds?ruleset=warlords")
    page.get_by_label(re.compile("^City")).focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Work out the odds").first).to_be_focused()
    page.keyboard.press("Enter")
    title = page.locator("#odds-title")
    expect(title).to_be_focused()
    expect(title).to_be_in_viewport()


def test_a_first_figure_refines_itself(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/odds?ruleset=siege")
    page.get_by_role("button", name="Work out the odds").first.click()
    method = page.locator("[data-method]")
    expect(method).to_have_text(re.compile("n = 1,000$"), timeout=60_000)
    expect(page.locator("[id^=refine-]")).to_have_count(0)
