"""A battle in the frame of somebody else's page."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import further
from e2e.foreign import blog
from e2e.geometry import DRAWN
from e2e.played import Played, sample_page
from e2e.server import Server

SAMPLE = "first-steps"


def address(server: Server, query: str = "", id_: str | None = None) -> str:
    return f"{server.url}/embed/{id_ or sample_page(SAMPLE)}{query}"


@pytest.mark.parametrize("more", ["", *further('sandbox="allow-scripts"')])
def test_foreign_page_hears_events(page: Page, server: Server, played: Played, more: str) -> None:
    """In a sandbox as programs frame it that find it by oEmbed and do not know us."""
    with blog(page, address(server, "?autoplay=1&speed=16"), more=more) as foreign:
        ready = foreign.expect_heard("ready")
        assert ready["source"] == "battlereel"
        assert ready["battle"] == sample_page(SAMPLE)
        assert ready["problems"] == []
        assert (ready["options"]["autoplay"], ready["options"]["speed"]) == (True, 16)
        ended = foreign.expect_heard("ended", timeout=30_000)
        result = played.events[-1]
        assert (ended["winner"], ended["reason"], ended["rounds"]) == (
            result.winner,
            result.reason,
            result.rounds,
        )
        beats = [message["beat"] for message in foreign.heard("beat")]
        assert beats == sorted(beats)
        assert beats[-1] == result.beat
        expect(foreign.frame.locator(".result-sign strong")).to_be_visible()
        expect(foreign.control("play")).to_have_attribute("data-playing", "false")
        # Where it has ended already, it does not end again.
        for ms in (10**9, 0):
            foreign.command(target="battlereel", type="seek", ms=ms)
        beats_after = page.locator('#heard [data-type="ended"] ~ [data-type="beat"]')
        expect(beats_after.last).to_contain_text('"beat":0')
        assert len(foreign.heard("ended")) == 1
        assert page.context.cookies(server.url) == []


def test_options_decide_what_is_shown(page: Page, server: Server) -> None:
    """An invalid option is reported; `loop` repeats the battle."""
    query = "?controls=0&title=0&theme=light&beat=12&speed=fast&loop=1&autoplay=1"
    with blog(page, address(server, query)) as foreign:
        expect(foreign.frame.locator('[data-unit="a1"]')).to_be_visible()
        expect(foreign.frame.locator(".controls")).to_be_hidden()
        expect(foreign.frame.locator(".film")).to_be_hidden()
        expect(foreign.frame.locator(".embed-title")).to_have_count(0)
        expect(foreign.frame.locator("html")).to_have_attribute("data-theme", "light")
        assert foreign.expect_heard("beat")["beat"] == 12
        expect(foreign.frame.locator(".embed-notice")).to_contain_text("speed=fast")
        assert len(foreign.expect_heard("ready")["problems"]) == 1
        begin = foreign.frame.get_by_role("button", name="Play", exact=True)
        # Clicks on the stage and the inspector load after the first frames.
        expect(foreign.frame.locator(".inspector")).to_be_attached()
        for is_paused in (True, False):  # by a click where no unit ever walks
            foreign.frame.locator(".stage").click(position={"x": 360, "y": 20})
            expect(begin).to_be_visible(visible=is_paused)
        foreign.command(target="battlereel", type="seek", ms=10**9)
        second = page.locator('#heard [data-type="ended"] ~ [data-type="beat"]')
        expect(second.first).to_contain_text('"beat":0')


def test_the_parent_plays_pauses_and_seeks(page: Page, server: Server, played: Played) -> None:
    """Without autoplay a big button begins."""
    with blog(page, address(server)) as foreign:
        begin = foreign.frame.get_by_role("button", name="Play", exact=True)
        expect(foreign.frame.locator('[data-unit="a1"]')).to_be_visible()
        expect(foreign.control("play")).to_have_attribute("data-playing", "false")
        begin.click()
        expect(foreign.control("play")).to_have_attribute("data-playing", "true")
        expect(begin).to_be_hidden()
        expect(foreign.control("play")).to_be_focused()
        foreign.expect_heard("beat")
        foreign.command(target="battlereel", type="pause")
        expect(foreign.control("play")).to_have_attribute("data-playing", "false")
        foreign.command(target="battlereel", type="play")
        expect(foreign.control("play")).to_have_attribute("data-playing", "true")
        foreign.command(target="battlereel", type="pause")
        expect(foreign.control("play")).to_have_attribute("data-playing", "false")
        last = played.events[-1].beat
        foreign.command(target="battlereel", type="seek", beat=last)
        expect(foreign.root).to_have_attribute("data-landed", str(len(played.events)))
        foreign.command(target="battlereel", type="seek", ms=0)
        expect(foreign.root).to_have_attribute("data-landed", "1")
        for nonsense in ({"target": "battlereel", "type": "seek", "beat": "x"}, {"type": "play"}):
            foreign.command(**nonsense)
        expect(foreign.root).to_have_attribute("data-landed", "1")
        expect(foreign.control("play")).to_have_attribute("data-playing", "false")


@pytest.mark.parametrize(("width", "height"), further((320, 260), (640, 360), (1000, 700)))
def test_it_fits_and_reports_height(page: Page, server: Server, width: int, height: int) -> None:
    """A frame of the requested height gets no further message."""
    page.set_viewport_size({"width": 1100, "height": 800})
    with blog(page, address(server), width, height) as foreign:
        expect(foreign.control("play")).to_be_visible()
        assert foreign.expect_heard("resize")["height"] >= 300
        size: Any = foreign.root.evaluate(
            "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert size == [width, height], "nothing has to be scrolled"
        for _ in range(3):
            wish = foreign.heard("resize")[-1]["height"]
            page.locator("#battle").evaluate("(frame, px) => { frame.height = px; }", wish)
            expect(foreign.root).to_have_js_property("offsetHeight", wish)
            foreign.root.evaluate(DRAWN)
        assert foreign.heard("resize")[-1]["height"] == wish
        with page.context.expect_page() as opened:
            foreign.frame.locator(".embed-title a").click()
        expect(opened.value).to_have_url(f"{server.url}/b/{sample_page(SAMPLE)}")


def test_it_plays_in_a_file_on_disk(page: Page, server: Server, tmp_path: Path) -> None:
    file = tmp_path / "blog.html"
    source = address(server, "?autoplay=1&speed=16")
    file.write_text(f'<!doctype html><title>A blog</title><iframe id="battle" src="{source}">')
    page.goto(file.as_uri())
    frame = page.frame_locator("#battle")
    expect(frame.locator(".result-sign strong")).to_be_visible(timeout=30_000)


@pytest.mark.long
def test_a_battle_on_air_is_live_in_the_frame(page: Page, server: Server, played: Played) -> None:
    id_ = server.put_on_air(played.recording.header.battle)
    with blog(page, address(server, id_=id_)) as foreign:
        expect(foreign.frame.locator(".status")).to_have_text("On air")
        expect(foreign.frame.locator('[data-unit="a1"]')).to_be_visible(timeout=20_000)
        assert 0 <= foreign.expect_heard("beat")["beat"] <= played.events[-1].beat
