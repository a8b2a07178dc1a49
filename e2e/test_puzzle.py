"""The puzzle of the day in a browser: ordered by keys, by drag and by taps, graded, handed on."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, ViewportSize, expect

from e2e.conftest import OpenContext
from e2e.pages import misfits
from e2e.server import Server

PHONE: ViewportSize = {"width": 360, "height": 740}
FIRST = "2026-11-01"


def places(page: Page) -> list[str]:
    rows = page.locator("[data-order-list] li")
    return [row.get_attribute("data-place") or "" for row in rows.all()]


def press_send(page: Page) -> None:
    page.get_by_role("button", name="Check this order").press("Enter")
    expect(page.locator("#puzzle-answer")).to_be_focused()


def test_by_keys_to_a_grade_and_a_battle(shared_page: Page, server: Server) -> None:
    page = shared_page
    page.set_viewport_size(PHONE)
    page.goto(f"{server.url}/puzzle/{FIRST}")
    down = page.locator('[data-place="0"] [data-act="down"]')
    down.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-said]")).to_contain_text("is number 2.")
    page.keyboard.press("Enter")
    assert places(page) == ["1", "2", "0", "3", "4", "5"]
    expect(down).to_be_focused()
    page.keyboard.press("ArrowUp")
    assert places(page) == ["1", "0", "2", "3", "4", "5"]
    press_send(page)
    expect(page.locator(".puzzle-grade")).to_contain_text(re.compile(r"^\d+% to win\."))
    assert places(page) == ["1", "0", "2", "3", "4", "5"]
    assert misfits(page) == []
    page.get_by_role("button", name="Watch it").press("Enter")
    page.wait_for_url(re.compile(r"/b/\w{8}"))


def test_by_drag(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/puzzle/{FIRST}")
    handle = page.locator('[data-place="0"] strong')
    handle.scroll_into_view_if_needed()
    start = handle.bounding_box()
    end = page.locator('[data-place="2"] strong').bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(start["x"] + 8, start["y"] + 20, steps=4)
    page.mouse.move(end["x"] + 5, end["y"] + 25, steps=12)
    rows = page.locator("[data-order-list] > :not(.dragged)")
    expect(rows.nth(2)).to_have_class(re.compile("drop-place"))
    page.mouse.up()
    expect(page.locator("[data-order-list] li").first).to_have_attribute("data-place", "1")
    expect(page.locator('input[name="place-1"]')).to_have_value("1")


def test_taps_until_the_best_is_shown_and_kept(open_context: OpenContext, server: Server) -> None:
    """Two orders are two tries, however often each is sent; what comes after the best is none."""
    context = open_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{server.url}/puzzle/{FIRST}")
    shared = page.locator("#copy-puzzle")
    press_send(page)
    expect(shared).to_have_value(
        re.compile(f"^Battlereel puzzle {FIRST}: (?:\U0001f7e9|\u2b1c){{5}}, 1 try http")
    )
    press_send(page)
    expect(shared).to_have_value(re.compile(", 1 try http"))
    page.locator('[data-act="up"]').last.tap()
    press_send(page)
    expect(shared).to_have_value(re.compile(rf", 2 tries http\S+/puzzle/{FIRST}$"))
    page.get_by_role("button", name="Show the best order").tap()
    expect(page.locator(".puzzle-best li")).to_have_count(6)
    expect(page.get_by_role("button", name="Watch the best order")).to_be_visible()
    page.locator('[data-act="up"]').nth(1).tap()
    press_send(page)
    expect(shared).to_have_value(re.compile(", 2 tries http"))
    expect(page.locator("[data-streak]")).to_have_count(0)


def test_days_in_a_row(page: Page, server: Server) -> None:
    """Answered on both days before, each on its own day; a broken store starts anew."""
    page.goto(f"{server.url}/puzzle")
    today = datetime.fromisoformat(
        page.locator("[data-puzzle]").get_attribute("data-today") or ""
    ).replace(tzinfo=UTC)
    days = {f"{today - timedelta(days=back):%Y-%m-%d}": back != 3 for back in (1, 2, 3, 4)}
    page.evaluate(
        """(days) => localStorage.setItem("battlereel.puzzles", JSON.stringify(
            Object.fromEntries(Object.entries(days).map(([day, onDay]) =>
                [day, { tried: ["0"], win: 1, best: 2, shown: false, onDay }]))))""",
        days,
    )
    page.reload()
    expect(page.locator("[data-streak]")).to_have_text("Streak: 2 days")
    press_send(page)
    expect(page.locator("[data-streak]")).to_have_text("Streak: 3 days")
    page.evaluate("localStorage.setItem('battlereel.puzzles', '[1')")
    page.goto(f"{server.url}/puzzle/{FIRST}")
    press_send(page)
    expect(page.locator("#copy-puzzle")).to_have_value(re.compile(", 1 try"))
