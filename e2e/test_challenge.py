"""A challenge in three browsers: two who play, one who looks on."""

import hashlib
import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Route, expect
from sqlalchemy import create_engine, text

from e2e.axe import expect_accessible
from e2e.challenge_page import CHALLENGE, ChallengePage
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server

AIRED_MS = 90_000
"""The countdown and a battle of two or three units."""

CHECKED = (
    "Checked by your browser: both armies are as they were sealed, and the dice follow from the "
    "server's secret and both seals."
)

Somebody = Callable[..., ChallengePage]


@pytest.fixture
def somebody(open_context: OpenContext, quick_server: Server) -> Somebody:
    """Another person, with a browser of their own; options as Playwright's."""

    def somebody(**options: object) -> ChallengePage:
        return ChallengePage(open_context(**options).new_page(), quick_server.url)

    return somebody


def test_a_challenge_is_played_to_the_end_and_again(somebody: Somebody) -> None:
    ann, bo, cem = somebody(), somebody(reduced_motion="reduce"), somebody()
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
    expect(ann.page.get_by_role("button", name=re.compile("^Copy Spectators"))).to_be_visible()
    assert ann.address == address
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

    extra = cem.page.locator('[data-extra="challenge"]')
    extra.get_by_role("button", name="Check armies and dice").click(timeout=AIRED_MS)
    expect(extra.locator(".fair-answer")).to_have_attribute("data-holds", "true")
    expect(extra.locator(".fair-answer")).to_have_text(CHECKED)
    expect(extra.get_by_role("button")).to_have_count(0)
    for person in (cem, ann, bo):
        person.open(address)
        expect(person.page.locator(".hash").first).to_have_text(commitment)
        expect(person.page.locator(".fair-answer")).to_have_text(CHECKED)
        expect(person.page.locator("#hashes")).not_to_contain_text("the server drew")
        person.page.get_by_text("What was checked").click()
        findings = person.page.locator(".findings li")
        expect(findings.last).to_have_text("The hashes are those that this browser noted before.")
        expect(findings).to_have_count(6)
    expect(cem.page.locator(".score")).to_have_text(re.compile(r"Ann\s*[01] : [01]\s*Bo"))
    the_proof_says_what_was_changed_in_it(ann)
    bo.open(battle)

    following = bo.page.locator('[data-extra="challenge"]').get_by_role("button", name="Next")
    expect(following).to_have_text("Next battle")
    following.click()
    expect(bo.page).to_have_url(CHALLENGE)
    expect(bo.seat("a")).to_contain_text("Bo")
    expect(bo.seat("a")).to_contain_text("you")
    ann.page.get_by_role("link", name="To game 2").click()
    expect(ann.page).to_have_url(bo.page.url)
    expect(ann.seat("b")).to_contain_text("you")
    cem.page.get_by_role("link", name="To game 2").click()
    expect(cem.status).to_have_text("Both players are here and build in secret.")
    # The battle tells who looks on of the next game, and so does the page of all games.
    following = dee.page.locator('[data-extra="challenge"]').get_by_role("link", name="To game 2")
    expect(following).to_be_visible()
    dee.page.go_back()
    expect(dee.page.get_by_role("link", name="To the game that is on")).to_have_count(1)
    expect(dee.page.get_by_role("link", name="Watch it again")).to_have_count(1)
    expect_accessible(dee.page)


def test_a_taken_seat_says_so_and_lets_one_look_on(somebody: Somebody, guard: Guard) -> None:
    guard.expect("409")
    ann, bo, eve = somebody(), somebody(), somebody()
    link = ann.make(name="Ann").link("Opponent")
    eve.open(link)
    bo.join(link, "Bo")
    eve.page.get_by_role("button", name="Take the orange seat").click()
    expect(eve.page.get_by_role("heading", name="This seat is taken")).to_be_visible()
    eve.page.get_by_role("link", name="Watch as a spectator").click()
    expect(eve.seat("b")).to_contain_text("Bo")
    expect(eve.page.get_by_role("button", name="Seal it")).to_have_count(0)


def test_two_tabs_of_one_player_stay_together(somebody: Somebody) -> None:
    ann = somebody()
    ann.make(name="Ann")
    other = ChallengePage(ann.page.context.new_page(), ann.url).open(ann.address)
    other.page.locator('input[name="army"][value="other"]').check()
    other.page.get_by_role("textbox", name="Another army").fill("Toad")
    ann.seal_text("2x Goomba")
    ann.expect_sealed()
    other.expect_sealed()


def test_a_page_that_becomes_another_keeps_the_army_that_was_chosen(somebody: Somebody) -> None:
    ann, bo = somebody(), somebody()
    ann.make(name="Ann")
    first = bo.open(f"{ann.address}?army=sample:mushroom-patch")
    second = ChallengePage(bo.page.context.new_page(), bo.url)
    second.join(ann.link("Opponent"), "Bo")
    expect(first.page.locator('[name="army"][value="sample:mushroom-patch"]')).to_be_checked()


def test_what_is_being_filled_in_stays_when_something_happens(somebody: Somebody) -> None:
    ann, bo = somebody(), somebody()
    ann.make(name="Ann")
    ann.page.locator('input[name="army"][value="other"]').check()
    field = ann.page.get_by_role("textbox", name="Another army")
    field.fill("half an ar")
    bo.join(ann.link("Opponent"), "Bo")
    expect(ann.status).to_have_text("Bo is here. Both of you build in secret.")
    expect(field).to_have_value("half an ar")
    expect(field).to_be_focused()


