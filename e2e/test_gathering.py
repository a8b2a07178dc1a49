"""A tournament that people join, in several browsers: one who makes it, others by its link."""

import re

from playwright.sync_api import BrowserContext, Page, expect

from e2e.axe import expect_accessible
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server

PLAYED = re.compile(r"Round robin · Many Marios 0 · 2 armies")


def enter(page: Page, name: str, army: str) -> None:
    """Takes part with an army that is pasted, by keyboard alone."""
    page.get_by_label(re.compile("^Your name")).fill(name)
    page.locator('input[name="army"][value="other"]').focus()
    page.keyboard.press("Space")
    page.get_by_role("textbox", name="Another army").fill(army)
    page.get_by_role("button", name="Seal it").last.focus()
    page.keyboard.press("Enter")


def test_people_join_by_a_link_and_meet_when_the_maker_says_so(
    open_context: OpenContext, server: Server, guard: Guard
) -> None:
    guard.expect("422")
    ann = open_context().new_page()
    bo = open_context(viewport={"width": 360, "height": 740}).new_page()
    ann.goto(f"{server.url}/tournaments?ruleset=manymarios")
    ann.get_by_role("link", name="tournament that people join").click()
    ann.get_by_label(re.compile("^Name")).fill("Friday cup")
    ann.get_by_role("button", name="Make the tournament").click()
    ann.wait_for_url(re.compile(r"/t/\w{8}$"))
    expect_accessible(ann)
    bo.goto(ann.get_by_label(re.compile("^Link to this tournament")).input_value())

    # Ann has begun to fill in the form when Bo comes, and keeps what she has.
    ann.get_by_label(re.compile("^Your name")).fill("Bo")
    enter(bo, "Bo", "= Night shift\nGoomba")
    expect(bo.get_by_role("heading", name="Your sealed army")).to_be_visible()
    expect(bo.get_by_text("Night shift")).to_be_visible()
    expect(ann.locator("#entrants")).to_contain_text("Bo")
    expect(ann.get_by_role("status").first).to_contain_text("1 takes part.")
    expect(ann.locator("body")).not_to_contain_text("Night shift")
    expect(ann.get_by_label(re.compile("^Your name"))).to_be_focused()
    enter(ann, "Bo", "Toad")
    expect(ann.get_by_role("alert")).to_contain_text("1 problem to fix")
    expect(ann.locator("#name-error")).to_contain_text("taken by somebody else")
    enter(ann, "Ann", "Toad")
    expect(ann.locator("#entrants li")).to_have_text(["Bo", re.compile("Ann")])
    ann.get_by_text("The hashes", exact=True).click()
    expect(ann.locator(".hash")).to_have_count(3)
    expect(ann.locator("#hashes")).not_to_contain_text("the server drew")

    # Bo changes the army, on the phone.
    bo.get_by_text("Another army, or another name").click()
    enter(bo, "Bo", "= Day shift\nGoomba")
    expect(bo.get_by_text("Day shift")).to_be_visible()
    assert bo.evaluate("document.documentElement.scrollWidth") <= 360
    expect_accessible(bo)

    ann.get_by_role("button", name="Begin now").click()
    for page in (ann, bo):
        expect(page.get_by_role("main")).not_to_have_attribute("data-running", "")
        expect(page.locator(".lead")).to_have_text(PLAYED)
    ann.get_by_role("link", name="Show results").click()
    expect(ann.locator(".standings tbody tr")).to_have_count(2)
    expect(ann.get_by_role("link", name="Download the proof")).to_be_visible()
    expect_accessible(ann)


def come(context: BrowserContext, server: Server, page: str, name: str) -> None:
    """Somebody takes part who has no page open."""
    address = f"{server.url}/api/v1/tournaments/{page.rpartition('/')[2]}/join"
    army = {"lineup": [{"unit": "toad"}]}
    assert context.request.post(address, data={"name": name, "army": army}).status == 201


