"""Tournaments in a browser: made, played, read, and joined by other people, by keyboard alone."""

import re

from playwright.sync_api import BrowserContext, Page, expect

from e2e.axe import expect_accessible
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.pages import misfits
from e2e.server import Server


def test_from_the_form_to_a_battle_of_the_bracket(shared_page: Page, server: Server) -> None:
    page = shared_page
    page.goto(f"{server.url}/tournaments?ruleset=warlords")
    page.get_by_label(re.compile("^Name")).fill("Friday cup")
    rounds = page.get_by_label(re.compile("^Rounds"))
    for kind, blank in (("swiss", "until one army is undefeated"), ("ladder", "10; you can play")):
        page.get_by_label("Kind").select_option(kind)
        expect(rounds).to_be_visible()
        expect(page.locator("label:visible", has_text="Rounds")).to_contain_text(f"blank: {blank}")
    page.get_by_label("Kind").select_option("double-elimination")
    expect(rounds).to_be_hidden()
    for name in ("Dragon raid", "Silver order", "Rat tide"):
        page.get_by_role("checkbox", name=re.compile(f"^{name}")).focus()
        page.keyboard.press("Space")
    page.get_by_label(re.compile("^Other armies")).fill("= Two goats\nBarbarians")
    page.get_by_role("button", name="Play the tournament").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/t/\w{8}$"))
    expect(page.get_by_role("main")).not_to_have_attribute("data-running", "")
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday cup")
    page.get_by_role("link", name="Show results").click()
    expect(page.locator(".standings tbody tr")).to_have_count(4)
    expect(page.locator("svg.bracket")).to_have_count(3)
    assert misfits(page) == []
    for box in page.locator(".bracket g").all():
        inside = box.evaluate(
            "g => { const box = g.querySelector('rect').getBoundingClientRect();"
            " return [...g.querySelectorAll('text')].every((text) => {"
            " const t = text.getBoundingClientRect();"
            " return t.left >= box.left && t.right <= box.right && t.top >= box.top"
            " && t.bottom <= box.bottom; }); }"
        )
        assert inside
    expect_accessible(page)
    page.set_viewport_size({"width": 360, "height": 800})  # narrower than two rounds
    page.emulate_media(media="print")
    for bracket in page.locator(".bracket").all():
        assert bracket.evaluate("svg => svg.getBoundingClientRect().right <= innerWidth")
    page.emulate_media(media="screen")
    page.get_by_role("link", name=re.compile("^game 1: ")).first.click()
    page.wait_for_url(re.compile(r"/b/\w{8}$"))
    expect(page.get_by_text("Friday cup: ").first).to_be_visible()


def test_a_ladder_gets_an_army_and_more_rounds(shared_page: Page, server: Server) -> None:
    page = shared_page
    page.goto(f"{server.url}/tournaments?ruleset=warlords")
    page.get_by_label("Kind").select_option("ladder")
    page.get_by_label(re.compile("^Rounds")).fill("1")
    for name in ("Dragon raid", "Silver order", "Rat tide"):
        page.get_by_role("checkbox", name=re.compile(f"^{name}")).check()
    page.get_by_role("button", name="Play the tournament").click()
    page.wait_for_url(re.compile(r"/t/\w{8}$"))
    expect(page.get_by_role("main")).not_to_have_attribute("data-running", "")
    page.get_by_role("link", name="Add an army").click()
    page.get_by_label(re.compile("^Other armies")).fill("= Two goats\nBarbarians")
    page.get_by_role("button", name="Add to the ladder").click()
    expect(page.get_by_role("button", name="Take out Two goats")).to_be_visible()
    page.get_by_label("Further rounds").fill("1")
    page.get_by_role("button", name="Play more rounds").click()
    page.wait_for_url(re.compile(r"/t/\w{8}$"))
    expect(page.get_by_role("main")).not_to_have_attribute("data-running", "")
    page.get_by_role("link", name="Show results").click()
    expect(page.locator(".standings tbody tr")).to_have_count(4)
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    first_round = page.locator("details", has_text="Round 1").locator("li").first
    expect(first_round).to_be_hidden()
    page.emulate_media(media="print")
    expect(first_round).to_be_visible()
    page.emulate_media(media="screen")
    assert misfits(page) == []


