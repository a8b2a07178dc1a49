"""Pages that live: large enough for a finger, and whole with text of twice its size."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from e2e.challenge_page import ChallengePage
from e2e.conftest import OpenContext
from e2e.controls import FINGER_PX, cut_off, smaller_than
from e2e.match_page import MatchPage, begin
from e2e.played import sample_page
from e2e.server import Server
from e2e.test_gathering import enter
from e2e.test_tv import expect_begun, long

PHONE = {"width": 390, "height": 844}
PRESSED = """(button) => {
  const { left, right, bottom } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint((left + right) / 2, bottom - 2));
}"""
"""Whether its lower edge can be pressed where it is."""
LARGE = "(size) => { document.documentElement.style.fontSize = size; }"


def out_of_reach(page: Page) -> list[str]:
    """What is too small for a finger, and what twice the text pushes off a phone or a desk."""
    assert page.evaluate("() => matchMedia('(pointer: coarse)').matches")
    found = smaller_than(page, FINGER_PX)
    page.evaluate(LARGE, "200%")
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        found += [f"{width} px: {what}" for what in cut_off(page)]
    page.evaluate(LARGE, "")
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    return found


@pytest.fixture
def people(open_context: OpenContext) -> list[Page]:
    return [
        open_context(viewport=PHONE, has_touch=True, reduced_motion="reduce").new_page()
        for _ in range(2)
    ]


def of_a_challenge(people: list[Page], server: Server) -> Iterator[tuple[str, Page]]:
    ann, bo = (ChallengePage(page, server.url) for page in people)
    ann.make("manymarios", name="Ann", best_of="3")
    yield "inviting", ann.page
    bo.page.goto(ann.link("Opponent"))
    yield "invited", bo.page
    bo.join(ann.link("Opponent"), "Bo")
    yield "seats taken", bo.page
    bo.offer_text("Toad")
    yield "question", bo.page
    bo.page.get_by_role("button", name="Seal this army").click()
    bo.expect_sealed()
    yield "sealed", bo.page
    address = ann.page.url
    ann.seal_text("Goomba")
    server.end(ann.expect_battle().rsplit("/", 1)[-1])
    ann.open(address)
    expect(ann.page.locator(".fair-answer")).to_have_attribute("data-holds", "true")
    for summary in ("How it ended", "What was checked", "Your seat on another device"):
        ann.page.locator("summary", has_text=summary).first.click()
    yield "over", ann.page
    ann.page.get_by_role("link", name="All games").click()
    ann.page.wait_for_url(re.compile("/series$"))
    yield "series", ann.page


def of_a_siege(people: list[Page], server: Server) -> Iterator[tuple[str, Page]]:
    ann, bo = (MatchPage(page, server.url) for page in people)
    begin(ann, bo)
    assert ann.lock_button.evaluate(PRESSED), "the tabs at the lower edge leave room for it"
    yield "orders", ann.page
    ann.order(A="attack", D="defend").lock()
    ann.expect_locked("a")
    yield "locked", ann.page
    bo.order(A="attack").lock()
    ann.expect_turn(2)
    ann.page.locator(".primer summary").click()
    yield "second round", ann.page
    ann.page.get_by_role("button", name="Resign").click()
    yield "resigning", ann.page
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.expect_end("You have lost")
    yield "over", ann.page


def of_a_tournament(people: list[Page], server: Server) -> Iterator[tuple[str, Page]]:
    ann, bo = people
    ann.goto(f"{server.url}/tournaments/people?ruleset=manymarios")
    ann.get_by_label(re.compile("^Name")).fill("Friday cup")
    ann.get_by_role("button", name="Make the tournament").click()
    ann.wait_for_url(re.compile(r"/t/\w{8}$"))
    yield "gathering", ann
    bo.goto(ann.get_by_label(re.compile("^Link to this tournament")).input_value())
    enter(bo, "Bo", "Goomba")
    expect(bo.get_by_role("heading", name="Your sealed army")).to_be_visible()
    bo.get_by_text("Another army, or another name").click()
    yield "joined", bo
    enter(ann, "Ann", "Toad")
    ann.get_by_role("button", name="Begin now").click()
    expect(ann.locator(".lead")).to_have_text(re.compile("2 armies"))
    ann.get_by_role("link", name="Show results").click()
    expect(ann.locator(".standings tbody tr")).to_have_count(2)
    yield "played", ann


def of_a_branch(people: list[Page], server: Server) -> Iterator[tuple[str, Page]]:
    page, _ = people
    page.goto(f"{server.url}/b/{sample_page('dragons-over-greenwood', 'warlords')}?spoilers=1")
    page.locator("[data-whatif=open]").click()
    expect(page.locator(".whatif-units li").first).to_be_visible()
    yield "dialog", page
    page.keyboard.press("Escape")
    id_ = sample_page("first-steps")
    made = page.request.post(
        f"{server.url}/api/v1/battles/{id_}/branches", data={"at": 0, "change": {"seed": 7}}
    )
    assert made.status == 201, made.text()
    page.goto(f"{server.url}/b/{made.json()['id']}?spoilers=1#at=5")
    expect(page.get_by_text("A branch of").first).to_be_visible()
    yield "branch", page
    page.get_by_role("link", name="Beside the original").click()
    page.wait_for_url(re.compile("/beside/"))
    yield "beside", page


def of_tv(people: list[Page], server: Server) -> Iterator[tuple[str, Page]]:
    page, _ = people
    ids = [server.put_on_air(long(seed), listed=True) for seed in (1, 2)]
    page.goto(f"{server.url}/tv")
    for id_ in ids:
        expect_begun(page, id_)
    yield "on air", page
    for id_ in ids:
        server.end(id_)


Way = Callable[[list[Page], Server], Iterator[tuple[str, Page]]]
WAYS: list[Way] = [of_a_challenge, of_a_siege, of_a_tournament, of_a_branch, of_tv]


@pytest.mark.parametrize("way", WAYS, ids=["challenge", "siege", "tournament", "branch", "tv"])
def test_a_page_that_lives_is_in_reach_of_a_finger_and_of_large_text(
    way: Way, people: list[Page], server: Server
) -> None:
    wrong = {state: out_of_reach(page) for state, page in way(people, server)}
    assert {state: what for state, what in wrong.items() if what} == {}
