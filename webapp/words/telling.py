"""What every ruleset's words have in common: who takes part, and how a battle is told."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from engine import Battle, Event, Recording
from webapp.words import templates
from webapp.words.templates import Cast

Started = TypeVar("Started", bound=Event)


@dataclass(frozen=True)
class Sheet:
    """A table of the catalog: its title, its columns, its rows."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


@dataclass(frozen=True)
class Words(Generic[Started]):
    """What the command line says of one ruleset beside the sentences of its words.json.

    `cast` names everybody from the first event. `details` has, by event class, what writes lines
    below the sentence. `exact` says what exact odds rest on; `sheets` lays out the catalog.
    """

    cast: Callable[[Started], Cast]
    details: Mapping[type[Event], Callable[[Cast, Any], Iterable[str]]]
    exact: Callable[[Battle], str]
    sheets: Callable[[Mapping[str, Any]], Iterator[Sheet]]


class Told(NamedTuple):
    """An event in words: a sentence, whether it begins a paragraph, the lines below it."""

    sentence: str
    is_heading: bool
    details: tuple[str, ...]


def tell(words: Words[Any], recording: Recording) -> Iterator[Told]:
    """Every event that has something to tell, in order."""
    yield from tell_events(words, recording.header.ruleset, recording.events)


def tell_events(words: Words[Any], ruleset: str, events: Sequence[Event]) -> Iterator[Told]:
    """The same for events of a battle that is not recorded, or not over; from the first one on."""
    file = templates.of(ruleset)
    cast = words.cast(events[0])
    for event in events:
        sentence = templates.write(file, event, cast)
        if sentence:
            write_details = words.details.get(type(event))
            details = tuple(write_details(cast, event)) if write_details else ()
            yield Told(sentence, templates.tag(event) in file.headings, details)
