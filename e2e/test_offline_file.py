"""The downloaded page: opened from disk, without any network, and watched to the end."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import further
from e2e.conftest import OpenContext
from e2e.played import Played, sample_file
from e2e.server import Server
from e2e.test_hostile_names import NAMES, battle_file, expect_no_script_ran
from e2e.viewer_page import ViewerPage

SAMPLES = {"warlords": "knight-and-dragon", "siege": "open-gate"}
BYTES_MOST = 500_000


IS_THERE = """(icon) => {
  const symbol = document.querySelector(icon.querySelector("use").getAttribute("href"));
  return symbol !== null && symbol.childElementCount > 0;
}"""


@pytest.mark.parametrize("ruleset", ["manymarios", *further("warlords", "siege")])
def test_the_file_plays_from_disk_to_the_end(
    page: Page, server: Server, open_context: OpenContext, tmp_path: Path, ruleset: str
) -> None:
    name = NAMES["end-of-data"]
    battle = sample_file(SAMPLES[ruleset], ruleset) if ruleset in SAMPLES else battle_file(name)
    played, id_ = Played.of(battle), server.store(battle)
    page.goto(f"{server.url}/b/{id_}")
    page.locator('[data-share="open"]').click()
    with page.expect_download() as begun:
        page.locator(".share-files").get_by_role("link", name="Page").click()
    file = begun.value
    assert file.suggested_filename == f"battlereel-{id_}.html"
    path = tmp_path / file.suggested_filename
    file.save_as(path)
    assert path.stat().st_size < BYTES_MOST
    viewer = ViewerPage(open_context(offline=True).new_page(), "")
    asked: list[str] = []
    viewer.page.on("request", lambda request: asked.append(request.url))
    viewer.page.goto(path.as_uri())
    unit = viewer.page.locator("[data-unit]").first
    expect(unit).to_be_visible()
    icon = unit.locator(".figure > .icon, .stat > .icon").first
    assert icon.evaluate(IS_THERE), "the icon is in the file"
    if ruleset not in SAMPLES:
        title = f"{name} against Shy"
        expect(viewer.page).to_have_title(f"{title} \N{EN DASH} Battlereel")
        expect(viewer.page.get_by_role("heading", level=1)).to_have_text(title)
        expect(viewer.unit("a1").locator(".name span").first).to_have_text(name)
        expect_no_script_ran(viewer.page)
    viewer.expect_playing()
    viewer.set_speed(16)
    viewer.expect_landed(len(played.events), timeout=60_000)
    expect(viewer.result).to_be_visible()
    viewer.seek_event(3)
    viewer.press("m")
    viewer.page.emulate_media(media="print")
    expect(viewer.page.locator(".controls")).to_be_hidden()
    viewer.page.emulate_media(media="screen")
    viewer.press("?")
    viewer.page.get_by_role("button", name="Close").click()
    assert asked == [path.as_uri()], "nothing but the file itself was asked for"
