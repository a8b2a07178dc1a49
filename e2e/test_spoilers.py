"""Spoiler-free watching: nothing on the page tells how it ends before it was on the stage."""

import json
import re

import pytest
from playwright.sync_api import expect

from e2e.cases import further
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

SAMPLES = [("manymarios", "ghosts-and-hammers"), ("warlords", "knight-and-dragon")]
SIEGE = ("siege", "open-gate")
HIDDEN = "How it ends is hidden"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@pytest.fixture
def played(request: pytest.FixtureRequest) -> Played:
    ruleset, id_ = getattr(request, "param", SAMPLES[0])
    return Played.sample(id_, ruleset)


@pytest.fixture
def veiled(still_viewer: ViewerPage, played: Played) -> ViewerPage:
    ruleset, id_ = next(sample for sample in [*SAMPLES, SIEGE] if sample[0] == played.ruleset.id)
    viewer = still_viewer
    viewer.page.goto(f"{viewer.url}/b/{sample_page(id_, ruleset)}")
    expect(viewer.page.locator("[data-unit]").first).to_be_visible()
    return viewer


def furthest(viewer: ViewerPage, part: str) -> float:
    """The furthest time at which a path of the film has anything, in ms."""
    path = viewer.page.locator(part).get_attribute("d") or ""
    across = re.findall(r"[MH](-?[\d.]+)", path)
    return max(map(float, across), default=0)


def end_of_show(viewer: ViewerPage, played: Played) -> bool:
    """Whether the film is as long as the battle."""
    return viewer.length_ms() == played.show.schedule.duration_ms


@pytest.mark.parametrize("played", [SAMPLES[0], *further((SAMPLES[1],), (SIEGE,))], indirect=True)
def test_before_the_end_no_part_of_the_page_tells_it(veiled: ViewerPage, played: Played) -> None:
    cues = played.show.schedule.cues
    for landed in (1, len(played.events) // 3, len(played.events) // 2):
        veiled.seek_event(landed - 1)
        told_ms = cues[min(landed, len(cues) - 1)] + 3000
        seen = veiled.length_ms()
        assert seen <= max(20_000, told_ms / 0.8)
        assert not end_of_show(veiled, played)
        for part in (".marks .of-a", ".marks .of-b", ".gauge .line.of-a", ".gauge .line.of-b"):
            assert furthest(veiled, part) <= told_ms + 3000
        expect(veiled.page.locator(".total")).to_have_text("of ?")
        expect(veiled.scrubber).to_have_attribute("aria-valuetext", re.compile(rf"event {landed}$"))
        expect(veiled.result).to_be_hidden()
        expect(veiled.page.locator(".luck")).to_be_hidden()
    expect(veiled.page.get_by_text(HIDDEN)).to_be_visible()
    veiled.press("Home")
    veiled.expect_landed(1)
    assert veiled.length_ms() == seen


@pytest.mark.long
def test_of_what_is_on_air_nothing_is_called_hidden(
    still_viewer: ViewerPage, server: Server
) -> None:
    viewer = still_viewer
    viewer.page.route_web_socket(re.compile("/socket.io/"), lambda _: None)
    id_ = server.put_on_air(Played.sample("first-steps").recording.header.battle)
    viewer.page.goto(f"{viewer.url}/b/{id_}")
    viewer.expect_status("connecting")
    expect(viewer.page.get_by_text(HIDDEN)).to_be_hidden()


def test_who_has_watched_the_end_sees_everything_and_later_too(
    veiled: ViewerPage, played: Played
) -> None:
    veiled.press("End")
    veiled.expect_landed(len(played.events))
    expect(veiled.result).to_be_visible()
    for way in (lambda: veiled.press("Home"), veiled.page.reload):
        way()
        expect(veiled.unit("a1")).to_be_visible()
        expect(veiled.page.get_by_text(HIDDEN)).to_be_hidden()
        assert end_of_show(veiled, played), "what is known stays known"
    veiled.page.goto(f"{veiled.page.url}?spoilers=0")
    expect(veiled.page.get_by_text(HIDDEN)).to_be_visible()


@pytest.mark.long
def test_who_asks_is_told_and_the_latest_battles_are_remembered_and_no_more(
    veiled: ViewerPage, played: Played
) -> None:
    """What was kept may be broken: then it is begun anew."""
    page = veiled.page
    read = "() => JSON.parse(localStorage.getItem('battlereel.seen'))"
    keep = "(text) => localStorage.setItem('battlereel.seen', text)"
    page.evaluate(keep, json.dumps([[f"{number:08}", "", "A draw"] for number in range(200)]))
    turns = page.locator(".turns li")
    expect(turns).to_have_count(0)
    veiled.control("unveil").click()
    expect(page.get_by_text(HIDDEN)).to_be_hidden()
    assert end_of_show(veiled, played)
    expect(page.locator(".total")).to_have_text(f"of {played.final['round']}")
    expect(turns).not_to_have_count(0)
    kept = page.evaluate(read)
    assert len(kept) == 200
    assert kept[0][0] == "00000001"
    assert kept[-1][0] in page.url
    for broken in ("nonsense", '{"a": 1}', "[1, null]"):
        page.evaluate(keep, broken)
        page.reload()
        expect(veiled.unit("a1")).to_be_visible()
        veiled.control("unveil").click()
        assert len(page.evaluate(read)) == 1


def test_the_choice_is_remembered(still_viewer: ViewerPage, server: Server) -> None:
    page = still_viewer.page
    setting = page.get_by_role("button", name="Hide results until watched")
    hidden = page.get_by_text(HIDDEN)
    for address, was, sample in (
        ("/", "true", "first-steps"),
        ("/battles", "false", "heavy-metal"),
    ):
        page.goto(server.url + address)
        expect(setting).to_have_attribute("aria-pressed", was)
        setting.click()
        expect(setting).not_to_have_attribute("aria-pressed", was)
        page.goto(f"{server.url}/b/{sample_page(sample)}")
        expect(still_viewer.unit("a1")).to_be_visible()
        expect(hidden).to_be_visible(visible=was == "false")


def test_an_embedded_battle_hides_its_end_until_somebody_asks(
    shared_still_viewer: ViewerPage, played: Played
) -> None:
    viewer = shared_still_viewer
    viewer.page.goto(f"{viewer.url}/embed/{sample_page(SAMPLES[0][1])}")
    expect(viewer.unit("a1")).to_be_visible()
    assert not end_of_show(viewer, played)
    viewer.page.get_by_role("button", name="Show the ending").click()
    assert end_of_show(viewer, played)
