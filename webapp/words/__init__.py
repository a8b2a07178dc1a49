"""Battles in words, for the command line: a registry by ruleset, since the engine holds no text."""

from collections.abc import Mapping
from typing import Any, Final

from webapp.words import manymarios, siege, warlords
from webapp.words.telling import Words

WORDS: Final[Mapping[str, Words[Any]]] = {
    "manymarios": manymarios.WORDS,
    "warlords": warlords.WORDS,
    "siege": siege.WORDS,
}
