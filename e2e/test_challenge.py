"""A challenge in three browsers: two who play, one who looks on."""

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, expect
from sqlalchemy import create_engine, text

from e2e.challenge_page import CHALLENGE, ChallengePage
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server

AIRED_MS = 90_000
"""The countdown and a battle of two or three units."""

Somebody = Callable[..., ChallengePage]


@pytest.fixture
def somebody(open_context: OpenContext, server: Server) -> Somebody:
    """Another person, with a browser of their own; options as Playwright's."""

    def somebody(**options: object) -> ChallengePage:
        return ChallengePage(open_context(**options).new_page(), server.url)

    return somebody


def test_a_challenge_is_played_to_the_end_and_again(somebody: Somebody) -> None:
    ann, bo, cem = somebody(), somebody(reduced_motion="reduce"), somebody()
    ann.make(name="Ann", ap_limit="40", best_of="3")
    address = ann.address
    commitment = ann.page.locator("code.hash").inner_text()
    cem.open(address)
    expect(cem.status).to_contain_text("One seat is still free")

    bo.join(ann.link("Opponent"), "Bo")
    for person in (ann, cem):
        expect(person.seat("b")).to_contain_text("Bo")
        expect(person.status).to_have_text("Both are here, and build in secret.")
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
    for person in (bo, cem):
        assert person.expect_battle() == battle
        expect(person.page.locator(".foes")).to_contain_text("Ann against Bo")

    extra = cem.page.locator('[data-extra="challenge"]')
    expect(extra.locator(".fair-verdict")).to_have_attribute("data-holds", "true", timeout=AIRED_MS)
    expect(extra.get_by_role("button")).to_have_count(0)
    cem.open(address)
    expect(cem.page.locator(".hash")).to_have_text(commitment)
    expect(cem.page.locator("[data-verdict]")).to_have_attribute("data-holds", "true")
    expect(cem.page.locator(".score")).to_have_text(re.compile(r"Ann\s*[01] : [01]\s*Bo"))

    following = bo.page.locator('[data-extra="challenge"]').get_by_role("button")
    expect(following).to_have_text("Next battle")
    following.click()
    expect(bo.page).to_have_url(CHALLENGE)
    expect(bo.seat("a")).to_contain_text("Bo")
    expect(bo.seat("a")).to_contain_text("you")
    ann.page.get_by_role("link", name="To game 2").click()
    expect(ann.page).to_have_url(bo.page.url)
    expect(ann.seat("b")).to_contain_text("you")
    cem.page.get_by_role("link", name="To game 2").click()
    expect(cem.status).to_have_text("Both are here, and build in secret.")


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
    other.page.get_by_label("Or paste one").fill("Toad")
    ann.seal_text("2x Goomba")
    ann.expect_sealed()
    other.expect_sealed()


def test_what_is_being_filled_in_stays_when_something_happens(somebody: Somebody) -> None:
    ann, bo = somebody(), somebody()
    ann.make(name="Ann")
    field = ann.page.get_by_label("Or paste one")
    field.fill("half an ar")
    bo.join(ann.link("Opponent"), "Bo")
    expect(ann.status).to_have_text("Both are here, and build in secret.")
    expect(field).to_have_value("half an ar")
    expect(field).to_be_focused()


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


def test_an_expired_challenge_says_so_where_one_stands(somebody: Somebody, server: Server) -> None:
    ann, bo = somebody(), somebody()
    address = ann.make(name="Ann").address
    link = ann.link("Opponent")
    engine = create_engine(server.database_url)
    with engine.begin() as db:
        expire = text("UPDATE challenges SET expires_at_ms = 1 WHERE id = :id")
        db.execute(expire, {"id": address.rsplit("/", 1)[-1]})
    engine.dispose()
    expect(ann.status).to_contain_text("This challenge has expired")
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


def test_a_link_is_copied(somebody: Somebody) -> None:
    ann = somebody(permissions=["clipboard-read", "clipboard-write"])
    ann.make(name="Ann")
    ann.page.get_by_role("button", name="Copy opponent").click()
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    copied = ann.page.evaluate("() => navigator.clipboard.readText()")
    assert copied == ann.link("Opponent")


def test_a_challenge_is_played_without_javascript(somebody: Somebody, guard: Guard) -> None:
    guard.expect("422")
    ann, bo = somebody(java_script_enabled=False), somebody(java_script_enabled=False)
    ann.make(name="Ann", ap_limit="8")
    bo.join(ann.link("Opponent"), "Bo")
    bo.seal_text("3x Goomba")
    expect(bo.alert).to_contain_text("4 over the limit of 8")
    bo.seal_text("2x Goomba")
    bo.expect_sealed()
    ann.page.get_by_role("link", name="Check again").click()
    expect(ann.status).to_contain_text("Bo has sealed.")
    ann.page.get_by_role("link", name="Build one").click()
    ann.page.get_by_role("button", name="Add Toad", exact=True).click()
    ann.page.get_by_role("button", name="Seal this army").click()
    expect(ann.page).to_have_url(CHALLENGE)
    expect(ann.page.get_by_role("link", name="Watch the battle")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Copy")).to_have_count(0)
    expect(bo.page.get_by_role("link", name="Watch the battle")).to_be_visible()


@pytest.mark.parametrize("seed", ["8", "18446744073709551615"])
def test_a_seed_is_checked_on_pages_without_https_too(modules: Page, seed: str) -> None:
    """Browsers offer their own SHA-256 under HTTPS and on this machine only."""
    assert modules.evaluate("() => crypto.subtle === undefined")
    check = "(revealed) => modules.holds(revealed)"
    nonce = "f00d" * 16
    proof = hashlib.sha256(f"{seed}:{nonce}".encode()).hexdigest()
    revealed = {"seed": seed, "nonce": nonce, "commitment": proof}
    assert modules.evaluate(check, revealed) is True
    assert modules.evaluate(check, {**revealed, "seed": "9"}) is False
    assert modules.evaluate(check, {**revealed, "nonce": "f00d"}) is False
