"""Preview cards: a battle or challenge as an image for link previews."""

import functools
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from flask import render_template

from webapp.base import assets, icons
from webapp.base.jobs import Threads
from webapp.base.texts import N_
from webapp.cards.text import fit

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


class Unit(NamedTuple):
    icon: str


@dataclass(frozen=True)
class Side:
    """A side of a card; without public units, an emblem and a note."""

    name: str
    army: str
    units: tuple[Unit, ...] = ()
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


class _Place(NamedTuple):
    icon: str
    x: float
    y: float
    size: float


def draw(card: PreviewCard, width: int = WIDTH) -> bytes:
    """Return a card as PNG of this width. Raises BuildMissingError without fonts or icons."""
    versions = (icons.version(), *map(assets.version, FONTS))
    return _drawn(card, width, versions)


@functools.lru_cache(CACHED)
def _drawn(card: PreviewCard, width: int, _versions: tuple[str, ...]) -> bytes:
    symbols = icons.symbols()
    used = {icon for side in card.sides for icon in (side.emblem, *(u.icon for u in side.units))}
    svg = render_template(
        "cards/card.svg",
        card=card,
        symbols=[symbols[name] for name in sorted(used) if name in symbols],
        title=fit(card.title, 1110, (54, 46, 38, 32), 2),
        headline=fit(card.headline, 900, (44, 36, 30)),
        detail=fit(card.detail, 1110, (24, 20)),
        sides=[_laid_out(side, mirrored=not place) for place, side in enumerate(card.sides)],
    )
    fonts = [str(assets.path(name)) for name in FONTS]
    return DRAWING.run(_as_png, svg, str(width), fonts)


def _as_png(svg: str, width: str, fonts: Sequence[str]) -> bytes:
    return subprocess.run(
        [sys.executable, "-P", str(PENCIL), width, *fonts],
        input=svg.encode(),
        capture_output=True,
        check=True,
        timeout=SECONDS_MOST,
    ).stdout


def _laid_out(side: Side, *, mirrored: bool) -> dict[str, Any]:
    return {
        "name": fit(side.name, GRID_WIDTH, (36, 30, 25)),
        "army": fit(side.army, GRID_WIDTH, (23,)),
        "units": list(_places(side.units, mirrored=mirrored)),
        "emblem": side.emblem,
        "note": side.note,
    }


def _places(units: Sequence[Unit], *, mirrored: bool) -> Iterator[_Place]:
    """Return each unit's place at the largest size that fits, the leader in the middle."""
    if not units:
        return
    size, columns = max(
        (min(GRID_WIDTH / n, GRID_HEIGHT / -(-len(units) // n), UNIT_MOST), n)
        for n in range(1, len(units) + 1)
    )
    top = (GRID_HEIGHT - size * -(-len(units) // columns)) / 2
    for place, unit in enumerate(units):
        row, column = divmod(place, columns)
        x = GRID_WIDTH - size * (column + 1) if mirrored else size * column
        yield _Place(unit.icon, x, top + size * row, size * 0.9)
