"""The data files of a game's scene, shared with the page: `words.json` and `pace.json`."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from webapp.base.game import Game

Template = str | dict[str, Any]
"""A sentence with {field}, {field.inner} or {field:hits|hit}, or a choice `by` a field's value."""


class Templates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A words.json. Only the page uses `minor`, only the command line uses `headings`."""

    headings: tuple[str, ...]
    minor: tuple[str, ...]
    fields: dict[str, str]
    things: dict[str, str]
    sentences: dict[str, Template]
    many: tuple[str, ...] = ()


@functools.cache
def load_words(folder: Path) -> Templates:
    """The templates that a scene's folder holds."""
    return msgspec.json.decode((folder / "words.json").read_bytes(), type=Templates)


FIELD_KINDS: Final = frozenset(("unit", "side", "thing", "sum", "replaced", "signed"))
"""Kinds of fields in `words.json` that any game may have; `webapp.words.templates` writes them."""


@dataclass(frozen=True)
class Pace:
    """How long events are shown, in ms: data that the server and the scenes share (pace.json).

    events: the length of each type of event, and `other` that of any other.
    each_more: what every further event of a beat adds to the longest one.
    beat_most: no beat is longer.
    airing_most: no airing shows its last beat later. One that lasts more than half of this goes
    faster and faster from there on.

    The rest may be left out; then every beat has its length, wherever it stands.

    blows: types of events by which something happens to somebody.
    misses: types of attempts that may come to nothing. A beat with one and no blow is a miss.
    flurry: a miss after another, without a blow between them, is no longer.
    quiet_most, opening_most: all beats between two blows, and all before the first one, take no
        longer together: they go faster and faster, too.
    together: types of events whose beats are shown as one where they follow each other.
    unless_zero: by type the field that says nothing with 0; a beat of such events takes no time.
    shown_as: by type and field another type: events in which the field is true are timed as that.
    """

    events: Mapping[str, int]
    other: int
    each_more: int
    beat_most: int
    airing_most: int
    blows: frozenset[str] = frozenset()
    misses: frozenset[str] = frozenset()
    flurry: int | None = None
    quiet_most: int | None = None
    opening_most: int | None = None
    together: frozenset[str] = frozenset()
    unless_zero: Mapping[str, str] = field(default_factory=dict)
    shown_as: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def latest_ms(self) -> int:
        """By when any battle is over, whatever comes of it."""
        return self.airing_most + self.beat_most


@functools.cache
def pace_of(game: Game) -> Pace:
    """How long a game's events are shown, from the file that its scene keeps."""
    return msgspec.json.decode((game.scene.folder / "pace.json").read_bytes(), type=Pace)
