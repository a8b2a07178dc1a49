"""The puzzles of Warlords: enough of them, of these rules, and right by a second solver."""

import msgspec
import pytest

import engine
from engine import search
from engine.rulesets.warlords.catalog import CATALOG
from tests.games.warlords.second_solver import faults
from webapp.base import games
from webapp.searches import puzzles

GAME = games.game("warlords")
CHECKED = (0, *(pytest.param(n, marks=pytest.mark.long) for n in (75, 200, 364)))
"""Puzzles whose orders are all weighed here; `make check-puzzles` takes all."""


@pytest.fixture(scope="module")
def book() -> puzzles.Book:
    found = puzzles.book(GAME)
    assert found
    return found


def test_there_is_another_one_each_day_of_a_year(book: puzzles.Book) -> None:
    assert len(set(book.lines)) == len(book.lines) >= 365


def test_they_are_of_these_rules_and_of_these_numbers(book: puzzles.Book) -> None:
    """Otherwise `make check-puzzles GAME=warlords ARGS=--pin`, or `make puzzles`: CONTRIBUTING."""
    assert book.head.version == GAME.ruleset.version
    assert book.head.catalog == book.used(GAME)


def test_only_valid_numbers_count(book: puzzles.Book, monkeypatch: pytest.MonkeyPatch) -> None:
    few = book._replace(lines=book.lines[:1])
    before = few.used(GAME)
    for id_, changes, is_same in (
        ("barge", {"strength": 9}, True),
        ("red-dragons", {"name": "Reds", "icon": "moon"}, True),
        ("red-dragons", {"strength": 1}, False),
    ):
        row = msgspec.structs.replace(CATALOG.units[id_], **changes)
        monkeypatch.setitem(CATALOG.units, id_, row)
        assert (few.used(GAME) == before) is is_same, (id_, changes)


def test_all_are_six_against_eight_with_a_best_order_that_is_ahead(book: puzzles.Book) -> None:
    for number in range(len(book.lines)):
        puzzle = book.puzzle(number)
        assert (len(puzzle.own), len(puzzle.enemy)) == (6, 8)
        assert sorted(puzzle.best) == [0, 1, 2, 3, 4, 5]
        assert puzzle.win - puzzle.second >= 0.02
        assert 0.25 <= puzzle.win <= 0.85


@pytest.mark.parametrize("number", CHECKED)
def test_a_second_solver_agrees_about_all_orders(book: puzzles.Book, number: int) -> None:
    assert faults(GAME, book.puzzle(number)) == []


@pytest.mark.parametrize("number", CHECKED)
def test_no_obvious_order_is_the_best(book: puzzles.Book, number: int) -> None:
    assert search.weigh_all(engine.read(book.puzzle(number).file(GAME))).is_puzzle


def test_the_second_solver_finds_a_wrong_answer(book: puzzles.Book) -> None:
    puzzle = book.puzzle(0)
    wrong = msgspec.structs.replace(puzzle, win=puzzle.win + 0.001)
    assert [line.partition(":")[0] for line in faults(GAME, wrong)] == ["win"]
