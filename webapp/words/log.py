"""A whole battle in words, as plain text: what can be pasted anywhere."""

from collections.abc import Iterator

import engine
from engine import Recording
from webapp.words import WORDS
from webapp.words.telling import tell

INDENT = "  "


def lines(recording: Recording) -> Iterator[str]:
    """The battle's lines: the game, then a paragraph a round, an event a line."""
    header = recording.header
    yield engine.rulesets()[header.ruleset].name
    for told in tell(WORDS[header.ruleset], recording):
        if told.is_heading:
            yield ""
            yield told.sentence
        else:
            yield INDENT + told.sentence
        for detail in told.details:
            yield INDENT + detail
