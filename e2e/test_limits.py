"""Somebody who asks for too much is told so, on a page with a way back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import APIRequestContext, Page, expect

from e2e.guard import Guard
from e2e.server import Server
from webapp.limits import PER_MINUTE


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits that it has in earnest."""
    folder: Path = tmp_path_factory.mktemp("limited")
    server = Server(folder, limits=True)
    server.start()
    yield server
    server.stop()


def test_too_many_searches_end_on_a_page_that_says_when_to_come_back(
    page: Page, limited: Server, guard: Guard
) -> None:
    guard.expect("429")
    request: APIRequestContext = page.request
    asked = 0
    # A busy machine takes longer than a minute for so many, and forgives some of them meanwhile.
    while request.get(f"{limited.url}/battles").status == 200:
        asked += 1
        assert asked < 10 * PER_MINUTE["heavy"], "never refused"
    assert asked >= PER_MINUTE["heavy"]
    page.goto(f"{limited.url}/battles")
    expect(page.get_by_role("heading", level=1)).to_have_text("Too Many Requests")
    expect(page.get_by_text("Try again in")).to_be_visible()
    page.get_by_role("link", name="To the battles").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Two armies meet.")
