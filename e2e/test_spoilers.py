"""Spoiler-free watching: nothing on the page tells how it ends before it was on the stage."""

import re

import pytest
from playwright.sync_api import expect

from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

SAMPLES = [("manymarios", "ghosts-and-hammers"), ("warlords", "knight-and-dragon")]
SIEGE = ("siege", "open-gate")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@pytest.fixture(params=[SAMPLES[0], pytest.param(SAMPLES[1], marks=pytest.mark.long)])
def played(request: pytest.FixtureRequest) -> Played:
    ruleset, id_ = request.param
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


@pytest.mark.parametrize("played", [*SAMPLES, SIEGE], indirect=True)
def test_before_the_end_no_part_of_the_page_tells_it(veiled: ViewerPage, played: Played) -> None:
    cues = played.show.schedule.cues
    for landed in (1, len(played.events) // 3, len(played.events) // 2):
        veiled.seek_event(landed - 1)
        told_ms = max(1000, cues[min(landed, len(cues) - 1)] + 3000)
        assert veiled.length_ms() <= told_ms
        assert not end_of_show(veiled, played)
        for part in (".marks .of-a", ".marks .of-b", ".gauge .line.of-a", ".gauge .line.of-b"):
            assert furthest(veiled, part) <= told_ms + 3000
        rounds = int(NUMBER.findall(veiled.page.locator(".total").inner_text())[0])
        assert rounds == played.snapshots[landed]["round"]
        expect(veiled.scrubber).to_have_attribute("aria-valuetext", re.compile(rf"event {landed}$"))
        expect(veiled.result).to_be_hidden()
        expect(veiled.page.locator(".luck")).to_be_hidden()
    expect(veiled.page.get_by_text("How it ends is hidden")).to_be_visible()


def test_of_what_is_on_air_nothing_is_called_hidden(
    still_viewer: ViewerPage, server: Server
) -> None:
    viewer = still_viewer
    viewer.page.route_web_socket(re.compile("/socket.io/"), lambda _: None)
    id_ = server.put_on_air(Played.sample("first-steps").recording.header.battle)
    viewer.page.goto(f"{viewer.url}/b/{id_}")
    expect(viewer.page.locator('.status[data-status="connecting"]')).to_be_visible()
    expect(viewer.page.get_by_text("How it ends is hidden")).to_be_hidden()


def test_turning_points_come_as_they_are_passed(veiled: ViewerPage, played: Played) -> None:
    turns = veiled.page.locator(".turns li")
    expect(turns).to_have_count(0)
    veiled.page.locator('[data-control="unveil"]').click()
    expect(turns).not_to_have_count(0)


def test_going_back_keeps_what_was_seen(veiled: ViewerPage, played: Played) -> None:
    middle = len(played.events) // 2
    veiled.seek_event(middle)
    seen = veiled.length_ms()
    veiled.press("Home")
    veiled.expect_landed(1)
    assert veiled.length_ms() == seen


def test_who_has_watched_the_end_sees_everything(veiled: ViewerPage, played: Played) -> None:
    veiled.press("End")
    veiled.expect_landed(len(played.events))
    expect(veiled.result).to_be_visible()
    expect(veiled.page.get_by_text("How it ends is hidden")).to_be_hidden()
    assert end_of_show(veiled, played)
    veiled.press("Home")
    veiled.expect_landed(1)
    assert end_of_show(veiled, played), "what is known stays known"


def test_who_asks_is_told(veiled: ViewerPage, played: Played) -> None:
    veiled.page.locator('[data-control="unveil"]').click()
    expect(veiled.page.get_by_text("How it ends is hidden")).to_be_hidden()
    assert end_of_show(veiled, played)
    expect(veiled.page.locator(".total")).to_have_text(f"of {played.final['round']}")


def test_a_battle_seen_to_its_end_is_remembered(veiled: ViewerPage, played: Played) -> None:
    veiled.press("End")
    expect(veiled.result).to_be_visible()
    page = veiled.page
    page.reload()
    expect(veiled.unit("a1")).to_be_visible()
    expect(page.get_by_text("How it ends is hidden")).to_be_hidden()
    assert end_of_show(veiled, played)
    page.goto(f"{page.url}?spoilers=0")
    expect(page.get_by_text("How it ends is hidden")).to_be_visible()


def test_a_browser_remembers_the_latest_battles_and_no_more(veiled: ViewerPage) -> None:
    page = veiled.page
    many = [[f"{number:08}", "", "A draw"] for number in range(200)]
    page.evaluate("(seen) => localStorage.setItem('battlereel.seen', JSON.stringify(seen))", many)
    page.locator('[data-control="unveil"]').click()
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('battlereel.seen'))")
    assert len(kept) == 200
    assert kept[0][0] == "00000001"
    assert kept[-1][0] in page.url


@pytest.mark.parametrize("kept", ["nonsense", '{"a": 1}', "[1, null]"])
def test_a_memory_that_is_broken_hides_and_is_begun_anew(veiled: ViewerPage, kept: str) -> None:
    page = veiled.page
    page.evaluate("(text) => localStorage.setItem('battlereel.seen', text)", kept)
    page.reload()
    page.locator('[data-control="unveil"]').click()
    assert len(page.evaluate("() => JSON.parse(localStorage.getItem('battlereel.seen'))")) == 1


def test_the_choice_is_remembered(still_viewer: ViewerPage, server: Server) -> None:
    page = still_viewer.page
    page.goto(server.url)
    setting = page.get_by_role("button", name="Hide results until watched")
    expect(setting).to_have_attribute("aria-pressed", "true")
    setting.click()
    expect(setting).to_have_attribute("aria-pressed", "false")
    page.goto(f"{server.url}/b/{sample_page('first-steps')}")
    expect(still_viewer.unit("a1")).to_be_visible()
    expect(page.get_by_text("How it ends is hidden")).to_be_hidden()
    page.goto(f"{server.url}/battles")
    setting.click()
    expect(setting).to_have_attribute("aria-pressed", "true")
    page.goto(f"{server.url}/b/{sample_page('heavy-metal')}")
    expect(page.get_by_text("How it ends is hidden")).to_be_visible()


def test_an_embedded_battle_hides_its_end_until_somebody_asks(
    still_viewer: ViewerPage, played: Played
) -> None:
    viewer = still_viewer
    ruleset, id_ = next(sample for sample in SAMPLES if sample[0] == played.ruleset.id)
    viewer.page.goto(f"{viewer.url}/embed/{sample_page(id_, ruleset)}")
    expect(viewer.unit("a1")).to_be_visible()
    assert not end_of_show(viewer, played)
    viewer.page.get_by_role("button", name="Show the ending").click()
    assert end_of_show(viewer, played)
