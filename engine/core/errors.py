"""Errors that a caller can show to a person: each names a place and a remedy."""

import difflib
from collections.abc import Iterable
from typing import NamedTuple


class Problem(NamedTuple):
    """One thing wrong with an input: where (`sides[0].army.lineup[2].unit`) and what to do."""

    path: str
    message: str

    def __str__(self) -> str:
        """The problem as one line."""
        return f"{self.path}: {self.message}" if self.path else self.message


class EngineError(Exception):
    """The base of every error that the engine raises on purpose."""


class InputError(EngineError):
    """An input was refused; `problems` lists everything wrong with it, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

    @classmethod
    def single(cls, path: str, message: str) -> "InputError":
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


def shown(text: str, most: int = 60) -> str:
    """Text of an input as a message repeats it: on one line, printable, cut after `most`."""
    short = text if len(text) <= most else f"{text[: most - 3]}…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)


def unknown(kind: str, given: str, valid: Iterable[str]) -> str:
    """The message for an id that does not exist, with the nearest valid one or all of them."""
    names = sorted(valid)
    near = difflib.get_close_matches(given[:60], names, n=1)
    if near:
        return f"no {kind} '{shown(given)}'; did you mean '{near[0]}'?"
    listed = ", ".join(names) if len(names) <= 12 else f"{', '.join(names[:12])}, …"
    return f"no {kind} '{shown(given)}'; there are {listed}"
