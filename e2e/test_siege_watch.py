"""Sieges on the watch page, seen by everybody: all that it shows is the engine's."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from e2e.conftest import OpenContext
from e2e.played import Played, sample_page, tag
from e2e.server import Server
from e2e.sieges import LETTERS, check_siege, points_of, siege_of, stage
from e2e.viewer_page import MINUS, ViewerPage
from tests.games.manymarios.kernel_cases import Draw
from webapp import games
from webapp.battles import samples

OPEN_GATE = "open-gate"  # three rounds of fights and sieges, then a castle falls
FORTY = "forty-rounds"  # decided by the totals
WHITE_FLAG = "white-flag"  # decided by resignation
SEEKS = 40
SCREENS = [(360, 740), (740, 360), (1280, 800)]
SEALED = '.order[data-order="sealed"] .seal'
QUOTE = "\N{RIGHT SINGLE QUOTATION MARK}"

Stored = Callable[[str], tuple[Played, str]]


@pytest.fixture(scope="module")
def stored(server: Server) -> Stored:
    """A sample or golden match, and the id under which it can be watched."""
    kept: dict[str, tuple[Played, str]] = {}

    def stored(name: str) -> tuple[Played, str]:
        if name not in kept and name in samples.load(games.game("siege")).battles:
            kept[name] = Played.sample(name, "siege"), sample_page(name, "siege")
        if name not in kept:
            played = Played.golden("siege", name)
            kept[name] = played, server.store(played.recording.header.battle)
        return kept[name]

    return stored


@pytest.mark.parametrize("name", [OPEN_GATE, WHITE_FLAG, "every-row", "own-tables"])
def test_every_event_of_a_match_is_drawn_as_the_engine_tells_it(
    still_viewer: ViewerPage, stored: Stored, name: str
) -> None:
    played, page_id = stored(name)
    still_viewer.open(page_id, at=0)
    for seq in range(len(played.events)):
        still_viewer.seek_event(seq)
        assert check_siege(still_viewer, played) == seq + 1


def test_random_seeks_in_motion_show_the_engines_state(viewer: ViewerPage, stored: Stored) -> None:
    played, page_id = stored(FORTY)
    viewer.open(page_id, at=0)
    assert viewer.length_ms() == played.show.schedule.duration_ms
    draw = Draw(7)
    for _ in range(SEEKS):
        ms = draw.number(0, viewer.length_ms())
        viewer.seek_ms(ms)
        assert check_siege(viewer, played) in played.landed_within(ms)


def test_whoever_was_on_the_way_is_back_when_time_is_turned_back(
    viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored(OPEN_GATE)
    (met, *_) = played.seqs("units_met")
    cue = played.show.schedule.cues[met]
    viewer.open(page_id, at=0)
    viewer.seek_ms(cue - 10)
    walker = viewer.unit(played.events[met].a)
    home = walker.get_attribute("style") or ""
    viewer.seek_ms(cue + 200)
    expect(walker).not_to_have_attribute("style", home)
    viewer.expect_landed(met)
    viewer.seek_ms(cue - 10)
    expect(walker).to_have_attribute("style", home)


def test_siege_is_watched_from_its_start_to_its_end(viewer: ViewerPage, stored: Stored) -> None:
    played, page_id = stored(OPEN_GATE)
    viewer.open(page_id)
    viewer.expect_playing()
    viewer.set_speed(8)
    seen = {check_siege(viewer, played)}
    while max(seen) < len(played.events):
        seen.add(check_siege(viewer, played))
    assert len(seen) > 3
    viewer.expect_playing(playing=False)
    expect(viewer.result).to_have_text(re.compile(f"^Ann wins.*Bo{QUOTE}s castle fell in round 4$"))


def test_orders_are_sealed_until_they_are_opened_all_at_once(
    viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored(OPEN_GATE)
    started = played.seqs("round_started")[2]
    viewer.open(page_id, at=started)
    expect(viewer.page.locator(SEALED)).to_have_count(10)
    expect(viewer.page.locator(".waiting")).to_have_text("Orders are sealed")
    given = played.events[played.end_of_beat(started) :][:2]
    assert [tag(event) for event in given] == ["orders_given"] * 2
    viewer.seek_event(given[-1].seq)
    expect(viewer.page.locator(SEALED)).to_have_count(0)
    expect(viewer.page.locator(".waiting")).to_be_hidden()
    for event in given:
        for id_, order in event.orders.items():
            expect(viewer.unit(id_).locator(".order")).to_have_attribute("data-order", order)


def test_assault_shows_both_sums_the_ruling_and_who_stands_where(
    still_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("every-row")
    besieged = played.seqs("castle_besieged")
    assert len(besieged) >= 4
    words = {row.id: row.name for row in played.events[0].rows}
    still_viewer.open(page_id, at=0)
    plaque = still_viewer.page.locator(".plaque")
    for seq in besieged:
        event = played.events[seq]
        still_viewer.seek_event(seq)
        expect(plaque.locator("b")).to_have_text([str(event.attack), str(event.defense)])
        wall = still_viewer.page.locator(f'[data-side="{event.side}"] ~ * [data-spot="wall"]')
        ids = wall.evaluate_all("(units) => units.map((unit) => unit.dataset.unit)")
        assert set(event.defenders) <= set(ids)
        settled = next((e for e in played.events[seq:] if tag(e) == "siege_settled"), None)
        if settled:
            still_viewer.seek_event(settled.seq)
            word = words[settled.source] if event.defenders else "nobody defends"
            expect(plaque.locator("em")).to_have_text(word)


def test_exhausted_unit_is_grey_and_its_card_says_what_that_means(
    still_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored(FORTY)
    spent = next(
        event
        for event in played.events
        if tag(event) == "unit_changed" and event.stat == "exh" and event.value == 3
    )
    still_viewer.open(page_id, at=spent.seq)
    unit = still_viewer.unit(spent.unit)
    expect(unit).to_have_attribute("data-state", "exh3")
    expect(unit).to_have_attribute("aria-label", re.compile("exhaustion 3"))
    unit.focus()
    expect(still_viewer.inspector.locator(".tags")).to_contain_text(
        "exhausted: cannot attack or defend"
    )


def test_card_tells_the_source_of_every_point(still_viewer: ViewerPage, stored: Stored) -> None:
    played, page_id = stored("every-row")
    ended = played.seqs("army_revealed")[0] - 1
    still_viewer.open(page_id, at=ended)
    state = played.snapshots[ended + 1]
    rows = {row.id: row for row in played.events[0].rows}
    for side in "ab":
        for letter in LETTERS:
            id_ = f"{side}{letter}"
            still_viewer.unit(id_).focus()
            name = getattr(played.events[0], side).name
            expect(still_viewer.inspector.locator("h2 span")).to_have_text(
                f"{name}{QUOTE}s {letter}"
            )
            facts = still_viewer.facts()
            for stat in ("atk", "def", "hp", "exh"):
                value, detail = facts[stat.upper()]
                assert value == str(state["units"][id_][stat])
                assert sum_of_parts(detail) == state["units"][id_][stat], detail
            fought = [e for e in played.events[:ended] if tag(e) == "unit_fought" and e.unit == id_]
            for event in fought[-1:]:
                notes = still_viewer.inspector.locator(".notes")
                expect(notes).to_contain_text(f"{rows[event.source].name} ({event.source})")


def sum_of_parts(detail: str) -> int:
    """The sum of the points in `4 at the start · +1 spent (B5) in round 2`."""
    amounts = [part.split()[0].replace(MINUS, "-") for part in detail.split(" · ")]
    return sum(int(amount) for amount in amounts)


def test_turning_points_are_the_largest_swings_and_the_fall(
    viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("ram-and-warden")
    starts = [*played.seqs("round_started"), len(played.events)]

    def lead(landed: int) -> int:
        a, b = (points_of(played.snapshots[landed], side) for side in "ab")
        assert a is not None
        assert b is not None
        return a - b

    swings = {
        number: lead(end) - lead(first)
        for number, (first, end) in enumerate(pairwise(starts), start=1)
    }
    last = played.final["round"]
    due = sorted(
        (number for number in swings if abs(swings[number]) >= 2 and number != last),
        key=lambda number: -abs(swings[number]),
    )[:5]
    viewer.open(page_id, at=0)
    buttons = viewer.page.locator(".turns button")
    assert [int(b.get_attribute("data-round") or 0) for b in buttons.all()] == sorted([*due, last])
    fall = buttons.last
    winner = getattr(played.events[0], played.final["winner"]).name
    expect(fall.locator("span").first).to_have_text(f"{winner} takes the castle")
    fall.click()
    expect(viewer.page.locator(".round-sign")).to_contain_text(f"Round {last}")
    viewer.press("]")
    viewer.expect_landed(played.seqs("castle_fallen")[0] + 1)


def test_forty_rounds_end_with_the_totals_of_both(still_viewer: ViewerPage, stored: Stored) -> None:
    played, page_id = stored(FORTY)
    (counted,) = played.seqs("totals_counted")
    still_viewer.open(page_id, at=counted)
    event = played.events[counted]
    board = still_viewer.page.locator(".plaque b")
    expect(board).to_have_text([str(event.a.total), str(event.b.total)])
    still_viewer.press("End")
    expect(still_viewer.result).to_contain_text(f"Totals {event.a.total} to {event.b.total}")


def test_arrow_keys_lead_from_unit_to_unit(viewer: ViewerPage, stored: Stored) -> None:
    _, page_id = stored(OPEN_GATE)
    viewer.open(page_id, at=0)
    viewer.unit("aA").focus()
    for key, id_ in (
        ("ArrowDown", "aB"),
        ("ArrowDown", "aC"),
        ("ArrowRight", "bC"),
        ("ArrowUp", "bB"),
        ("ArrowLeft", "aB"),
        ("ArrowLeft", "aB"),
    ):
        viewer.press(key)
        expect(viewer.unit(id_)).to_be_focused()
    viewer.press("Enter")
    expect(viewer.inspector).to_have_class(re.compile("pinned"))
    expect(viewer.inspector.locator("h2")).to_contain_text("B")


BOXES = """() => {
  const box = (element) => element.getBoundingClientRect().toJSON();
  return {
    stage: box(document.querySelector(".castle-scene")),
    units: [...document.querySelectorAll("[data-unit] .stats")].map(box),
    width: [document.documentElement.scrollWidth, innerWidth],
  };
}"""


@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_all_values_can_be_seen_at_any_time_on_any_screen(
    open_context: OpenContext, server: Server, stored: Stored, size: tuple[int, int]
) -> None:
    """No unit leaves the stage, and none hides the values of another."""
    played, page_id = stored("every-row")
    viewport = dict(zip(("width", "height"), size, strict=True))
    page = open_context(viewport=viewport, reduced_motion="reduce").new_page()
    viewer = ViewerPage(page, server.url).open(page_id, at=0)
    moments = played.seqs("round_started", "units_met", "castle_besieged", "units_rested")
    for seq in (*moments, len(played.events) - 1):
        viewer.seek_event(seq)
        boxes = page.evaluate(BOXES)
        content, window = boxes["width"]
        assert content <= window
        room = boxes["stage"]
        for k, one in enumerate(boxes["units"]):
            assert room["left"] - 1 <= one["left"] < one["right"] <= room["right"] + 1
            assert room["top"] - 1 <= one["top"] < one["bottom"] <= room["bottom"] + 1
            for other in boxes["units"][:k]:
                assert not overlap(one, other), f"event {seq}"


def overlap(one: dict[str, float], other: dict[str, float], slack_px: float = 1) -> bool:
    """Whether two boxes share more than their edges."""
    return all(
        min(one[end], other[end]) - max(one[start], other[start]) > slack_px
        for start, end in (("left", "right"), ("top", "bottom"))
    )


def test_siege_on_air_shows_no_more_than_has_been_told(viewer: ViewerPage, server: Server) -> None:
    played = Played.golden("siege", "white-flag")
    id_ = server.put_on_air(played.recording.header.battle)
    viewer.open(id_)
    viewer.expect_status("on_air")
    viewer.page.locator('[data-order="attack"]').first.wait_for()
    landed = check_siege(viewer, played)
    assert landed < len(played.events)
    assert stage(viewer)["result"] is None
    assert siege_of(played, len(played.events))["result"] == "Ann wins"
