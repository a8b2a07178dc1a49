"""What if: other orders, dice, units and armies, from the beginning or a moment on."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.axe import expect_accessible
from e2e.builder_page import BuilderPage
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.played import sample_page
from e2e.server import FOUND_MS, Server
from tests.stacks import battle_file, unit

LOST = "organ-recital"
"""Otto's seven lost; without dice, few orders like his would have won."""
DICE = "dragons-over-greenwood"
HOPELESS = battle_file([unit(1, hits) for hits in range(1, 8)], [unit(9, 9)]) | {"seed": 1}
"""None of the 5,039 other orders wins; trying them takes 15 s."""
AIRING_MS = 20_000
STEPS = 5
PHONE = {"width": 360, "height": 740}
OPEN_CARDS = "() => { for (const c of document.querySelectorAll('.whatif-card')) c.open = true; }"
"""On a phone they are closed."""


@pytest.fixture
def page(still: Page) -> Page:
    return still


def open_dialog(page: Page, address: str) -> None:
    """Waits for all that it shows: what comes late moves what stands above it."""
    page.goto(address)
    with page.expect_response(re.compile(r"/moment\?at=")):
        page.locator("[data-whatif=open]").click()
    expect(page.locator(".whatif-dialog")).to_be_visible()
    page.evaluate(OPEN_CARDS)


def to_the_end(page: Page) -> None:
    expect(page.locator("#watch")).to_have_attribute("data-landed", re.compile(r"[1-9]"))
    page.keyboard.press("End")


def drag(page: Page, source: Locator, target: Locator) -> None:
    """Drags a row to before another one."""
    name = source.locator("span").inner_text()
    source.locator("span").hover()  # where it has come to rest
    start, end = source.bounding_box(), target.bounding_box()
    assert start
    assert end
    middle = start["x"] + start["width"] / 3
    page.mouse.move(middle, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(middle + 20, start["y"] + start["height"] / 2, steps=STEPS)
    expect(page.locator(".whatif-units .dragged span")).to_have_text(name)
    page.mouse.move(middle, end["y"] + end["height"] / 5, steps=STEPS)
    expect(page.locator("[data-whatif-order=order] li:not(.dragged)").first).to_have_class(
        re.compile("drop-place")
    )
    page.mouse.up()
    expect(page.locator(".whatif-units .dragged")).to_have_count(0)


def test_from_the_last_frame_of_a_lost_battle_to_the_order_that_would_have_won(
    open_context: OpenContext, server: Server
) -> None:
    """Three clicks: what if, find the order, and watch the battle in it."""
    page = open_context(viewport=PHONE, reduced_motion="reduce").new_page()
    page.goto(f"{server.url}/b/{sample_page(LOST)}?spoilers=1")
    to_the_end(page)
    expect(page.locator(".ending-panel")).to_contain_text("Iris won")
    page.locator(".next-steps").get_by_role("button", name="What if…").click()
    # Cards that do not apply go, above this one, when its units come.
    expect(page.locator("[data-whatif-order=order] li")).not_to_have_count(0)
    page.locator("[data-whatif-card=order] summary").click()
    page.locator("[data-whatif=find-order]").click()
    told = page.locator("[data-whatif-order=order] .whatif-found")
    found = "With the same dice, in this order, Otto would have won:"
    expect(told).to_contain_text(found, timeout=FOUND_MS)
    expect(page.locator("[data-whatif=order]")).to_be_focused()
    page.locator("[data-whatif=order]").click()
    line = page.locator(".whatif-parent")
    expect(line).to_contain_text("A branch of Organ recital: the same dice, the units of Otto in")
    to_the_end(page)
    expect(page.locator(".ending-panel")).to_contain_text("Otto won")
    line.get_by_role("link", name="Organ recital").click()
    expect(page.locator(".whatif-branches li")).to_have_count(1)


@pytest.mark.long
def test_a_long_search_for_an_order_shows_how_far_it_is_and_can_be_cancelled(
    open_context: OpenContext, server: Server
) -> None:
    page = open_context(viewport=PHONE, reduced_motion="reduce").new_page()
    open_dialog(page, f"{server.url}/b/{server.store(HOPELESS)}?spoilers=1#at=5")
    seek, said = page.locator("[data-whatif=find-order]"), page.locator(".whatif-dialog .said")
    cancel = page.locator("[data-whatif=cancel-order]")
    seek.click()
    expect(cancel).to_be_visible(timeout=AIRING_MS)
    page.wait_for_function(
        "() => document.querySelector('[data-whatif-order=order] progress').value > 0"
    )
    assert page.locator("[data-whatif-order=order] progress").evaluate("bar => bar.max") == 5_039
    cancel.click()
    expect(said).to_have_text("Cancelled.")
    expect(cancel).to_be_hidden()
    expect(seek).to_be_focused()
    seek.click()
    expect(cancel).to_be_visible(timeout=AIRING_MS)
    with page.expect_event("requestfailed", lambda request: "winning-order" in request.url):
        page.locator(".whatif-dialog").get_by_role("button", name="Close").click()


def test_units_are_put_in_order_by_keyboard_and_by_mouse_and_stay_out(
    page: Page, server: Server
) -> None:
    open_dialog(page, f"{server.url}/b/{sample_page(DICE, 'warlords')}?spoilers=1#at=20")
    rows = page.locator("[data-whatif-order=order] li")
    names = rows.locator("span").all_text_contents()
    watch = page.locator("[data-whatif=order]")
    expect(watch).to_be_disabled()
    rows.nth(0).locator("[data-act=down]").focus()
    page.keyboard.press("Enter")
    expect(rows.nth(1).locator("[data-act=down]")).to_be_focused()
    moved = [names[1], names[0], *names[2:]]
    assert rows.locator("span").all_text_contents() == moved
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    assert rows.locator("span").all_text_contents() == names
    expect(watch).to_be_disabled()
    drag(page, rows.nth(2), rows.nth(0))
    expect(rows.nth(0).locator("span")).to_have_text(names[2])
    rows.nth(6).locator("[data-act=out]").click()
    watch.click()
    line = page.locator(".whatif-parent")
    expect(line).to_contain_text(f"in this order: {names[2]}, {names[0]}")
    expect(line).to_contain_text(f"without {names[6]}")


def test_what_fails_keeps_the_focus(page: Page, server: Server, guard: Guard) -> None:
    open_dialog(page, f"{server.url}/b/{sample_page(DICE, 'warlords')}?spoilers=1#at=20")
    page.route("**/api/v1/battles/**", lambda route: route.abort())
    guard.expect("winning-order|branches|ERR_FAILED")
    for what in ("find-order", "seed"):
        button = page.locator(f"[data-whatif={what}]")
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".whatif-dialog .said[data-error]")).not_to_be_empty()
        expect(button).to_be_focused()


