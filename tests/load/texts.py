"""Bad texts of maximum length for the fields of armies: a reader of quadratic time fails on
them."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from webapp.armies.limits import TEXT_MOST


def _words(start: str, letters: str = "aeilnorst") -> Iterator[str]:
    return (start + "".join(word) for word in product(letters, repeat=4))


def _slips(name: str) -> Iterator[str]:
    """A name with a letter too many, in every way."""
    places = range(len(name) + 1)
    return (name[:at] + letter + name[at:] for at in places for letter in "abcdefghijklmnop")


def _lines(line: str) -> str:
    return "\n".join([line] * (TEXT_MOST // (len(line) + 1)))


def _filled(start: str, part: str, end: str = "") -> str:
    return start + part * ((TEXT_MOST - len(start) - len(end)) // len(part)) + end


HOSTILE: Final = {
    "blanks": _lines("a" + " " * 490 + "b"),
    "blanks in a detail": _filled("Monk: a", " ", "b"),
    "blanks in numbers": _filled("A 1", " ", "2"),
    "blanks and colons": _filled("Monk: a", " =", "b"),
    "backslashes": _lines('"' + "\\" * 26),
    "open brackets": _filled("", "(a"),
    "a bracket that nothing closes": _filled("Boo (", "a", "("),
    "blanks before a bracket": _filled("Boo:", " ", "("),
    "marks": _filled("a", ":@"),
    "quotes": _filled("Boo ", '"'),
    "comments": _filled("", "#\n"),
    "one misspelt name often": _filled("+ ", "99x Watchtowr, "),
    "one name often": _filled("Boo @ ", "99x Parawings,"),
    "misspelt names": "\n".join(islice(_words("+ Watch"), 1_600)),
    "wrong details": "Monk: " + ",".join(islice(_words("l"), 3_000)),
    "wrong items": "Boo @ " + ",".join(islice(_words("p"), 3_000)),
    "slips": "Monk: "
    + ",".join([*_slips("leadership"), *_slips("manslayer"), *_words("l")])[:19_990],
    "numbers of one's own": _filled('Custom "A": ', "ae 1,"),
    "links": _filled("", "/a/x", " y"),
    "links to nothing": _filled("", "/a/"),
    "armies": _filled("", "x\n\n"),
}
