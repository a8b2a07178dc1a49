"""Translatable sentences, and errors that can be shown to a person: with a place and a remedy."""

import difflib
from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any, Final, NamedTuple, Self

Find = Callable[[str], str]  # returns the template in another language, or itself
FindMany = Callable[[str, str, int], str]  # finds a plural's template in another language


class Text(str):
    """An English sentence with its template and values."""

    __slots__ = ("key", "others", "values")

    # the template, with placeholders {name} or {name:,}; translations are looked up by it
    key: str
    others: str | None  # the plural template, if `values` has a `count`
    values: Mapping[str, Any]  # of the placeholders; a Text among them is translated as well

    def __new__(cls, key: str, /, **values: Any) -> "Text":
        """Return the sentence; `Text("costs {cost} AP", cost=5)`. A Text is returned unchanged."""
        if isinstance(key, Text) and not values:
            return key
        return cls._made(key, None, values)

    @classmethod
    def counted(cls, one: str, others: str, /, count: int, **values: Any) -> "Text":
        """Return the sentence for one or for several; both may hold {count}."""
        return cls._made(one, others, {"count": count, **values})

    def shortened(self, english: str) -> "Text":
        text = super().__new__(Text, english)
        text.key, text.others, text.values = self.key, self.others, self.values
        return text

    @classmethod
    def _made(cls, key: str, others: str | None, values: Mapping[str, Any]) -> "Text":
        template = key if others is None or values["count"] == 1 else others
        text = super().__new__(cls, template.format(**values) if values else template)
        text.key, text.others, text.values = key, others, values
        return text

    def translated(self, find: Find, find_many: FindMany, writer: Formatter) -> str:
        """Return the sentence in another language; `writer` formats the values."""
        if self.others is None:
            template = find(self.key)
        else:
            template = find_many(self.key, self.others, self.values["count"])
        if not self.values:
            return template
        values = {
            name: value.translated(find, find_many, writer) if isinstance(value, Text) else value
            for name, value in self.values.items()
        }
        return writer.format(template, **values)


LINE_MOST: Final = 299  # of a message with its path; quoted input may be longer
LISTED_MOST: Final = 180  # maximum length of a list of valid ids


class Problem(NamedTuple):
    """One problem of an input: where (`sides[0].army.lineup[2].unit`) and what to do."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message

    def cut(self) -> "Problem":
        """Return the problem cut to LINE_MOST characters; a Text keeps its values."""
        path = cut(self.path, LINE_MOST // 2)
        most = LINE_MOST - len(path) - len(": ")
        if isinstance(self.message, Text):
            return Problem(path, self.message.shortened(cut(self.message, most)))
        return Problem(path, cut(self.message, most))


class EngineError(Exception):
    """Base class of all errors raised by the engine."""


class InputError(EngineError):
    """An input was refused; `problems` lists everything wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problem.cut() for problem in problems)
        super().__init__("\n".join(map(str, self.problems)))

    @classmethod
    def single(cls, path: str, message: str, /, **values: Any) -> Self:
        """Return the error with one problem; a str is a template to translate."""
        return cls([Problem(path, Text(message, **values))])


class CatalogError(EngineError):
    """A catalog file is malformed: unknown key, duplicate id or dangling reference."""


class RecordingError(EngineError):
    """A recording cannot be read, or its events are inconsistent."""


class KernelError(EngineError):
    """The compiled rules do not support this; `engine.play` does."""


class ChanceError(EngineError):
    """A scripted roll was missing, out of range or left over."""

    def __init__(self, message: str) -> None:
        super().__init__(cut(message, LINE_MOST))


def cut(text: str, most: int) -> str:
    """Return the text, shortened to `most` characters with an ellipsis if it is longer."""
    return text if len(text) <= most else f"{text[: most - 3]}…"


def shown(text: str, most: int = 60) -> str:
    """Return quoted input for a message: on one line, printable, cut after `most` characters."""
    escaped = (c if c.isprintable() else ascii(c)[1:-1] for c in cut(text, most))
    return cut("".join(escaped), most)


def unknown(kind: str, given: str, valid: Iterable[str]) -> Text:
    """Return the message for an unknown id, with the nearest valid one or a list of all."""
    what, quoted = Text(kind), shown(given)
    names = sorted(valid)
    near = difflib.get_close_matches(given[:60], names, n=1)
    if near:
        return Text(
            "no {kind} '{given}'; did you mean '{near}'?", kind=what, given=quoted, near=near[0]
        )
    some = names[:12]
    while len(some) > 1 and len(", ".join(some)) > LISTED_MOST:
        some.pop()
    listed = ", ".join(some if len(some) == len(names) else [*some, "…"])
    return Text("no {kind} '{given}'; there are {listed}", kind=what, given=quoted, listed=listed)
