"""Watching: fingers, keys, cards of units, turning points, reduced motion, a screen reader."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import engine
from e2e.cases import further
from e2e.conftest import OpenContext
from e2e.pages import TWO_ARMIES
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.touch import swipe
from e2e.viewer_page import ViewerPage, sum_of

BOMBS = "bombs-away"  # with equipment, combat items, a building unit, two combat buildings
CATALOG = engine.rulesets()["manymarios"].catalog()
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def phone(open_context: OpenContext, server: Server) -> ViewerPage:
    context = open_context(viewport=PHONE, is_mobile=True, has_touch=True, reduced_motion="reduce")
    return ViewerPage(context.new_page(), server.url)


def test_swipe_steps_on_and_back_and_another_touch_does_not(phone: ViewerPage) -> None:
    told = Played.sample("first-steps")
    phone.open(sample_page("first-steps"), at=0)
    for start, end, beats in (
        ((260, 330), (120, 345), 2),
        ((260, 330), (120, 330), 3),
        ((100, 330), (240, 320), 2),
    ):
        swipe(phone.page, start, end)
        phone.expect_landed(landed := sum(event.beat < beats for event in told.events))
    swipe(phone.page, (200, 330), (180, 330))
    # This one scrolls the page, and not at once.
    swipe(phone.page, (200, 420), (180, 250))
    phone.press(".")
    phone.expect_landed(landed + 1)


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


@pytest.mark.long
def test_keys_of_a_single_character_can_be_switched_off(still_viewer: ViewerPage) -> None:
    viewer = still_viewer.open(sample_page("first-steps"), at=0)
    viewer.press("?")
    viewer.page.get_by_label("Single-character shortcuts").uncheck()
    viewer.press("Escape")
    viewer.page.reload()
    viewer.expect_landed(1)
    for key in (".", "]", "m", "?"):
        viewer.press(key)
    viewer.expect_landed(1)
    expect(viewer.page.get_by_role("dialog")).to_be_hidden()
    viewer.press("ArrowRight")
    expect(viewer.root).not_to_have_attribute("data-landed", "1")


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
    scrolls = "(log) => log.scrollHeight > log.clientHeight"
    viewer.page.wait_for_function(scrolls, arg=log.element_handle())
    at = log.evaluate("(log) => log.scrollTop")
    viewer.press("ArrowUp")
    viewer.page.wait_for_function("(at) => document.querySelector('.log').scrollTop < at", arg=at)
    viewer.expect_landed(101)


def test_turning_points_lead_to_their_rounds(shared_viewer: ViewerPage) -> None:
    viewer = shared_viewer.open(sample_page("first-steps"), at=0)
    expect(viewer.page.locator(".turns")).to_be_hidden()
    played = Played.sample(BOMBS)
    viewer.open(sample_page(BOMBS), at=0)
    turns = viewer.page.locator(".turns button")
    expect(turns).to_have_count(4)
    for turn in turns.all():
        number = int(turn.get_attribute("data-round") or 0)
        expect(turn).to_contain_text(f"Round {number}")
        turn.click()
        starts = [*played.seqs("round_started"), len(played.events)]
        landed = "|".join(map(str, range(starts[number - 1] + 1, starts[number] + 1)))
        # It plays on to the turning point.
        expect(viewer.root).to_have_attribute("data-landed", re.compile(f"^({landed})$"))


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


def test_card_says_what_the_engine_says_of_a_unit(opened: ViewerPage, played: Played) -> None:
    state = played.snapshots[opened.landed()]
    wanted = max(played.cards.values(), key=lambda card: len(card.equipment + card.combat_items))
    for id_, card in {"a1": played.cards["a1"], wanted.id: wanted}.items():
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


def test_a_card_that_is_closed_leaves_the_focus_to_its_unit_or_the_page(
    opened: ViewerPage, played: Played
) -> None:
    unit = opened.unit("b1")
    for key in ("Enter", "Escape"):
        unit.focus()
        unit.press("Enter")
        opened.inspector.get_by_role("button", name="Close").focus()
        opened.press(key)
        expect(opened.inspector).to_be_hidden()
        expect(unit).to_be_focused()
    fallen = played.seqs("unit_defeated")[0]
    opened.unit(played.events[fallen].unit).click()
    opened.inspector.get_by_role("button", name="Close").focus()
    opened.press("End")
    opened.press("Escape")
    expect(opened.inspector).to_be_hidden()
    assert opened.page.evaluate("document.activeElement !== document.body")


def test_card_follows_the_pointer_and_a_click_keeps_it_open(
    opened: ViewerPage, played: Played
) -> None:
    for id_ in ("a1", "b1"):
        opened.unit(id_).hover()
        expect(opened.inspector).to_contain_text(played.cards[id_].name)
    opened.page.mouse.move(5, 5)
    expect(opened.inspector).to_be_hidden()
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


@pytest.mark.parametrize(
    ("ruleset", "sample", "shown"),
    [
        ("manymarios", BOMBS, {"unit_struck": ".pop", "bomb_dropped": ".pop"}),
        *further(
            (
                "warlords",
                "acid-and-lightning",
                {"melee_rolled": ".dice b", "dice_rolled": ".dice b", "acid_hit": ".caption"},
            ),
            ("siege", "open-gate", {"unit_fought": ".pop", "castle_fallen": ".castle"}),
        ),
    ],
)
def test_everything_is_shown_without_motion(
    shared_still_viewer: ViewerPage, ruleset: str, sample: str, shown: dict[str, str]
) -> None:
    of_ruleset = Played.sample(sample, ruleset)
    viewer = shared_still_viewer.open(sample_page(sample, ruleset), at=0)
    for type_, kind in shown.items():
        viewer.seek_event(of_ruleset.seqs(type_)[0])
        expect(viewer.page.locator(f".stage {kind}").first).to_be_visible()
        assert viewer.page.evaluate(READ_MOVED) == {"moved": 0, "painted": 0}, type_
        assert viewer.page.evaluate("() => document.getAnimations().length") == 0


def test_battle_waits_for_whoever_prefers_reduced_motion_and_a_change_is_heeded(
    still_viewer: ViewerPage, played: Played
) -> None:
    viewer = still_viewer
    viewer.open(sample_page(BOMBS))
    viewer.expect_landed(1)
    viewer.expect_playing(playing=False)
    viewer.seek_event(played.seqs("unit_struck")[0])
    for motion, moved in (("no-preference", "> 0"), ("reduce", "=== 0")):
        viewer.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        viewer.page.wait_for_function(f"() => ({READ_MOVED})().moved {moved}")


def test_what_is_printed_is_light_and_whole(shared_still_viewer: ViewerPage) -> None:
    told = Played.sample("first-steps")
    viewer = shared_still_viewer.open(sample_page("first-steps"), at=0)
    page = viewer.page
    viewer.press("End")
    viewer.expect_landed(len(told.events))
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for part in (".site-head", ".site-foot", ".controls", ".watch-head .button"):
        expect(page.locator(part).first).to_be_hidden()
    for part in ("h1", ".stage", ".ending-panel", "main .term:not(.term-mark)"):
        expect(page.locator(part).first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    lines = page.locator(".log li[data-seq]")
    expect(lines).to_have_count(len(told.events))
    expect(lines.first).to_be_visible()
    box = page.locator(".log").evaluate("log => [log.scrollHeight, log.clientHeight]")
    assert box[0] <= box[1], "no line is cut off"
    page.emulate_media(media="screen", color_scheme="no-preference")


BROKEN = """cells => cells.filter((cell) => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
}).map(({ textContent }) => textContent.trim())"""
"""Numbers of a table that take more than one line."""


def test_what_is_printed_of_other_pages_has_no_controls(page: Page, server: Server) -> None:
    for path, part in (
        ("/build/warlords", ".site-head"),
        (f"/embed/{sample_page('first-steps')}", ".controls"),
        (f"/odds?{TWO_ARMIES}", "#odds-form-title"),
    ):
        page.goto(f"{server.url}{path}")
        expect(page.locator(part)).to_be_visible()
        page.emulate_media(media="print", color_scheme="dark")
        expect(page.locator(part)).to_be_hidden()
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
        page.set_viewport_size({"width": 794, "height": 1123})  # A4
        assert page.locator(".worth td.number").evaluate_all(BROKEN) == []
        page.emulate_media(media="screen")


def test_keys_are_found_on_other_layouts_too(shared_still_viewer: ViewerPage) -> None:
    viewer = shared_still_viewer.open(sample_page("first-steps"), at=0)

    def press(**event: Any) -> None:
        script = "event => document.body.dispatchEvent(new KeyboardEvent('keydown', event))"
        viewer.page.evaluate(script, {"bubbles": True, **event})

    press(key="\N{CYRILLIC SMALL LETTER YU}", code="Period")
    viewer.expect_landed(2)
    press(key="]", code="Digit6", altKey=True)
    expect(viewer.root).not_to_have_attribute("data-landed", "2")
    press(key="R", code="KeyR")
    expect(viewer.page.locator(".controls input:focus")).to_have_count(1)
