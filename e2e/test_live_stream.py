"""A battle on air: everybody sees the same moment, and nothing that happens on the way is lost."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import OpenContext
from e2e.film import SMALL
from e2e.guard import Guard
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage, stage_of, unordered
from tests.chaos.proxy import Proxy

LONG = ("goomba toad toad toad", "shy-guy shy-guy toad toad")
LONGER = tuple(f"{lineup} toad toad toad" for lineup in LONG)
"""A minute at the usual pace: still on air after a reload on a slow machine."""
AIRING_MS = 40_000  # longer than any airing of a test
DEAD_MS = 5_000  # how long a page waits for due messages


def battle_file(*lineups: str, seed: int) -> dict[str, Any]:
    """A battle between lineups such as `goomba toad`; the first one begins."""
    sides = [
        {"name": name, "army": {"lineup": [{"unit": unit} for unit in lineup.split()]}}
        for name, lineup in zip(("Ann", "Bo"), lineups, strict=True)
    ]
    return {"ruleset": "manymarios", "seed": seed, "options": {"first": "a"}, "sides": sides}


class Airing:
    """A battle that a server has just put on air, and what the engine says of it."""

    def __init__(self, server: Server, *lineups: str, seed: int) -> None:
        file = battle_file(*lineups, seed=seed)
        self.played = Played.of(file)
        self.id = server.put_on_air(file)

    @property
    def count(self) -> int:
        return len(self.played.events)

    def expect_end(self, viewer: ViewerPage) -> None:
        """Waits for the end, which has to be the engine's, shown without a gap."""
        expect(viewer.result).to_be_visible(timeout=AIRING_MS)
        viewer.expect_status("over", timeout=AIRING_MS)
        viewer.expect_landed(self.count)
        assert viewer.stage() == stage_of(self.played, self.count)
        assert seqs_in_log(viewer) == list(range(self.count))
        expect(viewer.control("live")).to_be_hidden()


def seqs_in_log(viewer: ViewerPage) -> list[int]:
    """The seqs of all lines of the log, in their order; it is scrolled through to be written."""
    rounds = viewer.page.locator(".log-round")
    for each in rounds.all():
        each.scroll_into_view_if_needed()
    read = "(lines) => lines.map((line) => Number(line.dataset.seq))"
    return list(viewer.page.locator(".log li[data-seq]").evaluate_all(read))


def watch(page: Page, server: Server, airing: Airing) -> ViewerPage:
    """Opens an airing and waits until it is there."""
    viewer = ViewerPage(page, server.url)
    viewer.page.goto(f"{server.url}/b/{airing.id}")
    viewer.expect_status("on_air")
    return viewer


def standing(viewer: ViewerPage) -> Locator:
    """Return any unit on the stage."""
    return viewer.page.locator("[data-unit]:not([data-gone])").first


def reach(viewer: ViewerPage, landed: int) -> None:
    """Waits until so many events have been shown, at least; no test's battle has 200."""
    at_least = "|".join(map(str, range(landed, 200)))
    pattern = re.compile(f"^({at_least})$")
    expect(viewer.root).to_have_attribute("data-landed", pattern, timeout=AIRING_MS)


def expect_same_moment(airing: Airing, early: ViewerPage, late: ViewerPage) -> None:
    """Wait until `late` is at most a beat behind `early`, while the battle is on air."""
    for _ in range(100):
        before, landed = early.landed(), late.landed()  # one after the other
        if airing.played.beat_of(before) - 1 <= airing.played.beat_of(landed):
            assert before < airing.count
            return
        expect(late.root).not_to_have_attribute("data-landed", str(landed))
    pytest.fail("a late joiner stays behind")