def test_another_die_and_new_dice_from_a_moment(page: Page, server: Server) -> None:
    """The branch begins where it leaves the original, and shows what that was then."""
    address = f"{server.url}/b/{sample_page(DICE, 'warlords')}?spoilers=1"
    rolls = page.request.get(f"{server.url}/api/v1/battles/{sample_page(DICE, 'warlords')}/rolls")
    first = rolls.json()["rolls"][0]
    open_dialog(page, f"{address}#at={first['at']}")
    blow = page.locator(".whatif-blow").first
    expect(blow).to_contain_text(first["name"])
    expect_accessible(page)
    expect(blow.locator("select").first).to_have_value(str(first["result"]))
    expect(blow.locator("button")).to_be_disabled()
    blow.locator("select").first.select_option(index=0 if first["result"] else 1)
    blow.locator("button").click()
    line = page.locator(".whatif-parent")
    expect(line).to_contain_text(f"(event {first['at']})")
    expect(page.locator("h1")).to_have_text(re.compile("^What if: "))
    open_dialog(page, f"{page.url}?spoilers=1#at=60")
    expect(page.locator(".whatif-blow .hint")).to_contain_text(["shoot at", "shoot at"])
    page.locator("[data-whatif=seed]").click()
    page.wait_for_url(lambda url: "#" not in url)
    expect(line).to_contain_text(re.compile(r"new dice from event \d+ on"))
    page.goto(address)
    to_the_end(page)
    expect(page.locator(".mark.branch")).to_have_attribute("d", re.compile(r"^(M\d+ 0v100)+$"))


@pytest.mark.long
def test_from_the_end_to_the_last_die(page: Page, server: Server) -> None:
    """The knight and the dragon are single units, so there is no order to choose."""
    id_ = sample_page("knight-and-dragon", "warlords")
    rolls = page.request.get(f"{server.url}/api/v1/battles/{id_}/rolls").json()
    open_dialog(page, f"{server.url}/b/{id_}?spoilers=1#at={rolls['events'] - 1}")
    expect(page.locator("[data-whatif=next-die]")).to_be_disabled()
    last = rolls["rolls"][-1]
    expect(page.locator(".whatif-blow").last).to_contain_text(last["name"])
    expect(page.locator(".whatif-blow select").last).to_have_value(str(last["result"]))
    expect(page.locator("[data-whatif-order=order]")).to_be_hidden()


def test_the_end_is_not_told_by_what_is_offered(page: Page, server: Server) -> None:
    """Who has lost is neither chosen nor sought an order for, until the end was watched."""
    open_dialog(page, f"{server.url}/b/{sample_page(DICE, 'warlords')}#at=5")
    expect(page.locator("[data-whatif-order=order] input").first).to_be_checked()
    expect(page.locator("[data-whatif=find-order]")).to_be_hidden()
    page.locator("[data-whatif=seed]").click()
    compared = page.locator("[data-whatif=compared]")
    expect(compared).to_have_text("How the original went is hidden until you have watched it.")
    assert page.locator(".gauge .other.of-a").get_attribute("d") == ""


def paired(page: Page, server: Server) -> tuple[str, int]:
    """A battle with dice, and the moment before its third pairing."""
    id_ = sample_page(DICE, "warlords")
    told = page.request.get(f"{server.url}/api/v1/battles/{id_}/recording").json()
    starts = [event["seq"] for event in told["events"] if event["type"] == "pairing_started"]
    return f"{server.url}/b/{id_}?spoilers=1", starts[2]