def enter(page: Page, name: str, army: str) -> None:
    """Takes part with an army that is pasted, by keyboard alone."""
    page.get_by_label(re.compile("^Your name")).fill(name)
    page.locator('input[name="army"][value="other"]').focus()
    page.keyboard.press("Space")
    page.get_by_role("textbox", name="Another army").fill(army)
    page.get_by_role("button", name="Seal it").last.focus()
    page.keyboard.press("Enter")


def come(context: BrowserContext, server: Server, page: str, name: str) -> None:
    """Join without an open page."""
    address = f"{server.url}/api/v1/tournaments/{page.rpartition('/')[2]}/join"
    army = {"lineup": [{"unit": "toad"}]}
    assert context.request.post(address, data={"name": name, "army": army}).status == 201


def test_people_join_and_meet(open_context: OpenContext, server: Server, guard: Guard) -> None:
    guard.expect("422")
    ann = open_context().new_page()
    bo = open_context(viewport={"width": 360, "height": 740}).new_page()
    ann.goto(f"{server.url}/tournaments?ruleset=manymarios")
    ann.get_by_role("link", name="tournament that people join").click()
    ann.get_by_label(re.compile("^Name")).fill("Friday cup")
    ann.get_by_role("button", name="Create the tournament").click()
    ann.wait_for_url(re.compile(r"/t/\w{8}$"))
    address = ann.url
    expect_accessible(ann)
    bo.goto(ann.get_by_label(re.compile("^Link to this tournament")).input_value())

    # Ann has begun to fill in the form when Bo comes, and keeps what she has.
    ann.get_by_label(re.compile("^Your name")).fill("Bo")
    enter(bo, "Bo", "= Night shift\nGoomba")
    expect(bo.get_by_role("heading", name="Your sealed army")).to_be_visible()
    expect(bo.get_by_text("Night shift")).to_be_visible()
    expect(ann.locator("#entrants")).to_contain_text("Bo")
    expect(ann.get_by_role("status").first).to_contain_text("1 player so far.")
    expect(ann.locator("body")).not_to_contain_text("Night shift")
    expect(ann.get_by_label(re.compile("^Your name"))).to_be_focused()
    enter(ann, "Bo", "Toad")
    expect(ann.locator("#name-error")).to_contain_text("taken by another player")
    come(open_context(), server, address, "Cem")
    expect(ann.locator("#entrants li")).to_have_text(["Bo", "Cem"])
    enter(ann, "Ann", "Toad")
    expect(ann.locator("#entrants li")).to_have_text(["Bo", "Cem", re.compile("Ann")])
    ann.get_by_text("The hashes", exact=True).click()
    expect(ann.locator(".hash")).to_have_count(4)
    expect(ann.locator("#hashes div", has_text="Ann")).not_to_contain_text("the server drew")

    bo.get_by_text("Another army, or another name").click()
    enter(bo, "Bo", "= Day shift\nGoomba")
    expect(bo.get_by_text("Day shift")).to_be_visible()
    assert bo.evaluate("document.documentElement.scrollWidth") <= 360
    expect_accessible(bo)

    ann.get_by_role("button", name="Begin now").click()
    for page in (ann, bo):
        expect(page.get_by_role("main")).not_to_have_attribute("data-running", "")
        expect(page.locator(".lead")).to_have_text("Round robin · Many Marios 0 · 3 armies")
    ann.get_by_role("link", name="Show results").click()
    expect(ann.locator(".standings tbody tr")).to_have_count(3)
    expect(ann.get_by_role("link", name="Download the proof")).to_be_visible()
    expect_accessible(ann)
