"""Icons are sent to the pages that show them, no others, and no sooner than they may be seen."""

import time
from base64 import urlsafe_b64decode
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from e2e import transferred
from e2e.conftest import OpenContext
from e2e.played import sample_file, sample_page
from e2e.server import Server
from e2e.transferred import Transferred
from webapp.base.svg import symbols_in

SAMPLES = [
    ("warlords", "the-citadel"),
    pytest.param("manymarios", "two-giants", marks=pytest.mark.long),
    pytest.param("siege", "forty-rounds", marks=pytest.mark.long),
]
DRAWN = """() => [...document.querySelectorAll("[data-unit] svg.icon")].filter(
  (icon) => icon.checkVisibility() && icon.getBBox().width === 0
).map((icon) => icon.firstChild.getAttribute("href"))"""


def icons_asked(page: Page, server: Server) -> list[str]:
    """The names of all icons that a page asks for from now on; the list grows."""
    names: list[str] = []
    with urlopen(f"{server.url}/icons.svg") as answer:
        known = sorted(symbols_in(answer.read().decode()))

    def note(address: str) -> None:
        parts = urlsplit(address)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path != "/icons.svg":
            return
        if "of" in query:  # drawn by the server: bit k of the first byte is the name k
            held = urlsafe_b64decode(query["of"] + "=" * (-len(query["of"]) % 4))
            names.extend(name for k, name in enumerate(known) if held[k // 8] >> k % 8 & 1)
        else:
            names.extend(query.get("names", "all").split(","))

    page.on("request", lambda request: note(request.url))
    return names


@pytest.mark.parametrize(("ruleset", "id_"), SAMPLES)
def test_a_first_visit_transfers_little_and_shows_every_icon(
    page: Page, server: Server, ruleset: str, id_: str
) -> None:
    seen = Transferred(page)
    asked = icons_asked(page, server)
    page.goto(f"{server.url}/b/{sample_page(id_, ruleset)}")
    expect(page.locator("[data-unit]").first).to_be_visible()
    expect(page.locator("html[data-icons=there]")).to_be_attached()
    assert page.evaluate(DRAWN) == [], "every icon of a unit is drawn"
    assert seen.bytes <= transferred.BYTES_MOST, seen.sizes
    assert len(asked) == len(set(asked)), "none is sent twice"
    assert "all" not in asked
    assert not [address for address in seen.sizes if "socket" in address], "of a replay"


def test_before_a_battle_no_icon_tells_who_takes_part(
    open_context: OpenContext, server: Server
) -> None:
    asked = []
    for sample in ("first-steps", "two-giants"):
        page = open_context().new_page()
        asked.append(icons_asked(page, server))
        page.goto(f"{server.url}/b/{server.store(sample_file(sample), soon())}")
        expect(page.locator(".overlay .countdown")).to_be_visible()
        expect(page.locator(".overlay")).to_contain_text(" against ")
        expect(page.locator("html[data-icons=there]")).to_be_attached()
    assert sorted(asked[0]) == sorted(asked[1])


def soon() -> int:
    """A minute from now, in ms since 1970."""
    return time.time_ns() // 1_000_000 + 60_000