def test_a_page_with_a_refused_army_goes_on_following(somebody: Somebody, guard: Guard) -> None:
    guard.expect("422")
    ann, bo = somebody(), somebody()
    bo.join(ann.make(name="Ann").link("Opponent"), "Bo")
    bo.offer_text("3x")
    expect(bo.alert).to_be_visible()
    ann.seal_text("Goomba")
    expect(bo.status).to_contain_text("Ann has sealed.")


def test_a_refresh_at_the_reveal_and_a_late_tab_end_at_the_battle(somebody: Somebody) -> None:
    ann, bo, late = somebody(), somebody(), somebody()
    address = ann.make(name="Ann").address
    bo.join(ann.link("Opponent"), "Bo")
    bo.seal_text("Goomba")
    bo.expect_sealed()
    ann.seal_text("Toad")
    with suppress(Error):  # Playwright's, when the page is on its way to the battle already
        bo.page.reload(wait_until="commit")
    battle = ann.expect_battle()
    assert bo.expect_battle() == battle
    assert late.open(address).expect_battle() == battle


def test_an_expired_challenge_says_so_where_one_stands(
    somebody: Somebody, quick_server: Server
) -> None:
    ann, bo = somebody(), somebody()
    address = ann.make(name="Ann").address
    link = ann.link("Opponent")
    engine = create_engine(quick_server.database_url)
    with engine.begin() as db:
        expire = text("UPDATE challenges SET expires_at_ms = 1 WHERE id = :id")
        db.execute(expire, {"id": address.rsplit("/", 1)[-1]})
    engine.dispose()
    expect(ann.status).to_contain_text("This challenge expired on")
    expect(ann.page.get_by_role("button", name="Seal it")).to_have_count(0)
    bo.open(link)
    expect(bo.page.get_by_role("heading", name="This challenge has expired")).to_be_visible()


def test_a_seat_is_found_again_by_its_link(somebody: Somebody) -> None:
    ann, phone = somebody(), somebody(viewport={"width": 360, "height": 740})
    address = ann.make(name="Ann").address
    ann.seal_text("= Mine\nGoomba")
    ann.expect_sealed()
    ann.page.get_by_text("Your seat on another device").click()
    phone.open(ann.link("Your seat"))
    phone.expect_sealed()
    expect(phone.page).to_have_url(address)
    widths = phone.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


def test_the_way_back_after_sealing_leads_to_the_challenge(somebody: Somebody) -> None:
    ann = somebody()
    address = ann.make(name="Ann").address
    ann.seal_text("= Mine\nGoomba")
    ann.expect_sealed()
    ann.page.go_back()
    expect(ann.page).to_have_url(address)
    ann.expect_sealed()


def test_a_link_is_copied(somebody: Somebody) -> None:
    ann = somebody(permissions=["clipboard-read", "clipboard-write"])
    ann.make(name="Ann")
    ann.page.get_by_role("button", name="Copy Opponent").click()
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    copied = ann.page.evaluate("() => navigator.clipboard.readText()")
    assert copied == ann.link("Opponent")


def test_a_challenge_is_played_without_javascript(somebody: Somebody, guard: Guard) -> None:
    guard.expect("422")
    ann, bo = somebody(java_script_enabled=False), somebody(java_script_enabled=False)
    ann.make(name="Ann", ap_limit="8")
    bo.join(ann.link("Opponent"), "Bo")
    bo.offer_text("3x Goomba")
    expect(bo.alert).to_contain_text("4 over the limit of 8")
    bo.seal_text("2x Goomba")
    bo.expect_sealed()
    ann.page.get_by_role("link", name="Check again").click()
    expect(ann.status).to_contain_text("Bo has sealed.")
    ann.page.get_by_role("link", name="Build one").click()
    ann.page.get_by_role("button", name="Add Toad", exact=True).click()
    ann.page.get_by_role("button", name="Seal this army").click()
    expect(ann.page.get_by_role("heading", name="Seal this army?")).to_be_visible()
    ann.page.get_by_role("button", name="Seal this army").click()
    expect(ann.page).to_have_url(CHALLENGE)
    expect(ann.page.get_by_role("link", name="Watch the battle")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Copy")).to_have_count(0)
    expect(bo.page.get_by_role("link", name="Watch the battle")).to_be_visible()
    expect(bo.page.locator("#hashes")).to_contain_text("the server drew its random number")


def the_proof_says_what_was_changed_in_it(ann: ChallengePage) -> None:
    """A server that shows another army of Bo's, and hashes that fit it, is found out."""
    swapped = {"lineup": [{"unit": "toad"}]}

    def tamper(route: Route) -> None:
        told = route.fetch().json()
        told["seats"]["b"]["army"] = swapped
        terms = sha("battlereel/1 terms", canonical(told, "limits", "ruleset", "terms"))
        lines = ["battlereel/1 army", told["challenge"], terms, "b", told["seats"]["b"]["salt"]]
        told["seats"]["b"]["seal"] = sha(*lines, json.dumps(swapped, separators=(",", ":")))
        route.fulfill(json=told)

    ann.page.route("**/proof", tamper)
    ann.page.reload()
    answer = ann.page.locator(".fair-answer")
    expect(answer).to_have_text("Do not trust this battle: what was shown before does not match.")
    wrong = ann.page.locator('.findings [data-holds="false"]')
    expect(wrong).to_have_text(
        [
            "The seed of the dice does not follow from the secret and both seals.",
            "In the battle that was shown Bo has another army.",
            "The hashes are not those that this browser noted before.",
        ]
    )
    ann.page.unroute("**/proof")


def sha(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def canonical(told: Any, *keys: str) -> str:
    return json.dumps({key: told[key] for key in keys}, separators=(",", ":"))
