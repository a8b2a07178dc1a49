"""Words and values that programs trip over, and documents that are spoilt by them."""

import copy
from typing import Any, Final

from hypothesis import strategies as st

WORDS: Final = (
    "",
    " ",
    "a" * 10_000,
    "Z" + "\u0301" * 300,  # a letter under a tower of marks
    "\u202egnp.exe",  # written from right to left
    "\u200b\u200d\ufeff\u00ad",  # nothing that can be seen
    "\u0000",
    "\ud800",  # half a character
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\ufdfd" * 60,  # one character as wide as a sentence
    "{name}",
    "{0.__class__}",
    "%s%n%(x)s",
    "<script>alert(1)</script>",
    "'; DROP TABLE battles; --",
    "../../etc/passwd",
    "\r\nSet-Cookie: a=b",
    "-1",
    "1e999",
    "9" * 5000,
    "0x10",
    "٣",
    "²",
    "null",
    "NaN",
)
TEXTS: Final = st.sampled_from(WORDS) | st.text(max_size=200)
VALUES: Final[st.SearchStrategy[Any]] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([-1, 0, 2**31, 2**53, 2**63, 2**64, 10**40])
    | st.floats(allow_nan=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=20,
)

JUNK: Final[st.SearchStrategy[Any]] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)
"""Any JSON value, and numbers that JSON lacks."""


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [place for key, v in inner for place in ((*path, key), *_places(v, (*path, key)))]


@st.composite
def spoilt(
    draw: st.DrawFn, documents: st.SearchStrategy[Any], junk: st.SearchStrategy[Any] = JUNK
) -> Any:
    """One of these documents with up to three values replaced, left out, doubled or made huge."""
    document = copy.deepcopy(draw(documents))
    for _ in range(draw(st.integers(1, 3))):
        places = _places(document)
        if not places:
            break
        *path, last = draw(st.sampled_from(places))
        inner: Any = document
        for step in path:
            inner = inner[step]
        match draw(st.sampled_from(["junk", "leave out", "another key", "huge"])):
            case "junk":
                inner[last] = draw(junk)
            case "leave out":
                del inner[last]
            case "another key" if isinstance(inner, dict):
                inner[draw(st.text(max_size=9))] = inner[last]
            case _:
                inner[last] = draw(
                    st.sampled_from(
                        [10**30, -(10**9), "x" * 5000, "\x1b\U000e0001" * 500, [[]] * 500]
                    )
                )
    return document
