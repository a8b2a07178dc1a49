"""A battle's log, one event per line."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine import Event, Recording
from webapp.base import display_names
from webapp.base.game import Game, load_words
from webapp.base.texts import _
from webapp.words import templates

INDENT = "  "


class Entry(NamedTuple):
    """An event's sentence, whether it begins a paragraph, and its sub-lines."""

    sentence: str
    is_heading: bool
    details: tuple[str, ...]


def entries(game: Game, recording: Recording) -> Iterator[Entry]:
    return _entries(game, display_names.in_recording(game, recording))


def _entries(game: Game, events: Sequence[Event]) -> Iterator[Entry]:
    sentences = load_words(game.scene.folder)
    names = game.wording.names(events[0])
    for event in events:
        names = game.wording.names_with(names, event)
        if sentence := templates.write(sentences, event, names, game.wording.kinds):
            write_details = game.wording.details.get(type(event))
            details = tuple(write_details(names, event)) if write_details else ()
            yield Entry(sentence, templates.tag(event) in sentences.headings, details)


def lines(game: Game, events: Sequence[Event]) -> Iterator[str]:
    """Yield events as text, a paragraph per round; the first must begin the battle."""
    return _lines(_entries(game, [*display_names.in_events(game, events)]))


def _lines(found: Iterable[Entry]) -> Iterator[str]:
    for entry in found:
        if entry.is_heading:
            yield ""
            yield entry.sentence
        else:
            yield INDENT + entry.sentence
        yield from (INDENT + detail for detail in entry.details)


def whole(game: Game, recording: Recording) -> Iterator[str]:
    """Return a battle as text, under its game's name."""
    yield _(game.name)
    yield from _lines(entries(game, recording))
