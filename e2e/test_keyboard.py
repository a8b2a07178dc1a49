"""Every key of the help does what the help says."""

import re

import pytest
from playwright.sync_api import expect

from e2e.played import Played, sample_page
from e2e.viewer_page import ViewerPage

SAMPLE = "first-steps"
MINUS = "\N{MINUS SIGN}"


@pytest.fixture(scope="module")
def played() -> Played:
    return Played.sample(SAMPLE)


@pytest.fixture
def opened(viewer: ViewerPage) -> ViewerPage:
    """The sample battle, paused at its first event."""
    return viewer.open(sample_page(SAMPLE), at=0)


def test_help_lists_the_keys_that_are_tested_here(opened: ViewerPage) -> None:
    help_ = opened.page.get_by_role("dialog", name="Keys")
    expect(help_).to_be_hidden()
    opened.press("?")
    expect(help_).to_be_visible()
    assert help_.locator("dt").all_inner_texts() == [
        "space",
        "← →",
        ", .",
        "↑ ↓",
        "[ ]",
        "Home End",
        f"{MINUS} +",
        "d",
        "h",
        "r",
        "f",
        "m",
        "?",
        "Escape",
        "Tab, arrows",
    ]
    opened.press("Home")
    opened.press(".")
    opened.expect_landed(1)
    opened.press("Escape")
    expect(help_).to_be_hidden()
    opened.press(".")
    opened.expect_landed(2)


def test_a_key_at_the_moment_the_help_closes_is_not_lost(opened: ViewerPage) -> None:
    """The browser takes the focus from what is within only when it draws the next frame."""
    opened.press("?")
    within = opened.page.evaluate(
        """() => {
          const help = document.querySelector("dialog.help");
          help.close();
          const target = document.activeElement;
          target.dispatchEvent(new KeyboardEvent("keydown", { key: ".", bubbles: true }));
          return help.contains(target);
        }"""
    )
    assert within, "or this test asks for nothing"
    opened.expect_landed(2)


def test_help_opens_and_closes_by_its_buttons(opened: ViewerPage) -> None:
    help_ = opened.page.get_by_role("dialog", name="Keys")
    opened.control("help").click()
    help_.get_by_role("button", name="Close").click()
    expect(help_).to_be_hidden()


def test_space_plays_and_pauses(opened: ViewerPage) -> None:
    opened.press(" ")
    opened.expect_playing()
    opened.press(" ")
    opened.expect_playing(playing=False)


def test_space_on_a_focused_button_presses_that_button(opened: ViewerPage, played: Played) -> None:
    opened.control("round-on").focus()
    opened.press(" ")
    opened.expect_landed(played.seqs("round_started")[0] + 1)
    opened.expect_playing(playing=False)


def test_left_and_right_step_by_beats(opened: ViewerPage, played: Played) -> None:
    for _ in range(4):
        opened.press("ArrowRight")
    opened.expect_landed(sum(event.beat < 5 for event in played.events))
    opened.press("ArrowLeft")
    opened.expect_landed(sum(event.beat < 4 for event in played.events))


def test_comma_and_dot_step_by_events(opened: ViewerPage) -> None:
    for landed in (2, 3, 4):
        opened.press(".")
        opened.expect_landed(landed)
    opened.press(",")
    opened.expect_landed(3)


def test_up_and_down_step_by_rounds(opened: ViewerPage, played: Played) -> None:
    first, second, *_ = played.seqs("round_started")
    for key, seq in (("ArrowDown", first), ("ArrowDown", second), ("ArrowUp", first)):
        opened.press(key)
        opened.expect_landed(seq + 1)


def test_brackets_go_from_defeat_to_defeat(opened: ViewerPage, played: Played) -> None:
    first, second, *_ = played.seqs("unit_defeated")
    for key, seq in (("]", first), ("]", second), ("[", first)):
        opened.press(key)
        opened.expect_landed(seq + 1)


def test_home_and_end_go_to_the_beginning_and_the_end(opened: ViewerPage, played: Played) -> None:
    opened.press("End")
    opened.expect_landed(len(played.events))
    opened.press("Home")
    opened.expect_landed(1)


def test_plus_and_minus_change_the_speed_within_its_bounds(opened: ViewerPage) -> None:
    speed = opened.control("speed")
    for key, value in (("+", "2"), ("=", "4"), ("-", "2"), ("-", "1"), ("-", "0.5")):
        opened.press(key)
        expect(speed).to_have_value(value)
    for _ in range(9):
        opened.press("+")
    expect(speed).to_have_value("16")
    for _ in range(9):
        opened.press("-")
    expect(speed).to_have_value("0.25")


def test_r_takes_a_round_number_and_nothing_typed_there_is_a_key(
    opened: ViewerPage, played: Played
) -> None:
    field = opened.control("round")
    opened.press("r")
    expect(field).to_be_focused()
    for key in (".", "m", "]", "f", "ArrowRight", "End", " "):
        opened.press(key)
    expect(field).to_have_value(".m]f ")
    opened.expect_landed(1)
    opened.expect_playing(playing=False)
    expect(opened.control("sound")).to_have_accessible_name("Sound on (m)")
    field.fill("3")
    opened.press("Enter")
    opened.expect_landed(played.seqs("round_started")[2] + 1)
    expect(field).not_to_be_focused()


def test_keys_on_the_choice_of_speed_are_its_own(opened: ViewerPage) -> None:
    opened.control("speed").focus()
    opened.press("ArrowDown")
    opened.expect_landed(1)


def test_keys_with_a_modifier_are_the_browsers(opened: ViewerPage) -> None:
    for modifier in ("Control", "Alt", "Meta"):
        opened.press(f"{modifier}+.")
    opened.press(".")
    opened.expect_landed(2)


def test_f_fills_the_screen_and_leaves_it(opened: ViewerPage) -> None:
    fills = opened.page.locator(".theater:fullscreen")
    opened.press("f")
    expect(fills).to_be_attached()
    opened.press("f")
    expect(fills).not_to_be_attached()


def test_m_turns_the_sound_on_and_off(opened: ViewerPage) -> None:
    sound = opened.control("sound")
    expect(sound).to_have_accessible_name("Sound on (m)")
    opened.press("m")
    expect(sound).to_have_accessible_name("Sound off (m)")
    opened.press("m")
    expect(sound).to_have_accessible_name("Sound on (m)")


def test_arrows_on_a_unit_walk_through_both_lineups(opened: ViewerPage) -> None:
    opened.unit("a1").focus()
    for key, id_ in (
        ("ArrowLeft", "a2"),  # side a stands on the left: its back is there
        ("ArrowLeft", "a2"),  # the last one
        ("ArrowRight", "a1"),
        ("ArrowRight", "b1"),
        ("ArrowRight", "b2"),
        ("ArrowDown", "b3"),
        ("ArrowUp", "b2"),
        ("ArrowLeft", "b1"),
        ("ArrowLeft", "a1"),
    ):
        opened.press(key)
        expect(opened.unit(id_)).to_be_focused()
    opened.expect_landed(1)


def test_tab_reaches_both_leaders_and_enter_keeps_a_card_open(
    opened: ViewerPage, played: Played
) -> None:
    opened.page.locator('[data-share="open"]').focus()
    for id_ in ("a1", "b1"):
        opened.press("Tab")
        expect(opened.unit(id_)).to_be_focused()
    expect(opened.inspector).to_contain_text(played.cards["b1"].name)
    opened.press("Enter")
    expect(opened.inspector).to_have_class(re.compile("pinned"))
    opened.press("Escape")
    expect(opened.inspector).not_to_have_class(re.compile("pinned"))
