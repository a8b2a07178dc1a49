"""Preview cards: a battle or a challenge as one picture, for chat programs that show links."""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

import gevent
import resvg_py
from flask import render_template
from gevent.lock import BoundedSemaphore

from webapp.base import assets, icons
from webapp.base.texts import N_
from webapp.cards.text import fit

WIDTH: Final = 1200
HEIGHT: Final = 630
FONTS: Final = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
CACHED: Final = 128
GRID_WIDTH, GRID_HEIGHT, UNIT_MOST = 500, 200, 150
NO_ICON: Final = "overlord-helm"
"""Stands for a unit without a picture of its own, as on the stage."""
PAUSE_SECONDS: Final = 0.1
"""Between two cards, so that other requests get a turn: resvg holds the GIL while it draws."""

_pencil: Final = BoundedSemaphore()

Phase = Literal["soon", "on_air", "over"]


class Unit(NamedTuple):
    """A unit on a card."""

    icon: str


@dataclass(frozen=True)
class Side:
    """One side on a card; as long as none of its units may be shown, an emblem and a note."""

    name: str
    army: str
    units: tuple[Unit, ...] = ()
    emblem: str = "shield"
    note: str = N_("Its army is still secret")


@dataclass(frozen=True)
class PreviewCard:
    """What a card says. It knows only what may be told when it is drawn.

    headline: what there is to say of it as a whole, in large letters.
    """

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
    """The card as a PNG of this width. Raises BuildMissingError without fonts or icons."""
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
    _pencil.acquire()
    try:
        return resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=[str(assets.path(name)) for name in FONTS],
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
        )
    finally:
        gevent.spawn_later(PAUSE_SECONDS, _pencil.release)


def _laid_out(side: Side, *, mirrored: bool) -> dict[str, Any]:
    return {
        "name": fit(side.name, GRID_WIDTH, (36, 30, 25)),
        "army": fit(side.army, GRID_WIDTH, (23,)),
        "units": list(_places(side.units, mirrored=mirrored)),
        "emblem": side.emblem,
        "note": side.note,
    }


def _places(units: Sequence[Unit], *, mirrored: bool) -> Iterator[_Place]:
    """The place of each unit, in the largest size in which all fit; the leader at the middle."""
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
