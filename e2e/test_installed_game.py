"""A game that was installed beside Battlereel is watched."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.server import Server
from e2e.viewer_page import ViewerPage
from tests.plugin.installing import ID, install

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


def test_dice_are_read_on_the_stage(shared_page: Page, server: Server) -> None:
    battle = server.put_on_air(file(6, 5))
    server.end(battle)
    viewer = ViewerPage(shared_page, server.url).open(battle)
    address = f"{server.url}/api/v1/battles/{battle}/recording"
    events = shared_page.request.get(address).json()["events"]
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
