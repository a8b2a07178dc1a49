"""Watching a replay: to its end, step by step, by every way to a moment."""

import pytest
from playwright.sync_api import expect

from e2e.film import Film
from e2e.played import Played, sample_page
from e2e.viewer_page import ViewerPage, stage_of

SPEEDS = (0.25, 0.5, 1, 2, 4, 8, 16)
SAMPLE = "first-steps"


@pytest.fixture(scope="module")
def played() -> Played:
    return Played.sample(SAMPLE)


@pytest.fixture
def opened(viewer: ViewerPage) -> ViewerPage:
    """The sample battle, paused at its first event."""
    return viewer.open(sample_page(SAMPLE), at=0)


@pytest.mark.parametrize("sample", ["first-steps", "hedge-dispute", "launch-day", "mirror-mirror"])
def test_replay_watched_to_its_end_shows_the_engines_final_state(
    viewer: ViewerPage, sample: str
) -> None:
    played = Played.sample(sample)
    viewer.open(sample_page(sample))
    viewer.expect_status("replay")
    viewer.expect_playing()
    viewer.set_speed(16)
    expect(viewer.result).to_be_visible(timeout=30_000)
    viewer.expect_playing(playing=False)
    assert viewer.stage() == stage_of(played, len(played.events))


def test_sample_battle_opens_from_the_home_page(viewer: ViewerPage, played: Played) -> None:
    viewer.page.goto(viewer.url)
    viewer.page.get_by_role("link", name="Watch First steps").first.click()
    expect(viewer.unit("a1")).to_be_visible()
    expect(viewer.page.get_by_role("heading", name="First steps")).to_be_visible()
    assert viewer.stage()["units"].keys() == played.cards.keys()


def test_play_goes_on_and_pause_stays(opened: ViewerPage) -> None:
    opened.expect_playing(playing=False)
    opened.set_speed(16)
    opened.play()
    opened.expect_playing()
    expect(opened.root).not_to_have_attribute("data-landed", "1")
    opened.pause()
    stage = opened.stage()
    moment = opened.scrubber.input_value()
    opened.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done()))")
    assert opened.scrubber.input_value() == moment
    assert opened.stage() == stage


def test_beats_are_stepped_over_in_both_directions(opened: ViewerPage, played: Played) -> None:
    def before_beat(beat: int) -> int:
        return sum(event.beat < beat for event in played.events)

    for _ in range(6):  # from the end of the first one
        opened.step("beat", "on")
    opened.expect_landed(before_beat(7))
    assert opened.stage() == stage_of(played, before_beat(7))
    for _ in range(3):
        opened.step("beat", "back")
    opened.expect_landed(before_beat(4))
    assert opened.stage() == stage_of(played, before_beat(4))


def test_events_are_stepped_over_in_both_directions(
    still_viewer: ViewerPage, played: Played
) -> None:
    still_viewer.open(sample_page(SAMPLE), at=0)
    for landed in range(2, 12):
        still_viewer.press(".")
        still_viewer.expect_landed(landed)
        assert still_viewer.stage() == stage_of(played, landed)
    for landed in range(10, 0, -1):
        still_viewer.press(",")
        still_viewer.expect_landed(landed)
        assert still_viewer.stage() == stage_of(played, landed)


def test_rounds_are_stepped_over_in_both_directions(opened: ViewerPage, played: Played) -> None:
    starts = played.seqs("round_started")
    for seq in starts[:3]:
        opened.step("round", "on")
        opened.expect_landed(seq + 1)
        assert opened.stage() == stage_of(played, seq + 1)
    for seq in (*reversed(starts[:2]), 0):
        opened.step("round", "back")
        opened.expect_landed(seq + 1)
        assert opened.stage() == stage_of(played, seq + 1)


@pytest.mark.parametrize("number", [1, 4, 2])
def test_typed_round_number_leads_to_the_round(
    opened: ViewerPage, played: Played, number: int
) -> None:
    opened.seek_round(number)
    landed = played.seqs("round_started")[number - 1] + 1
    opened.expect_landed(landed)
    assert opened.stage() == stage_of(played, landed)
    expect(opened.control("round")).to_have_value(str(number))
    expect(opened.control("round")).not_to_be_focused()


