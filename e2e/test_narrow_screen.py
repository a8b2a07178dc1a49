"""Everything fits and can be reached: on a phone, with eighty units, on a large screen."""

import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.played import Played, sample_file, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

PHONE = {"width": 360, "height": 740}
SCREENS = [PHONE, {"width": 740, "height": 360}, {"width": 1280, "height": 800}]
CROWDS = [("manymarios", "two-giants", 80), ("warlords", "the-citadel", 40)]
"""The largest sample battle of each ruleset: forty against forty, eight against thirty-two."""
NUMBERS = {"manymarios": "[data-bar] b", "warlords": ".strength"}
FINGER_PX = 44
"""The least height and width of what one plays with."""
LATE_MS = 30_000
"""So long after its start ten against ten are on air, and some have fallen."""
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


@pytest.fixture
def phone(open_context: OpenContext, server: Server) -> ViewerPage:
    context = open_context(viewport=PHONE, is_mobile=True, has_touch=True)
    return ViewerPage(context.new_page(), server.url)


def expect_no_scrolling_sideways(page: Page) -> None:
    widths = "() => [document.documentElement.scrollWidth, innerWidth]"
    content, window = page.evaluate(widths)
    assert content <= window == PHONE["width"]


def overlaps(one: Box, other: Box, slack_px: float = 1) -> bool:
    return all(
        min(one[end], other[end]) - max(one[start], other[start]) > slack_px
        for start, end in (("left", "right"), ("top", "bottom"))
    )


def is_inside(inner: Box, outer: Box, slack_px: float = 1) -> bool:
    return all(inner[edge] >= outer[edge] - slack_px for edge in ("left", "top")) and all(
        inner[edge] <= outer[edge] + slack_px for edge in ("right", "bottom")
    )


@pytest.mark.parametrize(
    "path", ["/", "/challenge/new", "/rules", "/rules/manymarios", "/credits", "/api"]
)
def test_pages_fit_a_phone(phone: ViewerPage, path: str) -> None:
    phone.page.goto(f"{phone.url}{path}")
    expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
    expect_no_scrolling_sideways(phone.page)


@pytest.mark.parametrize(
    ("ruleset", "sample"), [("manymarios", "first-steps"), *(crowd[:2] for crowd in CROWDS)]
)
def test_battle_fits_a_phone_at_every_moment(phone: ViewerPage, ruleset: str, sample: str) -> None:
    phone.open(sample_page(sample, ruleset), at=0)
    for share in (0, 0.3, 0.6, 1):
        phone.seek_ms(int(phone.length_ms() * share))
        expect_no_scrolling_sideways(phone.page)


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


def rows_of(controls: Locator) -> set[int]:
    """Where the middles of controls are, in px from the top."""
    boxes = controls.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().toJSON())")
    return {round((box["top"] + box["bottom"]) / 2) for box in boxes}


def test_every_control_can_be_touched_on_a_phone(phone: ViewerPage) -> None:
    phone.open(sample_page("first-steps"), at=0)
    controls = phone.page.locator(".controls [data-control]:visible")
    assert expect_touchable(controls) == [*PLAYBACK, "more"]
    assert len(rows_of(controls)) == 1
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


def test_a_battle_on_air_keeps_its_controls_in_one_row(phone: ViewerPage, server: Server) -> None:
    file = Played.sample("first-steps").recording.header.battle
    named = [
        side | {"name": f"Somebody with a name as long as {side['name']}"} for side in file["sides"]
    ]
    id_ = server.put_on_air(file | {"sides": named})
    phone.page.goto(f"{phone.url}/b/{id_}")
    expect(phone.control("live")).to_be_visible()
    controls = phone.page.locator(".controls [data-control]:visible")
    expect(phone.control("play")).to_be_in_viewport(ratio=1)
    assert expect_touchable(controls) == [*PLAYBACK, "live", "more"]
    assert len(rows_of(controls)) == 1


def test_keys_reach_what_is_folded_up(phone: ViewerPage) -> None:
    phone.open(sample_page("first-steps"), at=0)
    phone.press("r")
    expect(phone.control("round")).to_be_focused()
    expect(phone.control("round")).to_be_in_viewport()
    phone.page.keyboard.type("2")
    phone.press("Enter")
    expect(phone.page.locator(".round-sign")).to_have_text("Round 2")
    phone.control("more").focus()
    phone.press("Enter")
    expect(phone.control("round")).to_be_hidden()
    phone.press("Enter")
    phone.press("Tab")
    expect(phone.control("defeat-back")).to_be_focused()


def test_battle_is_watched_on_a_phone(phone: ViewerPage) -> None:
    played = Played.sample("first-steps")
    phone.open(sample_page("first-steps"), at=0)
    phone.control("beat-on").tap()
    phone.control("beat-on").tap()
    phone.expect_landed(sum(event.beat < 3 for event in played.events))
    phone.unit("b1").tap()
    expect(phone.inspector).to_contain_text(played.cards["b1"].name)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen['width']}px")
