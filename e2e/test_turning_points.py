"""The turning points: the rounds in which the energies of the sides shifted most."""

from itertools import pairwise
from typing import Any

import pytest
from msgspec.json import decode, encode
from playwright.sync_api import Page, expect

import engine
from e2e.played import Played, sample_page
from e2e.viewer_page import ViewerPage

SAMPLE = "bombs-away"
MOST = 6
LEAST = 1

FIND = """([catalog, events, cues]) => {
  const view = modules.VIEWS.manymarios(catalog);
  const store = modules.createStore(view);
  store.append({ from_seq: 0, events, cues, until_ms: cues.at(-1) + 1000, over: true });
  return modules.turningPoints(store, view).map(({ round, gains, swing }) => [round, gains, swing]);
}"""


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


@pytest.mark.parametrize("sample", ["bombs-away", "toss-of-a-coin", "two-giants"])
def test_turning_points_are_the_largest_shifts_of_the_engines_energies(
    modules: Page, sample: str
) -> None:
    played = Played.sample(sample)
    catalog = engine.rulesets()["manymarios"].catalog()
    events = decode(encode(played.events))
    cues = list(played.show.schedule.cues)
    assert modules.evaluate(FIND, [catalog, events, cues]) == worked_out(played)


def test_each_turning_point_is_listed_and_leads_to_its_round(viewer: ViewerPage) -> None:
    played = Played.sample(SAMPLE)
    points = worked_out(played)
    assert len(points) == 4
    viewer.open(sample_page(SAMPLE), at=0)
    turns = viewer.page.locator(".turns button")
    expect(turns).to_have_count(len(points))
    for turn, (number, _, swing) in zip(turns.all(), points, strict=True):
        expect(turn).to_contain_text(f"Round {number}")
        expect(turn).to_contain_text(str(swing))
        turn.click()
        viewer.expect_landed(played.seqs("round_started")[number - 1] + 1)


def test_battle_without_turning_points_lists_none(viewer: ViewerPage) -> None:
    assert worked_out(Played.sample("first-steps")) == []
    viewer.open(sample_page("first-steps"), at=0)
    expect(viewer.page.locator(".turns")).to_be_hidden()
