"""Built-in armies on the stage and in the log, as somebody who reads German calls them."""

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import further
from e2e.match_page import MatchPage, ask
from e2e.played import sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage
from tests.webapp.match_players import SPEARS

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


def test_a_bots_name_in_the_notebook(german_page: Page, server: Server) -> None:
    ann = MatchPage(german_page, server.url)
    made = ask(ann, "", ruleset="siege", name="Ann", opponent="aggressive")
    seat = made["you"]["seat"]
    ask(ann, f"/{made['id']}/seal", seat, army=SPEARS)
    german_page.goto(f"{server.url}/c/{made['id']}/seat/{seat}")
    german_page.get_by_role("button", name="Ann spielen").click()
    expect(ann.notebook).to_contain_text("Mögliche Werte der Einheiten von Rammbock")
    expect(ann.mark("b")).to_contain_text("Rammbock")
