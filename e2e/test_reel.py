"""`<battle-reel>` on a page of another origin, beside hostile style, and what it leaves behind."""

import html
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import further
from e2e.foreign import served
from e2e.guard import Guard
from e2e.played import sample_file
from e2e.server import Server
from tests.kept import files
from webapp.base import games
from webapp.battles import playback

PAGE = """<!doctype html><link rel="icon" href="data:,">
<style>* {{ all: revert; font-size: 40px !important }} .unit {{ display: none !important }}</style>
<battle-reel src="{battle}" style="width: 900px"></battle-reel>
<battle-reel src="{battle}" style="width: 400px" controls="off"></battle-reel>
<script type="module" src="{server}/player/1/battle-reel.js"></script>"""
SAMPLES = [("manymarios", "first-steps"), ("siege", "open-gate"), ("warlords", "the-citadel")]
SPEAKING = """<!doctype html><html lang="en"><link rel="icon" href="data:,">
<battle-reel src="{battle}"></battle-reel> <battle-reel src="{battle}" lang="de"></battle-reel>
<battle-reel src="{battle}"></battle-reel>
<script>document.querySelectorAll("battle-reel")[2].texts = {{ Speed: "Tempo!" }};</script>
<script type="module" src="{server}/player/1/battle-reel.js"></script>"""
COUNT = """() => {
  globalThis.observing = 0;
  for (const name of ["ResizeObserver", "IntersectionObserver", "MutationObserver"]) {
    const Native = globalThis[name];
    globalThis[name] = class extends Native {
      observe(...how) { if (!this.on) observing += 1; this.on = true; super.observe(...how); }
      disconnect() { if (this.on) observing -= 1; this.on = false; super.disconnect(); }
    };
  }
}"""
COME_AND_GO = """async ([options, times]) => {
  const { createReel } = await import(document.querySelector("script").src);
  const states = [];
  for (let k = 0; k < times; k++) {
    const one = createReel(document.body, { ...options, autoplay: true });
    await one.play().catch(() => {});
    one.seek({ event: 5 });
    await new Promise(requestAnimationFrame);
    states.push(one.state);
    one.destroy();
  }
  return states;
}"""

WHOLE = """async (reels) => {
  const { createReel } = await import(document.querySelector("script").src);
  const states = [];
  for (const reel of reels) {
    const one = createReel(document.body, { reel, spoilers: true });
    const failed = await new Promise((resolve) => {
      one.on("error", ({ message }) => resolve(message));
      one.on("ready", resolve);
    });
    one.seek({ event: reel.recording.length - 2 });
    one.seek(one.duration);
    await new Promise(requestAnimationFrame);
    states.push(failed ?? one.state);
    one.destroy();
  }
  return states;
}"""


def reel_of(recording: Path) -> dict[str, Any]:
    """A kept recording as a reel file of version 1."""
    game = games.game(recording.parent.name)
    show = playback.read(game, recording.read_bytes())
    lines = [json.loads(line) for line in recording.read_text("utf-8").splitlines()]
    schedule = show.schedule
    own = {"scene": game.id, "catalog": game.ruleset.catalog(), "recording": lines}
    return {"reel": 1, **own, "cues": schedule.cues, "end_ms": schedule.duration_ms}


NEWEST = [*{path.parent: path for path in files.recordings()}.values()]
"""The last recording of each game; `make test-all` plays the older ones too."""
OLDER = [path for path in files.recordings() if path not in NEWEST]
IDS = """() => [...document.querySelectorAll("battle-reel")].flatMap((reel) =>
  [...reel.shadowRoot.querySelectorAll("[id]")].map(({ id }) => id))
  .filter((id) => !/^(icon|wash)-|-light$/.test(id))"""


@pytest.fixture
def battle(page: Page, server: Server) -> Iterator[str]:
    """The address of a battle that a blog shows, which is open."""
    battle = f"{server.url}/b/{server.store(sample_file('open-gate', 'siege'))}"
    with served(page, PAGE.format(battle=battle, server=server.url)):
        yield battle


