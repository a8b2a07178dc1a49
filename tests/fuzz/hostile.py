"""Words and values that programs trip over."""

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
