"""Units stand on the ground of a landscape that is seen, and so is what flies."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import further
from e2e.film import ROUNDING, Camera, difference
from e2e.played import Played, sample_file, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

BEGUN_MS = 4500
CALM_MS = 3000  # both armies are there, and no blow brings the view nearer
HORIZON = 268 / 600  # top of the ground in a painted picture, as a share

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


@pytest.mark.parametrize(
    ("ruleset", "sample", "width", "height", "rows"),
    [
        ("warlords", "acid-and-lightning", 740, 360, None),
        # Seven wait in three rows, and the leader stands before them.
        ("warlords", "night-on-the-hill", 1280, 800, 4),
        *further(
            ("manymarios", "ten-by-ten", 360, 740, None),
            ("manymarios", "ten-by-ten", 740, 360, None),
        ),
    ],
)
def test_nobody_stands_in_the_sky(
    shared_viewer: ViewerPage, ruleset: str, sample: str, width: int, height: int, rows: int | None
) -> None:
    viewer = shared_viewer
    viewer.page.set_viewport_size({"width": width, "height": height})
    viewer.open(sample_page(sample, ruleset)).pause()
    viewer.seek_ms(BEGUN_MS)
    seen = viewer.page.evaluate(READ, HORIZON)
    assert seen["farthest"] > seen["horizon"]
    if rows:
        assert seen["rows"] == rows
        assert seen["horizon"] == pytest.approx(seen["painted"], abs=2)


HOUR_MS = 3_600_000
LAND = """() => {
  const backdrop = document.querySelector(".backdrop");
  const layers = [...backdrop.querySelectorAll(".layer")].map((layer) => layer.innerHTML);
  return [getComputedStyle(backdrop).getPropertyValue("--lift"), ...layers];
}"""


@pytest.mark.long
def test_who_waits_for_a_battle_sees_the_landscape_in_which_it_is_fought(
    shared_page: Page, server: Server
) -> None:
    """As it stands then, behind as many rows of units; embedded, since nothing else is above it."""
    # With dice of its own: of a recording that has begun elsewhere more is told.
    file = {**sample_file("the-citadel", "warlords"), "seed": 20261126}
    seen = []
    for starts_at_ms in (int(time.time() * 1000) + HOUR_MS, None):
        id_ = server.store(file, starts_at_ms, listed=False)
        shared_page.goto(f"{server.url}/embed/{id_}")
        expect(shared_page.locator(".backdrop .layer")).not_to_have_count(0)
        if starts_at_ms is None:
            expect(shared_page.locator("[data-unit]").first).to_be_attached()
        seen.append(shared_page.evaluate(LAND))
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


def test_the_fallen_have_graves_where_the_end_of_their_queue_stood(
    shared_viewer: ViewerPage,
) -> None:
    """As wide as most of who stood there, the first of them in the last place; none in front."""
    played = Played.sample("ten-by-ten")
    page = shared_viewer.page
    page.set_viewport_size({"width": 360, "height": 740})
    viewer = shared_viewer.open(sample_page("ten-by-ten"), at=0)
    viewer.seek_ms(CALM_MS)
    stood = {unit["id"]: unit for unit in page.evaluate(STANDS)}
    assert page.evaluate(GRAVES) == {"a": [], "b": []}
    order = played.snapshots[1]["lineups"]
    viewer.seek_event(played.events[-1].seq)
    graves = page.evaluate(GRAVES)
    for side in "ab":
        fallen = len(order[side]) - len(played.final["lineups"][side])
        places = [stood[id_] for id_ in reversed(order[side][1:])][:fallen]
        for grave, place in zip(graves[side], places, strict=True):
            # The link to the ending makes the stage a little lower.
            assert grave["x"] == pytest.approx(place["x"], abs=0.15 * place["width"])
            assert grave["foot"] == pytest.approx(place["foot"], abs=place["width"] * 0.2)
            assert grave["width"] == pytest.approx(0.8 * place["width"], abs=4)


FACES = """() => [...document.querySelectorAll(".coin b")].flatMap((face) => {
  // A back that is not hidden would show its letter mirrored.
  const { m11 } = new DOMMatrix(getComputedStyle(face).transform);
  const isHidden = getComputedStyle(face).backfaceVisibility === "hidden" && m11 < 0;
  return isHidden || face.hidden ? [] : [[face.textContent, m11 >= 0]];
})"""

HERALD = """() => {
  const sign = document.querySelector(".herald");
  const rows = [...sign.children];
  const isSeen = rows.some((row) => getComputedStyle(row).opacity > 0.4);
  const places = new Set(rows.map((row) => row.offsetTop));
  return sign.scrollWidth <= sign.clientWidth && places.size === 1 && isSeen;
}"""


def test_a_coin_shows_one_face_the_right_way_round_and_rests_on_who_begins(
    shared_viewer: ViewerPage, server: Server
) -> None:
    """Below one sentence at a time, which has room with the longest names."""
    file = sample_file("toss-of-a-coin")
    for side in file["sides"]:
        side["name"] = "W" * 60  # where initials are one, faces have letters
    played = Played.of(file)
    cue = played.show.schedule.cues[played.seqs("dice_rolled")[0]]
    viewer = shared_viewer.open(server.store(file), at=0)
    moments = range(cue + 20, cue + 900, 20)
    assert all(viewer.read_at(moments, HERALD))
    seen = viewer.read_at(moments, FACES)
    assert {len(faces) for faces in seen} == {1}
    assert all(is_right for ((_, is_right),) in seen)
    assert {letter for ((letter, _),) in seen} == {"A", "B"}
    begins = played.events[played.seqs("first_side_chosen")[0]].side
    assert seen[-1][0][0] == begins.upper()


def test_many_small_units_share_bitmaps_that_look_like_their_figures(
    page: Page, server: Server
) -> None:
    """A bitmap for each kind and side; the fighters in front are drawn as paths."""
    ViewerPage(page, server.url).open(sample_page("two-giants", "manymarios"), at=0)
    small = page.locator(".unit.small:not([data-gone]) .cutout")
    expect(small.first).to_have_css("background-image", re.compile("^url"))
    expect(small.first.locator("use")).to_have_css("display", "none")
    ahead = page.locator(".unit.leads .cutout").first
    expect(ahead).to_have_css("background-image", "none")
    expect(ahead.locator("use")).to_have_css("display", "inline")
    camera = Camera(page)
    shared = camera.take()
    page.evaluate("document.adoptedStyleSheets.pop()")
    expect(small.first.locator("use")).to_have_css("display", "inline")
    paths = camera.take()
    # Another figure or side would differ by more than 100; edges of bitmaps are softer.
    assert difference(page.context.new_page(), [shared, paths]) <= 2 * ROUNDING


CAPTIONS_CROSSED = """() => {
  const captions = [...document.querySelectorAll(".caption")].filter(
    (caption) => getComputedStyle(caption).opacity > 0.5,
  );
  const unit = document.querySelector(".unit.front");
  const flying = unit?.querySelector(".cutout").getBoundingClientRect();
  return captions.flatMap((caption) => {
    const box = caption.getBoundingClientRect();
    const x = flying ? flying.left + flying.width / 2 : 0;
    const y = box.top + box.height / 2;
    if (x < box.left || x > box.right || y < flying.top || y > flying.bottom) return [];
    caption.style.pointerEvents = "auto";
    const seen = document.elementsFromPoint(x, y);
    caption.style.pointerEvents = "";
    return [seen.findIndex((part) => unit.contains(part)) < seen.indexOf(caption)];
  });
}"""


def test_launched_units_fly_in_front_of_captions(shared_viewer: ViewerPage) -> None:
    """The captions of the next two launches are where the first unit flies."""
    played = Played.sample("organ-recital")
    cues = played.show.schedule.cues
    first, *_, last = played.seqs("unit_launched")  # in one beat
    shared_viewer.page.set_viewport_size({"width": 1920, "height": 1080})
    viewer = shared_viewer.open(sample_page("organ-recital", "manymarios"), at=0)
    seen = viewer.read_at(range(cues[first], cues[last + 1], 20), CAPTIONS_CROSSED)
    crossed = [is_in_front for moment in seen for is_in_front in moment]
    assert len(crossed) > 1
    assert all(crossed)
