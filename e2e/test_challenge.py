"""A challenge in three browsers: two who play, one who looks on."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import urljoin
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Route, expect
from sqlalchemy import create_engine, update
from sqlalchemy.orm import Session

from e2e.axe import expect_accessible
from e2e.builder_page import BuilderPage
from e2e.challenge_page import CHALLENGE, LOOK_AWAY, ChallengePage
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server
from webapp.store import removal
from webapp.store.models import Challenge

AIRED_MS = 90_000  # the countdown and a battle of two or three units

CHECKED = (
    "Checked by your browser: both armies are as they were sealed, and the dice follow from the "
    "server's secret and both fingerprints."
)

Somebody = Callable[..., ChallengePage]


@pytest.fixture
def somebody(open_context: OpenContext, quick_server: Server) -> Somebody:
    """Another person's context with reduced motion; options as Playwright's."""

    return lambda **options: ChallengePage(
        open_context(reduced_motion="reduce", **options).new_page(), quick_server.url
    )


def expect_proven(person: ChallengePage, commitment: str) -> None:
    """The page of a challenge that is over: this browser has checked all of it."""
    expect(person.page.locator(".hash").first).to_have_text(commitment)
    expect(person.page.locator(".fair-answer")).to_have_text(CHECKED)
    expect(person.page.locator("#hashes")).not_to_contain_text("the server drew")
    person.page.get_by_text("What was checked").click()
    findings = person.page.locator(".findings li")
    expect(findings.last).to_have_text("The hashes match those that this browser noted before.")
    expect(findings).to_have_count(6)


def expect_forgery_is_told(page: Page) -> None:
    """The page notices a secret that differs from the server's commitment."""

    def forge(route: Route) -> None:
        route.fulfill(json=route.fetch().json() | {"secret": "5ec2e8"})

    page.route("**/proof", forge)
    page.reload()
    warning = "Do not trust this battle: it does not match what was shown before."
    expect(page.locator(".fair-answer")).to_have_text(warning)
    page.unroute("**/proof")


def expect_next_game_elsewhere(page: Page, address: str) -> None:
    elsewhere = page.context.new_page()
    elsewhere.goto(address)
    notice = elsewhere.locator(".next-game")
    expect(notice).to_contain_text("The next game is open")
    expect(notice.get_by_role("link", name="To game 2")).to_be_visible()
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    elsewhere.close()


