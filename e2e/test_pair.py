"""Side by side: from a branch, by link, by keyboard, on any screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.axe import expect_accessible
from e2e.cases import further
from e2e.conftest import OpenContext
from e2e.controls import FINGER_PX, smaller_than
from e2e.geometry import screen as sized
from e2e.guard import Guard
from e2e.played import Played, sample_file, sample_page
from e2e.server import Server

DICE = "dragons-over-greenwood"


@pytest.fixture
def page(still: Page) -> Page:
    return still


@pytest.fixture
def both(page: Page, server: Server) -> tuple[str, str]:
    """A battle and its branch with another result of its first roll."""
    one = sample_page(DICE, "warlords")
    played = Played.sample(DICE, "warlords")
    (at, *_) = played.seqs("dice_rolled")
    rolls = page.request.get(f"{server.url}/api/v1/battles/{one}/rolls").json()["rolls"]
    first = next(roll for roll in rolls if roll["at"] == at)
    wanted = (first["result"] + 1) % first["sides"]
    change = {"at": at, "change": {"rolls": [wanted]}}
    made = page.request.post(f"{server.url}/api/v1/battles/{one}/branches", data=change)
    assert made.ok, made.text()
    return one, made.json()["id"]


def expect_begun(page: Page) -> None:
    expect(page.locator("#watch")).to_have_attribute("data-landed", re.compile(r"[1-9]"))


def first_roll() -> int:
    """The seq of the first event that differs: the roll itself."""
    return Played.sample(DICE, "warlords").seqs("dice_rolled")[0]


def test_from_a_branch_to_the_first_event_that_differs(
    page: Page, server: Server, both: tuple[str, str]
) -> None:
    one, branch = both
    page.goto(f"{server.url}/b/{branch}?spoilers=1")
    page.locator(".whatif [data-whatif=beside]", has_text="Compare with the original").click()
    page.wait_for_url(f"{server.url}/b/{one}/beside/{branch}")
    page.goto(f"{page.url}?spoilers=1")
    expect_begun(page)
    said = page.locator(".parting-said")
    expect(said).to_contain_text(re.compile(rf"The same until duel \d+, event {first_roll()}\."))
    lines = page.locator(".parting-line")
    expect(lines.nth(0)).to_contain_text("Original: ")
    expect(lines.nth(1)).to_contain_text("Branch: ")
    texts = [text.partition(": ")[2] for text in lines.all_text_contents()]
    assert texts[0] != texts[1]
    expect(page.locator(".mark.branch")).to_have_attribute("d", re.compile(r"^M\d+"))
    # It opens there: the roll has landed on both stages, and nothing after it.
    for stage in page.locator(".pair-panel .stage").all():
        expect(stage).to_have_attribute("data-landed", str(first_roll() + 1))
    expect(page.locator("[data-control=play]")).to_have_attribute("data-playing", "false")
    expect_accessible(page)

    stages = page.locator(".pair-panel .stage").all()
    ends = [
        len(page.request.get(f"{server.url}/api/v1/battles/{id_}/recording").json()["events"])
        for id_ in both
    ]
    for key, landed in (("End", ends), ("Home", [1, 1]), (".", [2, 2])):
        page.keyboard.press(key)
        for stage, count in zip(stages, landed, strict=True):
            expect(stage).to_have_attribute("data-landed", str(count))
    page.locator("[data-control=speed]").select_option("16")
    page.locator("[data-control=play]").click()
    for stage in stages:
        expect(stage).not_to_have_attribute("data-landed", re.compile(r"^[012]$"))


def test_a_first_watching_is_not_told_what_comes(
    page: Page, server: Server, both: tuple[str, str]
) -> None:
    """Who knows how one of them ends does not know it of the other."""
    page.goto(f"{server.url}/b/{both[0]}")
    expect_begun(page)
    page.keyboard.press("End")
    expect(page.locator(".result-sign")).to_be_visible()
    other = server.store(sample_file(DICE, "warlords") | {"seed": 5})
    page.goto(f"{server.url}/b/{both[0]}/beside/{other}")
    said = page.locator(".parting-said")
    expect(said).to_have_text("The first difference stays hidden until you reach it.")
    assert not page.locator(".mark.branch").get_attribute("d")
    end = "(part) => part.getBoundingClientRect().bottom"
    assert page.locator(".future").evaluate(end) + 1 >= page.locator(".gauge").evaluate(end)
    page.get_by_role("button", name="To the first difference").click()
    expect(said).to_contain_text("The same until")
    page.goto(f"{server.url}/b/{both[0]}/beside/{both[1]}")
    expect(said).to_contain_text("The same until")
    veil = page.locator(".veil")
    expect(veil).to_be_visible()
    page.keyboard.press("End")
    expect(veil).to_be_hidden()
    page.goto(f"{server.url}/b/{both[1]}")
    expect_begun(page)
    expect(page.locator(".veil")).to_be_hidden()


@pytest.mark.long
def test_the_same_dice_to_the_end_are_said_to_be_the_same(
    page: Page, server: Server, guard: Guard
) -> None:
    """A second airing of a battle is another battle with the same events."""
    guard.expect("404")
    one = server.store(sample_file("rats-at-the-gates", "warlords"))
    other = server.store(sample_file("rats-at-the-gates", "warlords"))
    page.goto(f"{server.url}/b/{one}?spoilers=1")
    page.get_by_role("link", name="Compare with another battle").click()
    expect_accessible(page)
    page.get_by_label("The other battle").fill("nobody")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("No battle has this link or id.")
    page.get_by_label("The other battle").fill(f"{server.url}/b/{other}")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(f"/b/{one}/beside/{other}"))
    page.goto(f"{page.url}?spoilers=1")
    expect(page.locator(".parting-said")).to_have_text("Both battles are the same.")
    expect(page.get_by_role("button", name="To the first difference")).to_be_hidden()


@pytest.mark.parametrize("screen", [(360, 740), *further(((1280, 800),), ((740, 360),))])
def test_it_fits_the_screen(
    open_context: OpenContext, server: Server, screen: tuple[int, int]
) -> None:
    """Side by side, or one at a time."""
    page = open_context(**sized(*screen), reduced_motion="reduce").new_page()
    one, other = (sample_page(id_, "warlords") for id_ in (DICE, "rats-at-the-gates"))
    page.goto(f"{server.url}/b/{one}/beside/{other}?spoilers=1")
    expect_begun(page)
    expect(page.locator("[data-control=play]")).to_have_attribute("data-playing", "false")
    assert page.evaluate("document.documentElement.scrollWidth") <= screen[0]
    panels = page.locator(".pair-panel")
    swap = page.locator(".pair-swap button")
    theater = page.locator(".pair-theater").bounding_box()
    assert theater
    assert theater["height"] <= screen[1]
    if screen[0] >= 1000:
        expect(swap.first).to_be_hidden()
        expect(panels.filter(visible=True)).to_have_count(2)
        return
    for shown in (1, 0):
        swap.nth(shown).click()
        expect(swap.nth(shown)).to_have_attribute("aria-pressed", "true")
        expect(panels.nth(shown).locator(".stage")).to_be_visible()
        expect(panels.nth(1 - shown).locator(".stage")).to_be_hidden()
    page.keyboard.press("v")
    expect(swap.nth(1)).to_have_attribute("aria-pressed", "true")
    stage = panels.nth(1).locator(".stage").bounding_box()
    assert stage
    assert stage["height"] >= 180
    assert smaller_than(page, FINGER_PX) == []
    expect_accessible(page)


def test_its_heading_is_whole_on_a_german_phone(german_page: Page, server: Server) -> None:
    german_page.set_viewport_size({"width": 390, "height": 844})
    one, other = (sample_page(id_, "warlords") for id_ in (DICE, "rats-at-the-gates"))
    german_page.goto(f"{server.url}/b/{one}/beside/{other}")
    expect(german_page.locator("h1")).to_have_text("Nebeneinander")
    expect(german_page.locator(".veil")).to_be_visible()
    heading = german_page.locator("h1")
    assert heading.evaluate("(one) => one.scrollWidth <= one.clientWidth")