@pytest.mark.parametrize(("ruleset", "sample", "count"), CROWDS)
def test_crowds_stand_inside_the_stage_and_apart(
    open_context: OpenContext,
    server: Server,
    screen: dict[str, int],
    ruleset: str,
    sample: str,
    count: int,
) -> None:
    played = Played.sample(sample, ruleset)
    assert len(played.cards) == count
    context = open_context(viewport=screen, reduced_motion="reduce")
    viewer = ViewerPage(context.new_page(), server.url).open(sample_page(sample, ruleset), at=0)
    for seq in (0, len(played.events) // 2, len(played.events) - 1):
        viewer.seek_event(seq)
        boxes = viewer.page.evaluate(BOXES)
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


def test_signs_over_the_stage_stay_apart_on_a_phone(phone: ViewerPage) -> None:
    phone.open(sample_page("night-on-the-hill", "warlords"), at=0)
    phone.seek_event(60)
    boxes = phone.page.evaluate(
        "() => [...document.querySelectorAll('.banner, .round-sign')]"
        ".map((sign) => sign.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) == 3
    assert not any(overlaps(a, b, 0) for k, a in enumerate(boxes) for b in boxes[:k])


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen['width']}px")
@pytest.mark.parametrize(("ruleset", "sample", "count"), CROWDS)
def test_numbers_of_crowds_stay_legible(
    open_context: OpenContext,
    server: Server,
    screen: dict[str, int],
    ruleset: str,
    sample: str,
    count: int,
) -> None:
    viewer = ViewerPage(open_context(viewport=screen).new_page(), server.url)
    viewer.open(sample_page(sample, ruleset), at=0)
    sizes = viewer.page.locator(NUMBERS[ruleset]).evaluate_all(
        "(numbers) => numbers.map((number) => parseFloat(getComputedStyle(number).fontSize))"
    )
    assert len(sizes) in (count, 2 * count)
    assert min(sizes) >= 9


def test_stage_is_laid_out_anew_when_the_window_changes(still_viewer: ViewerPage) -> None:
    still_viewer.open(sample_page("first-steps"), at=0)
    still_viewer.page.set_viewport_size({"width": 360, "height": 740})
    leader = still_viewer.unit("a1")
    expect(leader).to_be_in_viewport()
    box, stage = leader.bounding_box(), still_viewer.page.locator(".stage").bounding_box()
    assert box
    assert stage
    assert stage["x"] <= box["x"] <= stage["x"] + stage["width"] / 2


def test_who_comes_late_and_goes_back_sees_everybody_on_the_stage(
    phone: ViewerPage, server: Server
) -> None:
    file = Played.sample("ten-by-ten").recording.header.battle
    on_air = server.store(file, starts_at_ms=int(time.time() * 1000) - LATE_MS)
    phone.page.goto(f"{server.url}/b/{on_air}")
    standing = phone.page.locator("[data-unit]:not([data-gone])")
    expect(standing.first).to_be_visible()
    phone.pause()
    assert standing.count() < 15
    phone.seek_event(1)
    boxes = phone.page.evaluate(BOXES)
    assert len(boxes["units"]) == 20
    assert [unit["id"] for unit in boxes["units"] if not is_inside(unit, boxes["stage"])] == []


BESIDE_THE_TOUR = """(other) => {
  const tour = [...document.querySelectorAll(".watch-head > button")].at(-1);
  const box = (element) => element.getBoundingClientRect();
  const [one, two] = [box(tour), box(document.querySelector(`.watch-head > ${other}`))];
  return [tour.textContent, one.top < two.bottom && two.top < one.bottom];
}"""


@pytest.mark.parametrize("width", [320, 360, 620])
def test_the_tour_has_no_line_of_its_own(
    open_context: OpenContext, server: Server, guard: Guard, width: int
) -> None:
    """It stands beside that the end is hidden, and while the connection is lost beside that."""
    guard.expect("ERR_INTERNET_DISCONNECTED")
    context = open_context(viewport={"width": width, "height": 740}, has_touch=True)
    viewer = ViewerPage(context.new_page(), server.url)
    viewer.page.goto(f"{server.url}/b/{sample_page('ram-and-warden', 'siege')}")
    expect(viewer.page.locator(".veil")).to_be_visible()
    assert viewer.page.evaluate(BESIDE_THE_TOUR, ".veil") == ["Tour", True]

    viewer.page.goto(f"{server.url}/b/{server.put_on_air(sample_file('ram-and-warden', 'siege'))}")
    viewer.expect_status("on_air")
    context.set_offline(True)
    viewer.expect_status("reconnecting")
    assert viewer.page.evaluate(BESIDE_THE_TOUR, ".status") == ["Tour", True]
