"""What a game says in words beside the sentences of its scene: who takes part, armies, catalog."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from engine import Battle, Event

Started = TypeVar("Started", bound=Event)


@dataclass(frozen=True)
class Names:
    """What sides (`a`, `b`), units (`a1`) and the things they carry are called, by id."""

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

    names: what everybody is called, from the first event. details: by event class, what writes
    lines below its sentence. exact: what exact odds of a battle rest on. sheets: the catalog in
    tables. won, drawn: what decided a battle, by the reason of its end; of a win that `won` does
    not explain it is told how many units are left.
    """

    names: Callable[[Started], Names]
    details: Mapping[type[Event], Callable[[Names, Any], Iterable[str]]]
    exact: Callable[[Battle], str]
    sheets: Callable[[Mapping[str, Any]], Iterator[Sheet]]
    won: Mapping[str, str] = field(default_factory=dict)
    drawn: Mapping[str, str] = field(default_factory=lambda: {"defeat": "nobody is left"})
