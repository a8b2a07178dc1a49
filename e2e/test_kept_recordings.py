"""Battles of an instance of an earlier version are played to their end on the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from e2e.viewer_page import ViewerPage
from tests.kept import files
from tests.kept.serve import COMMAND
from tests.webapp.live_server import Server

BATTLES = files.answers()["battles"]

DRAWS = {"defeat": "Draw", "stalemate": "Stalemate"}
"""What is said of a battle that nobody has won, by its reason."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on the kept instance."""
    folder = files.restore(tmp_path_factory.mktemp("kept") / "instance")
    server = Server(folder, command=COMMAND)
    yield server
    server.kill()


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(BATTLES))
def test_a_battle_of_an_instance_is_watched_to_its_end(
    kept: Server, shared_page: Page, name: str
) -> None:
    row = BATTLES[name]
    viewer = ViewerPage(shared_page, kept.url).open(row["id"])
    viewer.press("End")
    viewer.expect_landed(row["recording"]["events"])
    result, sides = row["told"]["result"], row["told"]["sides"]
    winner = result["winner"]
    words = f"{sides[winner]['name']} wins" if winner else DRAWS[result["reason"]]
    expect(viewer.result.locator("strong")).to_have_text(words)
