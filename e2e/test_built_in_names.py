"""Built-in armies on the stage and in the log, as somebody who reads German calls them."""

import pytest
from playwright.sync_api import expect

from e2e.played import sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage
from tests.present import require


@pytest.mark.parametrize(
    ("ruleset", "sample", "names", "armies"),
    [
        (
            "warlords",
            "dragons-over-greenwood",
            ["Skarn", "Lindor"],
            ["Drachenüberfall", "Grünwaldbögen"],
        ),
        ("manymarios", "mirror-mirror", ["Das Gesicht", "Das Spiegelbild"], ["Maskentrio"] * 2),
    ],
)
def test_the_stage_names_sides_and_armies_in_german(
    viewer: ViewerPage,
    german_server: Server,
    ruleset: str,
    sample: str,
    names: list[str],
    armies: list[str],
) -> None:
    require(ruleset)
    german = ViewerPage(viewer.page, german_server.url)
    german.open(sample_page(sample, ruleset), at=1)
    for side, name, army in zip("ab", names, armies, strict=True):
        banner = german.page.locator(f'.banner[data-side="{side}"]')
        expect(banner).to_contain_text(name)
        expect(banner).to_contain_text(army)


def test_a_sieges_log_names_its_armies_in_german(viewer: ViewerPage, german_server: Server) -> None:
    require("siege")
    german = ViewerPage(viewer.page, german_server.url)
    german.open(sample_page("open-gate", "siege"), at=4)
    log = german.page.locator(".log")
    expect(log).to_contain_text("Torwächter")
    expect(log).to_contain_text("Gleiche Fünf")
    expect(log).not_to_contain_text("Gatekeepers")
    german.open(sample_page("ram-and-warden", "siege"), at=4)
    expect(german.page.locator(".stage")).to_contain_text("Wächter")
    expect(german.page.locator("main")).not_to_contain_text("Warden")
