"""Stage, controls and what is below them fit each screen, and can be reached on a phone."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.cases import further
from e2e.conftest import OpenContext
from e2e.controls import FINGER_PX, OFF_SCREEN, expect_all_on_screen, expect_none
from e2e.played import Played, sample_file, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

PHONE = {"width": 360, "height": 740}
LYING = {"width": 740, "height": 360}
SCREENS = [PHONE, LYING, {"width": 1024, "height": 730}, {"width": 1280, "height": 800}]
BATTLES = [
    ("manymarios", "ten-by-ten"),
    ("warlords", "night-on-the-hill"),
    ("siege", "ram-and-warden"),
    ("manymarios", "two-giants"),
    ("manymarios", "toss-of-a-coin"),
    ("warlords", "the-silver-oath"),
]
CROWDS = [("manymarios", "two-giants", 80), ("warlords", "the-citadel", 40)]
"""The largest sample battles: forty against forty, eight against thirty-two."""
NUMBERS = {"manymarios": "[data-bar] b", "warlords": ".strength"}
LATE_MS = 30_000  # ten against ten after the first deaths
FEW_STAND = "() => document.querySelectorAll('[data-unit]:not([data-gone])').length < 15"
PLAYBACK = ["round-back", "beat-back", "play", "beat-on", "round-on"]

BOXES = """() => {
  const box = (element) => element.getBoundingClientRect().toJSON();
  const units = [...document.querySelectorAll("[data-unit]:not([data-gone])")];
  return {
    stage: box(document.querySelector(".lineup-scene")),
    units: units.map((unit) => ({ id: unit.dataset.unit, ...box(unit) })),
  };
}"""

Box = dict[str, Any]

AT_ITS_END = "document.querySelector('.theater').scrollIntoView({ block: 'end' })"
NAMES = ".watch-head h1, .sign :is(strong, .left, .role)"
CUT_NAMES = """(names) => [...document.querySelectorAll(names)]
  .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 3)
  .map((one) => one.textContent)"""
"""Names that are cut."""

CUT = """() => {
  const scrubber = document.querySelector("input.scrubber");
  const subtitle = document.querySelector("p.subtitle");
  const cut = new Set();
  for (let ms = 0; ms <= Number(scrubber.max); ms += 300) {
    scrubber.value = String(ms);
    scrubber.dispatchEvent(new Event("input"));
    if (subtitle.scrollHeight > subtitle.clientHeight) cut.add(subtitle.innerText);
  }
  return [...cut];
}"""
"""Subtitles that are cut at any moment."""

COVERED = """() => {
  const box = (element) => element.getBoundingClientRect();
  const inspector = document.querySelector(".inspector");
  const whole = box(document.querySelector(".theater"));
  return [...document.querySelectorAll("[data-unit]:not([data-gone])")].filter((element) => {
    element.focus({ preventScroll: true });
    const [card, unit] = [box(inspector), box(element)];
    const isApart = card.left >= unit.right || card.right <= unit.left || card.top >= unit.bottom
      || card.bottom <= unit.top;
    const isInside = card.left >= whole.left && card.right <= whole.right
      && card.top >= whole.top && card.bottom <= whole.bottom + 0.5;
    const isIts = inspector.querySelector("h2 small").textContent === element.dataset.unit;
    return !(isApart && isInside && isIts);
  }).map((element) => element.dataset.unit);
}"""
"""Units that their own card covers, or whose card leaves the theater."""

REACHED = """step => { const { x, y, width, height } = step.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height - 2) === step; }"""


@pytest.fixture
def phone(share_page: Callable[..., Page], server: Server) -> ViewerPage:
    page = share_page(viewport=PHONE, is_mobile=True, has_touch=True)
    return ViewerPage(page, server.url)


@pytest.fixture
def still(shared_page: Page, server: Server) -> ViewerPage:
    return ViewerPage(shared_page, server.url)


def overlaps(one: Box, other: Box, slack_px: float = 1) -> bool:
    return all(
        min(one[end], other[end]) - max(one[start], other[start]) > slack_px
        for start, end in (("left", "right"), ("top", "bottom"))
    )


def is_inside(inner: Box, outer: Box, slack_px: float = 1) -> bool:
    return all(inner[edge] >= outer[edge] - slack_px for edge in ("left", "top")) and all(
        inner[edge] <= outer[edge] + slack_px for edge in ("right", "bottom")
    )


@pytest.mark.parametrize(("ruleset", "sample"), [BATTLES[0], *further(*BATTLES[1:])])
@pytest.mark.parametrize("screens", [SCREENS[::2], *further(SCREENS[1::2])])
def test_battle_fits_every_screen(
    still: ViewerPage, ruleset: str, sample: str, screens: list[dict[str, int]]
) -> None:
    """Stage and controls together; no sentence is cut, and no card covers its own unit."""
    middle = len(Played.sample(sample, ruleset).events) // 2
    for screen in screens:
        still.page.goto("about:blank")
        still.page.set_viewport_size(screen)
        still.open(sample_page(sample, ruleset), at=0)
        expect_all_on_screen(still.page)
        still.seek_event(middle)
        expect_all_on_screen(still.page)
        assert still.page.evaluate(CUT) == [], screen
        still.seek_event(min(30, middle))
        assert still.page.evaluate(COVERED) == [], screen
        still.press("Escape")
        assert still.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("screen", [PHONE, *further(*SCREENS[1:])])
@pytest.mark.parametrize(("ruleset", "sample", "count"), further(*CROWDS))
def test_crowds_stand_inside_the_stage_and_apart(
    still: ViewerPage, screen: dict[str, int], ruleset: str, sample: str, count: int
) -> None:
    played = Played.sample(sample, ruleset)
    assert len(played.cards) == count
    still.page.set_viewport_size(screen)
    still.open(sample_page(sample, ruleset), at=0)
    sizes = still.page.locator(NUMBERS[ruleset]).evaluate_all(
        "(numbers) => numbers.map((number) => parseFloat(getComputedStyle(number).fontSize))"
    )
    if ruleset == "manymarios":  # A pipe has no energy that it could lose.
        count = 2 * sum(card.ae > 0 or card.de > 0 for card in played.cards.values())
    assert len(sizes) == count
    assert min(sizes) >= 9
    for seq in (0, len(played.events) // 2, len(played.events) - 1):
        still.seek_event(seq)
        boxes = still.page.evaluate(BOXES)
        units = boxes["units"]
        standing = played.snapshots[seq + 1]["lineups"]
        assert {unit["id"] for unit in units} == {*standing["a"], *standing["b"]}
        assert [unit["id"] for unit in units if not is_inside(unit, boxes["stage"])] == []
        pairs = [
            (one["id"], other["id"])
            for place, one in enumerate(units)
            for other in units[:place]
            if overlaps(one, other)
        ]
        assert pairs == []


def expect_touchable(controls: Locator) -> list[str | None]:
    """Checks that each can be touched, on the screen and apart from the others; their names."""
    boxes: list[Box] = []
    for control in controls.all():
        control.tap(trial=True)  # nothing covers it
        box = control.evaluate("(element) => element.getBoundingClientRect().toJSON()")
        assert box["left"] >= 0
        assert box["right"] <= PHONE["width"]
        assert min(box["width"], box["height"]) >= FINGER_PX
        assert not any(overlaps(box, other, 0) for other in boxes)
        boxes.append(box)
    return [control.get_attribute("data-control") for control in controls.all()]


def test_every_control_can_be_touched_on_a_phone_and_reached_by_keys(phone: ViewerPage) -> None:
    phone.open(sample_page("first-steps"), at=0)
    controls = phone.page.locator(".controls [data-control]:visible")
    assert expect_touchable(controls) == [*PLAYBACK, "more"]
    boxes = [box for one in controls.all() if (box := one.bounding_box())]
    assert len({round(box["y"] + box["height"] / 2) for box in boxes}) == 1, "one row"
    more = phone.control("more")
    expect(more).to_have_attribute("aria-expanded", "false")
    more.tap()
    expect(more).to_have_attribute("aria-expanded", "true")
    in_tray = ["defeat-back", "defeat-on", "round", "highlights", "speed", "sound"]
    in_tray += ["fullscreen", "help"]
    assert expect_touchable(controls) == [*PLAYBACK, "more", *in_tray]
    expect(phone.control("help")).to_be_in_viewport(ratio=1)
    phone.set_speed(4)
    more.tap()
    expect(phone.control("speed")).to_be_hidden()

    played = Played.sample("first-steps")
    phone.control("beat-on").tap()
    phone.control("beat-on").tap()
    phone.expect_landed(sum(event.beat < 3 for event in played.events))
    phone.unit("b1").tap()
    expect(phone.inspector).to_contain_text(played.cards["b1"].name)
    phone.press("Escape")

    phone.press("r")
    expect(phone.control("round")).to_be_focused()
    expect(phone.control("round")).to_be_in_viewport()
    phone.page.keyboard.type("2")
    phone.press("Enter")
    expect(phone.page.locator(".round-sign")).to_have_text("Round 2")
    more.focus()
    phone.press("Enter")
    expect(phone.control("round")).to_be_hidden()
    phone.press("Enter")
    phone.press("Tab")
    expect(phone.control("defeat-back")).to_be_focused()


@pytest.mark.long
def test_late_viewer_who_seeks_back_sees_all(open_context: OpenContext, server: Server) -> None:
    context = open_context(viewport=PHONE, is_mobile=True, has_touch=True)
    phone = ViewerPage(context.new_page(), server.url)
    file = Played.sample("ten-by-ten").recording.header.battle
    on_air = server.store(file, starts_at_ms=int(time.time() * 1000) - LATE_MS)
    phone.page.goto(f"{server.url}/b/{on_air}")
    standing = phone.page.locator("[data-unit]:not([data-gone])")
    expect(standing.first).to_be_visible()
    phone.page.wait_for_function(FEW_STAND)
    phone.pause()
    phone.seek_event(1)
    boxes = phone.page.evaluate(BOXES)
    assert len(boxes["units"]) == 20
    assert [unit["id"] for unit in boxes["units"] if not is_inside(unit, boxes["stage"])] == []


@pytest.mark.parametrize(("ruleset", "sample"), further(BATTLES[0], BATTLES[2]))
def test_long_names_and_all_controls_have_room_on_air(
    open_context: OpenContext, server: Server, ruleset: str, sample: str
) -> None:
    """In German, with sound on, and with the button that leads to the live moment."""
    file = sample_file(sample, ruleset)
    one, other = file["sides"]
    one["name"], other["name"] = "Alexandra Montgomery", "Wilhelmina Schwarzer"
    page = open_context(locale="de", has_touch=True, reduced_motion="reduce").new_page()
    page.goto(f"{server.url}/b/{server.put_on_air(file)}")
    expect(page.locator(".sign strong").first).to_have_text("Alexandra Montgomery")
    page.locator("[data-control=sound]").dispatch_event("click")
    for width, height in ((360, 740), (740, 360), (1024, 730), (1190, 800), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect_none(page, CUT_NAMES, NAMES)
        expect_none(page, f"() => ({AT_ITS_END}, ({OFF_SCREEN})())")


def test_the_stage_keeps_its_size_until_a_phone_is_turned(phone: ViewerPage) -> None:
    phone.open(sample_page("ram-and-warden", "siege"), at=0)
    assert phone.page.evaluate("scrollY") == 0
    height = "() => document.querySelector('.stage').offsetHeight"
    heights = set()
    for share in range(11):
        phone.seek_ms(phone.length_ms() * share // 10)
        heights.add(phone.page.evaluate(height))
    assert len(heights) == 1, "whatever is told"
    steps = phone.page.locator(".next-steps .button").all()
    assert [step.evaluate(REACHED) for step in steps] == [True] * 4
    phone.page.set_viewport_size({"width": LYING["width"], "height": LYING["height"]})
    phone.page.wait_for_function("() => scrollY > 0")
    expect_all_on_screen(phone.page)
    boxes = phone.page.evaluate(BOXES)
    assert [unit["id"] for unit in boxes["units"] if not is_inside(unit, boxes["stage"])] == []


def test_signs_stay_apart_on_phones_and_cards_are_bottom_sheets(phone: ViewerPage) -> None:
    phone.open(sample_page("night-on-the-hill", "warlords"), at=60)
    boxes = phone.page.evaluate(
        "() => [...document.querySelectorAll('.sign, .round-sign')]"
        ".map((sign) => sign.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) == 3
    assert not any(overlaps(a, b, 0) for k, a in enumerate(boxes) for b in boxes[:k])
    phone.seek_event(30)
    phone.unit("b1").tap()
    card, whole = (phone.page.locator(s).bounding_box() for s in (".inspector", ".theater"))
    assert card
    assert whole
    assert card["width"] == pytest.approx(whole["width"])
    assert card["y"] + card["height"] == pytest.approx(whole["y"] + whole["height"])
    assert card["height"] <= whole["height"] / 2
