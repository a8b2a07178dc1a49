"""What somebody does with Battlereel, in Firefox and in WebKit: one way through each page."""

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from e2e.browsers.conftest import OpenTab, Tab
from e2e.browsers.tab import TEXTS
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.viewer_page import READ_STAGE, stage_of
from tests.webapp.match_players import SPEARS

SCENES = {"manymarios": "first-steps", "warlords": "knight-and-dragon", "siege": "open-gate"}
TO_THE_END_S = 60
BATTLE = r"/b/[a-z0-9]{8}"
CHALLENGE = r"/c/[a-z0-9]{8}"
LANDED = "() => Number(document.querySelector('#watch').dataset.landed)"
# Debian's WebKit itself dies now and then; a page that kills it does so again.
pytestmark = [
    pytest.mark.long,
    pytest.mark.flaky(reruns=2, only_rerun=["InvalidSessionIdException"]),
]
COLUMNS = """(columns) => {
  const { gridTemplateColumns } = getComputedStyle(document.querySelector(".builder-panes"));
  return gridTemplateColumns.split(" ").length === columns;
}"""


def watch_to_the_end(tab: Tab, played: Played) -> None:
    """Plays the open battle as fast as can be, until all of its events have been shown."""
    tab.see(".lineup-scene")
    tab.wait("() => document.querySelectorAll('[data-unit]').length")
    tab.choose('[data-control="speed"]', "16")
    tab.attribute("#watch", "data-landed", str(len(played.events)), seconds=TO_THE_END_S)
    tab.attribute('[data-control="play"]', "data-playing", "false")
    winner = played.recording.result.winner
    assert winner
    assert tab.see(".result-sign strong") == f"{getattr(played.events[0], winner).name} wins"


@pytest.mark.parametrize("ruleset", SCENES)
def test_battle_is_watched_and_back(tab: Tab, server: Server, tmp_path: Path, ruleset: str) -> None:
    played = Played.sample(SCENES[ruleset], ruleset)
    address = f"{server.url}/b/{sample_page(SCENES[ruleset], ruleset)}"
    path = tmp_path / "battle.html"
    with urllib.request.urlopen(f"{address}/battlereel.html", timeout=30) as answer:
        path.write_bytes(answer.read())
    for url in (f"{address}?spoilers=1", path.as_uri()):
        tab.goto(url)
        watch_to_the_end(tab, played)
        if ruleset == "manymarios":
            assert tab.run(READ_STAGE) == stage_of(played, len(played.events))
        tab.click('[data-control="beat-back"]')
        tab.wait(f"(all) => ({LANDED})() < all", len(played.events))
        tab.wait("() => document.querySelector('.result-sign').hidden")
        tab.run("() => { location.hash = 'at=3'; }")
        tab.attribute("#watch", "data-landed", "4")


def test_an_army_is_built_by_clicks_and_by_dragging_and_saved(tab: Tab, server: Server) -> None:
    tab.goto(f"{server.url}/build/manymarios")
    tab.see(".meters .meter")
    tab.fill('[data-path="name"] input', "Wings over pipes")
    tab.click('[data-path="buildings"] button', "Watchtower")
    tab.click(".entry", "Goomba")
    tab.see(".rows .row-name", "Goomba")
    first, names = ".rows > :nth-child(1)", ".rows .row-name"
    tab.drag('.entry[aria-label^="Add Boo"]', first, 0.2, become=(names, ["Boo", "Goomba"]))
    tab.drag(".rows > :nth-child(2)", first, 0.2, become=(names, ["Goomba", "Boo"]))
    tab.attribute(".status-pill", "data-state", "ready")
    tab.see('.meters [data-meter="AP"]', "22 AP")  # Goomba 4, Boo 10, Watchtower 8
    tab.click("button", "Save the army")
    link = tab.value('dialog input[id*="link"], dialog input[readonly]')
    assert army_of(link, server) == {
        "name": "Wings over pipes",
        "buildings": ["watchtower"],
        "lineup": [{"unit": "goomba"}, {"unit": "boo"}],
    }


