"""At most three flashes a second (WCAG 2.2: pairs of luminance changes of 0.1, the darker below
0.80, in a quarter of 341 x 256 px). Only light counts; figures do not move."""

import base64
from collections.abc import Sequence
from itertools import chain, pairwise

import pytest
from playwright.sync_api import Page

from e2e.conftest import OpenContext
from e2e.film import Film
from e2e.played import Played, sample_page, tag
from e2e.server import Server
from webapp.base import games
from webapp.base.game import pace_of

MOST = 3
SECOND_MS = 1000
STEP_MS = 16  # no frame of a screen is left out
LARGE = {"width": 1600, "height": 1000}  # on a smaller stage no plate is a quarter of a field
SCALE = 0.25  # pixels a px; coarse, since whole squares are compared
LIGHT_ALONE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .unit :is(.name, .worn, .shadow, .stand), .stage :is(.graves, .sign) { display: none; }
    .unit :is(.body, .figure) { transform: none !important; scale: none !important; }
  `);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
"""Hides parts of the stage that are not light, and holds figures in place."""


CELL = 16  # px of a square of a picture
FIELD = (341 // CELL, 256 // CELL)
QUARTER = FIELD[0] * FIELD[1] / 4
CHANGE, DARK = 0.1, 0.8

LUMINANCE = """async ([picture, cell]) => {
  const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
  const width = Math.floor(bitmap.width / cell);
  const height = Math.floor(bitmap.height / cell);
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width * cell, height * cell, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const at = (k) => 0.2126 * linear(data[k] / 255) + 0.7152 * linear(data[k + 1] / 255)
    + 0.0722 * linear(data[k + 2] / 255);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => at(4 * (y * width + x))));
}"""

Grid = Sequence[Sequence[float]]


@pytest.fixture(scope="session")
def frame_gap_ms() -> int:
    return 0


def blinking(times: int, share: float = 1.0, frames: int = 24) -> list[list[list[float]]]:
    """A second in which a share of a field turns white and dark again so many times."""
    width, height = FIELD
    lit = round(height * share)
    pictures = []
    for frame in range(frames + 1):
        is_white = (2 * times * frame) // frames % 2 == 1
        rows = [[1.0 if is_white and y < lit else 0.0] * width for y in range(height)]
        pictures.append(rows)
    return pictures


def test_flashes_are_counted() -> None:
    assert [flashes(blinking(times)) for times in (0, 3, 4)] == [0, 3, 4]
    assert [flashes(blinking(5, share)) for share in (0.2, 0.3)] == [0, 5], "a quarter of a field"
    faint, light = ((0.0, 0.09), (0.82, 0.18))
    for least, more in (faint, light):
        grids = [[[least + more * one for one in row] for row in grid] for grid in blinking(5)]
        assert flashes(grids) == 0


def luminance(page: Page, picture: bytes, cell: int) -> list[list[float]]:
    """Return the relative luminance (0 to 1) of each square of `cell` pixels of a PNG, by row."""
    address = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    return list(page.evaluate(LUMINANCE, [address, cell]))


def flashes(frames: Sequence[Grid]) -> int:
    """How many flashes a field of these frames has, at most."""
    columns = zip(*map(chain.from_iterable, frames), strict=True)
    steps = list(zip(*map(_turns, columns), strict=True))
    width, height = len(frames[0][0]), len(frames[0])
    # Fields overlap: most steps change too little of the whole picture to be looked at in each.
    changes = [(way, step) for step in steps for way in (1, -1) if step.count(way) >= QUARTER]
    most = 0
    for top in range(max(1, height - FIELD[1] + 1)):
        for left in range(max(1, width - FIELD[0] + 1)):
            rows = range(top * width, min(height, top + FIELD[1]) * width, width)
            most = max(
                most, _of_field(changes, [(row + left, row + left + FIELD[0]) for row in rows])
            )
    return most


def _turns(values: Sequence[float]) -> list[int]:
    """At each step 1 where it has become lighter by enough, -1 darker, 0 neither."""
    found = []
    low = high = values[0]
    way = 0
    for value in values[1:]:
        low, high = min(low, value), max(high, value)
        turn = 0
        if way != 1 and value - low >= CHANGE and low < DARK:
            turn = 1
        elif way != -1 and high - value >= CHANGE and value < DARK:
            turn = -1
        if turn:
            way, low, high = turn, value, value
        found.append(turn)
    return found


def _of_field(changes: Sequence[tuple[int, Sequence[int]]], rows: Sequence[tuple[int, int]]) -> int:
    """How many pairs of opposing changes a quarter of a field makes at once."""
    ways = [
        way
        for way, step in changes
        if sum(step[first:end].count(way) for first, end in rows) >= QUARTER
    ]
    opposing = sum(one != other for one, other in pairwise(ways))
    return (opposing + 1) // 2 if ways else 0


def busiest(played: Played, length_ms: int) -> int:
    """Return the start of the stretch of so many ms with most events."""
    kinds = pace_of(games.game(played.ruleset.id)).blows
    shown = zip(played.show.schedule.cues, played.events, strict=True)
    blows = [cue for cue, event in shown if tag(event) in kinds]
    return max(blows, key=lambda start: sum(start <= cue < start + length_ms for cue in blows))


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "sample", "doubled"),
    [
        ("warlords", "acid-and-lightning", 4),
        ("manymarios", "launch-day", 3),
        ("siege", "ram-and-warden", 3),
    ],
)
def test_a_second_of_a_battle_flashes_three_times_at_most(
    open_context: OpenContext, server: Server, ruleset: str, sample: str, doubled: int
) -> None:
    """Where most happens, at 8x and at 16x."""
    context = open_context(viewport=LARGE, device_scale_factor=SCALE)
    film = Film(context.new_page(), server.url, sample_page(sample, ruleset))
    film.page.evaluate(LIGHT_ALONE)
    start = busiest(Played.sample(sample, ruleset), SECOND_MS * 2**doubled)
    for _ in range(doubled):
        film.viewer.press("+")
    film.seek(start)
    reader = open_context().new_page()
    seen = []
    for _ in range(SECOND_MS // STEP_MS):
        film.play(STEP_MS)
        seen.append(luminance(reader, film.picture(), round(CELL * SCALE)))
    assert flashes(seen) <= MOST
