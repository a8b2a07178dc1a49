"""A battle once more, from its own page: not before it has begun, and the page says so."""

import re
import time
from typing import Any

from playwright.sync_api import Page, Route, expect

from e2e.guard import Guard
from e2e.played import Played
from e2e.server import Server
from e2e.viewer_page import ViewerPage

BUTTONS = ("Again with new dice", "Swap sides")
HOUR_MS = 3_600_000


def test_the_buttons_wait_for_the_battle_and_say_so(viewer: ViewerPage, server: Server) -> None:
    file = Played.sample("first-steps").recording.header.battle
    id_ = server.store(file, time.time_ns() // 1_000_000 + HOUR_MS, listed=False)
    viewer.page.clock.install()
    viewer.page.goto(f"{viewer.url}/b/{id_}")
    expect(viewer.page.locator(".countdown")).to_have_text(re.compile(r"3[56]\d\d"))
    expect(viewer.status).to_have_text("About to begin")
    region = viewer.page.get_by_role("region", name="Once more")
    reason = "They can meet again as soon as this battle has begun."
    for name in BUTTONS:
        button = region.get_by_role("button", name=name)
        expect(button).to_be_disabled()
        expect(button).to_have_accessible_description(re.compile(re.escape(reason)))
    expect(region).to_contain_text(reason)
    viewer.page.clock.fast_forward(HOUR_MS)
    for name in BUTTONS:
        expect(region.get_by_role("button", name=name)).to_be_enabled()
    expect(region).not_to_contain_text(reason)


def test_who_comes_later_does_not_wait(viewer: ViewerPage, server: Server) -> None:
    file = Played.sample("first-steps").recording.header.battle
    viewer.open(server.store(file), at=0)
    for name in BUTTONS:
        expect(viewer.page.get_by_role("button", name=name)).to_be_enabled()
    expect(viewer.page.get_by_role("region", name="Once more").locator("p")).to_have_count(0)


def challenge(page: Page, server: Server) -> str:
    """The address of the battle of a challenge, about to begin."""
    file = Played.sample("first-steps").recording.header.battle
    challenges = f"{server.url}/api/v1/challenges"

    def call(address: str, seat: str = "", **body: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {seat}"} if seat else {}
        told: dict[str, Any] = page.request.post(address, data=body, headers=headers).json()
        return told

    made = call(challenges, ruleset="manymarios", name="Ann")
    own = f"{challenges}/{made['id']}"
    joined = call(f"{own}/join", token=made["you"]["invitation"], name="Bo")
    for side, told in zip(file["sides"], (made, joined), strict=True):
        sealed = call(f"{own}/seal", told["you"]["seat"], army=side["army"])
    return f"{server.url}/b/{sealed['battle']}"


def lose_what_challenges_need(route: Route) -> None:
    """Lets a page have no script that knows of series."""
    answer = route.fetch()
    if "best_of" in answer.text():
        route.abort()
    else:
        route.fulfill(response=answer)


def test_without_the_part_for_challenges_a_link_leads_there(
    page: Page, server: Server, guard: Guard
) -> None:
    """That part is fetched when it is needed: the network may be gone by then."""
    guard.expect("ERR_FAILED")
    page.route(re.compile("/dist/chunk-"), lose_what_challenges_need)
    battle = challenge(page, server)
    with page.expect_event("requestfailed"):
        page.goto(battle)
    link = page.locator(".extras").get_by_role("link", name="The challenge: proof and terms")
    expect(link).to_have_attribute("href", re.compile("/c/"))
