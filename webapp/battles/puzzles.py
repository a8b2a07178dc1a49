"""Puzzles, one a day: six units against eight, and which order of the six is best.

They were made beforehand (`python -m webapp.puzzling`), so that the best order and its chance are
looked up; what another order gets is weighed when somebody sends it.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import msgspec

import engine
from engine import InputError, Problem, SideId, Text
from webapp.base.clock import now_ms
from webapp.base.game import Game

SIDE: Final[SideId] = "a"
EQUAL: Final = 1e-9
"""Chances that differ by less are the same one, rounded differently."""


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of puzzles begins with: of which rules, how made, and the first one's day."""

    ruleset: str
    version: int
    catalog: str
    seed: int
    first: date


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two armies as lists of units, the best order of the first, and what it gets.

    `orders` is how many look different; the second and the worst of them are for statistics.
    """

    own: tuple[dict[str, Any], ...]
    enemy: tuple[dict[str, Any], ...]
    best: tuple[int, ...]
    win: float
    second: float
    worst: float
    orders: int
    terms: dict[str, Any] = {}

    def file(self, game: Game, order: Sequence[int] | None = None) -> dict[str, Any]:
        """The battle file, with the own units in this order."""
        key = game.ruleset.ordered
        assert key is not None
        own = [self.own[place] for place in order or range(len(self.own))]
        sides = [{"army": {key: rows}} for rows in (own, [*self.enemy])]
        return {"ruleset": game.id, **self.terms, "sides": sides}


class Book(NamedTuple):
    """All puzzles of a game."""

    head: Head
    lines: tuple[bytes, ...]

    def number(self, day: date) -> int:
        """Which puzzle is this day's; after the last one they begin again."""
        return (day - self.head.first).days % len(self.lines)

    def puzzle(self, number: int) -> Puzzle:
        """The puzzle with this number, from 0."""
        return _puzzle(self.lines[number])


class Grade(NamedTuple):
    """What an order gets, and what the best one does."""

    win: float
    best: float
    is_best: bool


@cache
def book(game: Game) -> Book | None:
    """The puzzles of a game, if it has any."""
    if game.puzzles is None or not game.puzzles.file.is_file():
        return None
    head, *lines = game.puzzles.file.read_bytes().splitlines()
    return Book(msgspec.json.decode(head, type=Head), tuple(lines)) if lines else None


@lru_cache(maxsize=64)
def _puzzle(line: bytes) -> Puzzle:
    return msgspec.json.decode(line, type=Puzzle)


def today() -> date:
    """The day in UTC, by the application's clock."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).date()
