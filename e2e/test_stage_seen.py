"""Units stand on the ground of a landscape that is seen, and so is what flies."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from e2e.cases import further
from e2e.conftest import OpenContext
from e2e.played import Played, sample_file, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

BEGUN_MS = 4500
HORIZON = 268 / 600
"""Where the ground begins in a painted picture, as a share of its height."""

READ = """(share) => {
  const boxOf = (element) => element.getBoundingClientRect();
  const [, , near] = document.querySelectorAll(".backdrop .layer > svg");
  const ctm = near.getScreenCTM();
  const stands = [...document.querySelectorAll("[data-unit]:not([data-gone]) .stand")].map(boxOf);
  const { top, height } = boxOf(document.querySelector(".lineup-scene"));
  const rows = new Set(stands.map((stand) => Math.round(stand.bottom)));
  return {
    farthest: Math.min(...stands.map((stand) => stand.bottom)),
    horizon: ctm.f + ctm.d * near.viewBox.baseVal.height * share,
    painted: top + height * share,
    rows: rows.size,
  };
}"""


def look(
    open_context: OpenContext, server: Server, sample: str, ruleset: str, width: int, height: int
) -> dict[str, Any]:
    page = open_context(viewport={"width": width, "height": height}).new_page()
    viewer = ViewerPage(page, server.url).open(sample_page(sample, ruleset))
    viewer.pause()
    viewer.seek_ms(BEGUN_MS)
    seen: dict[str, Any] = page.evaluate(READ, HORIZON)
    return seen


@pytest.mark.parametrize(
    ("ruleset", "sample", "width", "height"),
    [
        ("warlords", "acid-and-lightning", 740, 360),
        ("manymarios", "ten-by-ten", 360, 740),
        *further(
            ("warlords", "acid-and-lightning", 1280, 800), ("manymarios", "ten-by-ten", 740, 360)
        ),
    ],
)
def test_nobody_stands_in_the_sky(
    open_context: OpenContext, server: Server, ruleset: str, sample: str, width: int, height: int
) -> None:
    seen = look(open_context, server, sample, ruleset, width, height)
    assert seen["farthest"] > seen["horizon"]


def test_eight_on_a_side_stand_before_all_of_the_landscape(
    open_context: OpenContext, server: Server
) -> None:
    """Seven wait in three rows, and the leader stands before them."""
    seen = look(open_context, server, "night-on-the-hill", "warlords", 1280, 800)
    assert seen["rows"] == 4
    assert seen["horizon"] == pytest.approx(seen["painted"], abs=2)


BRIGHTEST = """() => {
  const canvas = document.querySelector("canvas.particles");
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  let brightest = 0;
  for (let k = 0; k < data.length; k += 4) {
    if (data[k + 3] > 127) brightest = Math.max(brightest, Math.min(...data.slice(k, k + 3)));
  }
  return brightest;
}"""


def test_a_ball_that_flies_by_night_is_seen(open_context: OpenContext, server: Server) -> None:
    """It is dark itself. Nobody has been hit yet, so that nothing else shines."""
    played = Played.sample("bombs-away", "manymarios")
    fired = played.show.schedule.cues[played.seqs("shot_fired")[0]]
    viewer = ViewerPage(open_context(color_scheme="dark").new_page(), server.url)
    viewer.open(sample_page("bombs-away", "manymarios")).pause()
    assert viewer.read_at([fired + 300], BRIGHTEST)[0] > 190


HOUR_MS = 3_600_000
LAND = """() => {
  const backdrop = document.querySelector(".backdrop");
  const layers = [...backdrop.querySelectorAll(".layer")].map((layer) => layer.innerHTML);
  return [getComputedStyle(backdrop).getPropertyValue("--lift"), ...layers];
}"""


@pytest.mark.parametrize(
    ("ruleset", "sample", "width"),
    [
        ("warlords", "the-citadel", 1280),
        *further(
            ("warlords", "night-on-the-hill", 1280),
            ("manymarios", "launch-day", 1280),
            ("manymarios", "ten-by-ten", 360),
        ),
    ],
)
def test_who_waits_for_a_battle_sees_the_landscape_in_which_it_is_fought(
    open_context: OpenContext, server: Server, ruleset: str, sample: str, width: int
) -> None:
    """As it stands then, behind as many rows of units; embedded, since nothing else is above it."""
    # With dice of its own: of a recording that has begun elsewhere more is told.
    file = {**sample_file(sample, ruleset), "seed": 20261126}
    page = open_context(viewport={"width": width, "height": 740}).new_page()
    seen = []
    for starts_at_ms in (int(time.time() * 1000) + HOUR_MS, None):
        page.goto(f"{server.url}/embed/{server.store(file, starts_at_ms, listed=False)}")
        expect(page.locator(".backdrop .layer")).not_to_have_count(0)
        if starts_at_ms is None:
            expect(page.locator("[data-unit]").first).to_be_attached()
        seen.append(page.evaluate(LAND))
    assert seen[0] == seen[1]


GRAVES = """() => {
  const { left, top } = document.querySelector(".lineup-scene").getBoundingClientRect();
  return Object.fromEntries(["a", "b"].map((side) => {
    const stones = [...document.querySelectorAll(`.graves [data-side="${side}"] > *`)];
    return [side, stones.map((stone) => {
      const box = stone.getBoundingClientRect();
      return { x: box.left + box.width / 2 - left, foot: box.bottom - top, width: box.width };
    })];
  }));
}"""
STANDS = """() => {
  const { left, top } = document.querySelector(".lineup-scene").getBoundingClientRect();
  return [...document.querySelectorAll("[data-unit]:not([data-gone])")].map((unit) => {
    const box = unit.getBoundingClientRect();
    const stand = unit.querySelector(".stand").getBoundingClientRect();
    const middle = box.left + box.width / 2 - left;
    return { id: unit.dataset.unit, x: middle, foot: stand.bottom - top, width: box.width };
  });
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), *further((1280, 800), (740, 360))])
def test_the_fallen_have_graves_where_the_end_of_their_queue_stood(
    open_context: OpenContext, server: Server, width: int, height: int
) -> None:
    """As wide as most of who stood there, the first of them in the last place."""
    played = Played.sample("ten-by-ten")
    page = open_context(viewport={"width": width, "height": height}).new_page()
    viewer = ViewerPage(page, server.url).open(sample_page("ten-by-ten"), at=0)
    viewer.pause()
    viewer.seek_ms(BEGUN_MS)
    stood = {unit["id"]: unit for unit in page.evaluate(STANDS)}
    assert page.evaluate(GRAVES) == {"a": [], "b": []}
    order = played.snapshots[1]["lineups"]
    viewer.seek_event(played.events[-1].seq)
    graves = page.evaluate(GRAVES)
    for side in "ab":
        fallen = len(order[side]) - len(played.final["lineups"][side])
        places = [stood[id_] for id_ in reversed(order[side])][:fallen]
        assert len(graves[side]) == fallen
        for grave, place in zip(graves[side], places, strict=True):
            assert grave["x"] == pytest.approx(place["x"], abs=2)
            assert grave["foot"] == pytest.approx(place["foot"], abs=place["width"] * 0.2)
            assert grave["width"] == pytest.approx(0.8 * place["width"], abs=4)


