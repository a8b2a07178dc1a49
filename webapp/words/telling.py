"""What every ruleset's words have in common: who takes part, and how a battle is told."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine import Battle, Event, Recording

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
class Words(Generic[Started]):
    """How one ruleset's battles are told.

    `cast` names everybody from the first event. `told` has for every event class the function that
    puts it in words; '' is left out of the log. `headings` are the classes that open a paragraph.
    `exact` says what exact odds rest on; `sheets` lays out the catalog.
    """

    cast: Callable[[Started], Cast]
    told: Mapping[type[Event], Callable[[Cast, Any], str]]
    headings: frozenset[type[Event]]
    exact: Callable[[Battle], str]
    sheets: Callable[[Mapping[str, Any]], Iterator[Sheet]]


def tell(words: Words[Any], recording: Recording) -> Iterator[tuple[type[Event], str]]:
    """Every event that has something to tell, with its class, in order."""
    cast = words.cast(recording.events[0])
    for event in recording.events:
        text = words.told[type(event)](cast, event)
        if text:
            yield type(event), text
