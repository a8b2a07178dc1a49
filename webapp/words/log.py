"""A whole battle in words, as plain text: what can be pasted anywhere."""

from collections.abc import Iterator, Sequence

import engine
from engine import Event, Recording
from webapp import words as wordings
from webapp.words.telling import tell_events

INDENT = "  "


def lines(recording: Recording) -> Iterator[str]:
    """The battle's lines: the game, then a paragraph a round, an event a line."""
    ruleset = recording.header.ruleset
    yield engine.rulesets()[ruleset].name
    yield from told(ruleset, recording.events)


def told(ruleset: str, events: Sequence[Event]) -> Iterator[str]:
    """Events in lines, from the first one on: a paragraph a round, an event a line."""
    for one in tell_events(wordings.of(ruleset), ruleset, events):
        if one.is_heading:
            yield ""
            yield one.sentence
        else:
            yield INDENT + one.sentence
        for detail in one.details:
            yield INDENT + detail
