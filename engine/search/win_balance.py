"""Wins of several battles compared with their exact chances: the contribution of the dice.

VERDICT.md explains the method. A draw counts as half a win.
"""

from collections.abc import Iterable
from math import fsum
from typing import Final, NamedTuple

import msgspec

CENTRAL: Final = 0.95
"""Minimum probability that dice alone end within the interval."""


class FinishedBattle(NamedTuple):
    """A player's finished battle: exact chances at its start, and the result: 1, 1/2 or 0."""

    win: float
    draw: float
    result: float


class WinBalance(msgspec.Struct, frozen=True):
    """A player's wins in several battles: `won` = `owed` + `dice`.

    battles: number of battles.
    won: actual wins.
    owed: expected wins, the sum of the shares at the start of each battle.
    dice: `won` - `owed`.
    interval: the range of `dice` that dice alone keep to in at least 95 of 100 cases.
    """

    battles: int
    won: float
    owed: float
    dice: float
    interval: tuple[float, float]


def win_balance(ended: Iterable[FinishedBattle]) -> WinBalance:
    """Return the actual wins in these battles, the expected wins, and the difference."""
    battles = [*ended]
    won = fsum(one.result for one in battles)
    expected = fsum(one.win + one.draw / 2 for one in battles)
    least, most = _central(distribution(battles))
    interval = least - expected, most - expected
    return WinBalance(len(battles), won, expected, won - expected, interval)


def distribution(battles: Iterable[FinishedBattle]) -> list[float]:
    """Return the exact distribution of the number of half wins, from 0 on."""
    found = [1.0]
    for one in battles:
        lose = 1 - one.win - one.draw
        longer = [0.0] * (len(found) + 2)
        for halves, chance in enumerate(found):
            longer[halves] += chance * lose
            longer[halves + 1] += chance * one.draw
            longer[halves + 2] += chance * one.win
        found = longer
    return found


def _central(chances: list[float]) -> tuple[float, float]:
    """Return the range of wins that leaves out at most 2.5 % at either end."""
    tail = (1 - CENTRAL) / 2
    return _first(chances, tail) / 2, (len(chances) - 1 - _first(chances[::-1], tail)) / 2


def _first(chances: list[float], tail: float) -> int:
    """Return the first index at which the cumulative chance exceeds the tail."""
    sum_ = 0.0
    for place, chance in enumerate(chances):
        sum_ += chance
        if sum_ > tail:
            return place
    return len(chances) - 1
