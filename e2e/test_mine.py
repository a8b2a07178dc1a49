"""One's own page, an import that is read in part, and browsers that block cookies and storage."""

import re
from pathlib import Path

from playwright.sync_api import expect

from e2e.conftest import OpenContext
from e2e.pages import ARMY, misfits
from e2e.played import sample_page
from e2e.server import Server

BLOCKED = """
  Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, { get() { throw new Error("blocked"); } });
"""


def test_armies_travel_as_file(open_context: OpenContext, server: Server, tmp_path: Path) -> None:
    page = open_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(f"{server.url}/mine")
    token = page.locator("[name=csrf_token]").first.get_attribute("value") or ""
    body = {"ruleset": "manymarios", "army": ARMY}
    address = f"{server.url}/api/v1/armies"
    assert page.request.post(address, data=body, headers={"X-CSRFToken": token}).ok
    page.reload()
    page.get_by_text("Rename, duplicate or delete").click()
    page.get_by_label("Name", exact=True).fill("Night shift")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("link", name="Night shift", exact=True)).to_be_visible()
    assert misfits(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Export all armies").click()
    file = tmp_path / "armies.json"
    download.value.save_as(file)
    page.get_by_text("Rename, duplicate or delete").click()
    page.locator("summary", has_text="Delete the army").click()
    page.get_by_role("button", name="Delete the army").click()
    expect(page.get_by_text("Night shift was deleted.")).to_be_visible()
    page.get_by_label("Import a file of exported armies").set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("1 army was added.")).to_be_visible()
    expect(page.get_by_role("link", name="Night shift", exact=True)).to_be_visible()


def test_without_storage_limits_are_explained(open_context: OpenContext, server: Server) -> None:
    context = open_context()
    context.add_init_script(BLOCKED)
    page = context.new_page()
    page.goto(f"{server.url}/b/{sample_page('first-steps')}")
    expect(page.locator("#watch[data-landed], #watch [data-unit]").first).to_be_visible()
    page.keyboard.press("End")
    for path in ("mine", "build/siege"):
        page.goto(f"{server.url}/{path}")
        expect(page.locator(".said-notice")).to_contain_text("blocks cookies")
    page.goto(f"{server.url}/puzzle/2026-11-01")
    page.get_by_role("button", name="Check this order").click()
    expect(page.locator("[data-standing]")).to_contain_text(re.compile("blocks storage"))