def test_those_left_go_on_in_another_order(open_context: OpenContext, server: Server) -> None:
    """By keyboard; the branch shows both chances at its first moment, and is branched again."""
    page = open_context(viewport=PHONE, reduced_motion="reduce").new_page()
    address, at = paired(page, server)
    open_dialog(page, f"{address}#at={at - 1}")
    left = page.locator("[data-whatif-order=left]")
    expect(left).to_contain_text(f"From event {at} on.")
    rows = left.locator("li")
    expect(rows.nth(1)).to_be_visible()
    names = rows.locator("span").all_text_contents()
    rows.nth(0).locator("[data-act=down]").focus()
    page.keyboard.press("Enter")
    moved = [names[1], names[0], *names[2:]]
    assert rows.locator("span").all_text_contents() == moved
    assert page.locator(".whatif-dialog").evaluate("d => d.scrollWidth <= d.clientWidth")
    left.locator("[data-whatif=left]").focus()
    page.keyboard.press("Enter")
    line = page.locator(".whatif-parent")
    expect(line).to_contain_text(f"from event {at} on in this order: {', '.join(moved)}")
    expect(line).to_contain_text(re.compile(r"after the change: [\d.]+%; without the change: \d+"))
    # Nothing differed in the duels before; the ends are compared whenever they come.
    compared = page.locator("[data-whatif=compared]")
    same = re.compile(r"^Chance of .+ after duel 1: ([\d.]+%); without the change: \1$")
    expect(compared).to_have_text(same)
    page.keyboard.press("End")
    ends = r"^Chance of .+ at the end: (0|100)%; without the change: (0|100)%$"
    expect(compared).to_have_text(re.compile(ends))
    expect(page.locator(".gauge .other.of-a")).to_have_attribute("d", re.compile("M"))
    here = page.url.partition("#")[0]
    open_dialog(page, f"{here}?spoilers=1#at={at + 4}")
    expect(left).to_contain_text("is fighting and stays in front.")
    left.locator("li").nth(0).locator("[data-act=down]").click()
    left.locator("[data-whatif=left]").click()
    expect(line.get_by_role("link").first).to_have_attribute("href", re.compile(here[-8:]))


def test_other_orders_in_a_round_of_a_siege(page: Page, server: Server) -> None:
    """Its units have no order of their own, and nothing is rolled."""
    address = f"{server.url}/b/{sample_page('ram-and-warden', 'siege')}?spoilers=1"
    # By what one side saw, only another battle from the start can be asked for.
    page.goto(f"{address}&seen=a")
    page.locator("[data-whatif=open]").click()
    expect(page.locator(".whatif-card:visible h3")).to_have_text("Change the army")
    open_dialog(page, f"{address}#at=60")
    for away in ("[data-whatif-order=order]", "[data-whatif-order=left]", "[data-whatif-card=die]"):
        expect(page.locator(away)).to_be_hidden()
    orders = page.locator(".whatif-orders fieldset").first
    expect(orders).to_contain_text("Round 3")
    watch = orders.locator("button")
    expect(watch).to_be_disabled()
    expect_accessible(page)
    assert orders.locator("select").first.input_value() != "none"
    orders.locator("select").first.select_option("none")
    watch.click()
    expect(page.locator(".whatif-parent")).to_contain_text(
        re.compile(r"other orders of Ram from event \d+ on: A no action, B ")
    )


@pytest.mark.long
def test_others_come_in_the_place_of_those_who_wait(
    page: Page, server: Server, guard: Guard
) -> None:
    """From the dialog by the builder to a branch, whose log, stage and odds have them."""
    address, at = paired(page, server)
    open_dialog(page, f"{address}#at={at - 1}")
    left = page.locator("[data-whatif-order=left]")
    left.locator("[data-whatif=find-left]").click()
    expect(left.locator(".whatif-found")).to_contain_text(
        re.compile("orders|in this order"), timeout=FOUND_MS
    )
    others = page.locator(".whatif-others")
    expect(others).to_contain_text(f"From event {at} on.")
    link = page.locator("[data-whatif=units-b]")
    waiting = others.locator(".whatif-fresh", has=link).locator(".hint").inner_text()
    link.click()
    bench = BuilderPage(page, server.url).expect_checked()
    expect(page.locator("h1")).to_have_text(f"Replace units of Lindor from event {at} on")
    expect(page.locator("main")).to_contain_text(f"have not fought yet: {waiting}.")
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
    expect(page.locator(".whatif-parent")).to_contain_text(
        f"Lindor with Archons instead of Unicorns, from event {at} on"
    )
    expect(page.locator(".log")).to_contain_text(
        "Lindor continues with Archons instead of Unicorns"
    )
    here = page.url.partition("#")[0]
    for seq, there, away in ((at, "b8", "b7"), (at - 1, "b7", "b8")):
        page.goto(f"{here}?spoilers=1#at={seq}")
        expect(page.locator(f"[data-unit={there}]")).to_be_visible()
        expect(page.locator(f"[data-unit={away}]").filter(visible=True)).to_have_count(0)
