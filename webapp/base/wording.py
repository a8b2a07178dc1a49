"""What a game says in words beside the sentences of its scene: who takes part, armies, catalog."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar

from engine import Battle, Event
from webapp.base.texts import N_, _

Started = TypeVar("Started", bound=Event)

MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Names:
    """What sides (`a`, `b`), units (`a1`) and the things they carry are called, by id.

    rollers: the id of a unit by the name under which it rolls dice, where units do. plurals: ids of
    units whose names are those of many.
    """

    sides: Mapping[str, str]
    units: Mapping[str, str]
    things: Mapping[str, str]
    rollers: Mapping[str, str] = field(default_factory=dict)
    plurals: Set[str] = frozenset()


Kinds = Mapping[str, Callable[[Names, Any], str]]
"""How the value of a field is written, by the kind of field that a words.json says it is."""


@dataclass(frozen=True)
class Link:
    """Text that leads to another part of the rules' page, called `anchor` there."""

    text: str
    anchor: str


Cell = str | tuple[str | Link, ...]
"""A text, or its pieces where some of them are links."""
ORIGINS: Final = {"source": N_("official"), "house": N_("our estimate")}
"""Where something in a catalog comes from, as people read it."""
Style = Literal["number", "tag", "wide", "unbroken", "notes"]


@dataclass(frozen=True)
class Sheet:
    """A table of the catalog: its title, its columns, its rows.

    A column called `id` comes first and holds what battle files call a row. The rest is for the
    page, where ids are the anchors of rows.

    anchor: of the table itself. prefix: what the anchors of its rows begin with, where an id alone
    would be taken twice. icons: by id. ids_in_names: whether the page shows ids, in front of names.
    styles: how columns look; one of `notes` holds a line for each. page_only: columns for which the
    command line has no room.
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    anchor: str = ""
    prefix: str = ""
    icons: Mapping[str, str] = field(default_factory=dict)
    ids_in_names: bool = False
    styles: Mapping[str, Style] = field(default_factory=dict)
    page_only: tuple[str, ...] = ()


def plain(cell: Cell) -> str:
    """The text of a cell, without its links."""
    if isinstance(cell, str):
        return cell
    return "".join(part.text if isinstance(part, Link) else part for part in cell)


def translated(cell: Cell) -> str:
    """The same in the language of whoever reads it, piece by piece."""
    pieces = (cell,) if isinstance(cell, str) else cell
    return "".join(_(part.text if isinstance(part, Link) else part) for part in pieces)


def listed(cells: Iterable[Cell | Link]) -> Cell:
    """One cell of several, with commas between them."""
    parts: list[str | Link] = []
    for cell in cells:
        parts += [", "] if parts else []
        parts += [cell] if isinstance(cell, str | Link) else cell
    return tuple(parts)


def _exact(_battle: Battle) -> str:
    return "exact"


def _no_sheets(_catalog: Mapping[str, Any]) -> Iterable[Sheet]:
    return ()


@dataclass(frozen=True)
class Wording(Generic[Started]):
    """What a game says beside the sentences of its words.json.

    names: what everybody is called, from the first event. comers: by event class, what everybody is
    called after one by which somebody comes. details: by event class, what writes
    lines below its sentence. kinds: of fields that no other game has. exact: what exact odds of a
    battle rest on. sheets: the catalog in tables. catalog_note: what to know of them, in Markdown,
    for the page.
    """

    names: Callable[[Started], Names]
    details: Mapping[type[Event], Callable[[Names, Any], Iterable[str]]] = field(
        default_factory=dict
    )
    comers: Mapping[type[Event], Callable[[Names, Any], Names]] = field(default_factory=dict)
    kinds: Kinds = field(default_factory=dict)
    exact: Callable[[Battle], str] = _exact
    sheets: Callable[[Mapping[str, Any]], Iterable[Sheet]] = _no_sheets
    catalog_note: str = ""

    def names_with(self, names: Names, event: Event) -> Names:
        """What everybody is called from this event on."""
        comes = self.comers.get(type(event))
        return comes(names, event) if comes else names