def test_a_challenge_is_played_to_the_end_and_again(somebody: Somebody, guard: Guard) -> None:
    guard.expect("ERR_FAILED")
    ann, bo, cem = somebody(), somebody(), somebody()
    ann.make(name="Ann", ap_limit="40", best_of="3")
    address, series = ann.address, ann.link("Link to all games")
    dee = somebody(viewport={"width": 360, "height": 740}).open(series)
    commitment = ann.page.locator("code.hash").first.inner_text()
    cem.open(address)
    expect(cem.status).to_contain_text("One seat is still free")

    bo.join(ann.link("Opponent"), "Bo")
    for person in (ann, cem):
        expect(person.seat("b")).to_contain_text("Bo")
        expect(person.status).to_contain_text(" here")
        expect(person.status).to_contain_text("build in secret.")
    expect(ann.page.get_by_role("heading", name="Invite your opponent")).to_have_count(0)
    bo.seal_text("= Night shift\nGoomba")  # so that nobody waits for long
    bo.expect_sealed()
    for person in (ann, cem):
        expect(person.status).to_contain_text("Bo has sealed.")
        expect(person.page.locator("body")).not_to_contain_text("Night shift")

    ann.page.get_by_role("link", name="Build one").click()
    ann.page.get_by_role("button", name="Samples").click()
    ann.page.get_by_role("button", name=re.compile("Chomp kennel")).first.click()
    ann.page.get_by_role("button", name="Seal this army").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Seal this army").click()
    battle = ann.expect_battle()
    for person in (bo, cem, dee):
        assert person.expect_battle() == battle
        heading = person.page.get_by_role("heading", level=1)
        expect(heading).to_have_text("Ann against Bo")

    cem.page.route("**/api/v1/challenges/*", lambda route: route.abort(), times=1)
    extra = cem.page.locator('[data-extra="challenge"]')
    extra.get_by_role("button", name="Check armies and dice").click(timeout=AIRED_MS)
    expect(extra.locator(".fair-answer")).to_have_attribute("data-holds", "true")
    expect(extra.locator(".fair-answer")).to_have_text(CHECKED)
    expect(extra.get_by_role("button")).to_have_count(0)
    for person in (cem, ann, bo):
        expect_proven(person.open(address), commitment)
    expect(cem.page.locator(".score")).to_have_text(re.compile(r"Ann\s*[01] : [01]\s*Bo"))

    expect_forgery_is_told(ann.page)
    bo.open(battle)
    ann.open(battle)
    ann.page.locator('[data-extra="challenge"]').get_by_role("button", name="Play game").focus()

    following = bo.page.locator('[data-extra="challenge"]').get_by_role("button", name="Play game")
    expect(following).to_have_text("Play game 2")
    dee.page.evaluate(LOOK_AWAY, arg=True)
    following.click()
    expect(bo.page).to_have_url(CHALLENGE)
    expect(bo.seat("a")).to_contain_text("Bo")
    expect(dee.page).to_have_title("\N{BLACK CIRCLE} The next game is open")
    dee.page.evaluate(LOOK_AWAY, arg=False)
    expect(bo.seat("a")).to_contain_text("you")
    expect(ann.page.get_by_role("link", name="To game 2")).to_be_focused()
    expect_next_game_elsewhere(ann.page, urljoin(series, "/battles"))
    ann.page.keyboard.press("Enter")
    expect(ann.page).to_have_url(bo.page.url)
    expect(ann.seat("b")).to_contain_text("you")
    cem.page.get_by_role("link", name="To game 2").click()
    expect(cem.status).to_have_text("Both players are here and build in secret.")
    # The battle tells who looks on of the next game, and so does the page of all games.
    following = dee.page.locator(".next-steps").get_by_role("link", name="To game 2")
    expect(following).to_be_visible()
    dee.page.go_back()
    expect(dee.page.get_by_role("link", name="To the current game")).to_have_count(1)
    expect_accessible(dee.page)


def test_a_page_follows_and_keeps_what_is_being_filled_in(somebody: Somebody, guard: Guard) -> None:
    """Ann has two tabs; Bo's page answers a form that was refused."""
    guard.expect("422|ERR_FAILED")
    ann, bo = somebody(), somebody()
    address = ann.make(name="Ann").address
    link = ann.link("Opponent")
    other = ChallengePage(ann.page.context.new_page(), ann.url).open(address)
    other.page.locator('input[name="army"][value="other"]').check()
    field = other.page.get_by_role("textbox", name="Another army")
    field.fill("half an ar")
    chosen = ChallengePage(bo.page.context.new_page(), bo.url)
    chosen.open(f"{address}?army=sample:mushroom-patch")
    other.page.route("**/c/*", lambda route: route.abort(), times=1)
    bo.join(link, "Bo")
    expect(chosen.page.locator('[name="army"][value="sample:mushroom-patch"]')).to_be_checked()
    expect(other.status).to_have_text("Bo is here. Both of you build in secret.")
    expect(field).to_have_value("half an ar")
    expect(field).to_be_focused()
    bo.offer_text("3x")
    expect(bo.alert).to_be_visible()
    ann.seal_text("2x Goomba")
    for tab in (ann, other):
        tab.expect_sealed()
    expect(bo.status).to_contain_text("Ann has sealed.")
    ann.page.go_back()
    expect(ann.page).to_have_url(address)
    ann.expect_sealed()


@pytest.mark.long
def test_a_seat_is_taken_in_another_browser_after_a_question(somebody: Somebody) -> None:
    ann = somebody(permissions=["clipboard-read", "clipboard-write"])
    ann.make(name="Ann").page.get_by_text("Your seat on another device").click()
    ann.page.get_by_role("button", name="Copy Your seat").click()
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    other = somebody(viewport={"width": 360, "height": 740})
    other.open(ann.page.evaluate("() => navigator.clipboard.readText()"))
    expect(other.page.locator("main")).to_contain_text("You will play as Ann.")
    expect_accessible(other.page)
    other.page.get_by_role("button", name="Play as Ann").click()
    expect(other.page).to_have_url(CHALLENGE)
    expect(other.seat("a")).to_contain_text("you")


