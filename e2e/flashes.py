"""Counts flashes as WCAG 2.2 defines them, in pictures that follow each other.

A flash is a pair of opposing changes in relative luminance of a tenth or more of the most, where
the darker one is below 0.80; it counts where a quarter of a field of 341 x 256 px flashes at once.
"""

import base64
from collections.abc import Sequence
from itertools import pairwise

from playwright.sync_api import Page

CELL = 16
"""Pictures are looked at in squares of so many px."""
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


def luminance(page: Page, picture: bytes, cell: int) -> list[list[float]]:
    """The relative luminance of each square of a PNG, from 0 to 1, row by row.

    A square is `cell` pixels wide, which have to be CELL px of the page.
    """
    address = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    grid: list[list[float]] = page.evaluate(LUMINANCE, [address, cell])
    return grid


def flashes(frames: Sequence[Grid]) -> int:
    """How many flashes a field of these frames has, at most."""
    columns = zip(*map(_flat, frames), strict=True)
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


def _flat(frame: Grid) -> list[float]:
    return [value for row in frame for value in row]


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
