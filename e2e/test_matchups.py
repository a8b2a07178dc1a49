"""The page "Who beats whom" in a browser: all samples by one press, cells, downloads."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from e2e.axe import expect_accessible
from e2e.pages import misfits
from e2e.server import FOUND_MS, Server


def test_from_the_odds_page_to_a_battle_of_a_cell(shared_page: Page, server: Server) -> None:
    page = shared_page
    page.goto(f"{server.url}/odds?ruleset=warlords")
    page.get_by_role("link", name="Who beats whom").click()
    page.get_by_role("button", name="Choose all samples").click()
    page.get_by_role("button", name="Compare these armies").last.press("Enter")
    result = page.locator("#matchups-result")
    expect(result).to_be_focused(timeout=FOUND_MS)
    expect(result).to_contain_text("armies, all against all")
    expect_accessible(page)
    assert misfits(page) == []
    is_whole = "names => names.every((name) => name.scrollWidth <= name.clientWidth)"
    assert result.locator(".heat-name").evaluate_all(is_whole)

    cells = result.locator(".heat button")
    cells.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    second = result.locator("tbody tr").nth(1).locator("button").first
    expect(second).to_be_focused()
    page.keyboard.press("Enter")
    names = result.locator(".heat-name").all_inner_texts()
    panel = result.locator("[data-pair]")
    expect(panel.locator("h3")).to_have_text(f"{names[1]} against {names[0]}")
    expect(panel.locator("h3")).to_be_focused()
    expect_accessible(page)
    panel.get_by_role("button", name="Watch a battle of this pair").click()
    page.wait_for_url(re.compile(r"/b/\w{8}\?spoilers=1$"))


def test_files_are_compared_and_downloaded(page: Page, server: Server, tmp_path: Path) -> None:
    row = '{{"custom": {{"name": "Hound", "strength": {}, "hits": 1}}}}'
    for name, strength in [("one", 5), ("two", 8)]:
        army = f'{{"name": "{name}", "stack": [{row.format(strength)}]}}'
        (tmp_path / f"{name}.json").write_text(army)
    page.goto(f"{server.url}/matchups?ruleset=warlords")
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    page.get_by_label("From files").set_input_files(files)
    expect(page.get_by_label("Other armies")).to_have_value(re.compile("one.*two", re.DOTALL))
    page.get_by_role("button", name="Compare these armies").last.click()
    shares = page.locator(".heat button")
    expect(shares).to_have_text(["50", "67", "33", "50"], timeout=FOUND_MS)
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    assert download.value.suggested_filename == "matchups-csv.zip"
