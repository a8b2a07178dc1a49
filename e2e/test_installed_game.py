"""A game that was installed beside Battlereel: built, fought, watched, shared, challenged."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.builder_page import BuilderPage
from e2e.challenge_page import ChallengePage
from e2e.conftest import OpenContext
from e2e.server import Server
from e2e.viewer_page import ViewerPage
from tests.plugin.installing import ID, NAME, install

WATCH_PAGE = re.compile(r"/b/([a-z0-9]{8})(?:\?spoilers=1)?$")

READ_DICE = """() => {
  const dice = (side) => [...document.querySelectorAll(`.tray .die:${side}-child`)];
  const shown = (die) => Number(die.dataset.value);
  const pips = (die) => die.querySelectorAll("circle").length;
  const read = (side, what) => dice(side).map(what).filter((value) => value > 0);
  return {
    shown: [read("first", shown), read("last", shown)],
    pips: [read("first", pips), read("last", pips)],
    width: dice("first")[0].getBoundingClientRect().width,
  };
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the game installed."""
    site = install(tmp_path_factory.mktemp("site"))
    server = Server(tmp_path_factory.mktemp("installed"), site=site)
    server.start()
    yield server
    server.stop()


def file(attackers: int, defenders: int, seed: int = 1) -> dict[str, Any]:
    sides = [
        {"name": "Ann", "army": {"name": "Raiders", "armies": attackers}},
        {"name": "Bo", "army": {"armies": defenders}},
    ]
    return {"ruleset": ID, "seed": seed, "sides": sides}


@pytest.fixture(scope="module")
def battle(server: Server) -> str:
    """The id of a battle of 6 against 5 that is over."""
    id_ = server.put_on_air(file(6, 5))
    server.end(id_)
    return id_


def events_of(viewer: ViewerPage, id_: str) -> list[dict[str, Any]]:
    """The battle's events, as the API has them."""
    recording = viewer.page.request.get(f"{viewer.url}/api/v1/battles/{id_}/recording").json()
    return list(recording["events"])


def test_an_army_is_built_and_fights(shared_page: Page, server: Server) -> None:
    builder = BuilderPage(shared_page, server.url).open(ID)
    expect(shared_page.get_by_role("heading", level=1)).to_contain_text("Build an army")
    builder.field("name").get_by_role("textbox").fill("Pirates")
    builder.set_number("armies", 61)
    expect(builder.summary).to_contain_text("must be from 1 to 60")
    builder.set_number("armies", 5)
    builder.expect_ready()
    assert builder.army() == {"name": "Pirates", "armies": 5}
    assert builder.text() == "= Pirates\n5 armies\n"
    builder.fight("sample:border-post")
    expect(builder.sparring).to_contain_text("exact")
    link, _ = builder.save_new()
    shared_page.goto(link)
    expect(shared_page.get_by_role("heading", level=1)).to_contain_text("Pirates")
    shared_page.get_by_role("main").get_by_role("link", name="Quick battle").click()
    shared_page.get_by_role("button", name="Start the battle").last.click()
    expect(shared_page).to_have_url(WATCH_PAGE)
    expect(shared_page.locator("[data-unit^=a]")).to_have_count(5)


def test_dice_are_read_on_the_stage(shared_page: Page, server: Server, battle: str) -> None:
    viewer = ViewerPage(shared_page, server.url).open(battle)
    events = events_of(viewer, battle)
    rolled = [event for event in events if event["type"] == "round_rolled"]
    for event in (rolled[0], rolled[-1], rolled[1]):  # onwards and back
        viewer.seek_event(event["seq"])
        dice = shared_page.evaluate(READ_DICE)
        assert dice["shown"] == dice["pips"] == [event["attack"], event["defence"]]
        assert dice["width"] >= 20
    lost = [event for event in events if event["type"] == "army_lost"]
    viewer.seek_event(lost[-1]["seq"])
    for side in "ab":
        left = {"a": 6, "b": 5}[side] - sum(event["side"] == side for event in lost)
        standing = shared_page.locator(f'[data-side="{side}"][data-unit]:not([data-gone])')
        expect(standing).to_have_count(left)
        expect(shared_page.locator(f'[data-left="{side}"]')).to_have_text(f"{left} left")
    viewer.seek_event(events[-1]["seq"])
    winner = {"a": "Ann", "b": "Bo"}[events[-1]["winner"]]
    expect(viewer.result).to_contain_text(f"{winner} wins")


def test_a_moment_is_shared(
    shared_page: Page, server: Server, battle: str, open_context: OpenContext
) -> None:
    viewer = ViewerPage(shared_page, server.url).open(battle)
    rolled = [event for event in events_of(viewer, battle) if event["type"] == "round_rolled"]
    viewer.seek_event(rolled[1]["seq"])
    shared_page.locator('[data-share="open"]').click()
    dialog = shared_page.get_by_role("dialog", name="Share this battle")
    dialog.get_by_label("Begin at this moment").check()
    link = dialog.locator("#copy-link").input_value()
    other = open_context(viewport={"width": 360, "height": 740}).new_page()
    other.goto(link)
    ViewerPage(other, server.url).expect_landed(rolled[1]["seq"] + 1)
    assert other.evaluate(READ_DICE)["shown"] == [rolled[1]["attack"], rolled[1]["defence"]]
    widths = other.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


def test_odds_are_exact_and_an_end_is_watched(shared_page: Page, server: Server) -> None:
    armies = "army_a=sample:raiders&army_b=sample:border-post"
    shared_page.goto(f"{server.url}/odds?ruleset={ID}&{armies}")
    result = shared_page.locator(".odds-result")
    expect(result.locator(".odds-head")).to_contain_text("exact")
    expect(result.locator(".odds-head")).to_contain_text(NAME)
    expect(result.locator('[data-win="a"]')).to_contain_text("65.60 %")
    result.get_by_role("button", name="exactly 1 of Raiders left").click()
    expect(shared_page).to_have_url(WATCH_PAGE)
    expect(shared_page.get_by_role("heading", level=1)).to_contain_text("dice chosen")
    expect(shared_page.get_by_text("How it ends is hidden")).to_be_hidden()


def test_two_challenge_each_other(server: Server, open_context: OpenContext) -> None:
    ann, bo = (ChallengePage(open_context().new_page(), server.url) for _ in range(2))
    ann.make(ID, name="Ann")
    bo.join(ann.link("Opponent"), "Bo")
    bo.seal_text("= Home watch\n2 armies")
    bo.expect_sealed()
    expect(ann.status).to_contain_text("Bo has sealed.")
    expect(ann.page.locator("body")).not_to_contain_text("Home watch")
    ann.page.get_by_role("link", name="Build one").click()
    builder = BuilderPage(ann.page, server.url).expect_checked()
    builder.set_number("armies", 3)
    builder.expect_ready()
    ann.page.get_by_role("button", name="Seal this army").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Seal this army").click()
    assert bo.expect_battle() == ann.expect_battle()
    expect(bo.page.locator("[data-unit]")).to_have_count(5)
