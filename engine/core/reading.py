"""Reading untrusted JSON: every problem is noted with its path, and reading goes on.

Schema libraries stop at the first error or have paths and messages of their own (DECISIONS.md,
D-003). People who write battle files should see all problems at once, in the words of the rules.
"""

import json
from collections.abc import Collection, Mapping
from typing import Any, Final, TypeVar

from engine.core.errors import InputError, Problem, shown, unknown

BYTES_MOST: Final = 1_000_000
PROBLEMS_MOST: Final = 50
NAME_MOST: Final = 60

T = TypeVar("T")


class Reader:
    """A value of a document with its path, and the list of problems that all readers share."""

    __slots__ = ("path", "problems", "value")

    def __init__(self, value: Any, path: str = "", problems: list[Problem] | None = None) -> None:
        self.value = value
        self.path = path
        self.problems: list[Problem] = [] if problems is None else problems

    def fail(self, message: str) -> None:
        """Notes a problem at this place; after 50 further ones are not listed."""
        if len(self.problems) < PROBLEMS_MOST:
            self.problems.append(Problem(self.path, message))
        elif len(self.problems) == PROBLEMS_MOST:
            self.problems.append(Problem("", "there are more problems; mend these first"))

    def fail_unknown(self, kind: str, given: str, valid: Collection[str]) -> None:
        """Notes an id that does not exist, with the nearest valid one."""
        is_listed = len(self.problems) < PROBLEMS_MOST  # fail drops the message of any other
        self.fail(unknown(kind, given, valid) if is_listed else "")

    def finish(self) -> None:
        """Raises InputError with all problems, if there are any."""
        if self.problems:
            raise InputError(self.problems)

    def child(self, key: str) -> "Reader":
        """A reader for a member of this object, present or not."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        place = shown(key)
        return Reader(value, f"{self.path}.{place}" if self.path else place, self.problems)

    def mapping(
        self, known: Collection[str], required: Collection[str] = ()
    ) -> dict[str, "Reader"]:
        """The members of this object that are present; unknown and missing keys are noted."""
        if not isinstance(self.value, dict):
            self.fail(f"must be an object with {_listed(known)}, not {_kind(self.value)}")
            return {}
        for key in self.value:
            if key not in known:
                self.child(str(key)).fail_unknown("key", str(key), known)
        for key in required:
            if key not in self.value:
                self.child(key).fail("is missing")
        return {key: self.child(key) for key in known if key in self.value}

    def sequence(self, least: int, most: int, what: str) -> list["Reader"]:
        """The items of this list; a list that is too long is refused without reading its items."""
        if not isinstance(self.value, list):
            self.fail(f"must be a list of {what}, not {_kind(self.value)}")
            return []
        count = len(self.value)
        if not least <= count <= most:
            number = f"{least}" if least == most else f"{least} to {most}"
            self.fail(f"holds {count:,} {what}; it takes {number}")
            if count > most:
                return []
        return [Reader(v, f"{self.path}[{i}]", self.problems) for i, v in enumerate(self.value)]

    def text(self, most: int = NAME_MOST) -> str:
        """This text, trimmed; '' after noting that it is no text, too long or not printable."""
        if not isinstance(self.value, str):
            self.fail(f"must be text, not {_kind(self.value)}")
            return ""
        value = self.value.strip()
        if len(value) > most:
            self.fail(f"is {len(value):,} characters long; at most {most} fit")
            return ""
        if not value.isprintable():
            self.fail("holds a character that cannot be shown; take out line breaks and controls")
            return ""
        return value

    def integer(self, least: int, most: int) -> int:
        """This whole number; `least` after noting that it is no whole number or out of range."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.fail(f"must be a whole number, not {_kind(self.value)}")
            return least
        if not least <= self.value <= most:
            shown = str(self.value) if abs(self.value) < 10**24 else "so large a number"
            self.fail(f"is {shown}; it must be from {least} to {_power(most)}")
            return least
        return self.value

    def choice(self, table: Mapping[str, T], kind: str) -> T | None:
        """The table's entry for this id; None after noting that the table has no such id."""
        if not isinstance(self.value, str):
            self.fail(f"must be the id of one {kind}, not {_kind(self.value)}")
            return None
        if self.value not in table:
            self.fail_unknown(kind, self.value, table)
            return None
        return table[self.value]


def decode(data: bytes | str) -> Any:
    """The document in JSON text of at most 1 MB.

    Raises InputError naming line and column, a key given twice, bad UTF-8 or too deep nesting.
    """
    if len(data) > BYTES_MOST:
        raise InputError.single("", f"is over {BYTES_MOST:,} bytes long; no battle file needs that")
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        return json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_unique, parse_constant=_refuse_constant
        )
    except UnicodeDecodeError as error:
        raise InputError.single(
            "", f"is not UTF-8 at byte {error.start:,}; save it as UTF-8"
        ) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError.single("", f"is not JSON: {error.msg} ({where})") from None
    except RecursionError:
        raise InputError.single("", "is nested too deeply to be a battle file") from None
    except ValueError:
        raise InputError.single("", "holds a number with too many digits") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            raise InputError.single(
                "", f"key '{shown(key)}' is given twice in one object; keep one"
            )
        members[key] = value
    return members


def _refuse_constant(name: str) -> Any:
    raise InputError.single("", f"{name} is not a number of JSON; write a whole number")


def _kind(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return "text"
        case int() | float():
            return "a number" if isinstance(value, int) else "a number with a fraction"
        case list():
            return "a list"
        case _:
            return "an object"


def _listed(names: Collection[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _power(most: int) -> str:
    return "2**64 - 1" if most == 2**64 - 1 else str(most)
