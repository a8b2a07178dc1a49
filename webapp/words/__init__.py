"""Battles in words, for the command line: a registry by ruleset, since the engine holds no text."""

from collections.abc import Mapping
from typing import Any, Final

from webapp.games.manymarios import words
from webapp.games.siege import words as siege
from webapp.games.warlords import words as warlords
from webapp.words.telling import Words

WORDS: Final[Mapping[str, Words[Any]]] = {
    "manymarios": words.WORDS,
    "warlords": warlords.WORDS,
    "siege": siege.WORDS,
}
