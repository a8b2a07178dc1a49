"""Watching: fingers, keys, cards of units, turning points, reduced motion, a screen reader."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import engine
from e2e.conftest import OpenContext
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.touch import swipe
from e2e.viewer_page import MINUS, ViewerPage, stage_of, sum_of

BOMBS = "bombs-away"  # with equipment, combat items, a building unit, two combat buildings
CATALOG = engine.rulesets()["manymarios"].catalog()
PHONE = {"width": 360, "height": 740}
LOOK_AWAY = """(isHidden) => {
  Object.defineProperty(document, "hidden", { get: () => isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def phone(open_context: OpenContext, server: Server) -> ViewerPage:
    context = open_context(viewport=PHONE, is_mobile=True, has_touch=True, reduced_motion="reduce")
    return ViewerPage(context.new_page(), server.url)


def test_swipe_steps_on_and_back(phone: ViewerPage) -> None:
    told = Played.sample("first-steps")
    phone.open(sample_page("first-steps"), at=0)
    swipe(phone.page, (260, 330), (120, 345))
    phone.expect_landed(sum(event.beat < 2 for event in told.events))
    swipe(phone.page, (260, 330), (120, 330))
    phone.expect_landed(sum(event.beat < 3 for event in told.events))
    swipe(phone.page, (100, 330), (240, 320))
    phone.expect_landed(sum(event.beat < 2 for event in told.events))


def test_finger_that_goes_up_or_hardly_anywhere_does_not_step(phone: ViewerPage) -> None:
    phone.open(sample_page("first-steps"), at=0)
    swipe(phone.page, (200, 330), (180, 330))
    # This one scrolls the page, and not at once.
    swipe(phone.page, (200, 420), (180, 250))
    phone.press(".")
    phone.expect_landed(2)


def test_replay_that_nobody_sees_stands_still(viewer: ViewerPage) -> None:
    viewer.page.clock.install()
    viewer.open(sample_page("ten-by-ten"), at=0)
    viewer.page.clock.run_for(3000)
    viewer.play()
    viewer.page.clock.run_for(4000)
    viewer.page.evaluate(LOOK_AWAY, True)  # noqa: FBT003 - the page's own word
    at = viewer.scrubber.input_value()
    assert int(at) > 3000
    viewer.page.clock.run_for(70_000)
    viewer.page.evaluate(LOOK_AWAY, False)  # noqa: FBT003
    assert int(viewer.scrubber.input_value()) - int(at) < 2000, "what has passed since it is seen"
    viewer.expect_playing()


def test_turning_point_is_played_and_no_further(viewer: ViewerPage) -> None:
    viewer.page.clock.install()
    viewer.open(sample_page("knight-and-dragon", "warlords"), at=0)
    viewer.page.clock.run_for(3000)
    before = viewer.landed()
    viewer.page.locator(".turns button").last.click()
    viewer.expect_playing()
    first = viewer.landed()
    viewer.page.clock.run_for(5000)
    viewer.expect_playing(playing=False)
    assert before < first < viewer.landed()


def test_director_is_a_speed(shared_still_viewer: ViewerPage) -> None:
    viewer = shared_still_viewer.open(sample_page("night-on-the-hill", "warlords"), at=0)
    speed = viewer.control("speed")
    viewer.press("d")
    expect(speed).to_have_value("director")
    viewer.press("d")
    expect(speed).to_have_value("1")
    speed.select_option("Director")
    expect(speed).to_have_value("director")


def test_highlights_are_begun_and_left(shared_still_viewer: ViewerPage) -> None:
    viewer = shared_still_viewer.open(sample_page("night-on-the-hill", "warlords"), at=30)
    button, film = viewer.control("highlights"), viewer.page.locator(".film[data-tour]")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(film).to_be_visible()
    assert viewer.page.locator(".film .skipped").get_attribute("d")
    viewer.expect_playing()
    viewer.press("Escape")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(film).to_have_count(0)
    viewer.press("h")
    expect(button).to_have_attribute("aria-pressed", "true")
    viewer.seek_ms(20_000)
    expect(button).to_have_attribute("aria-pressed", "false")


def test_controls_say_what_they_do(shared_still_viewer: ViewerPage) -> None:
    viewer = shared_still_viewer.open(sample_page("night-on-the-hill", "warlords"), at=0)
    titles = {
        "beat-on": "Next step (→)",
        "beat-back": "Previous step (←)",
        "round-on": "Next duel (↓)",
        "round-back": "Previous duel (↑)",
        "defeat-on": "Next defeat (])",
    }
    for name, title in titles.items():
        expect(viewer.control(name)).to_have_attribute("title", title)
        expect(viewer.control(name)).to_have_accessible_name(title)


def test_keys_of_a_single_character_can_be_switched_off(still_viewer: ViewerPage) -> None:
    viewer = still_viewer.open(sample_page("first-steps"), at=0)
    viewer.press("?")
    viewer.page.get_by_label("Keys of a single character").uncheck()
    viewer.press("Escape")
    viewer.page.reload()
    viewer.expect_landed(1)
    for key in (".", "]", "m", "?"):
        viewer.press(key)
    viewer.expect_landed(1)
    expect(viewer.page.get_by_role("dialog")).to_be_hidden()
    viewer.press("ArrowRight")
    expect(viewer.root).not_to_have_attribute("data-landed", "1")
    viewer.control("help").click()
    viewer.page.get_by_label("Keys of a single character").check()
    viewer.press("Escape")
    viewer.press("Home")
    viewer.press(".")
    viewer.expect_landed(2)


def test_space_opens_a_summary_and_arrows_scroll_a_focused_log(
    shared_still_viewer: ViewerPage,
) -> None:
    viewer = shared_still_viewer.open(sample_page("ten-by-ten"), at=100)
    viewer.page.locator(".score-table summary").focus()
    viewer.press(" ")
    expect(viewer.page.locator(".score-table")).to_have_attribute("open", "")
    viewer.expect_playing(playing=False)
    log = viewer.page.locator(".log")
    log.focus()
    at = log.evaluate("(log) => log.scrollTop")
    viewer.press("ArrowUp")
    viewer.page.wait_for_function("(at) => document.querySelector('.log').scrollTop < at", arg=at)
    viewer.expect_landed(101)


def test_screen_reader_hears_what_changes_and_not_every_frame(viewer: ViewerPage) -> None:
    viewer.page.clock.install()
    viewer.open(sample_page("first-steps"), at=0)
    viewer.page.evaluate(
        """() => {
          window.heard = [];
          const region = document.querySelector("p.visually-hidden[role=status]");
          new MutationObserver(() => heard.push(region.textContent))
            .observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    viewer.page.clock.run_for(2000)
    viewer.play()
    viewer.page.clock.run_for(8000)
    heard: list[str] = viewer.page.evaluate("() => heard")
    assert 2 <= len(heard) <= 7, "no more often than every one and a half seconds"
    assert all(one != two for one, two in pairwise(heard))


MOST = 6
LEAST = 1


def energy(state: dict[str, Any], side: str) -> int:
    units = [state["units"][id_] for id_ in state["lineups"][side]]
    return sum(unit["ae"] + unit["de"] for unit in units)


def lead(state: dict[str, Any]) -> int:
    """By how much energy side a is ahead."""
    return energy(state, "a") - energy(state, "b")


def worked_out(played: Played) -> list[list[Any]]:
    """The same, from the engine's states: a round lasts from its beginning to the next one's."""
    starts = [*played.seqs("round_started"), len(played.events)]
    shifts = [
        lead(played.snapshots[end]) - lead(played.snapshots[first])
        for first, end in pairwise(starts)
    ]
    points = [
        [number, "a" if shift > 0 else "b", abs(shift)]
        for number, shift in enumerate(shifts, start=1)
        if abs(shift) >= LEAST
    ]
    return sorted(sorted(points, key=lambda point: -point[2])[:MOST])


def test_each_turning_point_is_listed_and_leads_to_its_round(shared_viewer: ViewerPage) -> None:
    played = Played.sample(BOMBS)
    points = worked_out(played)
    assert len(points) == 4
    viewer = shared_viewer.open(sample_page(BOMBS), at=0)
    turns = viewer.page.locator(".turns button")
    expect(turns).to_have_count(len(points))
    for turn, (number, _, swing) in zip(turns.all(), points, strict=True):
        expect(turn).to_contain_text(f"Round {number}")
        expect(turn).to_contain_text(str(swing))
        turn.click()
        viewer.expect_landed(played.seqs("round_started")[number - 1] + 1)


def test_battle_without_turning_points_lists_none(shared_viewer: ViewerPage) -> None:
    assert worked_out(Played.sample("first-steps")) == []
    viewer = shared_viewer.open(sample_page("first-steps"), at=0)
    expect(viewer.page.locator(".turns")).to_be_hidden()


@pytest.fixture(scope="module")
def played() -> Played:
    return Played.sample(BOMBS)


@pytest.fixture
def opened(shared_viewer: ViewerPage, played: Played) -> ViewerPage:
    """The battle, paused right after its first blow."""
    return shared_viewer.open(sample_page(BOMBS), at=played.seqs("unit_struck")[0])


def source_name(source: str) -> str:
    own = {"energy": "energy", "own": "own"}
    entries = {**CATALOG["entries"], **CATALOG["abilities"]}
    return own[source] if source in own else str(entries[source]["name"])


def test_card_says_what_the_engine_says_of_every_unit(opened: ViewerPage, played: Played) -> None:
    state = played.snapshots[opened.landed()]
    for id_, card in played.cards.items():
        opened.unit(id_).focus()
        expect(opened.inspector.locator("h2")).to_have_text(f"{card.name}{id_}")
        rows = opened.facts()
        for label, full, parts in (("AE", card.ae, card.ae_parts), ("DE", card.de, card.de_parts)):
            value, detail = rows[label]
            assert value == f"{state['units'][id_][label.lower()]} of {full}"
            assert sum_of(detail) == full
            for part in parts:
                assert source_name(part.source) in detail
        assert sum_of(rows["Damage"][0]) == 1 + sum(part.amount for part in card.damage_parts)
        assert rows["Cost"][0] == f"{card.ap} AP"
        notes = opened.inspector.locator("dl.notes")
        for name in (*card.abilities, *card.equipment, *card.combat_items):
            expect(notes).to_contain_text(source_name(name))


def test_card_follows_the_pointer(opened: ViewerPage, played: Played) -> None:
    expect(opened.inspector).to_be_hidden()
    opened.unit("a1").hover()
    expect(opened.inspector).to_contain_text(played.cards["a1"].name)
    opened.unit("b1").hover()
    expect(opened.inspector).to_contain_text(played.cards["b1"].name)
    opened.page.mouse.move(5, 5)
    expect(opened.inspector).to_be_hidden()


@pytest.mark.parametrize("key", ["Enter", "Escape"])
def test_a_card_that_is_closed_leaves_the_focus_to_its_unit(opened: ViewerPage, key: str) -> None:
    unit = opened.unit("b1")
    unit.focus()
    unit.press("Enter")
    opened.inspector.get_by_role("button", name="Close").focus()
    opened.press(key)
    expect(opened.inspector).to_be_hidden()
    expect(unit).to_be_focused()


def test_a_card_of_a_unit_that_has_fallen_leaves_the_focus_on_the_page(
    shared_viewer: ViewerPage, played: Played
) -> None:
    fallen = played.seqs("unit_defeated")[0]
    page = shared_viewer.open(sample_page(BOMBS), at=played.seqs("unit_struck")[0])
    page.unit(played.events[fallen].unit).click()
    page.inspector.get_by_role("button", name="Close").focus()
    page.press("End")
    page.press("Escape")
    expect(page.inspector).to_be_hidden()
    assert page.page.evaluate("document.activeElement !== document.body")


def test_a_click_keeps_the_card_open_until_it_is_closed(opened: ViewerPage, played: Played) -> None:
    close = opened.inspector.get_by_role("button", name="Close")
    for way in (lambda: opened.press("Escape"), close.click):
        opened.unit("b1").click()
        opened.page.mouse.move(5, 5)
        expect(opened.inspector).to_contain_text(played.cards["b1"].name)
        way()
        opened.page.mouse.move(5, 5)  # a unit may have stood below the button
        expect(opened.inspector).to_be_hidden()
    for visible in (True, False):
        opened.unit("a1").click()
        opened.page.mouse.move(5, 5)
        expect(opened.inspector).to_be_visible(visible=visible)


def test_open_card_is_in_step_with_the_battle(opened: ViewerPage, played: Played) -> None:
    first, *_, last = played.seqs("unit_struck", "bomb_dropped", "shot_fired")
    target = played.events[first].target
    opened.unit(target).click()
    for seq in (last, first):
        opened.seek_event(seq)
        now: dict[str, Any] = played.snapshots[seq + 1]["units"][target]
        row = opened.inspector.locator(
            "xpath=.//dt[normalize-space()='DE']/following-sibling::dd[1]"
        )
        expect(row).to_contain_text(f"{now['de']} of {played.cards[target].de}")


def effects(shared_viewer: ViewerPage) -> Locator:
    """What flies over the stage for a moment."""
    return shared_viewer.page.locator(".effects > *")


def test_battle_waits_for_whoever_prefers_reduced_motion(still_viewer: ViewerPage) -> None:
    still_viewer.open(sample_page(BOMBS))
    still_viewer.expect_landed(1)
    still_viewer.expect_playing(playing=False)


# What has been moved from where it rests, and how many px of the canvas are painted.
READ_MOVED = """() => {
  const canvas = document.querySelector(".particles");
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const inner = document.querySelectorAll(".world *, .effects *");
  return {
    moved: [...inner].filter(({ style }) => !new DOMMatrix(style.transform).isIdentity).length,
    painted: data.filter((value, k) => k % 4 === 3 && value > 0).length,
  };
}"""

AT_REST = {"moved": 0, "painted": 0}


def test_every_blow_is_shown_without_motion(
    shared_still_viewer: ViewerPage, played: Played
) -> None:
    shared_still_viewer.open(sample_page(BOMBS), at=0)
    for seq in played.seqs("unit_struck", "bomb_dropped")[:8]:
        shared_still_viewer.seek_event(seq)
        amount = f"{MINUS}{played.events[seq].amount}"
        numbers = effects(shared_still_viewer).filter(has_text=amount)
        expect(numbers.first).to_be_attached()
        assert shared_still_viewer.page.evaluate(READ_MOVED) == AT_REST
        assert shared_still_viewer.page.evaluate("() => document.getAnimations().length") == 0
        assert shared_still_viewer.stage() == stage_of(played, seq + 1)


@pytest.mark.parametrize(
    ("ruleset", "sample", "shown"),
    [
        (
            "warlords",
            "acid-and-lightning",
            {
                "melee_rolled": ".dice b",
                "dice_rolled": ".dice b",
                "unit_struck": ".pop.loss",
                "lightning_hit": ".caption",
                "acid_hit": ".caption",
            },
        ),
        ("siege", "open-gate", {"unit_fought": ".pop", "castle_fallen": ""}),
    ],
)
def test_numbers_captions_and_dice_are_shown_without_motion(
    shared_still_viewer: ViewerPage, ruleset: str, sample: str, shown: dict[str, str]
) -> None:
    of_ruleset = Played.sample(sample, ruleset)
    shared_still_viewer.open(sample_page(sample, ruleset), at=0)
    for type_, kind in shown.items():
        for seq in of_ruleset.seqs(type_)[:2]:
            shared_still_viewer.seek_event(seq)
            if kind:
                expect(shared_still_viewer.page.locator(f".effects {kind}").first).to_be_visible()
            assert shared_still_viewer.page.evaluate(READ_MOVED) == AT_REST, type_


def test_playing_shows_the_whole_battle_without_motion(
    shared_still_viewer: ViewerPage, played: Played
) -> None:
    shared_still_viewer.open(sample_page(BOMBS), at=0)
    shared_still_viewer.page.evaluate(
        """() => {
          window.moved = 0;
          const look = () => {
            const { moved, painted } = (READ_MOVED)();
            window.moved += moved + painted;
          };
          const layer = document.querySelector(".effects");
          new MutationObserver(look).observe(layer, { childList: true });
        }""".replace("READ_MOVED", READ_MOVED)
    )
    shared_still_viewer.set_speed(16)
    shared_still_viewer.play()
    expect(shared_still_viewer.result).to_be_visible()
    assert shared_still_viewer.stage() == stage_of(played, len(played.events))
    assert shared_still_viewer.page.evaluate("() => window.moved") == 0


def test_change_of_the_wish_is_heeded_at_once(viewer: ViewerPage, played: Played) -> None:
    viewer.open(sample_page(BOMBS), at=played.seqs("unit_struck")[0])
    assert viewer.page.evaluate(READ_MOVED) != AT_REST
    viewer.page.emulate_media(reduced_motion="reduce")
    viewer.page.wait_for_function(f"() => ({READ_MOVED})().moved === 0")
    assert viewer.page.evaluate(READ_MOVED) == AT_REST
    viewer.page.emulate_media(reduced_motion="no-preference")
    viewer.page.wait_for_function(f"() => ({READ_MOVED})().moved > 0")
