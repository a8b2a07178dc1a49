"""Reading untrusted JSON: every problem is noted with its path, and reading continues.

Schema libraries stop at the first error or use paths and messages of their own (DECISIONS.md,
D-003). Authors of battle files should see all problems together, in the terms of the rules.
"""

import json
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from engine.core.errors import InputError, Problem, Text, shown, unknown

BYTES_MOST: Final = 1_000_000
VALUES_MOST: Final = 20_000  # in a document; no battle file needs more
MEMBERS_MOST: Final = 200  # maximum number of members of one object
PROBLEMS_MOST: Final = 50
KEY: Final = Text("key")
NAME_MOST: Final = 60
MARKS_MOST: Final = 3  # accents and other marks that may be stacked on one letter
POINTS_MOST: Final = 6  # marks on one letter with Hebrew or Arabic points
POINT_CLASSES: Final = range(10, 36)  # combining classes of Hebrew and Arabic points
VIRAMA_CLASS: Final = 9
NON_JOINER: Final = "\u200c"
JOINER: Final = "\u200d"  # joins emoji (a family), or letters in Persian and Indic scripts
PICTURES: Final = {"So", "Sm", "Sk"}  # categories of emoji; the last is that of skin tones
FLAG: Final = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")
"""Flags such as Scotland's: a black flag followed by invisible letters."""
BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols that look blank

T = TypeVar("T")
W = TypeVar("W", bound=str)
Names: TypeAlias = Collection[str]


class Members(dict[str, "Reader"]):
    """The members of an object by key; one that it does not have reads as its default."""

    def __missing__(self, key: str) -> "Reader":
        return Absent(None, key)


