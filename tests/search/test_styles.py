"""Styles: which armies are alike, worked out by hand."""

import pytest

from engine import search

ROCK, PAPER, SCISSORS = (0.5, 0, 1), (1, 0.5, 0), (0, 1, 0.5)


def test_equal_armies_are_neighbours_of_one_style_and_the_stronger_come_first() -> None:
    """Armies 0 and 2 lose to 1 and 3, and are as good as each other; 1 and 3 too.

    Weak against strong gets 0, all others 1/2 and 1: the rows of a style are equal, and those of
    different styles are 1/2 apart everywhere.
    """
    weak, strong = (0.5, 0, 0.5, 0), (1, 0.5, 1, 0.5)
    found = search.styles([weak, strong, weak, strong])
    assert [set(style) for style in found] == [{1, 3}, {0, 2}]


def test_rock_paper_and_scissors_are_three_styles() -> None:
    """Any two of them differ by 1/2, 1/2 and 1: the root of the mean square is 0.71."""
    found = search.styles([ROCK, PAPER, SCISSORS])
    assert sorted(found) == [(0,), (1,), (2,)]
    assert len(search.styles([ROCK, PAPER, SCISSORS], apart=0.70)) == 3
    assert len(search.styles([ROCK, PAPER, SCISSORS], apart=0.72)) == 1


def test_the_side_does_not_make_a_style() -> None:
    """Side a always wins: all get 1/2 of all where they are either side as often."""
    assert [len(style) for style in search.styles([(1, 1), (1, 1)])] == [2]


def test_any_two_armies_of_a_style_are_near() -> None:
    """Shares 0, 0.2 and 0.4 higher than those of the others' mean: the ends are not alike.

    Against three others that all get the same, army k gets 0.3 + 0.2 k of each.
    """
    rows = [[0.5 + (i - j) * 0.2 for j in range(3)] for i in range(3)]
    near = [set(style) for style in search.styles(rows, apart=0.21)]
    assert {0, 2} not in near
    assert max(len(style) for style in near) == 2
    assert len(search.styles(rows, apart=0.41)) == 1


@pytest.mark.parametrize("count", [1, 2])
def test_few_armies(count: int) -> None:
    found = search.styles([(0.5,) * count] * count)
    assert sorted(place for style in found for place in style) == [*range(count)]
