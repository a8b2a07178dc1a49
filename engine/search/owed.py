"""What came out of several battles beside what their chances owed: how far the dice took somebody.

VERDICT.md has the method. A draw counts as half a win.
"""

from collections.abc import Iterable
from math import fsum
from typing import Final, NamedTuple

import msgspec

CENTRAL: Final = 0.95
"""How often dice alone end within the interval, at least."""


class Ended(NamedTuple):
    """A battle of somebody: the exact chances as it began, and what came out: 1, 1/2 or 0."""

    win: float
    draw: float
    result: float


class Owed(msgspec.Struct, frozen=True):
    """Wins of somebody in several battles: `won` = `owed` + `dice`.

    battles: how many there are.
    won: what came out. owed: the sum of the shares as the battles began.
    dice: `won` - `owed`.
    interval: between which differences dice alone end in 95 of 100 cases or more.
    """

    battles: int
    won: float
    owed: float
    dice: float
    interval: tuple[float, float]


def owed(ended: Iterable[Ended]) -> Owed:
    """What the dice gave somebody in these battles beyond what chances owed, or kept back."""
    battles = [*ended]
    won = fsum(one.result for one in battles)
    due = fsum(one.win + one.draw / 2 for one in battles)
    least, most = _central(distribution(battles))
    return Owed(len(battles), won, due, won - due, (least - due, most - due))


def distribution(battles: Iterable[Ended]) -> list[float]:
    """The chance of each number of half wins, from none on: battle after battle, exactly."""
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
    """The wins between which all but 2.5 % at either end lie, at most."""
    tail = (1 - CENTRAL) / 2
    return _first(chances, tail) / 2, (len(chances) - 1 - _first(chances[::-1], tail)) / 2


def _first(chances: list[float], tail: float) -> int:
    """The first place at which more than the tail has come together."""
    sum_ = 0.0
    for place, chance in enumerate(chances):
        sum_ += chance
        if sum_ > tail:
            return place
    return len(chances) - 1
