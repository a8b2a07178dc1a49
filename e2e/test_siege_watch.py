"""Sieges on the watch page: all that it shows is the engine's, and known to who watches."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from e2e.cases import further
from e2e.conftest import Stored
from e2e.played import Played, sample_page, tag
from e2e.sieges import (
    READ_SIEGE,
    check_siege,
    check_stage,
    row_names,
    seen_recording,
    stage,
    watch_as,
)
from e2e.viewer_page import MINUS, ViewerPage

OPEN_GATE = "open-gate"  # three rounds of fights and sieges, then a castle falls
FORTY = "forty-rounds"  # decided by the totals
WHITE_FLAG = "white-flag"  # decided by resignation
STATS = ("atk", "def", "hp", "exh")
SEALED = '.order[data-order="sealed"] .seal'


@pytest.mark.parametrize(
    "name", [OPEN_GATE, *further(WHITE_FLAG, "every-row", "own-tables", FORTY)]
)
def test_every_moment_of_a_match_is_drawn_as_the_engine_tells_it(
    shared_viewer: ViewerPage, stored: Stored, name: str
) -> None:
    played, page_id = stored("siege", name)
    viewer = shared_viewer.open(page_id, at=0)
    assert viewer.length_ms() == played.show.schedule.duration_ms
    moments = [*range(0, viewer.length_ms(), 200), *range(viewer.length_ms(), 0, -700)]
    for ms, read in zip(moments, viewer.read_at(moments, READ_SIEGE), strict=True):
        assert check_stage(read, played) in played.landed_within(ms)


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
    assert len(seen) > 1
    viewer.expect_playing(playing=False)
    expect(viewer.result).to_have_text(re.compile("^Ann wins.*Bo's castle fell in round 4$"))


def test_orders_are_sealed_until_they_are_opened_all_at_once(
    shared_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("siege", OPEN_GATE)
    started = played.seqs("round_started")[2]
    viewer = shared_viewer.open(page_id, at=started)
    expect(viewer.page.locator(SEALED)).to_have_count(10)
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
    words = row_names(played)
    viewer = shared_still_viewer.open(page_id, at=0)
    plaque = viewer.page.locator(".plaque")
    besieged = [played.events[seq] for seq in played.seqs("castle_besieged")]
    undefended = next(event for event in besieged if not event.defenders)
    for event in (next(event for event in besieged if event.defenders), undefended):
        viewer.seek_event(event.seq)
        expect(plaque.locator("b")).to_have_text([str(event.attack), str(event.defense)])
        settled = next(e for e in played.events[event.seq :] if tag(e) == "siege_settled")
        viewer.seek_event(settled.seq)
        word = words[settled.source] if event.defenders else "no defenders"
        expect(plaque.locator("em")).to_have_text(word)


def test_card_tells_the_source_of_every_point(
    shared_still_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("siege", "every-row")
    ended = played.seqs("army_revealed")[0] - 1
    viewer = shared_still_viewer.open(page_id, at=ended)
    state = played.snapshots[ended + 1]
    words = row_names(played)
    for id_ in ("aA", "aB", "bC"):
        viewer.unit(id_).focus()
        name = getattr(played.events[0], id_[0]).name
        expect(viewer.inspector.locator("h2 span")).to_have_text(f"{name}'s {id_[1]}")
        facts = viewer.facts()
        for stat in STATS:
            value, detail = facts[stat.upper()]
            # As in `4 at the start · +1 tired (B5) in round 2`.
            amounts = [part.split()[0].replace(MINUS, "-") for part in detail.split(" · ")]
            assert int(value) == state["units"][id_][stat] == sum(map(int, amounts)), detail
        fought = [e for e in played.events[:ended] if tag(e) == "unit_fought" and e.unit == id_]
        notes = viewer.inspector.locator(".notes")
        expect(notes).to_contain_text(f"{words[fought[-1].source]} ({fought[-1].source})")


@pytest.mark.long
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
    quiet = next(k for k in range(1, len(begun)) if cues[begun[k]] == cues[begun[k - 1]])
    for number in (0, 1, quiet, quiet + 1, len(begun)):
        each = rounds.nth(number)
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
    keys = ["Down", "Down", "Right", "Up", "Left", "Left"]
    for key, id_ in zip(keys, ["aB", "aC", "bC", "bB", "aB", "aB"], strict=True):
        viewer.press(f"Arrow{key}")
        expect(viewer.unit(id_)).to_be_focused()
    viewer.press("Enter")
    expect(viewer.inspector).to_have_class(re.compile("pinned"))
    expect(viewer.inspector.locator("h2")).to_contain_text("B")


def test_spectator_sees_letters_sums_and_the_atk_of_who_met(still_viewer: ViewerPage) -> None:
    played = Played.sample(WHITE_FLAG, "siege")
    events = watch_as(still_viewer.page, played, "spectator")
    still_viewer.open(sample_page(WHITE_FLAG, "siege"), at=0)
    cues = seen_recording(played, "spectator")["cues"]
    atk: dict[str, int] = {}
    moments = [cue - 1 for cue in cues[1:]]
    for shown in still_viewer.read_at(moments, READ_SIEGE):
        landed = events[: shown["landed"]]
        if landed[-1]["type"] == "army_revealed":
            break
        met = [event for event in landed if event["type"] == "units_met"]
        atk = {event[side]: event[f"{side}_atk"] for event in met for side in "ab"}
        assert shown["left"] == {"a": "army hidden", "b": "army hidden"}
        assert shown["reading"] == {"a": "?", "b": "?"}
        for id_, unit in shown["units"].items():
            assert unit["atk"] == atk.get(id_), f"{id_} after event {landed[-1]['seq']}"
            assert [unit[stat] for stat in STATS[1:]] == [None] * 3
            assert unit["tag"] == ""
        if landed[-1]["type"] == "castle_besieged":
            event = landed[-1]
            assert shown["sums"] == [event["attack"], event["defense"]]
            assert {shown["units"][id_]["spot"] for id_ in event["besiegers"]} == {"siege"}
            assert {shown["units"][id_]["spot"] for id_ in event["defenders"]} <= {"wall"}
            this_round = [
                e for e in met if round_at(events, e["seq"]) == round_at(events, event["seq"])
            ]
            fought = {e[side] for e in this_round for side in "ab"}
            idle = {id_ for id_, unit in shown["units"].items() if unit["spot"] == "home"} - fought
            assert {shown["units"][id_]["order"] for id_ in idle} <= {"sealed"}
    assert len(atk) >= 6
    still_viewer.seek_event(len(events) - 1)
    units = stage(still_viewer)["units"]
    for id_, unit in played.final["units"].items():
        assert [units[id_][stat] for stat in STATS] == [unit[stat] for stat in STATS]
    expect(still_viewer.result).to_contain_text("Bo resigned after 3 rounds")
    # Swings of a score that is secret are no turning points.
    turns = still_viewer.page.locator(".turns button")
    expect(turns).to_have_count(1)
    expect(turns).to_contain_text("Ann wins by resignation")
    castle = still_viewer.page.locator('.castle[data-castle="yielded"]')
    expect(castle).to_have_attribute("aria-label", "The castle of Bo: a white flag")


@pytest.mark.long
def test_caption_at_rest_says_what_the_log_says(still_viewer: ViewerPage) -> None:
    """Also a detail, which a caption leaves out while a battle plays."""
    detail = Played.sample("ram-and-warden", "siege").seqs("siege_settled")[0]
    still_viewer.open(sample_page("ram-and-warden", "siege"), at=detail)
    expect(still_viewer.current_line).to_have_attribute("data-seq", str(detail))
    said = still_viewer.current_line.inner_text()
    expect(still_viewer.page.locator("p.subtitle")).to_have_text(said)


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


def round_at(events: list[Any], seq: int) -> int:
    """The round in which an event happened."""
    return sum(event["type"] == "round_started" for event in events[: seq + 1])
