"""TV: what is on air, small and large, on any screen; what has ended gives way."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from e2e.axe import expect_accessible
from e2e.conftest import OpenContext
from e2e.geometry import DRAWN
from e2e.match_page import MatchPage, against_bot
from e2e.server import Server
from e2e.test_live_stream import battle_file

SCREENS: list[ViewportSize] = [
    {"width": 1280, "height": 800},
    {"width": 360, "height": 740},
    {"width": 740, "height": 360},
]
AIRING_MS = 40_000
LARGE = re.compile("show it large$")

GIVEN = """
  const parse = JSON.parse;
  JSON.parse = (text) => {
    const value = parse(text);
    if (typeof value === "object" && value && "most" in value) %s;
    return value;
  };
"""
"""Changes the data that the page gets from the server; a mocked page may open no WebSocket."""

SEEN_WIDTHS = """() => [...document.querySelectorAll(".unit:not([data-gone])")]
  .filter((unit) => unit.checkVisibility({ visibilityProperty: true }))
  .map((unit) => unit.getBoundingClientRect().width)
  .toSorted((one, other) => one - other)"""
"""Without room for a queue only its numbers would be visible."""


def short(seed: int) -> dict[str, object]:
    return battle_file("goomba", "toad", seed=seed)


def long(seed: int) -> dict[str, object]:
    return battle_file(*["toad boo goomba toad boo"] * 2, seed=seed)


def expect_begun(page: Page, id_: str) -> None:
    screen = page.locator(f".tv-screen[data-battle='{id_}']")
    expect(screen).to_have_attribute("data-landed", re.compile(r"[1-9]"), timeout=AIRING_MS)


def public_match(open_context: OpenContext, server: Server) -> tuple[MatchPage, str]:
    """A public match, in its player's browser, and its id."""
    ann = MatchPage(open_context().new_page(), server.url)
    against_bot(ann, "cautious", listed=True)
    return ann, ann.page.url.rsplit("/", 1)[-1]


def test_a_press_makes_a_small_one_large(still: Page, server: Server) -> None:
    """And so it is on any screen."""
    page = still
    ids = [server.put_on_air(long(seed), listed=True) for seed in (1, 2)]
    page.goto(f"{server.url}/tv")
    for id_ in ids:
        expect_begun(page, id_)
    large = page.locator(".tv-screen[data-large]")
    expect(large).to_have_count(1)
    was = large.get_attribute("data-battle")
    other = next(id_ for id_ in ids if id_ != was)
    button = page.locator(f".tv-screen[data-battle='{other}']").get_by_role("button", name=LARGE)
    expect(button).to_have_attribute("aria-pressed", "false")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_be_focused()
    expect(large).to_have_count(1)
    expect(large).to_have_attribute("data-battle", other)
    follow = page.get_by_label("Follow the closest battle")
    expect(follow).not_to_be_checked()
    for screen in SCREENS:
        page.set_viewport_size(screen)
        stages = [page.locator(f".tv-screen[data-battle='{id_}'] .tv-stage") for id_ in ids]
        boxes = [stage.bounding_box() for stage in stages]
        areas = sorted(box["width"] * box["height"] for box in boxes if box)
        assert areas[1] > 1.5 * areas[0]
        # All of the large one is on the screen; on the small one no words stand over each other.
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator("[data-large] .stage")).to_be_in_viewport(ratio=0.99)
        words = page.locator(".tv-screen:not([data-large]) :is(.name, .caption, .herald)")
        expect(words.filter(visible=True)).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
        page.evaluate(DRAWN)
        assert page.evaluate(SEEN_WIDTHS)[0] >= 8
    follow.check()
    expect_accessible(page)
    page.reload()
    expect(follow).to_be_checked()


def test_what_begins_later_comes_by_itself(still: Page, quick_server: Server) -> None:
    """From what is said when nothing is on air, whatever other tests have there."""
    page = still
    page.add_init_script(GIVEN % "value.battles = []")
    nothing = "**/tv/on-air"
    page.route(nothing, lambda route: route.fulfill(json={"battles": []}))
    page.goto(f"{quick_server.url}/tv")
    empty = page.get_by_role("heading", name="Nothing is on air right now")
    expect(empty).to_be_visible()
    expect(page.get_by_role("link", name="Challenge a friend")).to_be_visible()
    page.unroute(nothing)
    id_ = quick_server.put_on_air(long(5), listed=True)
    expect_begun(page, id_)
    expect(empty).to_be_hidden()


def test_samples_play_until_something_is_on_air(page: Page, server: Server) -> None:
    page.add_init_script(GIVEN % "value.battles = []")
    page.route("**/tv/on-air", lambda route: route.fulfill(json={"battles": []}))
    page.goto(f"{server.url}/tv")
    screen = page.locator(".tv-screen")
    expect(screen).to_have_attribute("data-landed", re.compile("[1-9]"))
    expect(screen).to_contain_text("Who minds the gate?")
    expect(screen.locator(".tv-reading")).to_contain_text("Sample")
    expect(page.get_by_role("heading", name="Nothing is on air right now")).to_be_visible()


@pytest.mark.long
def test_a_public_match_is_shown_as_it_is_played(
    page: Page, quick_server: Server, open_context: OpenContext
) -> None:
    """Ann plays in her own browser; what she alone may know is not on TV there either."""
    ann, id_ = public_match(open_context, quick_server)
    page.goto(f"{quick_server.url}/tv")
    hers = ann.page.context.new_page()
    hers.goto(f"{quick_server.url}/tv")
    for tv in (page, hers):
        screen = tv.locator(f".tv-screen[data-battle='{id_}']")
        expect(screen.locator(".tv-reading")).to_contain_text(re.compile(r"^Round 1( · \d:\d\d)?$"))
        # That it has begun; not which army she has.
        expect(screen).to_have_attribute("data-landed", "1")
    # Matches leave room for battles: where there is room for none of them, it is named.
    hers.add_init_script(GIVEN % "value.matches_most = 0")
    hers.reload()
    expect(hers.locator(f"#tv-rest a[href='{ann.page.url}']")).to_be_visible()
    expect(hers.locator(f".tv-screen[data-battle='{id_}']")).to_have_count(0)
    hers.close()
    screen = page.locator(f".tv-screen[data-battle='{id_}']")
    screen.get_by_role("button", name=LARGE).focus()
    page.keyboard.press("Enter")
    expect(screen).to_have_attribute("data-large", "")
    watch = screen.get_by_role("link", name=re.compile("Watch$"))
    expect(watch).to_have_attribute("href", ann.page.url)
    waiting = screen.locator(".waiting")
    expect(waiting).to_contain_text("Round 1: orders are being given")
    expect_accessible(page)

    ann.order(D="defend", E="defend").lock()
    expect(waiting).to_contain_text("Round 2: orders are being given", timeout=AIRING_MS)
    expect(screen).not_to_have_attribute("data-landed", "1")

    ann.resign(2)
    expect(screen.locator(".result-sign")).to_be_visible(timeout=AIRING_MS)
    expect(screen).to_have_count(0, timeout=AIRING_MS)