FACES = """() => [...document.querySelectorAll(".coin b")].flatMap((face) => {
  // A back that is not hidden would show its letter mirrored.
  const { m11 } = new DOMMatrix(getComputedStyle(face).transform);
  const isHidden = getComputedStyle(face).backfaceVisibility === "hidden" && m11 < 0;
  return isHidden || face.hidden ? [] : [[face.textContent, m11 >= 0]];
})"""


def test_a_coin_shows_one_face_the_right_way_round_and_rests_on_who_begins(
    viewer: ViewerPage,
) -> None:
    played = Played.sample("toss-of-a-coin")
    rolled, *_ = played.seqs("dice_rolled")
    cue = played.show.schedule.cues[rolled]
    viewer.open(sample_page("toss-of-a-coin"), at=0)
    viewer.pause()
    seen = viewer.read_at(range(cue + 20, cue + 900, 20), FACES)
    assert {len(faces) for faces in seen} == {1}
    assert all(is_right for ((_, is_right),) in seen)
    first = played.events[0]
    assert {letter for ((letter, _),) in seen} == {first.a.name[0], first.b.name[0]}
    begins = getattr(first, played.events[played.seqs("first_side_chosen")[0]].side)
    assert seen[-1][0][0] == begins.name[0]


def test_who_has_won_is_seen_in_its_colours_however_tired(
    viewer: ViewerPage, server: Server
) -> None:
    """A plant with no AE is the last one standing; it was grey until then."""
    played = Played.golden("manymarios", "cannonade")
    assert played.final["units"]["b2"]["ae"] == 0
    viewer.open(server.store(played.recording.header.battle), at=0)
    viewer.pause()
    plant = viewer.page.locator("[data-unit=b2]")
    last = played.events[-1].seq
    viewer.seek_event(last - 1)
    expect(plant).to_have_attribute("data-state", "exhausted")
    viewer.seek_event(last)
    expect(plant).to_have_attribute("data-state", "ready")
    expect(plant.locator(".figure")).to_have_css("filter", "none")
    expect(plant).to_have_accessible_name(re.compile(", exhausted$"))