def test_the_page_that_answers_a_refused_form_tells_who_comes_until_it_is_gone(
    open_context: OpenContext, server: Server, guard: Guard
) -> None:
    """It has the form's address, and its form comes back filled in."""
    guard.expect("422|404")
    ann = open_context().new_page()
    ann.goto(f"{server.url}/tournaments/people?ruleset=manymarios")
    ann.get_by_role("button", name="Make the tournament").click()
    ann.wait_for_url(re.compile(r"/t/\w{8}$"))
    page = ann.url
    enter(ann, " ", "Toad")
    expect(ann.get_by_role("alert")).to_contain_text("1 problem to fix")
    come(open_context(), server, page, "Bo")
    come(open_context(), server, page, "Cem")
    expect(ann.locator("#entrants li")).to_have_text(["Bo", "Cem"])
    begin = ann.get_by_role("button", name="Begin now")
    begin.focus()
    come(open_context(), server, page, "Dee")
    expect(ann.locator("#entrants li")).to_have_text(["Bo", "Cem", "Dee"])
    expect(begin).to_be_focused()  # it has not been drawn anew
    other = open_context()
    other.add_cookies(ann.context.cookies())
    maker = other.new_page()
    maker.goto(page)
    maker.get_by_role("link", name="Change it").click()
    maker.get_by_role("button", name="Remove").first.click()
    expect(ann.get_by_role("heading", name="Nothing here")).to_be_visible()
    assert ann.url == page


def test_people_join_a_ladder_while_it_runs_until_its_maker_closes_it(
    open_context: OpenContext, server: Server
) -> None:
    ann = open_context().new_page()
    cem = open_context(viewport={"width": 360, "height": 740}).new_page()
    ann.goto(f"{server.url}/tournaments?ruleset=manymarios")
    ann.get_by_role("link", name="ladder that people join").click()
    expect(ann.get_by_label("Kind")).to_have_value("ladder")
    ann.get_by_label(re.compile("^Rounds")).fill("1")
    ann.get_by_label(re.compile("^Places")).fill("4")
    ann.get_by_role("button", name="Make the tournament").click()
    ann.wait_for_url(re.compile(r"/t/\w{8}$"))
    enter(ann, "Ann", "Toad")
    expect(ann.locator("#entrants li")).to_have_count(1)
    come(open_context(), server, ann.url, "Bo")
    ann.get_by_role("button", name="Begin now").click()
    expect(ann.locator(".lead")).to_have_text(re.compile("Ladder · Many Marios 0 · 2 armies"))
    expect(ann.get_by_role("main")).not_to_have_attribute("data-running", "")
    expect_accessible(ann)

    # Cem comes by the link, on a phone, when a round is played.
    cem.goto(ann.get_by_label(re.compile("^Link to this ladder")).input_value())
    cem.locator("#take-part summary").focus()
    cem.keyboard.press("Enter")
    enter(cem, "Cem", "= Night shift\nGoomba")
    expect(cem.get_by_role("heading", name="Seal this army?")).to_be_visible()
    expect(cem.get_by_role("button", name="Seal this army")).to_be_focused()
    expect_accessible(cem)
    cem.keyboard.press("Enter")
    expect(cem.locator("#people")).to_contain_text("You are called Cem here")
    expect(cem.locator("#people")).to_contain_text("from round 2 on")
    expect(cem.get_by_text("Night shift")).to_be_visible()
    cem.get_by_text("The hashes", exact=True).click()
    expect(cem.locator(".hash")).to_have_count(4)
    mine = cem.locator("#hashes div", has_text="Cem")
    expect(mine).not_to_contain_text("the server drew")
    assert cem.evaluate("document.documentElement.scrollWidth") <= 360
    expect_accessible(cem)

    ann.reload()
    expect(ann.locator("#people")).to_contain_text("Places taken: 3 of 4")
    expect(ann.locator("body")).not_to_contain_text("Night shift")
    ann.get_by_label("Further rounds").fill("2")
    ann.get_by_role("button", name="Play more rounds").click()
    expect(ann.locator(".lead")).to_contain_text("3 armies · 3 rounds")
    expect(ann.get_by_role("main")).not_to_have_attribute("data-running", "")
    cem.reload()
    cem.get_by_role("link", name="Show results").click()
    row = cem.locator(".standings tbody tr").filter(has=cem.get_by_role("rowheader", name="Cem"))
    # Rank, rating, interval, matches: of three one rests, who has played most rounds in a row.
    expect(row.locator("td.number").nth(3)).to_have_text("2")

    ann.get_by_role("link", name="Change it").click()
    expect_accessible(ann)
    ann.get_by_role("button", name="Let nobody join any more").focus()
    ann.keyboard.press("Enter")
    expect(ann.locator("#people")).to_contain_text("Nobody can join this ladder any more.")
    expect(ann.get_by_role("link", name="Download the proof")).to_be_visible()
    expect(ann.get_by_label(re.compile("^Link to this ladder"))).to_have_count(0)
    cem.reload()
    expect(cem.get_by_role("button", name="Leave the ladder")).to_have_count(0)
