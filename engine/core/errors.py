"""Errors that a caller can show to a person: each names a place and a remedy."""

import difflib
from collections.abc import Iterable
from typing import Final, NamedTuple, Self

from engine.core.text import Text

LINE_MOST: Final = 299
"""Characters of a message, with its path: input that it quotes may be of any length."""
LISTED_MOST: Final = 180
"""Characters of a list of valid ids."""


class Problem(NamedTuple):
    """One thing wrong with an input: where (`sides[0].army.lineup[2].unit`) and what to do."""

    path: str
    message: str

    def __str__(self) -> str:
        """The problem as one line."""
        return f"{self.path}: {self.message}" if self.path else self.message

    def cut(self) -> "Problem":
        """The problem, in at most 299 characters; what it is made of stays with it."""
        path = cut(self.path, LINE_MOST // 2)
        most = LINE_MOST - len(path) - len(": ")
        if isinstance(self.message, Text):
            return Problem(path, self.message.shortened(cut(self.message, most)))
        return Problem(path, cut(self.message, most))


class EngineError(Exception):
    """The base of every error that the engine raises on purpose."""


class InputError(EngineError):
    """An input was refused; `problems` lists everything wrong with it, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problem.cut() for problem in problems)
        super().__init__("\n".join(map(str, self.problems)))

    @classmethod
    def single(cls, path: str, message: str) -> Self:
        """The error with just one problem."""
        return cls([Problem(path, message)])


class CatalogError(EngineError):
    """A catalog file is malformed: unknown key, duplicate id or dangling reference."""


class RecordingError(EngineError):
    """A recording cannot be read, or its events do not follow from one another."""


class KernelError(EngineError):
    """Something that the compiled rules do not cover; `engine.play` plays it."""


class ChanceError(EngineError):
    """A scripted roll was missing, out of range or left over."""

    def __init__(self, message: str) -> None:
        super().__init__(cut(message, LINE_MOST))


def cut(text: str, most: int) -> str:
    """The text, or if it is longer than `most` its beginning and an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 3]}…"


def shown(text: str, most: int = 60) -> str:
    """Text of an input as a message quotes it: on one line, printable, cut after `most`."""
    escaped = (c if c.isprintable() else ascii(c)[1:-1] for c in cut(text, most))
    return cut("".join(escaped), most)


def unknown(kind: str, given: str, valid: Iterable[str]) -> Text:
    """The message for an id that does not exist, with the nearest valid one or all of them."""
    what, told = Text(kind), shown(given)
    names = sorted(valid)
    near = difflib.get_close_matches(given[:60], names, n=1)
    if near:
        return Text(
            "no {kind} '{given}'; did you mean '{near}'?", kind=what, given=told, near=near[0]
        )
    some = names[:12]
    while len(some) > 1 and len(", ".join(some)) > LISTED_MOST:
        some.pop()
    listed = ", ".join(some if len(some) == len(names) else [*some, "…"])
    return Text("no {kind} '{given}'; there are {listed}", kind=what, given=told, listed=listed)
