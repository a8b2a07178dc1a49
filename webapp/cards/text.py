"""Fit text into an image: wrap, shrink, and finally truncate."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

WIDTHS: Final = {  # widths of DejaVu Sans Bold letters in em, where above WIDTH
    **dict.fromkeys("ijlI.,:;|!' ", 0.42),
    **dict.fromkeys('ft()[]-"`/\\r', 0.5),
    **dict.fromkeys("abcdeghknopqsuvxyzJL_*", 0.72),
    **dict.fromkeys("0123456789ABCDEFGHKNOPQRSTUVXYZ$?", 0.86),
    **dict.fromkeys("mwMW%@&+=<>~#^", 1.12),
}
WIDTH: Final = 1.0
ELLIPSIS: Final = "…"


class Fitted(NamedTuple):
    """Lines of text and the font size at which they fit."""

    lines: tuple[str, ...]
    size: int


def fit(text: str, width: int, sizes: Sequence[int], lines_most: int = 1) -> Fitted:
    """Return the text at the first size that fits, truncated at the last."""
    for size in sizes:
        lines = tuple(_wrapped(text, width / size))
        if len(lines) <= lines_most:
            return Fitted(lines, size)
    room = width / size
    *kept, line = lines[:lines_most]
    while line and ems(line + ELLIPSIS) > room:
        line = line[:-1]
    return Fitted((*kept, line.rstrip() + ELLIPSIS), size)


def ems(text: str) -> float:
    """Return an upper bound of a text's width in em."""
    return sum(
        # An accent does not make a letter wider.
        WIDTHS.get(letter) or WIDTHS.get(unicodedata.normalize("NFD", letter)[0], WIDTH)
        for letter in text
    )


def _wrapped(text: str, room: float) -> Iterator[str]:
    """Return lines up to `room` em wide, broken between words where possible."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if ems(longer) <= room:
            line = longer
            continue
        if line:
            yield line
        *full, line = _pieces(word, room)
        yield from full
    yield line


def _pieces(word: str, room: float) -> list[str]:
    """Split a word into pieces that fit."""
    pieces, start = [], 0
    for end in range(1, len(word) + 1):
        if ems(word[start:end]) > room and end - start > 1:
            pieces.append(word[start : end - 1])
            start = end - 1
    return [*pieces, word[start:]]