@pytest.mark.usefixtures("battle")
def test_two_play_beside_hostile_style(page: Page) -> None:
    one, two = (page.locator("battle-reel").nth(k) for k in (0, 1))
    expect(one.locator(".unit:visible")).to_have_count(10)
    expect(two.locator(".unit:visible")).to_have_count(10)
    expect(two.locator(".controls")).to_be_hidden()
    # Keys and the inspector load after the first frame.
    expect(one.locator(".inspector")).to_be_attached()
    play = one.locator('[data-control="play"]')
    play.click()
    expect(play).to_have_attribute("data-playing", "true")
    page.keyboard.press(".")  # the focus is within the first
    expect(play).to_have_attribute("data-playing", "false")
    assert one.evaluate("({ state, time }) => [state, time > 0]") == ["paused", True]
    assert two.evaluate("({ state, time }) => [state, time]") == ["paused", 0]
    ids = page.evaluate(IDS)
    assert len(ids) == len({*ids}) > 5


@pytest.mark.parametrize(("ruleset", "sample"), [*SAMPLES[:1], *further(*SAMPLES[1:])])
def test_few_scripts_to_first_frame(page: Page, server: Server, ruleset: str, sample: str) -> None:
    battle = f"{server.url}/b/{server.store(sample_file(sample, ruleset))}"
    scripts: list[str] = []
    page.on("request", lambda it: scripts.append(it.url) if it.resource_type == "script" else None)
    with served(page, PAGE.format(battle=battle, server=server.url)):
        page.locator("battle-reel .inspector").first.wait_for(state="attached")
    names = [url.rsplit("/", 1)[1] for url in scripts]
    # The third is asked for after the first frame.
    assert names[:3] == ["battle-reel.js", f"reel-{ruleset}.js", "reel-deferred.js"]


def test_markers_on_the_film_are_named_reached_by_keys_and_pause(page: Page, battle: str) -> None:
    reel = page.locator("battle-reel").first
    own = "(reel) => { reel.ownMarkers = [{ label: 'A gate', ms: 4000, pause: true }]; }"
    reel.evaluate(own)
    marker = reel.get_by_role("button", name="A gate")
    marker.focus()
    expect(marker.locator("span")).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    assert reel.evaluate("({ state, time }) => [state, time]") == ["paused", 4000]
    page.keyboard.press("End")
    last = reel.get_by_role("group", name="Moments").get_by_role("button").last
    expect(last).to_be_focused()
    expect(reel.locator('.marker[tabindex="0"]')).to_have_count(1)
    reel.evaluate("async (reel) => { reel.seek(3800); await reel.play(); }")
    page.wait_for_function("(reel) => reel.state === 'paused'", arg=reel.element_handle())
    # It pauses at the first frame after the marker.
    assert reel.evaluate("({ time, duration }) => 4000 <= time && time < duration")
    reel.evaluate(
        "(reel) => { reel.setAttribute('pause-at', 'defeat'); reel.setAttribute('spoilers', ''); }"
    )
    page.wait_for_function(
        "(reel) => reel.markers.some(({ kind, pause }) => kind === 'defeat' && pause)",
        arg=reel.element_handle(),
    )


@pytest.mark.long
def test_a_live_battle_plays_to_its_end_on_another_origin(page: Page, server: Server) -> None:
    cookies: list[str] = []
    page.on("request", lambda it: cookies.append(it.headers.get("cookie", "")))
    in_10_s = int(time.time() * 1000) + 10_000  # the reel is open before the battle begins
    battle = f"{server.url}/b/{server.store(sample_file('first-steps'), in_10_s, listed=False)}"
    with served(page, PAGE.format(battle=battle, server=server.url)):
        reel = page.locator("battle-reel").first
        expect(reel.locator(".countdown")).to_be_visible()
        expect(reel.locator('[data-control="live"]')).to_have_attribute("aria-pressed", "true")
        expect(reel.locator(".unit:visible").first).to_be_visible()
        expect(reel.locator(".result-sign")).to_be_visible(timeout=70_000)
        expect(reel.locator('[data-control="live"]')).to_be_hidden()
        assert reel.evaluate("({ state, duration }) => [state, duration > 5000]") == ["ended", True]
    assert not any(cookies)


@pytest.mark.parametrize("recordings", [NEWEST, *further(OLDER)], ids=["newest", "older"])
def test_version_1_plays_all_that_was_kept(page: Page, battle: str, recordings: list[Path]) -> None:
    """The promise of the address /player/1/."""
    assert battle
    kept = [json.loads(path.read_text("utf-8")) for path in files.reels()]
    all_ = kept + [reel_of(path) for path in recordings]
    assert len(kept) >= 3
    assert len(recordings) >= 3
    assert page.evaluate(WHOLE, all_) == ["ended"] * len(all_)