class Reader:
    """A value of a document with its path, and the list of problems shared by all readers."""

    __slots__ = ("path", "problems", "value")

    def __init__(self, value: Any, path: str = "", problems: list[Problem] | None = None) -> None:
        self.value = value
        self.path = path
        self.problems: list[Problem] = [] if problems is None else problems

    def fail(self, message: str, /, **values: Any) -> None:
        """Note a problem at this place, unless there are 50; a str is a template to translate."""
        if len(self.problems) < PROBLEMS_MOST:
            text = message if isinstance(message, Text) else Text(message, **values)
            self.problems.append(Problem(self.path, text))
        elif len(self.problems) == PROBLEMS_MOST:
            self.problems.append(Problem("", Text("there are more problems; fix these first")))

    def fail_unknown(self, kind: str, given: str, valid: Names) -> None:
        """Note an unknown id, with the nearest valid one."""
        is_listed = len(self.problems) < PROBLEMS_MOST  # fail drops any other message
        self.fail(unknown(kind, given, valid) if is_listed else "")

    def finish(self) -> None:
        """Raise InputError with all problems, if there are any."""
        if self.problems:
            raise InputError(self.problems)

    def members(self) -> Members:
        """Return all members of this object."""
        return Members((key, self.child(key)) for key in self.value)

    def child(self, key: str) -> "Reader":
        """Return a reader for a member of this object, present or not."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        place = shown(key)
        return Reader(value, f"{self.path}.{place}" if self.path else place, self.problems)

    def mapping(self, known: Names, required: Names = (), kind: str = KEY) -> Members:
        """Return this object's members; unknown keys, each a `kind`, and missing ones are noted."""
        if not isinstance(self.value, dict):
            self.fail(
                "must be an object with {listed}, not {kind}",
                listed=_listed(known),
                kind=_kind(self.value),
            )
            return Members()
        if len(self.value) > MEMBERS_MOST:
            self.fail(
                "has {count:,} keys; it takes {listed}",
                count=len(self.value),
                listed=_listed(known),
            )
            return Members()
        for key in self.value:
            if len(self.problems) > PROBLEMS_MOST:
                break  # further problems are not listed
            if key not in known:
                self.child(str(key)).fail_unknown(kind, str(key), known)
        for key in required:
            if key not in self.value:
                self.child(key).fail("is missing")
        return Members((key, self.child(key)) for key in known if key in self.value)

    def sequence(self, least: int, most: int, what: str) -> list["Reader"]:
        """Return the items of this list; [] without reading the items if there are too many."""
        if not isinstance(self.value, list):
            self.fail(
                "must be a list of {what}, not {kind}", what=Text(what), kind=_kind(self.value)
            )
            return []
        count = len(self.value)
        if not least <= count <= most:
            span = Text("{least} to {most}", least=least, most=most)
            self.fail(
                "has {count:,} {what}; it must have {number}",
                count=count,
                what=Text(what),
                number=least if least == most else span,
            )
            if count > most:
                return []
        return [Reader(v, f"{self.path}[{i}]", self.problems) for i, v in enumerate(self.value)]

    def text(self, most: int = NAME_MOST) -> str:
        """Return this text, trimmed; '' if it is no text, too long or not printable."""
        if not isinstance(self.value, str):
            self.fail("must be text, not {kind}", kind=_kind(self.value))
            return ""
        value = self.value.strip()
        if len(value) > most:
            self.fail(
                "is {count:,} characters long; use at most {most}", count=len(value), most=most
            )
            return ""
        if (hidden := _hidden(value)) is not None:
            self.fail(
                "contains a character that cannot be shown, {code}; remove it",
                code=f"U+{ord(hidden):04X}",
            )
            return ""
        if value and (problem := _display_problem(value)):
            self.fail(problem)
            return ""
        return value

    def flag(self) -> bool:
        """Return this truth value; False if it is none."""
        if not isinstance(self.value, bool):
            self.fail("must be true or false")
        return self.value is True

    def integer(self, least: int, most: int, default: int | None = None) -> int:
        """Return this whole number; `least` if it is no whole number or out of range.

        A member that is absent reads as the default, or `least` without one.
        """
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.fail("must be a whole number, not {kind}", kind=_kind(self.value))
            return least
        if not least <= self.value <= most:
            shown: object = self.value if abs(self.value) < 10**24 else Text("far too large")
            self.fail(
                "is {shown}; it must be from {least} to {most}",
                shown=shown,
                least=least,
                most="2**64 - 1" if most == 2**64 - 1 else str(most),
            )
            return least
        return self.value

    def choice(self, table: Mapping[str, T], kind: str) -> T | None:
        """Return the table's entry for this id; None after noting that the table has no such id."""
        if not isinstance(self.value, str):
            self.fail(
                "must be the id of one {kind}, not {given}",
                kind=Text(kind),
                given=_kind(self.value),
            )
            return None
        if self.value not in table:
            self.fail_unknown(kind, self.value, table)
            return None
        return table[self.value]

    def word(self, words: Iterable[W], kind: str) -> W | None:
        """Return this word; None after noting that it is none of these."""
        return self.choice({str(word): word for word in words}, kind)


class Absent(Reader):
    """A member that an object does not have: each method returns its default, without a problem."""

    __slots__ = ()

    def mapping(self, known: Names, required: Names = (), kind: str = KEY) -> Members:
        return Members()

    def sequence(self, least: int, most: int, what: str) -> list[Reader]:
        return []

    def text(self, most: int = NAME_MOST) -> str:
        return ""

    def flag(self) -> bool:
        return False

    def integer(self, least: int, most: int, default: int | None = None) -> int:
        return least if default is None else default

    def choice(self, table: Mapping[str, T], kind: str) -> T | None:
        return None


