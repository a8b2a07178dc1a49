"""The guided tour: offered once, stops where something new happens, points at it, can be left."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import further
from e2e.match_page import MatchPage
from e2e.played import sample_page
from e2e.server import ROOT, Server


def texts(game: str, part: str = "battle") -> list[str]:
    file = ROOT / "static/js/games" / game / "tour.json"
    return [step["text"] for step in json.loads(file.read_text())[part]]


def start(page: Page) -> None:
    page.get_by_role("button", name="Tour", exact=True).click()
    expect(page.get_by_role("dialog", name="Tour")).to_be_visible()


def go_on(page: Page) -> None:
    page.locator(".tour").get_by_role("button", name="Next").click()


def pointed_at(page: Page) -> str | None:
    """The unit whose body the ring is around."""
    found: str | None = page.evaluate(
        """() => {
          const ring = document.querySelector(".tour-ring").getBoundingClientRect();
          const near = (box) => Math.abs(box.left - 4 - ring.left) < 2
            && Math.abs(box.top - 4 - ring.top) < 2;
          return [...document.querySelectorAll("[data-unit]")]
            .find((unit) => near(unit.firstElementChild.getBoundingClientRect()))?.dataset.unit;
        }"""
    )
    return found


@pytest.mark.parametrize(
    ("game", "sample", "width", "height"),
    [
        ("manymarios", "first-steps", 360, 740),
        *further(
            ("warlords", "knight-and-dragon", 740, 360), ("siege", "ram-and-warden", 1280, 800)
        ),
    ],
)
def test_whoever_prefers_less_motion_is_led_through_all_of_it(
    shared_page: Page, server: Server, game: str, sample: str, width: int, height: int
) -> None:
    """The card is on the screen and not over what it points at."""
    page = shared_page
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server.url}/b/{sample_page(sample, game)}")
    start(page)
    for text in texts(game):
        expect(page.locator(".tour p")).to_have_text(text)
        card = page.locator(".tour").bounding_box()
        assert card
        assert 0 <= card["x"] <= card["x"] + card["width"] <= width
        assert 0 <= card["y"] <= card["y"] + card["height"] <= height
        if (game, text) == ("manymarios", texts(game)[1]):
            assert pointed_at(page) == "a1", "the first blow is Bo's, who is on the offense"
        rings = page.locator(".tour-ring").filter(visible=True).all()
        for ring in (ring.bounding_box() for ring in rings):
            assert ring
            pairs = ((card, ring), (ring, card))
            below = max(one["y"] - other["y"] - other["height"] for one, other in pairs)
            beside = max(one["x"] - other["x"] - other["width"] for one, other in pairs)
            assert max(below, beside) >= 0
        if text != texts(game)[-1]:
            go_on(page)
    page.locator(".tour").get_by_role("button", name="Done").click()
    expect(page.locator(".tour")).to_have_count(0)


def test_it_is_loaded_when_it_is_begun_and_offered_once(page: Page, server: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server.url}/b/{sample_page('first-steps')}")
    expect(page.locator("[data-unit]").first).to_be_visible()
    assert not [url for url in asked if "/tour." in url]
    start(page)
    assert len([url for url in asked if "/tour." in url]) == 2  # module and style
    expect(page.locator('[data-landed="4"] .tour[data-tour="told"]')).to_be_visible()
    page.get_by_role("button", name="End the tour").click()
    expect(page.locator(".tour, .tour-ring")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-unit]").first).to_be_visible()
    expect(page.get_by_role("button", name="Tour", exact=True)).to_have_count(0)
    page.goto(f"{server.url}/b/{sample_page('knight-and-dragon', 'warlords')}")
    expect(page.get_by_role("button", name="Tour", exact=True)).to_be_visible()


def test_the_first_round_of_a_match_is_guided(still: Page, server: Server) -> None:
    """At one click, with the army that was ready: the Spearhead's A has 4 ATK."""
    page, asked = still, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.url)
    page.get_by_role("button", name="Play against a bot: Dice").click()
    match = MatchPage(page, server.url).expect_there()
    expect(match.title).to_have_text("Your orders for round 1")
    expect(match.mark("b")).to_contain_text("Dice")
    expect(match.unit("A").locator(".order-head")).to_contain_text("4")
    names = {name for url in asked for name in re.findall(r"/(match-[\w-]+\.\w+)", url)}
    assert names == {"match-siege.css", "match-siege.js"}
    start(page)
    for text in texts("siege", "match")[:-1]:
        expect(page.locator(".tour p")).to_have_text(text)
        go_on(page)
    page.locator(".tour").get_by_role("button", name="Done").click()
    expect(page.locator(".tour")).to_have_count(0)
    match.order(D="defend", E="defend").lock()  # nobody can lose, whatever the bot does
    match.expect_round(2)
    page.reload()
    match.expect_there()
    expect(page.get_by_role("button", name="Tour", exact=True)).to_have_count(0)
