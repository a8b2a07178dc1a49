"""A battle's log: what happened in words, an event a line."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine import Event, Recording
from webapp.base.game import Game
from webapp.base.texts import _
from webapp.words import templates

INDENT = "  "


class Entry(NamedTuple):
    """An event in words: a sentence, whether it begins a paragraph, the lines below it."""

    sentence: str
    is_heading: bool
    details: tuple[str, ...]


def entries(game: Game, events: Sequence[Event]) -> Iterator[Entry]:
    """The events that have something to say, in order; the first one has to begin the battle."""
    sentences = templates.load(game.scene.folder)
    names = game.wording.names(events[0])
    for event in events:
        names = game.wording.names_with(names, event)
        if sentence := templates.write(sentences, event, names, game.wording.kinds):
            write_details = game.wording.details.get(type(event))
            details = tuple(write_details(names, event)) if write_details else ()
            yield Entry(sentence, templates.tag(event) in sentences.headings, details)


def lines(game: Game, events: Sequence[Event]) -> Iterator[str]:
    """The same as plain text, a paragraph a round."""
    for entry in entries(game, events):
        if entry.is_heading:
            yield ""
            yield entry.sentence
        else:
            yield INDENT + entry.sentence
        for detail in entry.details:
            yield INDENT + detail


def whole(game: Game, recording: Recording) -> Iterator[str]:
    """A whole battle as plain text, under the name of its game."""
    yield _(game.name)
    yield from lines(game, recording.events)