def decode(data: bytes | str) -> Any:
    """Return the document in JSON text of at most 1 MB and 20,000 values.

    Raises InputError naming line and column, a duplicate key, an object of over 200 keys, bad UTF-8
    or too deep nesting.
    """
    if len(data) > BYTES_MOST:
        raise InputError.single(
            "", "is longer than {most:,} bytes, the limit for a battle file", most=BYTES_MOST
        )
    # Counted before parsing, which takes longer the more values there are.
    commas = data.count(",") if isinstance(data, str) else data.count(b",")
    if commas > VALUES_MOST:
        raise InputError.single(
            "", "has more than {most:,} commas, the limit for a battle file", most=VALUES_MOST
        )
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        return json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_unique, parse_constant=_refuse_constant
        )
    except UnicodeDecodeError as error:
        raise InputError.single(
            "", "is not UTF-8 at byte {start:,}; save it as UTF-8", start=error.start
        ) from None
    except json.JSONDecodeError as error:
        where = Text("line {line}, column {column}", line=error.lineno, column=error.colno)
        raise InputError.single(
            "", "is not JSON: {msg} ({where})", msg=error.msg, where=where
        ) from None
    except RecursionError:
        raise InputError.single("", "is nested too deeply to be a battle file") from None
    except ValueError:
        raise InputError.single("", "contains a number with too many digits") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MEMBERS_MOST:
        count, most = len(pairs), MEMBERS_MOST
        raise InputError.single(
            "", "contains an object with {size:,} keys; the limit is {most}", size=count, most=most
        )
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            raise InputError.single(
                "", "key '{key}' is given twice in one object; keep one", key=shown(key)
            )
        members[key] = value
    return members


def _hidden(text: str) -> str | None:
    """Return the first invisible character; joiners within words and emoji are allowed."""
    if text.isprintable():
        return None
    text = FLAG.sub("\U0001f3f4", text)
    for at, letter in enumerate(text):
        if not letter.isprintable() and not _joins(text, at):
            return letter
    return None


def _joins(text: str, at: int) -> bool:
    """Whether the character is a joiner between two letters or two emoji."""
    before, after = text[:at].rstrip("\ufe0e\ufe0f")[-1:], text[at + 1 : at + 2]
    if text[at] not in (NON_JOINER, JOINER) or not before or not after:
        return False
    kind, following = unicodedata.category(before), unicodedata.category(after)
    if text[at] == JOINER and kind in PICTURES and following in PICTURES:
        return True
    if unicodedata.combining(after) == VIRAMA_CLASS:
        return kind[0] == "L"
    return kind[0] in "LM" and following[0] == "L"


def _display_problem(text: str) -> Text | None:
    """Return the problem of a printable text that cannot be seen as it is, or None."""
    kinds = "".join(unicodedata.category(letter)[0] for letter in text)
    for marks in re.finditer("M+", kinds):
        upon = text[marks.start() : marks.end()]
        stacked = [one for one in upon if unicodedata.combining(one) not in POINT_CLASSES]
        if len(stacked) > MARKS_MOST or len(upon) > POINTS_MOST:
            return Text("has more than three accents on one letter; remove some")
    seen = (k not in "MZC" and one not in BLANKS for k, one in zip(kinds, text, strict=True))
    return None if any(seen) else Text("has no visible character; use at least one")


def _refuse_constant(name: str) -> Any:
    raise InputError.single("", "{name} is not a JSON number; write a whole number", name=name)


def _kind(value: Any) -> Text:
    match value:
        case None:
            return Text("nothing")
        case bool():
            return Text("true") if value else Text("false")
        case str():
            return Text("text")
        case int():
            return Text("a number")
        case float():
            return Text("a number with a fraction")
        case list():
            return Text("a list")
        case _:
            return Text("an object")


def _listed(names: Names) -> str:
    return ", ".join(f"'{name}'" for name in names)


LOOK_KEYS: Final = ("figure", "tint")
TINTS: Final = ("red", "gold", "green", "violet", "black")


def read_icon(fields: Members, game: str, figures: Iterable[str]) -> str | None:
    """Return the name of the icon that `figure` and `tint` choose, or None without either."""
    choices = zip(LOOK_KEYS, (figures, TINTS), strict=True)
    words = [fields[key].word(known, key) for key, known in choices]
    return "-".join([f"{game}-unit-custom", *filter(None, words)]) if any(words) else None
