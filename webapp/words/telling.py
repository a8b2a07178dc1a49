"""What every ruleset's words have in common: who takes part, and how a battle is told."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine import Event, Recording
from webapp.base.wording import Wording
from webapp.words import templates


class Told(NamedTuple):
    """An event in words: a sentence, whether it begins a paragraph, the lines below it."""

    sentence: str
    is_heading: bool
    details: tuple[str, ...]


def tell(words: Wording[Any], recording: Recording) -> Iterator[Told]:
    """Every event that has something to tell, in order."""
    yield from tell_events(words, recording.header.ruleset, recording.events)


def tell_events(words: Wording[Any], ruleset: str, events: Sequence[Event]) -> Iterator[Told]:
    """The same for events of a battle that is not recorded, or not over; from the first one on."""
    file = templates.of(ruleset)
    cast = words.cast(events[0])
    for event in events:
        sentence = templates.write(file, event, cast)
        if sentence:
            write_details = words.details.get(type(event))
            details = tuple(write_details(cast, event)) if write_details else ()
            yield Told(sentence, templates.tag(event) in file.headings, details)
