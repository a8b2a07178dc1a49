"""Wherever one goes in a battle, in either direction, the stage is the engine's state there."""

import pytest
from playwright.sync_api import expect

from e2e.played import Played, sample_page
from e2e.viewer_page import ViewerPage, stage_of, unordered
from tests.games.manymarios.kernel_cases import Draw

SAMPLE = "own-design"
SEEKS = 60


@pytest.fixture(scope="module")
def played() -> Played:
    return Played.sample(SAMPLE)


def test_random_seeks_by_the_scrubber_show_the_engines_state(
    still_viewer: ViewerPage, played: Played
) -> None:
    viewer = still_viewer.open(sample_page(SAMPLE), at=0)
    assert viewer.length_ms() == played.show.schedule.duration_ms
    draw = Draw(1)
    for _ in range(SEEKS):
        ms = draw.number(0, viewer.length_ms())
        viewer.seek_ms(ms)
        stage = viewer.stage()
        assert stage["landed"] in played.landed_within(ms)
        assert stage == stage_of(played, stage["landed"]), f"at {ms} ms"


def test_random_seeks_in_motion_show_the_engines_state(viewer: ViewerPage, played: Played) -> None:
    viewer.open(sample_page(SAMPLE), at=0)
    draw = Draw(2)
    for _ in range(SEEKS):
        viewer.seek_ms(draw.number(0, viewer.length_ms()))
        stage = viewer.stage()
        assert unordered(stage) == unordered(stage_of(played, stage["landed"]))


def test_random_seeks_by_links_show_the_engines_state(
    still_viewer: ViewerPage, played: Played
) -> None:
    viewer = still_viewer.open(sample_page(SAMPLE), at=0)
    draw = Draw(3)
    for _ in range(SEEKS):
        seq = draw.number(0, len(played.events) - 1)
        viewer.seek_event(seq)
        assert viewer.stage() == stage_of(played, seq + 1)


def test_log_and_subtitle_are_in_step_with_the_stage(viewer: ViewerPage, played: Played) -> None:
    viewer.open(sample_page(SAMPLE), at=0)
    strikes = played.seqs("unit_struck")
    for seq in (strikes[-1], strikes[0], strikes[len(strikes) // 2]):
        viewer.seek_event(seq)
        event = played.events[seq]
        names = [played.cards[id_].name for id_ in (event.attacker, event.target)]
        expect(viewer.current_line).to_have_attribute("data-seq", str(seq))
        expect(viewer.log_lines.last).to_have_attribute("data-seq", str(seq))
        for words in (viewer.current_line, viewer.page.locator(".subtitle")):
            for name in names:
                expect(words).to_contain_text(name)
            expect(words).to_contain_text(f"for {event.amount}")


def test_seeking_while_playing_goes_on_from_there(viewer: ViewerPage, played: Played) -> None:
    viewer.open(sample_page(SAMPLE))
    viewer.expect_playing()
    viewer.seek_ms(viewer.length_ms() - 3500)
    viewer.expect_playing()
    expect(viewer.result).to_be_visible()
    viewer.expect_landed(len(played.events))
    viewer.expect_playing(playing=False)
    assert viewer.stage() == stage_of(played, len(played.events))


def test_dragging_shows_every_moment_on_the_way_and_then_plays_on(
    viewer: ViewerPage, played: Played
) -> None:
    viewer.open(sample_page(SAMPLE))
    viewer.expect_playing()
    box = viewer.scrubber.bounding_box()
    assert box
    mouse = viewer.page.mouse
    middle = box["y"] + box["height"] / 2

    def at(share: float) -> float:
        return box["x"] + box["width"] * share

    mouse.move(at(0.1), middle)
    mouse.down()
    viewer.expect_playing(playing=False)
    seen = []
    for share in (0.3, 0.55, 0.8, 0.45, 0.2):
        mouse.move(at(share), middle, steps=4)
        stage = viewer.stage()
        ms = int(viewer.scrubber.input_value())
        assert abs(ms / viewer.length_ms() - share) < 0.03
        assert stage["landed"] in played.landed_within(ms)
        assert unordered(stage) == unordered(stage_of(played, stage["landed"]))
        seen.append(stage["landed"])
    assert seen[0] < seen[1] < seen[2] > seen[3] > seen[4]
    mouse.up()
    viewer.expect_playing()


def test_paused_battle_stays_paused_after_dragging(viewer: ViewerPage) -> None:
    viewer.open(sample_page(SAMPLE), at=0)
    viewer.scrubber.click()  # in its middle
    viewer.expect_playing(playing=False)
    middle = viewer.length_ms() / 2
    assert abs(int(viewer.scrubber.input_value()) - middle) < viewer.length_ms() * 0.02


def test_arrow_keys_on_the_scrubber_step_by_beats(viewer: ViewerPage, played: Played) -> None:
    viewer.open(sample_page(SAMPLE), at=0)
    viewer.scrubber.focus()
    for _ in range(4):
        viewer.press("ArrowRight")
    viewer.expect_landed(sum(event.beat < 5 for event in played.events))