def test_a_branch_is_put_in_order_by_dragging(tab: Tab, server: Server) -> None:
    battle = sample_page("dragons-over-greenwood", "warlords")
    tab.goto(f"{server.url}/b/{battle}?spoilers=1#at=0")
    # The link to fight on comes with the events, above the button.
    tab.attribute("#watch", "data-landed", "1")
    tab.click("[data-whatif=open]")
    tab.see(".whatif-units li")
    names = tab.run(TEXTS, ".whatif-units li span")
    moved = [names[2], names[0], names[1], *names[3:]]
    third, first = (f".whatif-units > :nth-child({place})" for place in (3, 1))
    tab.drag(third, first, 0.2, become=(".whatif-units li span", moved))
    tab.wait("() => !document.querySelector('[data-whatif=order]').disabled")


def test_the_builder_follows_the_width_of_its_window(tab: Tab, server: Server) -> None:
    """A phone is turned: one column below each other, then next to each other, as when opened."""
    tab.resize(1280, 800)
    tab.goto(f"{server.url}/build/manymarios?from=sample:masked-trio")
    tab.see(".pane-shelf")
    for width, columns in ((500, 1), (1280, 3), (900, 2), (500, 1)):
        tab.resize(width, 800)
        tab.wait(COLUMNS, columns)
        tab.wait("() => document.documentElement.scrollWidth <= innerWidth")


def army_of(link: str, server: Server) -> Any:
    """The army behind a link, as the API has it."""
    id_ = link.rsplit("/", 1)[-1]
    with urllib.request.urlopen(f"{server.url}/api/v1/armies/{id_}", timeout=30) as answer:
        return json.load(answer)["army"]


def seal(tab: Tab, army: str) -> None:
    """Pastes an army into the page of a challenge, and seals it."""
    tab.click(".army-entered")
    tab.fill(".other-army textarea", army)
    tab.click(".army-form .form-foot button")
    tab.click("button", "Seal this army")


def test_a_challenge_is_played_by_two(open_tab: OpenTab, server: Server) -> None:
    ann, bo = open_tab(), open_tab()
    ann.goto(f"{server.url}/challenge/new?ruleset=manymarios")
    ann.fill('input[name="name"]', "Ann")
    ann.click(".form-foot button")
    ann.expect_url(CHALLENGE)
    bo.goto(ann.value("#join-link"))
    bo.fill('input[name="name"]', "Bo")
    bo.click(".form-foot button")
    bo.expect_url(CHALLENGE)
    ann.see('[data-seat="b"]', "Bo")
    seal(bo, "Goomba")
    ann.see("#status", "Bo has sealed.")
    seal(ann, "Boo")
    battle = ann.expect_url(BATTLE)
    assert bo.expect_url(BATTLE) == battle
    for person in (ann, bo):
        person.see("h1", "Ann against Bo")
        # Nobody can speed up what is on air: it moves for both.
        person.wait(f"() => ({LANDED})() > 1", seconds=TO_THE_END_S)


def test_a_round_of_a_match_is_played_against_a_bot(tab: Tab, server: Server) -> None:
    tab.goto(f"{server.url}/challenge/new?ruleset=siege")
    tab.click('label:has(input[name="opponent"][value="cautious"])')
    tab.click(".form-foot button")
    tab.expect_url(CHALLENGE)
    seal(tab, json.dumps(SPEARS))
    tab.expect_url(r"/m/[a-z0-9]{8}$")
    tab.attribute("#match", "data-connected", "true")
    for letter, order in {"A": "attack", "D": "defend"}.items():
        button = f'.order-unit[data-letter="{letter}"] [data-order="{order}"]'
        tab.click(button)
        tab.attribute(button, "aria-pressed", "true")
    tab.attribute(".saving", "data-saving", "saved")
    tab.click(".orders .lock")
    tab.attribute("#match", "data-round", "2", seconds=TO_THE_END_S)
    tab.see(".log li[data-seq]", "Round 1", seconds=TO_THE_END_S)
    tab.see(".orders .panel-title", "round 2", seconds=TO_THE_END_S)
