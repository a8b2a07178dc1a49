"""What a game says in words beside the sentences of its scene: who takes part, armies, catalog."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine import Battle, Event

Started = TypeVar("Started", bound=Event)


@dataclass(frozen=True)
class Cast:
    """What to call the sides (`a`, `b`), the units (`a1`) and the things they carry, by id."""

    sides: Mapping[str, str]
    units: Mapping[str, str]
    things: Mapping[str, str]


@dataclass(frozen=True)
class Sheet:
    """A table of the catalog: its title, its columns, its rows."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


@dataclass(frozen=True)
class Wording(Generic[Started]):
    """What a game says beside the sentences of its words.json.

    cast: names everybody, from the first event. details: by event class, what writes lines below
    the sentence. exact: what exact odds of a battle rest on. sheets: the catalog in tables.
    """

    cast: Callable[[Started], Cast]
    details: Mapping[type[Event], Callable[[Cast, Any], Iterable[str]]]
    exact: Callable[[Battle], str]
    sheets: Callable[[Mapping[str, Any]], Iterator[Sheet]]
