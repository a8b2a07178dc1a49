"""The gallery: battles are browsed and searched, by mouse and keyboard, with and without script."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from e2e.conftest import SCRIPTS, OpenContext
from e2e.server import Server

NAME = "Gallery regular"


def file(unit: str, other: str, seed: int) -> dict[str, Any]:
    sides = [
        {"name": NAME, "army": {"name": f"Of {unit}", "lineup": [{"unit": unit}]}},
        {"name": f"Number {seed}", "army": {"lineup": [{"unit": other}]}},
    ]
    return {"ruleset": "manymarios", "seed": seed, "sides": sides}


@pytest.fixture(scope="session")
def ids(server: Server) -> dict[str, str]:
    """Battles that have been over for long; one more is on air."""
    drawn = server.store(file("toad", "toad", 1))
    return {
        "draw": drawn,
        "masks": server.store(file("shy-guy", "toad", 2)),
        "boo": server.store(file("boo", "shy-guy", 3)),
    }


@pytest.fixture(params=SCRIPTS)
def gallery(
    request: pytest.FixtureRequest, open_context: OpenContext, server: Server, ids: dict[str, str]
) -> Page:
    page = open_context(java_script_enabled=request.param).new_page()
    page.goto(f"{server.url}/battles?text=gallery+regular")
    expect(entries(page)).to_have_count(len(ids))
    return page


def entries(page: Page) -> Locator:
    return page.locator("[data-battle]")


def search(page: Page) -> None:
    page.get_by_role("button", name="Search").click()


def test_battles_are_found_by_a_unit_and_by_a_result(gallery: Page, ids: dict[str, str]) -> None:
    unit = gallery.get_by_label("Unit")
    unit.fill("Airship")
    search(gallery)
    expect(gallery.get_by_text("No battle matches.")).to_be_visible()
    unit.fill("Airshp")
    search(gallery)
    gallery.locator(".hint").get_by_role("link", name="Airship").click()
    expect(unit).to_have_value("Airship")
    unit.fill("")
    gallery.get_by_label("Result").select_option("a draw")
    search(gallery)
    expect(entries(gallery)).to_have_count(1)
    expect(entries(gallery)).to_have_attribute("data-battle", ids["draw"])
    gallery.get_by_label("Result").select_option("")
    unit.fill("Shy Guy")
    search(gallery)
    expect(entries(gallery)).to_have_count(2)
    unit.fill("Boo")
    search(gallery)
    expect(entries(gallery)).to_have_count(1)
    entries(gallery).get_by_role("link").click()
    expect(gallery).to_have_url(re.compile(ids["boo"]))


def test_the_list_follows_what_is_typed_also_while_one_is_on_its_way(
    page: Page, server: Server, ids: dict[str, str]
) -> None:
    page.goto(f"{server.url}/battles?text=gallery+regular")
    held: list[Route] = []
    page.route(re.compile("unit=b&"), lambda route: held.append(route), times=1)
    unit = page.get_by_label("Unit")
    with page.expect_request(re.compile("unit=b&")):
        unit.press_sequentially("b")
    with page.expect_request(re.compile("unit=boo&")):
        unit.press_sequentially("oo")
    held[0].continue_()
    expect(entries(page)).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("1 battle")


def test_results_are_of_battles_whose_end_was_seen_and_of_all_on_wish(
    page: Page, server: Server, ids: dict[str, str]
) -> None:
    address = f"{server.url}/battles?text=gallery+regular&unit=shy-guy"
    page.goto(address)
    expect(page.get_by_text("result hidden")).to_have_count(2)
    entry = entries(page).first
    title = entry.get_by_role("link").first
    title.click()
    expect(page.locator("[data-unit]:visible").first).to_be_visible()
    page.locator('[data-control="unveil"]').click()
    expect(page.locator('[data-control="play"]')).to_be_focused()
    page.goto(address)
    expect(page.get_by_text("result hidden")).to_have_count(1)
    expect(entry.locator(".gallery-result")).to_have_text(re.compile("won$|A draw"))
    page.get_by_role("link", name="Show results").click()
    expect(page.get_by_text("result hidden")).to_have_count(0)
