"""The data files that a game's scene shares with the page: `words.json` and `pace.json`."""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from webapp.base.game import Game

SYMBOL: Final = re.compile(r'(?s)<symbol\b[^>]*?\bid="([\w-]+)".*?</symbol>')


def symbols_in(svg: str) -> dict[str, str]:
    """Return the symbols in an SVG file, by name."""
    return {found[1]: found[0] for found in SYMBOL.finditer(svg)}


# A sentence with {field}, {field.inner} or {field:hits|hit}, or a choice `by` a field's value.
Template = str | dict[str, Any]


class Templates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A words.json. Only the page uses `minor`, only the command line `headings`."""

    headings: tuple[str, ...]
    minor: tuple[str, ...]
    fields: dict[str, str]
    things: dict[str, str]
    sentences: dict[str, Template]
    many: tuple[str, ...] = ()


@functools.cache
def load_words(folder: Path) -> Templates:
    return msgspec.json.decode((folder / "words.json").read_bytes(), type=Templates)


# Kinds of fields that any game may use; `webapp.words.templates` writes them.
FIELD_KINDS: Final = frozenset(("unit", "side", "thing", "sum", "replaced", "signed"))


@dataclass(frozen=True)
class Pace:
    """Display durations of events in ms, shared by server and scenes (pace.json)."""

    events: Mapping[str, int]  # by type, and `other` for the rest
    other: int
    each_more: int  # added by every further event of a beat
    beat_most: int  # the longest beat
    # the latest start of an airing's last beat; longer ones accelerate from half of it on
    airing_most: int
    blows: frozenset[str] = frozenset()  # types of events that affect a unit
    # types of attempts that may fail; a beat with one and no blow is a miss
    misses: frozenset[str] = frozenset()
    flurry: int | None = None  # added by every further miss of a tally of repeated ones
    # quiet_most, opening_most: the longest time between two blows and before the first one; such
    # stretches accelerate as well
    quiet_most: int | None = None
    opening_most: int | None = None
    together: frozenset[str] = frozenset()  # types whose consecutive beats are merged
    # by type the field that makes a beat take no time if it is 0
    unless_zero: Mapping[str, str] = field(default_factory=dict)
    # by type and boolean field the type whose duration applies
    shown_as: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def latest_ms(self) -> int:
        """By when any battle is over."""
        return self.airing_most + self.beat_most


@functools.cache
def pace_of(game: Game) -> Pace:
    return msgspec.json.decode((game.scene.folder / "pace.json").read_bytes(), type=Pace)
