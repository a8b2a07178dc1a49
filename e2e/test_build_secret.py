"""The editor at a challenge: built under its terms, in secret, and sealed for good."""

from playwright.sync_api import Page, expect

from e2e.builder_page import BuilderPage
from e2e.challenge_page import ChallengePage
from e2e.guard import Guard
from e2e.server import Server


def test_army_is_built_under_the_terms_of_a_challenge_and_sealed(
    page: Page, server: Server, guard: Guard
) -> None:
    guard.expect("422")
    challenge = ChallengePage(page, server.url).make(ap_limit="15")
    address = page.url
    page.get_by_role("link", name="Build one").click()
    builder = BuilderPage(page, server.url).expect_checked()
    page.get_by_text("Terms of the challenge").click()
    expect(builder.field("ap_limit").get_by_role("textbox")).to_be_disabled()
    builder.add("Toad")
    builder.add("Toad")
    # Twice 8 against 15
    expect(builder.meter("AP")).to_have_text("16 of 15 AP 1 over")
    builder.button("Seal this army").click()
    builder.dialog.get_by_role("button", name="Seal this army").click()
    expect(builder.notes).to_contain_text("It is not sealed")
    builder.act(2, "remove")
    builder.expect_ready()
    builder.fight("sample:mushroom-patch")
    expect(builder.button("Watch one")).to_be_hidden()
    # What is not sealed yet outlives a reload, and only here
    builder.reload()
    expect(builder.names).to_have_text(["Toad"])
    builder.button("Seal this army").click()
    builder.dialog.get_by_role("button", name="Not yet").click()
    expect(builder.dialog).to_have_count(0)
    builder.button("Seal this army").click()
    builder.dialog.get_by_role("button", name="Seal this army").click()
    expect(page).to_have_url(address.split("#")[0])
    challenge.expect_sealed()


def test_an_army_that_is_changed_before_it_is_sealed_goes_before_an_older_draft(
    page: Page, server: Server
) -> None:
    challenge = ChallengePage(page, server.url).make()
    address = page.url
    page.get_by_role("link", name="Build one").click()
    builder = BuilderPage(page, server.url).expect_checked()
    builder.add("Toad")
    page.goto(address)
    challenge.offer_text("Goomba")
    page.get_by_role("button", name="Change it first").click()
    expect(builder.names).to_have_text(["Goomba"])
    builder.button("Undo: discard the draft").click()
    expect(builder.names).to_have_text(["Toad"])
