"""Starting a battle on the home page, from sample armies and from a battle file."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import engine
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server
from tests.strategies import problems_of

WATCH_PAGE = re.compile(r"/b/[a-z0-9]{8}$")

WRONG: dict[str, Any] = {
    "ruleset": "manymarios",
    "sides": [
        {"name": "Anna", "army": {"name": "First", "lineup": [{"unit": "gomba"}]}},
        {"name": "Boris", "army": {"lineup": [{"unit": "toad", "equipment": ["sword"]}]}},
    ],
    "seed": -1,
}
"""A battle file with a mistake in each side, and one outside of them."""


@pytest.fixture(params=[True, False], ids=["with-script", "without-script"])
def home(request: pytest.FixtureRequest, open_context: OpenContext, server: Server) -> Page:
    """The home page, as browsers with and without JavaScript show it."""
    page = open_context(java_script_enabled=request.param).new_page()
    page.goto(server.url)
    return page


def armies(page: Page) -> Locator:
    return page.locator("form#armies")


def file(page: Page) -> Locator:
    return page.locator("form#file")


def send(form: Locator) -> None:
    form.get_by_role("button", name="Start the battle").click()


def choose(page: Page, side: str, army: str) -> None:
    armies(page).locator(f'input[name="army_{side}"][value="{army}"]').check(force=True)


def test_sample_armies_go_on_air(home: Page, server: Server) -> None:
    choose(home, "a", "mushroom-patch")
    choose(home, "b", "masked-trio")
    armies(home).get_by_label("Name").nth(0).fill("Anna")
    armies(home).get_by_label("Name").nth(1).fill("Boris")
    armies(home).get_by_label("Who begins").select_option("b")
    armies(home).get_by_label("Seed").fill("12")
    send(armies(home))
    expect(home).to_have_url(WATCH_PAGE)
    expect(home).to_have_title(re.compile("Anna against Boris"))
    link = home.url.removeprefix(server.url)
    home.goto(server.url)
    on_air = home.get_by_role("region", name="On air now")
    expect(on_air.locator(f'a[href="{link}"]')).to_have_text("Anna against Boris")


def test_battle_that_is_not_to_be_listed_is_not(home: Page, server: Server) -> None:
    armies(home).get_by_label("List it on this page").uncheck()
    send(armies(home))
    expect(home).to_have_url(WATCH_PAGE)
    link = home.url.removeprefix(server.url)
    home.goto(server.url)
    expect(home.locator("form#armies")).to_be_visible()
    expect(home.locator(f'a[href="{link}"]')).to_have_count(0)


def test_sample_battle_is_started_live(home: Page) -> None:
    card = home.locator(".card", has_text="First steps")
    card.get_by_role("button", name="Start it live").click()
    expect(home).to_have_url(WATCH_PAGE)
    expect(home).to_have_title(re.compile("First steps"))


def test_wrong_number_is_told_beside_its_field_and_nothing_is_lost(
    home: Page, guard: Guard
) -> None:
    guard.expect("422")
    choose(home, "a", "goomba-horde")
    armies(home).get_by_label("Name").nth(0).fill("Anna")
    limit = armies(home).get_by_label("AP limit")
    limit.fill("minus five")
    send(armies(home))
    expect(armies(home).get_by_role("alert")).to_contain_text("One thing needs your attention")
    expect(limit).to_have_attribute("aria-invalid", "true")
    expect(limit).to_have_accessible_description(re.compile("minus five|whole number"))
    expect(limit).to_have_value("minus five")
    expect(armies(home).get_by_label("Name").nth(0)).to_have_value("Anna")
    horde = armies(home).locator('input[name="army_a"][value="goomba-horde"]')
    expect(horde).to_be_checked()
    limit.fill("400")
    send(armies(home))
    expect(home).to_have_url(WATCH_PAGE)


def test_every_mistake_in_a_battle_file_is_listed_and_mended(home: Page, guard: Guard) -> None:
    guard.expect("422")
    text = json.dumps(WRONG, indent=1)
    problems = problems_of(text)
    assert len(problems) == 3
    field = file(home).get_by_label("Battle file")
    field.fill(text)
    send(file(home))
    alert = file(home).get_by_role("alert")
    expect(alert).to_contain_text("3 things need your attention")
    expect(alert.locator("li")).to_have_count(3)
    for problem, line in zip(problems, alert.locator("li").all(), strict=True):
        expect(line.locator("code")).to_have_text(problem.path)
        expect(line).to_contain_text(problem.message)
    expect(field).to_have_value(text)
    mended = text.replace("gomba", "goomba").replace('"sword"', "").replace("-1", "1")
    engine.read(mended)
    field.fill(mended)
    send(file(home))
    expect(home).to_have_url(WATCH_PAGE)
    expect(home).to_have_title(re.compile("Anna against Boris"))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"ruleset": "chess"}'])
def test_what_is_no_battle_file_is_refused_in_words(
    page: Page, server: Server, guard: Guard, text: str
) -> None:
    guard.expect("422")
    page.goto(server.url)
    file(page).get_by_label("Battle file").fill(text)
    send(file(page))
    lines = file(page).get_by_role("alert").locator("li")
    expect(lines.first).to_be_visible()
    for problem, line in zip(problems_of(text), lines.all(), strict=True):
        expect(line).to_contain_text(problem.message)
    expect(file(page).get_by_label("Battle file")).to_have_value(text)


def test_example_is_loaded_and_can_be_started(home: Page) -> None:
    home.get_by_role("link", name="load an example").click()
    field = file(home).get_by_label("Battle file")
    expect(field).to_have_value(re.compile('"ruleset": "manymarios"'))
    send(file(home))
    expect(home).to_have_url(WATCH_PAGE)
