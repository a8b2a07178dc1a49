"""Preview cards: a battle or challenge as an image for link previews."""

import functools
import subprocess
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from flask import render_template

from webapp.base import assets, icons
from webapp.base.jobs import Threads
from webapp.base.texts import N_

WIDTHS: Final = {  # widths of DejaVu Sans Bold letters in em; others have 1 at most
    **dict.fromkeys("ijlI.,:;|!' ", 0.42),
    **dict.fromkeys('ft()[]-"`/\\r', 0.5),
    **dict.fromkeys("abcdeghknopqsuvxyzJL_*", 0.72),
    **dict.fromkeys("0123456789ABCDEFGHKNOPQRSTUVXYZ$?", 0.86),
    **dict.fromkeys("mwMW%@&+=<>~#^", 1.12),
}
ELLIPSIS: Final = "…"


class Fitted(NamedTuple):
    """Lines of text and the font size at which they fit."""

    lines: tuple[str, ...]
    size: int


def fit(text: str, width: int, sizes: Sequence[int], lines_most: int = 1) -> Fitted:
    """Return the text at the first size that fits, truncated at the last."""
    for size in sizes:
        lines = tuple(_wrapped(text, width / size))
        if len(lines) <= lines_most:
            return Fitted(lines, size)
    *kept, line = lines[:lines_most]
    while line and ems(line + ELLIPSIS) > width / size:
        line = line[:-1]
    return Fitted((*kept, line.rstrip() + ELLIPSIS), size)


def ems(text: str) -> float:
    """Return an upper bound of a text's width in em."""
    return sum(
        # An accent does not make a letter wider.
        WIDTHS.get(letter) or WIDTHS.get(unicodedata.normalize("NFD", letter)[0], 1.0)
        for letter in text
    )


def _wrapped(text: str, room: float) -> Iterator[str]:
    """Return lines up to `room` em wide, broken between words where possible."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if ems(longer) <= room:
            line = longer
            continue
        if line:
            yield line
        *full, line = _pieces(word, room)
        yield from full
    yield line


def _pieces(word: str, room: float) -> list[str]:
    """Split a word into pieces that fit."""
    pieces, start = [], 0
    for end in range(1, len(word) + 1):
        if ems(word[start:end]) > room and end - start > 1:
            pieces.append(word[start : end - 1])
            start = end - 1
    return [*pieces, word[start:]]


WIDTH: Final = 1200
HEIGHT: Final = 630
FONTS: Final = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
CACHED: Final = 128
GRID_WIDTH, GRID_HEIGHT, UNIT_MOST = 500, 200, 150
NO_ICON: Final = "overlord-helm"  # icon of units without one, as on the stage
DRAWING: Final = Threads(1)  # draws one card at a time
PENCIL: Final = Path(__file__).with_name("pencil.py")
SECONDS_MOST: Final = 30.0

Phase = Literal["soon", "on_air", "over"]


@dataclass(frozen=True)
class Side:
    """A side of a card; without public units, an emblem and a note."""

    name: str
    army: str
    units: tuple[str, ...] = ()  # their icons
    emblem: str = "shield"
    note: str = N_("Its army is still secret")


@dataclass(frozen=True)
class PreviewCard:
    """Public contents of a card when it is drawn; `headline` is a short text in large letters."""

    title: str
    ruleset: str
    sides: tuple[Side, Side]
    phase: Phase
    headline: str
    detail: str = ""


def draw(card: PreviewCard, width: int = WIDTH) -> bytes:
    """Return a card as PNG of this width. Raises BuildMissingError without fonts or icons."""
    return _drawn(card, width, (icons.version(), *map(assets.version, FONTS)))


@functools.lru_cache(CACHED)
def _drawn(card: PreviewCard, width: int, _versions: tuple[str, ...]) -> bytes:
    symbols = icons.symbols()
    used = {icon for side in card.sides for icon in (side.emblem, *side.units)}
    svg = render_template(
        "cards/card.svg",
        card=card,
        symbols=[symbols[name] for name in sorted(used) if name in symbols],
        title=fit(card.title, 1110, (54, 46, 38, 32), 2),
        headline=fit(card.headline, 900, (44, 36, 30)),
        detail=fit(card.detail, 1110, (24, 20)),
        sides=[
            {
                "name": fit(side.name, GRID_WIDTH, (36, 30, 25)),
                "army": fit(side.army, GRID_WIDTH, (23,)),
                "units": list(_places(side.units, mirrored=not place)),
                "emblem": side.emblem,
                "note": side.note,
            }
            for place, side in enumerate(card.sides)
        ],
    )
    return DRAWING.run(_as_png, svg, str(width), [str(assets.path(name)) for name in FONTS])


def _as_png(svg: str, width: str, fonts: Sequence[str]) -> bytes:
    command = [sys.executable, "-P", str(PENCIL), width, *fonts]
    return subprocess.run(
        command, input=svg.encode(), capture_output=True, check=True, timeout=SECONDS_MOST
    ).stdout


def _places(units: Sequence[str], *, mirrored: bool) -> Iterator[dict[str, Any]]:
    """Return each unit's place at the largest size that fits, the leader in the middle."""
    if not units:
        return
    size, columns = max(
        (min(GRID_WIDTH / n, GRID_HEIGHT / -(-len(units) // n), UNIT_MOST), n)
        for n in range(1, len(units) + 1)
    )
    top = (GRID_HEIGHT - size * -(-len(units) // columns)) / 2
    for place, icon in enumerate(units):
        row, column = divmod(place, columns)
        x = GRID_WIDTH - size * (column + 1) if mirrored else size * column
        yield {"icon": icon, "x": x, "y": top + size * row, "size": size * 0.9}
