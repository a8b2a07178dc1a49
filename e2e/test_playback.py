"""Watching a replay: every key and control, and every way to a moment."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.cases import further
from e2e.film import Film
from e2e.played import Played, sample_page
from e2e.viewer_page import MINUS, READ_STAGE, ViewerPage, stage_of, unordered
from tests.games.manymarios.kernel_cases import Draw

SPEEDS = (0.25, 0.5, 1, 2, 4, 8, 16)
SAMPLE = "first-steps"


@pytest.fixture
def opened(shared_viewer: ViewerPage) -> ViewerPage:
    """The sample battle, paused at its first event."""
    return shared_viewer.open(sample_page(SAMPLE), at=0)


def test_sample_battle_from_the_home_page_to_its_end(viewer: ViewerPage, played: Played) -> None:
    viewer.page.goto(viewer.url)
    viewer.page.get_by_role("link", name="Watch First steps").first.click()
    expect(viewer.page.get_by_role("heading", name="First steps")).to_be_visible()
    viewer.expect_status("replay")
    viewer.expect_playing()
    viewer.set_speed(16)
    expect(viewer.result).to_be_visible(timeout=30_000)
    viewer.expect_playing(playing=False)
    assert viewer.stage() == stage_of(played, len(played.events))


Places = Callable[[Played], list[int]]  # how many events have landed after each step

STEPS: dict[str, tuple[str, str, Places]] = {
    "event": (",", ".", lambda _: [*range(2, 12)]),
    "beat": (
        "ArrowLeft",
        "ArrowRight",
        lambda played: [sum(e.beat < beat for e in played.events) for beat in range(2, 8)],
    ),
    "round": (
        "ArrowUp",
        "ArrowDown",
        lambda played: [seq + 1 for seq in played.seqs("round_started")[:3]],
    ),
    "defeat": (
        "[",
        "]",
        lambda played: [seq + 1 for seq in played.seqs("unit_defeated", "pipe_removed")],
    ),
}


@pytest.mark.parametrize("unit", ["beat", "defeat", *further("event", "round")])
def test_keys_and_buttons_step_on_and_back(
    shared_still_viewer: ViewerPage, played: Played, unit: str
) -> None:
    viewer = shared_still_viewer
    back, on, places = STEPS[unit]
    buttons = viewer.control(f"{unit}-back"), viewer.control(f"{unit}-on")
    keys = (lambda: viewer.press(back), lambda: viewer.press(on))
    for step_back, step_on in [
        keys,
        *([tuple(b.click for b in buttons)] if unit != "event" else []),
    ]:
        viewer.open(sample_page(SAMPLE), at=0)
        steps = places(played)
        assert len(steps) > 1
        for step, ways in ((step_on, steps), (step_back, steps[-2::-1])):
            for landed in ways:
                step()
                viewer.expect_landed(landed)
                assert viewer.stage() == stage_of(played, landed)


def test_typed_round_number_leads_to_the_round(opened: ViewerPage, played: Played) -> None:
    field = opened.control("round")
    for number in (1, 4, 2):
        opened.seek_round(number)
        landed = played.seqs("round_started")[number - 1] + 1
        opened.expect_landed(landed)
        assert opened.stage() == stage_of(played, landed)
        expect(field).to_have_value(str(number))
        expect(field).not_to_be_focused()
    words = "(field) => field.validationMessage"
    for wrong in ("7", "99999", "-1", "x", "1.5"):
        opened.seek_round(wrong)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_be_focused()
        assert field.evaluate(words) == "Enter a number from 0 to 6."
        assert opened.landed() == landed
        field.fill("3")
        assert field.evaluate(words) == ""
        field.blur()
        expect(field).to_have_value("2")
        expect(field).not_to_have_attribute("aria-invalid", "true")
    opened.seek_round(0)
    opened.expect_landed(1)


def test_every_speed_can_be_chosen(opened: ViewerPage) -> None:
    speed = opened.control("speed")
    values = [option.get_attribute("value") for option in speed.locator("option").all()]
    assert values == [*map(str, SPEEDS), "director"]
    expect(speed).to_have_value("1")
    for key, value in (("+", "2"), ("=", "4"), ("-", "2"), ("d", "director"), ("d", "1")):
        opened.press(key)
        expect(speed).to_have_value(value)
    for key, value in (("+", "16"), ("-", "0.25")):
        for _ in range(9):
            opened.press(key)
        expect(speed).to_have_value(value)


def test_a_line_of_the_log_leads_to_its_event_and_words_follow_the_stage(
    opened: ViewerPage, played: Played
) -> None:
    opened.press("End")
    strikes = played.seqs("unit_struck")
    for seq in (strikes[2], strikes[0]):
        opened.page.locator(f'.log li[data-seq="{seq}"]').click()
        opened.expect_landed(seq + 1)
        event = played.events[seq]
        names = [played.cards[id_].name for id_ in (event.attacker, event.target)]
        expect(opened.current_line).to_have_attribute("data-seq", str(seq))
        for words in (opened.current_line, opened.page.locator("p.subtitle")):
            for text in (*names, f"for {event.amount}"):
                expect(words).to_contain_text(text)
    for seq in range(strikes[0], 0, -1):
        opened.press(",")
        opened.expect_landed(seq)
        expect(opened.page.locator(f'.log li[data-seq="{seq}"]')).to_be_hidden()
    expect(opened.page.locator(".log")).to_be_focused()


def test_link_to_a_moment_plays_its_beat_and_stops(viewer: ViewerPage, played: Played) -> None:
    film = Film(viewer.page, viewer.url, sample_page(SAMPLE), at=20)  # at its beginning, and plays
    film.page.clock.run_for(5000)
    viewer.expect_playing(playing=False)
    viewer.expect_landed(21)
    assert viewer.stage()["units"] == stage_of(played, 21)["units"]


def test_link_to_a_moment_that_is_not_there_shows_the_battle(
    shared_viewer: ViewerPage, played: Played
) -> None:
    for moment in ("999999", "x"):
        shared_viewer.page.goto("about:blank")
        shared_viewer.page.goto(f"{shared_viewer.url}/b/{sample_page(SAMPLE)}#at={moment}")
        expect(shared_viewer.unit("a1")).to_be_attached()
        assert 1 <= shared_viewer.landed() <= len(played.events)


def test_help_lists_the_keys_that_are_tested_here(opened: ViewerPage) -> None:
    help_ = opened.page.get_by_role("dialog", name="Keys")
    opened.press("?")
    keys = f"space|← →|, .|↑ ↓|[ ]|Home End|{MINUS} +|d|h|r|f|m|?|Escape|Tab, arrows"
    expect(help_.locator("dt")).to_have_text(keys.split("|"))
    opened.press("Home")
    opened.press(".")
    opened.expect_landed(1)
    opened.press("Escape")
    expect(help_).to_be_hidden()
    opened.press(".")
    opened.expect_landed(2)
    opened.control("help").click()
    expect(help_).to_be_visible()
    # The browser takes the focus from what is within only when it draws the next frame.
    opened.page.evaluate(
        """() => {
          document.querySelector("dialog.help").close();
          const key = new KeyboardEvent("keydown", { key: ".", bubbles: true });
          document.activeElement.dispatchEvent(key);
        }"""
    )
    expect(help_).to_be_hidden()
    opened.expect_landed(3)


def test_space_and_buttons_play_and_pause(opened: ViewerPage, played: Played) -> None:
    opened.press(" ")
    opened.expect_playing()
    opened.press(" ")
    opened.expect_playing(playing=False)
    opened.play()
    opened.expect_playing()
    expect(opened.root).not_to_have_attribute("data-landed", "1")
    opened.pause()
    paused = opened.stage(), opened.scrubber.input_value()
    opened.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done()))")
    assert (opened.stage(), opened.scrubber.input_value()) == paused
    opened.press("Home")
    opened.expect_landed(1)
    opened.control("round-on").focus()
    opened.press(" ")
    opened.expect_landed(played.seqs("round_started")[0] + 1)
    opened.expect_playing(playing=False)


def test_r_leads_to_the_round_number_and_what_is_typed_is_no_key(opened: ViewerPage) -> None:
    field = opened.control("round")
    opened.press("r")
    expect(field).to_be_focused()
    for key in (".", "m", "]", "f", "ArrowRight", "End", " "):
        opened.press(key)
    expect(field).to_have_value(".m]f ")
    expect(opened.control("sound")).to_have_accessible_name("Sound on (m)")
    opened.control("speed").focus()
    opened.press("ArrowDown")
    opened.control("play").focus()
    # Alt may be held for a sign, which some layouts have nowhere else.
    for held in ("Control+.", "Meta+.", "Alt+h"):
        opened.press(held)
    opened.expect_landed(1)
    opened.expect_playing(playing=False)


def test_f_fills_the_screen_and_leaves_it(opened: ViewerPage) -> None:
    fills = opened.page.locator(".theater:fullscreen")
    sky = {"position": {"x": 300, "y": 60}}
    stage = opened.page.locator(".stage")
    stage.dblclick(**sky)
    expect(fills).to_be_attached()
    opened.press("f")
    expect(fills).not_to_be_attached()
    opened.expect_playing(playing=False)
    stage.click(**sky)
    opened.expect_playing()
    stage.click(**sky)
    opened.expect_playing(playing=False)


def test_a_replay_resumes_where_it_was_left(still_viewer: ViewerPage, played: Played) -> None:
    """Unless that is the end."""
    viewer = still_viewer
    for key, landed, then in (("ArrowRight", 0, 0), ("End", len(played.events), 1)):
        viewer.open(sample_page(SAMPLE))
        for _ in range(6):
            viewer.press(key)
        landed = landed or sum(event.beat < 7 for event in played.events)
        viewer.expect_landed(landed)
        viewer.page.reload()
        viewer.expect_landed(then or landed)
        viewer.pause()


def test_tab_reaches_the_leaders_and_arrows_walk_through_both_lineups(opened: ViewerPage) -> None:
    """Side a stands on the left: its back is there, and a2 is its last one."""
    opened.page.locator('[data-share="open"]').focus()
    keys = ["Tab", "Tab", "Left", "Left", "Left", "Right", "Right", "Right", "Down", "Up"]
    ids = ["a1", "b1", "a1", "a2", "a2", "a1", "b1", "b2", "b3", "b2"]
    for key, id_ in zip(keys, ids, strict=True):
        opened.press(key if key == "Tab" else f"Arrow{key}")
        expect(opened.unit(id_)).to_be_focused()
    opened.press("Enter")
    expect(opened.inspector).to_have_class(re.compile("pinned"))
    opened.press("Escape")
    expect(opened.inspector).not_to_have_class(re.compile("pinned"))
    opened.expect_landed(1)


@pytest.mark.parametrize("sample", ["own-design", *further("hedge-dispute", "launch-day")])
def test_every_moment_shows_the_engines_state(shared_viewer: ViewerPage, sample: str) -> None:
    """By the scrubber, where units may be on their way to their places, and by links."""
    played = Played.sample(sample)
    viewer = shared_viewer.open(sample_page(sample), at=0)
    assert viewer.length_ms() == played.show.schedule.duration_ms
    draw = Draw(20)
    moments = [draw.number(0, viewer.length_ms()) for _ in range(60)]
    for ms, stage in zip(moments, viewer.read_at(moments, READ_STAGE), strict=True):
        assert stage["landed"] in played.landed_within(ms)
        assert unordered(stage) == unordered(stage_of(played, stage["landed"])), f"at {ms} ms"
    for _ in range(5):
        seq = draw.number(0, len(played.events) - 1)
        viewer.seek_event(seq)
        assert viewer.stage() == stage_of(played, seq + 1)


def test_dragging_shows_every_moment_on_the_way_and_then_plays_on(
    shared_viewer: ViewerPage, played: Played
) -> None:
    """A paused battle stays paused, and arrows on the scrubber step by beats."""
    viewer = shared_viewer.open(sample_page(SAMPLE), at=0)
    viewer.scrubber.focus()
    for _ in range(4):
        viewer.press("ArrowRight")
    viewer.expect_landed(sum(event.beat < 5 for event in played.events))
    viewer.scrubber.click()  # in its middle
    viewer.expect_playing(playing=False)
    assert int(viewer.scrubber.input_value()) / viewer.length_ms() == pytest.approx(0.5, abs=0.02)
    viewer.play()
    box = viewer.scrubber.bounding_box()
    assert box
    mouse = viewer.page.mouse
    middle = box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] * 0.1, middle)
    mouse.down()
    viewer.expect_playing(playing=False)
    seen = []
    for share in (0.3, 0.55, 0.8, 0.45, 0.2):
        mouse.move(box["x"] + box["width"] * share, middle, steps=4)
        stage = viewer.stage()
        ms = int(viewer.scrubber.input_value())
        assert abs(ms / viewer.length_ms() - share) < 0.03
        assert stage["landed"] in played.landed_within(ms)
        assert unordered(stage) == unordered(stage_of(played, stage["landed"]))
        seen.append(stage["landed"])
    assert seen[0] < seen[1] < seen[2] > seen[3] > seen[4]
    mouse.up()
    viewer.expect_playing()


@pytest.mark.long
def test_sound_and_its_volume_are_remembered(still_viewer: ViewerPage) -> None:
    viewer = still_viewer.open(sample_page(SAMPLE), at=0)
    sound, volume = viewer.control("sound"), viewer.control("volume")
    expect(volume).to_be_hidden()
    viewer.press("m")
    expect(sound).to_have_accessible_name("Sound off (m)")
    volume.fill("0.25")
    viewer.page.reload()
    expect(sound).to_have_accessible_name("Sound off (m)")
    expect(volume).to_have_value("0.25")
    sound.click()
    viewer.page.reload()
    expect(sound).to_have_accessible_name("Sound on (m)")
    expect(volume).to_be_hidden()


LISTEN = """() => {
  window.started = [];
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...rest) {
    started.push(this.loop);
    return start.apply(this, rest);
  };
}"""


def test_effects_sound_while_it_plays(viewer: ViewerPage) -> None:
    """What makes them is fetched when they are asked for."""
    fetched: list[str] = []
    viewer.page.on("request", lambda request: fetched.append(request.url))
    viewer.page.add_init_script(f"({LISTEN})()")
    viewer.open(sample_page(SAMPLE), at=0)
    viewer.play()
    expect(viewer.root).not_to_have_attribute("data-landed", "1")
    viewer.pause()
    # The first touch of the page fetches what explains terms.
    viewer.control("sound").hover()
    # A function, since the page's policy forbids to evaluate an expression.
    viewer.page.wait_for_function("() => document.querySelector('link[href*=\"/terms.\"]')?.sheet")
    before = len(fetched)
    viewer.control("sound").click()
    expect(viewer.control("sound")).to_have_accessible_name("Sound off (m)")
    assert len(fetched) == before + 1, "the synthesiser, and only now"
    expect(viewer.control("volume")).to_be_visible()
    viewer.seek_ms(4000)
    viewer.play()
    viewer.page.wait_for_function("() => started.includes(true) && started.includes(false)")
