"""Built-in armies on the stage and in the log, as somebody who reads German calls them."""

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import further
from e2e.played import sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

LINDOR, SKARN = (f'.sign[data-side="{side}"]' for side in "ba")


@pytest.mark.parametrize(
    ("ruleset", "sample", "said"),
    further(
        (
            "warlords",
            "dragons-over-greenwood",
            {SKARN: ["Skarn", "Drachenüberfall"], LINDOR: ["Lindor", "Grünwaldbögen"]},
        ),
        ("siege", "open-gate", {".log": ["Torwächter", "Gleiche Fünf"]}),
    ),
)
def test_sides_and_armies_are_named_in_german(
    german_page: Page, server: Server, ruleset: str, sample: str, said: dict[str, list[str]]
) -> None:
    ViewerPage(german_page, server.url).open(sample_page(sample, ruleset), at=4)
    for part, names in said.items():
        for name in names:
            expect(german_page.locator(part)).to_contain_text(name)
