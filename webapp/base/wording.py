"""A game's words besides the sentences of its scene: names, armies, catalog."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar

from engine import Battle, Event
from webapp.base.texts import N_, _

Started = TypeVar("Started", bound=Event)

MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Names:
    """Names of sides (`a`, `b`), units (`a1`) and things, by id."""

    sides: Mapping[str, str]
    units: Mapping[str, str]
    things: Mapping[str, str]
    rollers: Mapping[str, str] = field(default_factory=dict)  # unit ids by name in dice rolls
    plurals: Set[str] = frozenset()  # ids of units with plural names


Kinds = Mapping[str, Callable[[Names, Any], str]]  # formatters by kind of field in words.json


@dataclass(frozen=True)
class Link:
    """A link to the `anchor` of another part of the rules page."""

    text: str
    anchor: str


Cell = str | tuple[str | Link, ...]  # a text, or its pieces if some are links
ORIGINS: Final = {"source": N_("official"), "house": N_("our estimate")}  # of catalog entries
Style = Literal["number", "tag", "wide", "unbroken", "notes"]


@dataclass(frozen=True)
class Sheet:
    """A table of the catalog; a first column `id` holds the ids of battle files."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    # The rest is for the page, where ids are the anchors of rows.
    anchor: str = ""
    prefix: str = ""  # of row anchors, where ids alone would clash
    icons: Mapping[str, str] = field(default_factory=dict)  # by id
    ids_in_names: bool = False  # whether the page shows ids in front of names
    styles: Mapping[str, Style] = field(default_factory=dict)  # by column; `notes`: a line each
    page_only: tuple[str, ...] = ()  # columns that the command line omits


def plain(cell: Cell, said: Callable[[str], str] = str) -> str:
    """Return the text of a cell without its links, each piece as `said` says it."""
    pieces = (cell,) if isinstance(cell, str) else cell
    return "".join(said(part.text if isinstance(part, Link) else part) for part in pieces)


def translated(cell: Cell) -> str:
    return plain(cell, _)


def listed(cells: Iterable[Cell | Link]) -> Cell:
    """Join cells by commas into one."""
    parts: list[str | Link] = []
    for cell in cells:
        parts += [", "] if parts else []
        parts += [cell] if isinstance(cell, str | Link) else cell
    return tuple(parts)


@dataclass(frozen=True)
class Wording(Generic[Started]):
    """A game's words besides words.json."""

    names: Callable[[Started], Names]  # all names, from the first event
    # by event class, lines below its sentence
    details: Mapping[type[Event], Callable[[Names, Any], Iterable[str]]] = field(
        default_factory=dict
    )
    # by event class, the names after units join
    names_after: Mapping[type[Event], Callable[[Names, Any], Names]] = field(default_factory=dict)
    kinds: Kinds = field(default_factory=dict)  # of the game's own fields
    exact: Callable[[Battle], str] = lambda _battle: "exact"  # the basis of a battle's exact odds
    sheets: Callable[[Mapping[str, Any]], Iterable[Sheet]] = lambda _catalog: ()  # the catalog
    catalog_note: str = ""  # Markdown for the page

    def names_with(self, names: Names, event: Event) -> Names:
        renamed = self.names_after.get(type(event))
        return renamed(names, event) if renamed else names
