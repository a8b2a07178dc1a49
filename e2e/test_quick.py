"""A quick battle: two armies, a field, a seed; from samples, from a paste, from a battle file."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import SCRIPTS, OpenContext
from e2e.played import sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

WATCH_PAGE = re.compile(r"/b/[a-z0-9]{8}$")


@pytest.fixture(params=SCRIPTS)
def quick(request: pytest.FixtureRequest, open_context: OpenContext, server: Server) -> Page:
    """The form, as browsers with and without JavaScript show it."""
    page = open_context(java_script_enabled=request.param, reduced_motion="reduce").new_page()
    page.goto(f"{server.url}/quick/manymarios")
    return page


def armies(page: Page) -> Locator:
    return page.locator("form#armies")


def choose(page: Page, side: str, army: str) -> None:
    armies(page).locator(f'input[name="army_{side}"][value="{army}"]').check()


def test_sample_armies_go_on_air(quick: Page, server: Server) -> None:
    choose(quick, "a", "sample:mushroom-patch")
    choose(quick, "b", "sample:masked-trio")
    armies(quick).get_by_label("Name").nth(0).fill("Anna")
    armies(quick).get_by_label("Name").nth(1).fill("Boris")
    armies(quick).get_by_role("combobox", name="First turn").select_option("b")
    armies(quick).get_by_label("Seed").fill("12")
    armies(quick).get_by_label("Seed").press("Enter")
    expect(quick).to_have_url(WATCH_PAGE)
    expect(quick).to_have_title(re.compile("Anna against Boris"))
    link = quick.url.removeprefix(server.url)
    quick.goto(server.url)
    on_air = quick.get_by_role("region", name="On air now")
    expect(on_air.locator(f'a[href="{link}"]')).to_have_text("Anna against Boris")


def test_match_up_seed_sides_and_odds_follow_the_buttons(quick: Page) -> None:
    choose(quick, "a", "sample:masked-trio")
    choose(quick, "b", "sample:masked-trio")
    show = quick.get_by_role("button", name="Show the match-up")
    if show.count():
        show.click()
    matchup = quick.get_by_role("region", name="Match-up")
    expect(matchup).to_contain_text("A draw: 100%")
    expect(matchup.locator(".side-a")).to_contain_text("Masked trio")

    seed = armies(quick).get_by_label("Seed")
    seed.fill("5")
    quick.get_by_role("button", name="New seed").click()
    expect(seed).not_to_have_value("5")
    expect(seed).to_have_value(re.compile(r"^\d{1,9}$"))

    choose(quick, "a", "sample:boo-choir")
    armies(quick).get_by_label("Name").nth(0).fill("Anna")
    quick.get_by_role("button", name="Swap sides").click()
    expect(armies(quick).get_by_label("Name").nth(1)).to_have_value("Anna")
    choir = armies(quick).locator('input[name="army_b"][value="sample:boo-choir"]')
    expect(choir).to_be_checked()

    quick.get_by_role("button", name="All the odds").click()
    expect(quick.get_by_role("heading", name="Odds", exact=True)).to_be_visible()
    expect(quick.locator(".odds-result").first).to_contain_text("Masked trio against Anna")


@pytest.mark.long
def test_linked_army_gives_way_to_one_clicked(open_context: OpenContext, server: Server) -> None:
    army = {"name": "Guests", "lineup": [{"unit": "toad"}]}
    body = {"ruleset": "manymarios", "army": army}
    saved = open_context().request.post(f"{server.url}/api/v1/armies", data=body).json()
    page = open_context().new_page()
    page.goto(f"{server.url}/quick/manymarios?army_a={saved['id']}")
    matchup = page.get_by_role("region", name="Match-up")
    expect(matchup.locator(".side-a")).to_contain_text("Guests")
    expect(armies(page).get_by_role("radio", name="Guests")).to_be_checked()
    choose(page, "a", "sample:boo-choir")
    expect(matchup.locator(".side-a")).to_contain_text("Boo choir")
    armies(page).get_by_role("button", name="Start the battle").last.click()
    expect(page).to_have_title(re.compile("Boo choir against"))


def test_a_battle_is_fought_again(still_viewer: ViewerPage) -> None:
    viewer = still_viewer.open(sample_page("toss-of-a-coin"), at=0)
    first = viewer.page.url.split("#")[0]
    viewer.page.get_by_role("button", name="Again with new dice").click()
    expect(viewer.page).not_to_have_url(re.compile(first))
    expect(viewer.page).to_have_url(WATCH_PAGE)
    expect(viewer.page.get_by_role("heading", level=1)).to_have_text("The toss of a coin")


@pytest.mark.long
def test_a_press_outlives_the_match_up_that_it_brings(page: Page, server: Server) -> None:
    """Focusing the button commits the text, so odds update while it is held down."""
    page.goto(f"{server.url}/quick/manymarios")
    page.get_by_label("Name").nth(0).fill("Anna")
    page.get_by_role("button", name="Swap sides").hover()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.mouse.down()
    expect(page.locator("#matchup")).to_contain_text("Anna")
    page.mouse.up()
    expect(page.get_by_label("Name").nth(1)).to_have_value("Anna")