def test_no_event_lost_twice(open_context: OpenContext, quick_server: Server, guard: Guard) -> None:
    guard.expect("ERR_INTERNET_DISCONNECTED")
    how = {"viewport": SMALL}, {"reduced_motion": "reduce"}
    pages = [open_context(**options).new_page() for options in how]
    for page in pages:  # what they load once does not take of the airing's time
        page.goto(f"{quick_server.url}/b/{sample_page('first-steps')}")
    airing = Airing(quick_server, *LONGER, seed=2)
    early = watch(pages[0], quick_server, airing)
    reach(early, 3)
    late = watch(pages[1], quick_server, airing)
    expect(standing(late)).to_be_visible()
    expect_same_moment(airing, early, late)
    landed = late.landed()
    expect(late.control("live")).to_have_attribute("aria-pressed", "true")
    late.page.context.set_offline(True)
    late.expect_status("reconnecting")
    missed = late.landed()
    early.page.reload()
    early.expect_status("on_air")
    expect(standing(early)).to_be_visible()
    reach(early, landed)
    reach(early, missed + 3)
    late.page.context.set_offline(False)
    for viewer in (early, late):
        airing.expect_end(viewer)
    late.page.reload()
    late.expect_status("replay")


@pytest.mark.long
def test_all_comes_without_websockets(open_context: OpenContext, quick_server: Server) -> None:
    airing = Airing(quick_server, "goomba toad", "shy-guy", seed=1)
    context = open_context()
    context.add_init_script("""globalThis.WebSocket = class extends EventTarget {
      constructor() { super(); setTimeout(() => this.onerror(new Event("error"))); }
      close() {}
    };""")
    page = context.new_page()
    polled: list[str] = []
    page.on("request", lambda request: polled.append(request.url))
    airing.expect_end(watch(page, quick_server, airing))
    assert any("transport=polling" in url for url in polled)


@pytest.mark.long
def test_page_resumes_after_cut_and_silence(page: Page, quick_server: Server, guard: Guard) -> None:
    """Cut on its own side only, so that the server talks on; then a network that says nothing."""
    guard.expect("ERR_|WebSocket")
    airing = Airing(quick_server, *LONG, seed=21)
    with Proxy(quick_server.port) as proxy:
        viewer = ViewerPage(page, proxy.url)
        page.goto(f"{proxy.url}/b/{airing.id}")
        viewer.expect_status("on_air")
        reach(viewer, 3)
        proxy.cut(half=True)
        viewer.expect_status("reconnecting")
        viewer.expect_status("on_air")
        with proxy.hole():
            viewer.expect_status("reconnecting", timeout=2 * DEAD_MS)
        viewer.expect_status(re.compile("on_air|over"))
        airing.expect_end(viewer)


def test_viewer_seeks_back_on_air_and_returns_to_live_moment(still: Page, server: Server) -> None:
    airing = Airing(server, *LONG, seed=4)
    viewer = watch(still, server, airing)
    live = viewer.control("live")
    reach(viewer, 4)
    viewer.pause()
    expect(live).to_have_attribute("aria-pressed", "false")
    viewer.seek_ms(0)
    viewer.expect_landed(1)
    assert viewer.stage() == stage_of(airing.played, 1)
    viewer.control("round-on").click()
    landed = airing.played.seqs("round_started")[0] + 1
    viewer.expect_landed(landed)
    assert unordered(viewer.stage()) == unordered(stage_of(airing.played, landed))
    viewer.seek_round(99)
    expect(viewer.control("round")).to_have_attribute("aria-invalid", "true")
    viewer.control("round").blur()
    viewer.press("End")
    expect(live).to_have_attribute("aria-pressed", "true")
    viewer.press("Home")
    expect(live).to_have_attribute("aria-pressed", "false")
    live.click()
    expect(live).to_have_attribute("aria-pressed", "true")
    viewer.seek_ms(0)
    viewer.play()
    expect(live).to_have_attribute("aria-pressed", "false")
    box = viewer.scrubber.bounding_box()
    assert box
    viewer.scrubber.click(position={"x": box["width"] - 3, "y": 9})
    expect(live).to_have_attribute("aria-pressed", "true")


def test_no_chance_is_told_before_the_first_event(page: Page, server: Server) -> None:
    page.route("**/socket.io/**", lambda route: route.abort())
    stacks = [{"army": {"stack": [{"unit": "ogres"}]}} for _ in "ab"]
    battle = {"ruleset": "warlords", "seed": 1, "sides": stacks}
    id_ = server.store(battle, round(time.time() * 1000) + 3_600_000, listed=False)
    page.goto(f"{server.url}/b/{id_}")
    reading = page.locator(".film .reading")
    expect(reading).to_contain_text("Chance to win")
    assert not re.search(r"\d", reading.inner_text())
