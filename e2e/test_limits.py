"""Somebody who asks for too much is told so, on a page with a way back."""

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.guard import Guard
from e2e.server import Server
from webapp.guard.limits import PER_MINUTE


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits that it has in earnest."""
    folder: Path = tmp_path_factory.mktemp("limited")
    server = Server(folder, limits=True)
    server.start()
    yield server
    server.stop()


def asked_until_refused(server: Server) -> int:
    """How often something heavy was asked for, from this machine, before it was refused.

    All that is heavy counts together, and a card of no battle is the quickest of it. A busy machine
    may take longer than a minute for so many, and is forgiven some of them meanwhile.
    """
    with closing(HTTPConnection("127.0.0.1", server.port)) as connection:
        for asked in range(10 * PER_MINUTE["heavy"]):
            connection.request("GET", "/b/nothing/card.png")
            answer = connection.getresponse()
            answer.read()
            if answer.status == 429:
                return asked
            assert answer.status == 404
    raise AssertionError("never refused")


def test_whoever_asks_for_too_much_is_told_when_to_come_back(
    page: Page, limited: Server, guard: Guard
) -> None:
    guard.expect("429")
    assert asked_until_refused(limited) >= PER_MINUTE["heavy"]
    page.goto(f"{limited.url}/battles")
    expect(page.get_by_role("heading", level=1)).to_have_text("Too many requests")
    expect(page.get_by_text("Try again in")).to_be_visible()
    page.get_by_role("link", name="To the battles").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Two armies meet.")