@pytest.mark.long
def test_removed_challenge_says_so(somebody: Somebody, quick_server: Server, guard: Guard) -> None:
    guard.expect(r"404.*/series")
    ann, bo, cem = somebody(), somebody(), somebody()
    ann.make(name="Ann", best_of="3")
    bo.open(ann.address)
    cem.open(ann.link("Link to all games"))
    ann.page.get_by_label(re.compile("^Opponent")).focus()
    with Session(create_engine(quick_server.database_url)) as db:
        for thing in removal.things(db, ann.address.rpartition("/")[2]):
            removal.remove(db, thing)
        db.commit()
    for person in (ann, bo, cem):
        expect(person.status).to_have_text("This challenge was removed.")
        expect(person.page.locator(".link-list, #seal")).to_have_count(0)
    expect_accessible(ann.page)


def test_appointment_is_moved_and_battle_begins(somebody: Somebody, quick_server: Server) -> None:
    """Each reads the times in their own time zone. The database's times move; nobody waits."""
    zones = [ZoneInfo("America/New_York"), ZoneInfo("Europe/Berlin")]
    ann, bo = (somebody(timezone_id=zone.key) for zone in zones)
    start = datetime.now(UTC).replace(second=0, microsecond=0) + timedelta(hours=3)
    ann.make(name="Ann", start=f"{start.astimezone(zones[0]):%Y-%m-%dT%H:%M}")
    id_ = ann.address.rpartition("/")[2]
    bo.join(ann.link("Opponent"), "Bo")
    times = [person.page.locator("#appointment time").last for person in (ann, bo)]
    for shown, zone in zip(times, zones, strict=True):
        expect(shown).to_contain_text(f"{start.astimezone(zone):%I:%M}".lstrip("0"))
    expect(bo.page).to_have_title(re.compile(r"^2 h 5\d min · Ann"))

    ann.page.get_by_role("link", name="Build one").click()
    builder = BuilderPage(ann.page, ann.url).expect_checked()
    expect(ann.page.locator("#appointment")).to_contain_text(re.compile(r"in 1 h 5\d min"))
    builder.add("Goomba")
    builder.button("Save the draft").click()
    expect(ann.page.locator(".own-draft")).to_contain_text("4 AP")
    bo.offer_text("Toad", button="Save as draft")
    expect(bo.page.locator(".own-draft")).to_contain_text("8 AP")
    ann.page.get_by_text("Propose another time").click()
    later = start + timedelta(hours=1)
    ann.page.get_by_label("Start").fill(f"{later.astimezone(zones[0]):%Y-%m-%dT%H:%M}")
    ann.page.get_by_role("button", name="Propose it").click()
    bo.page.get_by_role("button", name="Agree to the new time").click()
    for shown in times:
        expect(shown).to_have_attribute("datetime", f"{later:%Y-%m-%dT%H:%M:00Z}")
    expect_accessible(bo.page)

    soon = int(time.time() * 1000) + 1_000
    change(quick_server, id_, lock_ms=soon, expires_at_ms=soon)
    for person in (ann, bo):
        person.expect_sealed()
    ann.page.evaluate(LOOK_AWAY, arg=True)
    change(quick_server, id_, start_ms=int(time.time() * 1000) + 11_000)
    battle = bo.expect_battle()
    expect(ann.page).to_have_title("● It starts now")
    ann.page.evaluate(LOOK_AWAY, arg=False)
    assert ann.expect_battle() == battle


def change(server: Server, id_: str, **times_ms: int) -> None:
    """Move an appointment, which people make for hours ahead."""
    with Session(create_engine(server.database_url)) as db:
        db.execute(update(Challenge).where(Challenge.id == id_).values(times_ms))
        db.commit()
