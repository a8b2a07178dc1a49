"""How a custom unit looks: a figure and a tint, which the rules ignore."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.core.reading import Reader

KEYS: Final = ("figure", "tint")
TINTS: Final = ("red", "gold", "green", "violet", "black")


def read_icon(fields: Mapping[str, Reader], game: str, figures: Iterable[str]) -> str | None:
    """Return the name of the icon that `figure` and `tint` choose, or None without either."""
    words = [
        fields[key].choice({word: word for word in known}, key)
        for key, known in (("figure", figures), ("tint", TINTS))
        if key in fields
    ]
    return "-".join([f"{game}-unit-custom", *filter(None, words)]) if words else None