def test_each_reel_speaks_its_own_language(page: Page, server: Server) -> None:
    battle = f"{server.url}/b/{server.store(sample_file('open-gate', 'siege'))}"
    with served(page, SPEAKING.format(battle=battle, server=server.url)):
        for nth, name, half in ((0, "Speed", "0.5"), (1, "Tempo", "0,5"), (2, "Tempo!", "0.5")):
            reel = page.locator("battle-reel").nth(nth)
            speed = reel.locator('[data-control="speed"]')
            expect(speed).to_have_attribute("aria-label", name)
            expect(speed.locator("option").nth(1)).to_contain_text(half)
        unit = page.locator("battle-reel").nth(1).locator(".unit").first
        expect(unit).to_have_attribute("aria-label", re.compile("Angriff"))
        page.locator("battle-reel").nth(0).evaluate("(reel) => { reel.lang = 'de'; }")
        first = page.locator("battle-reel").nth(0).locator('[data-control="speed"]')
        expect(first).to_have_attribute("aria-label", "Tempo")


def test_a_reel_plays_in_a_sandboxed_frame(page: Page, server: Server) -> None:
    battle = f"{server.url}/b/{server.store(sample_file('first-steps'))}"
    inner = html.escape(PAGE.format(battle=battle, server=server.url))
    frame = f'<iframe sandbox="allow-scripts" width="900" height="700" srcdoc="{inner}"></iframe>'
    with served(page, f'<!doctype html><link rel="icon" href="data:,">{frame}'):
        reel = page.frame_locator("iframe").locator("battle-reel").first
        reel.locator('[data-control="play"]').click()
        expect(reel.locator('[data-control="play"]')).to_have_attribute("data-playing", "true")


@pytest.mark.parametrize("address", ["/b/{}", *further("/embed/{}", "/b/{}/beside/{}")])
def test_our_page_is_a_reel_that_can_be_destroyed(page: Page, server: Server, address: str) -> None:
    ids = [server.store(sample_file("first-steps")) for _ in range(2)]
    page.goto(server.url + address.format(*ids))
    expect(page.locator(".unit:visible").first).to_be_visible()
    page.evaluate("document.querySelector('#watch').reel.destroy()")
    page.keyboard.press("Space")
    page.evaluate("location.hash = '#at=5'")
    assert page.evaluate("document.querySelector('#watch').reel.state") == "destroyed"
    assert page.evaluate("document.querySelector('#watch').childElementCount") == 0


@pytest.mark.long
def test_a_style_that_failed_is_loaded_again(page: Page, battle: str, guard: Guard) -> None:
    guard.expect("battle-reel.css")
    expect(page.locator("battle-reel").nth(1).locator(".unit:visible")).to_have_count(10)
    page.route("**/battle-reel.css", lambda route: route.abort(), times=1)
    assert page.evaluate(COME_AND_GO, [{"src": battle}, 2]) == ["error", "playing"]


@pytest.mark.long
def test_a_hundred_leave_nothing_behind(page: Page, battle: str) -> None:
    # The page's own two have all their parts, which come after their first frames.
    expect(page.locator("battle-reel .inspector")).to_have_count(2)
    cdp = page.context.new_cdp_session(page)

    def left() -> list[int]:
        cdp.send("HeapProfiler.collectGarbage")
        found = cdp.send("Memory.getDOMCounters")
        return [found["jsEventListeners"], found["nodes"], page.evaluate("observing")]

    reel = page.request.get(f"{battle}/reel.json").json()
    page.evaluate(COUNT)
    page.evaluate(COME_AND_GO, [{"reel": reel}, 2])  # what is loaded once
    before = left()
    page.evaluate(COME_AND_GO, [{"reel": reel}, 100])
    for _ in range(60):  # a frame that is still to come holds the last reel
        more = [now - was for now, was in zip(left(), before, strict=True)]
        if all(count <= most for count, most in zip(more, (5, 50, 0), strict=True)):
            return
        page.evaluate("new Promise(requestAnimationFrame)")
    raise AssertionError(more)
