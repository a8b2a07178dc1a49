"""Puzzles, one a day: which order of the own units is best against an enemy in its own.

`python -m webapp.commands.puzzles` makes them beforehand, so that the best order and its chance are
looked up; what another order gets is weighed when somebody sends it.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

import engine
from engine import InputError, Problem, Text
from webapp.base import texts
from webapp.base.clock import now_ms
from webapp.base.game import Game
from webapp.base.texts import _

TODAY: Final = "today"


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of puzzles begins with: of which rules, how made, and the first one's day.

    catalog: the digest of what the puzzles use of the catalog; empty while they are made.
    """

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
        own = [self.own[place] for place in (range(len(self.own)) if order is None else order)]
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

    def used(self, game: Game) -> str:
        """The SHA-256 of all armies as they fight, in hexadecimal, without names and icons.

        A unit that no puzzle has changes nothing here.
        """
        digest = sha256()
        for line in self.lines:
            setup = engine.read(_puzzle(line).file(game)).setup
            digest.update(msgspec.json.encode(_numbers(msgspec.to_builtins(setup)), order="sorted"))
        return digest.hexdigest()


class Daily(NamedTuple):
    """The puzzle of a day."""

    day: date
    game: Game
    puzzle: Puzzle

    @property
    def battle(self) -> engine.Battle:
        """The battle with the own units as they are listed."""
        return engine.read(self.puzzle.file(self.game))


class Grade(NamedTuple):
    """What an order gets, and what the best one does."""

    win: float
    best: float
    is_best: bool


class NoPuzzleError(LookupError):
    """There is no puzzle for this day; it says why."""


@cache
def book(game: Game) -> Book | None:
    """The puzzles of a game, if it has any."""
    if game.puzzles is None or not game.puzzles.file.is_file():
        return None
    head, *lines = game.puzzles.file.read_bytes().splitlines()
    return Book(msgspec.json.decode(head, type=Head), tuple(lines)) if lines else None


def of_day(games: Iterable[Game], wanted: str) -> Daily:
    """The puzzle of a day: `2026-11-23`, or `today`. Raises NoPuzzleError if there is none."""
    found = first_book(games)
    if found is None:
        raise NoPuzzleError(_("No game here has puzzles."))
    game, puzzles = found
    now, first = today(), puzzles.head.first
    try:
        day = now if wanted == TODAY else date.fromisoformat(wanted)
    except ValueError:
        raise NoPuzzleError(
            _("A puzzle has the address of its day, such as {day}.", day=first.isoformat())
        ) from None
    if day < first:
        raise NoPuzzleError(_("The first puzzle is that of {day}.", day=texts.day(first)))
    if day > now:
        raise NoPuzzleError(
            _("The puzzle of {day} is not there yet: each comes at 0:00 UTC.", day=texts.day(day))
        )
    return Daily(day, game, puzzles.puzzle(puzzles.number(day)))


def first_book(games: Iterable[Game]) -> tuple[Game, Book] | None:
    """The first of these games that has puzzles, and its puzzles: there is one a day for all."""
    for game in games:
        if (found := book(game)) is not None:
            return game, found
    return None


def problem_of(puzzle: Puzzle, order: Sequence[int]) -> Problem | None:
    """What is wrong with an order, if it has not each place of the own army once."""
    size = len(puzzle.own)
    if sorted(order) == [*range(size)]:
        return None
    return Problem("order", Text("must have each of the places 0 to {last} once", last=size - 1))


def grade(daily: Daily, order: Sequence[int]) -> Grade:
    """What an order gets, exactly, by the rules. Raises InputError for what is no order."""
    puzzle = daily.puzzle
    if problem := problem_of(puzzle, order):
        raise InputError([problem])
    # Orders that only swap equal units are one.
    if [puzzle.own[place] for place in order] == [puzzle.own[place] for place in puzzle.best]:
        return Grade(puzzle.win, puzzle.win, is_best=True)
    odds = engine.odds(puzzle.file(daily.game, order), "exact")
    return Grade(odds.a + odds.draw / 2, puzzle.win, is_best=False)


def _numbers(value: Any) -> Any:
    """Plain data without what is for people only."""
    match value:
        case dict():
            return {k: _numbers(v) for k, v in value.items() if k not in ("name", "icon")}
        case list() | tuple():
            return [*map(_numbers, value)]
    return value


@lru_cache(maxsize=64)
def _puzzle(line: bytes) -> Puzzle:
    return msgspec.json.decode(line, type=Puzzle)


def today() -> date:
    """The day in UTC, by the application's clock."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).date()
