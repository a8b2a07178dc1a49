"""What a first visit costs is bounded: bytes, requests, and how far what is seen jumps.

`make pagespeed` prints the same, and how many seconds it takes.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from e2e.guard import Guard
from e2e.pagespeed import SHIFT_MOST, Visit, load, on_a_phone, visits
from e2e.played import sample_page
from e2e.server import Server

BYTES_MOST = {
    "home": 141_000,
    "battle of manymarios": 114_000,
    "battle of warlords": 136_000,
    "battle of siege": 118_000,
    "builder": 88_000,
    "gallery": 35_000,
}
REQUESTS_MOST = {
    "home": 20,
    "battle of manymarios": 27,
    "battle of warlords": 27,
    "battle of siege": 27,
    "builder": 16,
    "gallery": 11,
}


@pytest.fixture(scope="module")
def new_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without the battles of other tests, which would fill the gallery with icons."""
    server = Server(tmp_path_factory.mktemp("new"))
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("visit", visits(), ids=lambda visit: visit.name)
def test_a_first_visit_keeps_to_its_budget(
    visit: Visit, browser: Browser, new_server: Server
) -> None:
    """Over the slow network, where what comes late is seen to come late."""
    with on_a_phone(browser, slower=1) as page:
        seen = load(page, f"{new_server.url}{visit.path}", visit.ready)
    assert seen.bytes <= BYTES_MOST[visit.name], seen.sizes
    assert seen.requests <= REQUESTS_MOST[visit.name], seen.sizes
    assert seen.shift <= SHIFT_MOST, seen.shifts


def test_a_recording_is_asked_for_once(page: Page, server: Server) -> None:
    """Ahead of the player, which takes that answer."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server.url}/b/{sample_page('first-steps')}#at=3")
    expect(page.locator("#watch")).to_have_attribute("data-landed", re.compile(r"\d"))
    names = [url.split("?")[0].rpartition("/")[2] for url in asked]
    assert names.count("recording") == 1


def test_a_recording_that_could_not_be_had_ahead_is_asked_for_again(
    page: Page, server: Server, guard: Guard
) -> None:
    guard.expect("recording|ERR_FAILED")
    refused: list[str] = []

    def once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    page.route("**/recording*", once)
    page.goto(f"{server.url}/b/{sample_page('first-steps')}#at=3")
    expect(page.locator("#watch")).to_have_attribute("data-landed", re.compile(r"\d"))
    assert len(refused) == 1