def test_round_zero_is_the_time_before_the_battle(opened: ViewerPage) -> None:
    opened.seek_round(3)
    expect(opened.page.locator(".round-sign")).to_have_text("Round 3")
    opened.seek_round(0)
    opened.expect_landed(1)


@pytest.mark.parametrize("wrong", ["7", "99999", "-1", "x", "1.5"])
def test_wrong_round_number_is_marked_and_moves_nothing(opened: ViewerPage, wrong: str) -> None:
    opened.seek_round(2)
    expect(opened.control("round")).to_have_value("2")
    landed = opened.landed()
    opened.seek_round(wrong)
    field = opened.control("round")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    words = "(field) => field.validationMessage"
    assert field.evaluate(words) == "Enter a number from 0 to 6."
    assert opened.landed() == landed
    field.fill("3")
    assert field.evaluate(words) == ""
    field.blur()
    expect(field).to_have_value("2")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_every_speed_can_be_chosen(opened: ViewerPage) -> None:
    options = opened.control("speed").locator("option").all()
    assert [o.get_attribute("value") for o in options] == [*map(str, SPEEDS), "director"]
    expect(opened.control("speed")).to_have_value("1")
    opened.set_speed(0.25)
    opened.play()
    opened.set_speed(16)
    opened.expect_playing()
    expect(opened.result).to_be_visible()


def test_play_at_the_end_watches_it_again(opened: ViewerPage, played: Played) -> None:
    opened.press("End")
    opened.expect_landed(len(played.events))
    button = opened.control("play")
    expect(button).to_have_accessible_name("Watch again (space)")
    button.click()
    opened.expect_playing()
    assert opened.landed() < len(played.events)
    expect(opened.result).to_be_hidden()


def test_defeats_are_visited_in_both_directions(opened: ViewerPage, played: Played) -> None:
    fallen = played.seqs("unit_defeated", "pipe_removed")
    for seq in fallen:
        opened.control("defeat-on").click()
        opened.expect_landed(seq + 1)
        expect(opened.unit(played.events[seq].unit)).to_have_attribute("data-gone", "")
    for seq in reversed(fallen[:-1]):
        opened.control("defeat-back").click()
        opened.expect_landed(seq + 1)


def test_click_on_a_line_of_the_log_goes_there(opened: ViewerPage, played: Played) -> None:
    opened.press("End")
    seq = played.seqs("unit_struck")[2]
    opened.page.locator(f'.log li[data-seq="{seq}"]').click()
    opened.expect_landed(seq + 1)
    expect(opened.current_line).to_have_attribute("data-seq", str(seq))
    expect(opened.log_lines.last).to_have_attribute("data-seq", str(seq))
    expect(opened.page.locator(".log")).to_be_focused()


def test_link_to_a_moment_plays_its_beat_and_stops(viewer: ViewerPage, played: Played) -> None:
    film = Film(viewer.page, viewer.url, sample_page(SAMPLE), at=20)  # at its beginning, and plays
    film.page.clock.run_for(5000)
    viewer.expect_playing(playing=False)
    viewer.expect_landed(21)
    assert viewer.stage()["units"] == stage_of(played, 21)["units"]


def test_link_to_another_moment_is_followed_on_the_open_page(opened: ViewerPage) -> None:
    opened.play()
    opened.seek_event(12)
    opened.expect_playing(playing=False)
    opened.seek_event(5)


@pytest.mark.parametrize("moment", ["999999", "x", "-3", ""])
def test_link_to_a_moment_that_is_not_there_shows_the_battle(
    viewer: ViewerPage, played: Played, moment: str
) -> None:
    viewer.page.goto(f"{viewer.url}/b/{sample_page(SAMPLE)}#at={moment}")
    expect(viewer.unit("a1")).to_be_attached()
    assert 1 <= viewer.landed() <= len(played.events)
