"""Sieges on the watch page: all that it shows is the engine's, and known to who watches."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from e2e.cases import further
from e2e.conftest import OpenContext, Stored
from e2e.played import Played, sample_page, tag
from e2e.server import Server
from e2e.sieges import LETTERS, check_siege, points_of, stage, watch_as
from e2e.viewer_page import MINUS, ViewerPage
from tests.games.manymarios.kernel_cases import Draw

OPEN_GATE = "open-gate"  # three rounds of fights and sieges, then a castle falls
FORTY = "forty-rounds"  # decided by the totals
WHITE_FLAG = "white-flag"  # decided by resignation
SEEKS = 15
STATS = ("atk", "def", "hp", "exh")
SCREENS = [(360, 740), *further(((740, 360),), ((1280, 800),))]
SEALED = '.order[data-order="sealed"] .seal'
QUOTE = "\N{RIGHT SINGLE QUOTATION MARK}"


@pytest.mark.parametrize("name", [OPEN_GATE, *further(WHITE_FLAG, "every-row", "own-tables")])
def test_every_event_of_a_match_is_drawn_as_the_engine_tells_it(
    shared_still_viewer: ViewerPage, stored: Stored, name: str
) -> None:
    played, page_id = stored("siege", name)
    viewer = shared_still_viewer.open(page_id, at=0)
    for seq in range(len(played.events)):
        viewer.seek_event(seq)
        assert check_siege(viewer, played) == seq + 1


def test_random_seeks_in_motion_show_the_engines_state(
    shared_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("siege", FORTY)
    viewer = shared_viewer.open(page_id, at=0)
    assert viewer.length_ms() == played.show.schedule.duration_ms
    draw = Draw(7)
    for _ in range(SEEKS):
        ms = draw.number(0, viewer.length_ms())
        viewer.seek_ms(ms)
        assert check_siege(viewer, played) in played.landed_within(ms)


def test_whoever_was_on_the_way_is_back_when_time_is_turned_back(
    shared_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("siege", OPEN_GATE)
    (met, *_) = played.seqs("units_met")
    cue = played.show.schedule.cues[met]
    viewer = shared_viewer.open(page_id, at=0)
    viewer.seek_ms(cue - 10)
    walker = viewer.unit(played.events[met].a)
    home = walker.get_attribute("style") or ""
    viewer.seek_ms(cue + 200)
    expect(walker).not_to_have_attribute("style", home)
    viewer.expect_landed(met)
    viewer.seek_ms(cue - 10)
    expect(walker).to_have_attribute("style", home)


def test_siege_is_watched_from_its_start_to_its_end(
    shared_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("siege", OPEN_GATE)
    viewer = shared_viewer.open(page_id)
    viewer.expect_playing()
    viewer.set_speed(16)
    seen = {check_siege(viewer, played)}
    while max(seen) < len(played.events):
        seen.add(check_siege(viewer, played))
    assert len(seen) > 3
    viewer.expect_playing(playing=False)
    expect(viewer.result).to_have_text(re.compile(f"^Ann wins.*Bo{QUOTE}s castle fell in round 4$"))


def test_orders_are_sealed_until_they_are_opened_all_at_once(
    shared_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("siege", OPEN_GATE)
    started = played.seqs("round_started")[2]
    viewer = shared_viewer.open(page_id, at=started)
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
    shared_still_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("siege", "every-row")
    besieged = played.seqs("castle_besieged")
    assert len(besieged) >= 4
    words = {row.id: row.name for row in played.events[0].rows}
    viewer = shared_still_viewer.open(page_id, at=0)
    plaque = viewer.page.locator(".plaque")
    for seq in besieged:
        event = played.events[seq]
        viewer.seek_event(seq)
        expect(plaque.locator("b")).to_have_text([str(event.attack), str(event.defense)])
        wall = viewer.page.locator(f'[data-side="{event.side}"] ~ * [data-spot="wall"]')
        ids = wall.evaluate_all("(units) => units.map((unit) => unit.dataset.unit)")
        assert set(event.defenders) <= set(ids)
        settled = next((e for e in played.events[seq:] if tag(e) == "siege_settled"), None)
        if settled:
            viewer.seek_event(settled.seq)
            word = words[settled.source] if event.defenders else "nobody defends"
            expect(plaque.locator("em")).to_have_text(word)


def test_exhausted_unit_is_grey_and_its_card_says_what_that_means(
    shared_still_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("siege", FORTY)
    spent = next(
        event
        for event in played.events
        if tag(event) == "unit_changed" and event.stat == "exh" and event.value == 3
    )
    viewer = shared_still_viewer.open(page_id, at=spent.seq)
    unit = viewer.unit(spent.unit)
    expect(unit).to_have_attribute("data-state", "exh3")
    expect(unit).to_have_attribute("aria-label", re.compile("exhaustion 3"))
    unit.focus()
    expect(viewer.inspector.locator(".tags")).to_contain_text("exhausted: cannot attack or defend")


def test_card_tells_the_source_of_every_point(
    shared_still_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("siege", "every-row")
    ended = played.seqs("army_revealed")[0] - 1
    viewer = shared_still_viewer.open(page_id, at=ended)
    state = played.snapshots[ended + 1]
    rows = {row.id: row for row in played.events[0].rows}
    for side in "ab":
        for letter in LETTERS:
            id_ = f"{side}{letter}"
            viewer.unit(id_).focus()
            name = getattr(played.events[0], side).name
            expect(viewer.inspector.locator("h2 span")).to_have_text(f"{name}{QUOTE}s {letter}")
            facts = viewer.facts()
            for stat in ("atk", "def", "hp", "exh"):
                value, detail = facts[stat.upper()]
                assert value == str(state["units"][id_][stat])
                assert sum_of_parts(detail) == state["units"][id_][stat], detail
            fought = [e for e in played.events[:ended] if tag(e) == "unit_fought" and e.unit == id_]
            for event in fought[-1:]:
                notes = viewer.inspector.locator(".notes")
                expect(notes).to_contain_text(f"{rows[event.source].name} ({event.source})")


def sum_of_parts(detail: str) -> int:
    """The sum of the points in `4 at the start · +1 spent (B5) in round 2`."""
    amounts = [part.split()[0].replace(MINUS, "-") for part in detail.split(" · ")]
    return sum(int(amount) for amount in amounts)


def test_turning_points_are_the_largest_swings_and_the_fall(
    shared_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("siege", "ram-and-warden")
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
    viewer = shared_viewer.open(page_id, at=0)
    buttons = viewer.page.locator(".turns button")
    assert [int(b.get_attribute("data-round") or 0) for b in buttons.all()] == sorted([*due, last])
    fall = buttons.last
    winner = getattr(played.events[0], played.final["winner"]).name
    expect(fall.locator("span").first).to_have_text(f"{winner} takes the castle")
    fall.click()
    expect(viewer.page.locator(".round-sign")).to_contain_text(f"Round {last}")
    viewer.press("]")
    viewer.expect_landed(played.seqs("castle_fallen")[0] + 1)


def test_forty_rounds_end_with_the_totals_of_both(
    shared_still_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("siege", FORTY)
    (counted,) = played.seqs("totals_counted")
    viewer = shared_still_viewer.open(page_id, at=counted)
    event = played.events[counted]
    board = viewer.page.locator(".plaque b")
    expect(board).to_have_text([str(event.a.total), str(event.b.total)])
    viewer.press("End")
    expect(viewer.result).to_contain_text(f"Totals {event.a.total} to {event.b.total}")


def test_every_line_of_the_log_stands_under_its_own_round(
    shared_still_viewer: ViewerPage, stored: Stored
) -> None:
    """Also those of quiet rounds that are shown as one."""
    played, page_id = stored("siege", FORTY)
    cues = played.show.schedule.cues
    begun = played.seqs("round_started")
    assert len({cues[seq] for seq in begun}) < len(begun)
    viewer = shared_still_viewer.open(page_id, at=len(played.events) - 1)
    rounds = viewer.page.locator(".log-round")
    expect(rounds).to_have_count(len(begun) + 1)
    read = "(lines) => lines.map((line) => Number(line.dataset.seq))"
    for number, each in enumerate(rounds.all()):
        each.scroll_into_view_if_needed()
        if number:
            expect(each.locator("h2")).to_have_text(f"Round {number}")
        expect(each.locator("li").first).to_be_attached()
        seqs = each.locator("li[data-seq]").evaluate_all(read)
        assert {played.snapshots[seq + 1]["round"] for seq in seqs} == {number}


def test_arrow_keys_lead_from_unit_to_unit(shared_viewer: ViewerPage, stored: Stored) -> None:
    _, page_id = stored("siege", OPEN_GATE)
    viewer = shared_viewer.open(page_id, at=0)
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
    played, page_id = stored("siege", "every-row")
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


def test_spectator_sees_letters_sums_and_the_atk_of_who_met(still_viewer: ViewerPage) -> None:
    played = Played.sample(WHITE_FLAG, "siege")
    events = watch_as(still_viewer.page, played, "spectator")
    still_viewer.open(sample_page(WHITE_FLAG, "siege"), at=0)
    shown = stage(still_viewer)
    assert shown["left"] == {"a": "army hidden", "b": "army hidden"}
    assert shown["reading"] == {"a": "?", "b": "?"}
    assert all(unit[stat] is None for unit in shown["units"].values() for stat in STATS)

    atk: dict[str, int] = {}
    for event in events:
        still_viewer.seek_event(event["seq"])
        shown = stage(still_viewer)
        if event["type"] == "army_revealed":
            break
        if event["type"] == "units_met":
            atk |= {event["a"]: event["a_atk"], event["b"]: event["b_atk"]}
        for id_, unit in shown["units"].items():
            assert unit["atk"] == atk.get(id_), f"{id_} after event {event['seq']}"
            assert [unit[stat] for stat in STATS[1:]] == [None] * 3
            assert unit["tag"] == ""
        if event["type"] == "castle_besieged":
            assert shown["sums"] == [event["attack"], event["defense"]]
            assert {shown["units"][id_]["spot"] for id_ in event["besiegers"]} == {"siege"}
            assert {shown["units"][id_]["spot"] for id_ in event["defenders"]} <= {"wall"}
            fought = {
                id_
                for met in events[: event["seq"]]
                if met["type"] == "units_met"
                and round_at(events, met["seq"]) == round_at(events, event["seq"])
                for id_ in (met["a"], met["b"])
            }
            away = {id_ for id_, unit in shown["units"].items() if unit["spot"] != "home"}
            idle = set(shown["units"]) - away - fought
            assert {shown["units"][id_]["order"] for id_ in idle} <= {"sealed"}
    assert len(atk) >= 6


def test_value_that_was_shown_once_says_of_which_round_it_is(still_viewer: ViewerPage) -> None:
    played = Played.sample(WHITE_FLAG, "siege")
    events = watch_as(still_viewer.page, played, "b")
    third = next(e for e in events if e["type"] == "round_started" and e["round"] == 3)
    still_viewer.open(sample_page(WHITE_FLAG, "siege"), at=third["seq"])
    met = [e for e in events[: third["seq"]] if e["type"] == "units_met"]
    rounds = {e["seq"]: k for k, e in ((round_at(events, e["seq"]), e) for e in met)}
    last = met[-1]
    cell = still_viewer.unit(last["a"]).locator('[data-stat="atk"]')
    expect(cell).to_have_attribute("data-known", "then")
    expect(cell).to_have_attribute("data-as-of", f"r{rounds[last['seq']]}")
    expect(still_viewer.unit(last["a"])).to_have_attribute(
        "aria-label",
        re.compile(f"attack value {last['a_atk']} as of round 2, defense value not known"),
    )
    own = still_viewer.unit(last["b"]).locator('[data-stat="atk"]')
    expect(own).to_have_attribute("data-known", "yes")

    still_viewer.unit(last["a"]).focus()
    facts = still_viewer.facts()
    assert facts["ATK"] == (str(last["a_atk"]), "as of round 2")
    assert facts["HP"] == ("?", "secret until the end")


def round_of(events: list[Any], event: Any) -> int:
    return round_at(events, event["seq"])


def round_at(events: list[Any], seq: int) -> int:
    """The round in which an event happened."""
    return sum(event["type"] == "round_started" for event in events[: seq + 1])


def test_orders_of_the_enemy_stay_sealed_unless_they_are_seen(still_viewer: ViewerPage) -> None:
    played = Played.sample(WHITE_FLAG, "siege")
    events = watch_as(still_viewer.page, played, "a")
    given = next(e for e in events if e["type"] == "orders_given")
    still_viewer.open(sample_page(WHITE_FLAG, "siege"), at=given["seq"])
    orders = {id_: unit["order"] for id_, unit in stage(still_viewer)["units"].items()}
    assert {id_: orders[id_] for id_ in orders if id_[0] == "a"} == given["orders"]
    assert {orders[id_] for id_ in orders if id_[0] == "b"} == {"sealed"}
    met = next(e for e in events if e["type"] == "units_met")
    still_viewer.seek_event(met["seq"])
    assert stage(still_viewer)["units"][met["b"]]["order"] == "attack"


def test_armies_are_shown_when_the_match_is_over(still_viewer: ViewerPage) -> None:
    played = Played.sample(WHITE_FLAG, "siege")
    events = watch_as(still_viewer.page, played, "spectator")
    still_viewer.open(sample_page(WHITE_FLAG, "siege"), at=len(events) - 1)
    shown = stage(still_viewer)
    for id_, unit in played.final["units"].items():
        assert {stat: shown["units"][id_][stat] for stat in STATS} == {
            stat: unit[stat] for stat in STATS
        }
    expect(still_viewer.result).to_contain_text("Bo resigned after 3 rounds")
    # Swings of a score that is secret are no turning points.
    expect(still_viewer.page.locator(".turns button")).to_have_count(1)
    expect(still_viewer.page.locator(".turns button")).to_contain_text("Ann wins by resignation")
    expect(still_viewer.page.locator('.castle[data-castle="yielded"]')).to_have_attribute(
        "aria-label", "The castle of Bo: a white flag"
    )
