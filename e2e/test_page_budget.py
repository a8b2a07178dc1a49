"""Limits on a first visit's bytes, requests and layout shifts; `make pagespeed` prints them."""

import re
import time
from base64 import urlsafe_b64decode
from collections.abc import Iterable
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.pagespeed import SHIFT_MOST, Visit, load, on_a_phone, visits
from e2e.played import sample_file, sample_page
from e2e.server import Server
from webapp.base.game import symbols_in

BYTES_MOST = {
    "home": 105_000,
    "battle of manymarios": 124_000,
    "battle of warlords": 150_000,
    "battle of siege": 123_000,
    "builder": 88_000,
    "gallery": 70_000,
}
REQUESTS_MOST = {
    "home": 24,
    "battle of manymarios": 29,
    "battle of warlords": 29,
    "battle of siege": 29,
    "builder": 16,
    "gallery": 16,
}

DRAWN = """() => [...document.querySelectorAll("[data-unit] svg.icon")].filter(
  (icon) =>
    icon.checkVisibility() &&
    icon.getBBox().width === 0 &&
    getComputedStyle(icon).backgroundImage === "none"
).map((icon) => icon.firstChild.getAttribute("href"))"""


def icons_in(addresses: Iterable[str], server: Server) -> list[str]:
    """The names of all icons that were asked for at these addresses."""
    names: list[str] = []
    with urlopen(f"{server.url}/icons.svg") as answer:
        known = sorted(symbols_in(answer.read().decode()))
    for parts in map(urlsplit, addresses):
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path != "/icons.svg":
            continue
        if "of" in query:  # drawn by the server: bit k of the first byte is the name k
            held = urlsafe_b64decode(query["of"] + "=" * (-len(query["of"]) % 4))
            names.extend(name for k, name in enumerate(known) if held[k // 8] >> k % 8 & 1)
        else:
            names.extend(query.get("names", "all").split(","))
    return names


@pytest.mark.parametrize("visit", visits(), ids=lambda visit: visit.name)
def test_a_first_visit_keeps_to_its_budget(
    visit: Visit, browser: Browser, new_server: Server
) -> None:
    """Over the slow network, where what comes late is seen to come late; no icon comes twice."""
    with on_a_phone(browser, slower=1) as page:
        seen = load(page, f"{new_server.url}{visit.path}", visit.ready)
        assert page.evaluate(DRAWN) == [], "every icon of a unit is drawn"
    if visit.name.startswith("battle"):
        icons = icons_in(seen.sizes, new_server)
        assert len(icons) == len({*icons} - {"all"})
        assert not [address for address in seen.sizes if "socket" in address], "of a replay"
    assert seen.bytes <= BYTES_MOST[visit.name], seen.sizes
    assert seen.requests <= REQUESTS_MOST[visit.name], seen.sizes
    assert seen.shift <= SHIFT_MOST, seen.shifts


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


def test_before_a_battle_no_icon_tells_who_takes_part(
    open_context: OpenContext, server: Server
) -> None:
    asked = []
    in_a_minute = time.time_ns() // 1_000_000 + 60_000
    for sample in ("first-steps", "two-giants"):
        page = open_context().new_page()
        addresses: list[str] = []
        page.on("request", lambda request, to=addresses: to.append(request.url))
        page.goto(f"{server.url}/b/{server.store(sample_file(sample), in_a_minute)}")
        expect(page.locator(".overlay .countdown")).to_be_visible()
        expect(page.locator(".overlay")).to_contain_text(" against ")
        expect(page.locator("html[data-icons=there]")).to_be_attached()
        asked.append(sorted(icons_in(addresses, server)))
    assert asked[0] == asked[1]
