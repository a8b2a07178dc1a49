"""Time spans as people write and read them: `90 s`, `3 min`, `1:30`, `1 hour 30 minutes`."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from webapp.base.texts import ngettext

SECONDS: Final = {"day": 86_400, "hour": 3_600, "minute": 60, "second": 1}
WORDS: Final = {
    word: SECONDS[unit]
    for unit, words in {
        "day": "d day days tag tage",
        "hour": "h hr hour hours std stunde stunden",
        "minute": "m min mins minute minutes minuten",
        "second": "s sec secs second seconds sek sekunde sekunden",
    }.items()
    for word in words.split()
}
WRITERS: Final[Mapping[str, Callable[[int], str]]] = {
    "day": lambda count: ngettext("{count} day", "{count} days", count),
    "hour": lambda count: ngettext("{count} hour", "{count} hours", count),
    "minute": lambda count: ngettext("{count} minute", "{count} minutes", count),
    "second": lambda count: ngettext("{count} second", "{count} seconds", count),
}
PART: Final = re.compile(r"([0-9]{1,9}) *([a-z]+)[ ,]*")
CLOCK: Final = re.compile(r"([0-9]{1,4}):([0-5][0-9])")
BARE: Final = re.compile("[0-9]{1,9}")
LETTERS_MOST: Final = 100


def seconds(text: str) -> int | None:
    """Return the seconds of a time span (a bare number is seconds), or None for other text."""
    text = text.strip().lower()
    if len(text) > LETTERS_MOST:
        return None
    if BARE.fullmatch(text):
        return int(text)
    if clock := CLOCK.fullmatch(text):
        return int(clock[1]) * 60 + int(clock[2])
    parts = PART.findall(text)
    if not parts or PART.sub("", text) or any(word not in WORDS for _, word in parts):
        return None
    return sum(int(number) * WORDS[word] for number, word in parts)


def in_words(span: int) -> str:
    """Write a span of at least a second without zero parts: `1 minute 30 seconds`."""
    parts = []
    for unit, size in SECONDS.items():
        count, span = divmod(span, size)
        if count:
            parts.append(WRITERS[unit](count))
    return " ".join(parts)
