"""What if, from a moment on: those left in another order, other orders in a round, another army."""

import re

from playwright.sync_api import Page, expect

from e2e.axe import expect_accessible
from e2e.builder_page import BuilderPage
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.played import sample_page
from e2e.server import Server

DICE = "dragons-over-greenwood"
PHONE = {"width": 360, "height": 740}


def open_dialog(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("[data-whatif=open]").click()
    expect(page.locator(".whatif-dialog")).to_be_visible()


def paired(page: Page, server: Server) -> tuple[str, int]:
    """A battle with dice, and the moment before its third pairing."""
    id_ = sample_page(DICE, "warlords")
    told = page.request.get(f"{server.url}/api/v1/battles/{id_}/recording").json()
    starts = [event["seq"] for event in told["events"] if event["type"] == "pairing_started"]
    return f"{server.url}/b/{id_}?spoilers=1", starts[2]


def test_those_left_go_on_in_another_order(open_context: OpenContext, server: Server) -> None:
    """By keyboard; the branch shows both chances at its first moment, and is branched again."""
    page = open_context(viewport=PHONE).new_page()
    address, at = paired(page, server)
    open_dialog(page, f"{address}#at={at - 1}")
    left = page.locator("[data-whatif-order=left]")
    expect(left).to_contain_text(f"From event {at} on.")
    rows = left.locator("li")
    expect(rows.nth(1)).to_be_visible()
    names = rows.locator("span").all_text_contents()
    watch = left.locator("[data-whatif=left]")
    expect(watch).to_be_disabled()
    rows.nth(0).locator("[data-act=down]").focus()
    page.keyboard.press("Enter")
    moved = [names[1], names[0], *names[2:]]
    assert rows.locator("span").all_text_contents() == moved
    assert page.locator(".whatif-dialog").evaluate("d => d.scrollWidth <= d.clientWidth")
    watch.focus()
    page.keyboard.press("Enter")
    line = page.locator(".whatif-parent")
    expect(line).to_contain_text(f"from event {at} on in this order: {', '.join(moved)}")
    expect(line).to_contain_text(
        re.compile(r"wins in [\d.]+ %, in the original in [\d.]+ %: exact")
    )
    expect(page.locator("[data-whatif=compared]")).to_contain_text("in the original at this moment")
    expect(page.locator(".gauge .other.of-a")).to_have_attribute("d", re.compile("M"))
    here = page.url.partition("#")[0]
    open_dialog(page, f"{here}?spoilers=1#at={at + 4}")
    expect(left).to_contain_text("is fighting and stays in front.")
    left.locator("li").nth(0).locator("[data-act=down]").click()
    left.locator("[data-whatif=left]").click()
    expect(line.get_by_role("link").first).to_have_attribute("href", re.compile(here[-8:]))


def test_an_order_that_wins_is_found_for_those_left(page: Page, server: Server) -> None:
    """Of the four that are left, on the side that has lost."""
    address, at = paired(page, server)
    open_dialog(page, f"{address}#at={at - 1}")
    left = page.locator("[data-whatif-order=left]")
    left.locator("[data-whatif=find-left]").click()
    expect(left.locator(".whatif-found")).to_contain_text(re.compile("orders|in this order"))


def test_other_orders_in_a_round_of_a_siege(page: Page, server: Server) -> None:
    address = f"{server.url}/b/{sample_page('ram-and-warden', 'siege')}?spoilers=1#at=60"
    open_dialog(page, address)
    orders = page.locator(".whatif-orders fieldset").first
    expect(orders).to_contain_text("Round 3")
    watch = orders.locator("button")
    expect(watch).to_be_disabled()
    expect_accessible(page)
    chosen = orders.locator("select").first
    was = chosen.input_value()
    chosen.select_option("none")
    assert was != "none"
    watch.click()
    expect(page.locator(".whatif-parent")).to_contain_text(
        re.compile(r"other orders of Ram from event \d+ on: A none, B ")
    )


def test_an_army_is_changed_in_the_builder_and_the_battle_played_with_it(
    open_context: OpenContext, server: Server
) -> None:
    page = open_context(viewport=PHONE).new_page()
    open_dialog(page, f"{server.url}/b/{sample_page(DICE, 'warlords')}?spoilers=1#at=20")
    expect(page.locator(".whatif-armies .hint")).to_contain_text("The battle then begins anew")
    page.locator("[data-whatif=army-a]").click()
    expect(page.locator("h1")).to_have_text("What if Skarn had another army")
    save = page.locator(".builder-bar .save")
    expect(save).to_have_text("Watch it so")
    expect(page.locator(".status-pill")).to_have_attribute("data-state", "ready")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect_accessible(page)
    page.locator("[data-key] .row-main").first.focus()
    page.keyboard.press("Delete")
    save.click()
    line = page.locator(".whatif-parent")
    expect(line).to_contain_text("Skarn without")
    expect(line).to_contain_text("in the original in")


def test_others_come_in_the_place_of_those_who_wait(
    page: Page, server: Server, guard: Guard
) -> None:
    """From the dialog by the builder to a branch, whose log, stage and odds have them."""
    address, at = paired(page, server)
    open_dialog(page, f"{address}#at={at - 1}")
    others = page.locator(".whatif-others")
    expect(others).to_contain_text(f"From event {at} on.")
    link = page.locator("[data-whatif=units-b]")
    waiting = others.locator(".whatif-fresh", has=link).locator(".hint").inner_text()
    expect_accessible(page)
    link.click()
    bench = BuilderPage(page, server.url).expect_checked()
    expect(page.locator("h1")).to_have_text(f"What if others came to Lindor from event {at} on")
    expect(page.locator("main")).to_contain_text(f"carry something else: {waiting}.")
    bench.expect_ready()
    save = page.locator(".builder-bar .save")
    bench.main(1).focus()
    page.keyboard.press("Alt+ArrowDown")
    guard.expect("branches|422")
    save.click()
    expect(bench.live.or_(bench.notes).first).to_contain_text("has fought already")
    page.keyboard.press("Control+z")
    bench.rows.last.locator(".row-main").focus()
    page.keyboard.press("Delete")
    bench.add("Archons")
    bench.expect_ready()
    save.click()
    line = page.locator(".whatif-parent")
    expect(line).to_contain_text(f"Lindor with Archons instead of Unicorns, from event {at} on")
    expect(line).to_contain_text(
        re.compile(r"wins in [\d.]+ %, in the original in [\d.]+ %: exact")
    )
    expect(page.locator(".log")).to_contain_text("Lindor goes on with Archons instead of Unicorns")
    here = page.url.partition("#")[0]
    page.goto(f"{here}?spoilers=1#at={at}")
    expect(page.locator("[data-unit=b8]")).to_be_visible()
    expect(page.locator("[data-unit=b7]")).to_be_hidden()
    page.goto(f"{here}?spoilers=1#at={at - 1}")
    expect(page.locator("[data-unit=b7]")).to_be_visible()
    expect(page.locator("[data-unit=b8]")).to_have_count(0)


def test_on_a_phone_the_dialog_has_room_for_who_waits(
    open_context: OpenContext, server: Server
) -> None:
    page = open_context(viewport=PHONE).new_page()
    address, at = paired(page, server)
    open_dialog(page, f"{address}#at={at - 1}")
    expect(page.locator(".whatif-fresh")).not_to_have_count(0)
    assert page.locator(".whatif-dialog").evaluate("d => d.scrollWidth <= d.clientWidth")
