"""Daily puzzles: find the best order of the own units, known in advance, against a fixed enemy."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
from werkzeug.exceptions import NotFound

import engine
from engine import InputError
from webapp.base import games, texts
from webapp.base.clock import now_ms
from webapp.base.game import Game
from webapp.base.texts import _

TODAY: Final = "today"


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The header of a puzzle file: rules, how it was made, date of the first one."""

    ruleset: str
    version: int
    catalog: str  # digest of the used part of the catalog; empty while they are made
    seed: int
    first: date


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two armies as units, best order of the first, shares; `orders` counts distinct orders."""

    own: tuple[dict[str, Any], ...]
    enemy: tuple[dict[str, Any], ...]
    best: tuple[int, ...]
    win: float
    second: float
    worst: float
    orders: int
    terms: dict[str, Any] = {}

    def file(self, game: Game, order: Sequence[int] | None = None) -> dict[str, Any]:
        """Return the battle file, with the own units in this order."""
        key = game.ruleset.ordered
        assert key is not None
        own = [self.own[place] for place in (range(len(self.own)) if order is None else order)]
        sides = [{"army": {key: rows}} for rows in (own, [*self.enemy])]
        return {"ruleset": game.id, **self.terms, "sides": sides}


class Book(NamedTuple):
    head: Head
    lines: tuple[bytes, ...]

    def number(self, day: date) -> int:
        """Return the number of a day's puzzle; they repeat after the last one."""
        return (day - self.head.first).days % len(self.lines)

    def puzzle(self, number: int) -> Puzzle:
        return _puzzle(self.lines[number])

    def used(self, game: Game) -> str:
        """Return the SHA-256 of all armies as they fight, without names, icons and other units."""
        digest = sha256()
        for line in self.lines:
            setup = engine.read(_puzzle(line).file(game)).setup
            digest.update(msgspec.json.encode(_numbers(msgspec.to_builtins(setup)), order="sorted"))
        return digest.hexdigest()


class Daily(NamedTuple):
    day: date
    game: Game
    puzzle: Puzzle

    @property
    def battle(self) -> engine.Battle:
        return engine.read(self.puzzle.file(self.game))


class Grade(NamedTuple):
    win: float
    best: float
    is_best: bool


@cache
def book(game: Game) -> Book | None:
    if game.puzzles is None or not game.puzzles.file.is_file():
        return None
    head, *lines = game.puzzles.file.read_bytes().splitlines()
    return Book(msgspec.json.decode(head, type=Head), tuple(lines)) if lines else None


def of_day(wanted: str) -> Daily:
    """Return the puzzle of `2026-11-23` or `today`. Raise NotFound if there is none."""
    found = first_book()
    if found is None:
        raise NotFound(_("No game here has puzzles."))
    game, puzzles = found
    now, first = today(), puzzles.head.first
    try:
        day = now if wanted == TODAY else date.fromisoformat(wanted)
    except ValueError:
        raise NotFound(
            _("The address of a puzzle ends with its day, such as {day}.", day=first.isoformat())
        ) from None
    if day < first:
        raise NotFound(_("The first puzzle is that of {day}.", day=texts.day(first)))
    if day > now:
        raise NotFound(
            _(
                "The puzzle of {day} is not out yet: a new one comes each day at 0:00 UTC.",
                day=texts.day(day),
            )
        )
    return Daily(day, game, puzzles.puzzle(puzzles.number(day)))


def first_book() -> tuple[Game, Book] | None:
    """Return the first game with puzzles, and its puzzles: all games share one a day."""
    found = ((game, book(game)) for game in games.games().values())
    return next(((game, one) for game, one in found if one is not None), None)


def grade(daily: Daily, order: Sequence[int]) -> Grade:
    """Return the exact share of an order. Raise InputError for an invalid order."""
    puzzle = daily.puzzle
    last = len(puzzle.own) - 1
    if sorted(order) != [*range(last + 1)]:
        raise InputError.single("order", "must have each of the places 0 to {last} once", last=last)
    # Orders that only swap equal units are one.
    if [puzzle.own[place] for place in order] == [puzzle.own[place] for place in puzzle.best]:
        return Grade(puzzle.win, puzzle.win, is_best=True)
    odds = engine.odds(puzzle.file(daily.game, order), "exact")
    return Grade(odds.a + odds.draw / 2, puzzle.win, is_best=False)


def _numbers(value: Any) -> Any:
    """Return plain data without members for people only."""
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
    return datetime.fromtimestamp(now_ms() / 1000, UTC).date()
