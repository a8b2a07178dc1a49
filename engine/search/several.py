"""Why somebody won as many of several battles as they did: armies, orders, dice, adding up.

VERDICT.md has the method: each part is the sum of the same parts of the battles.
"""

from collections.abc import Iterable
from math import fsum
from typing import NamedTuple

import msgspec

from engine.core.events import SideId
from engine.search.owed import Ended, owed
from engine.search.verdict import Verdict


class Judged(NamedTuple):
    """A battle of somebody: their chances and result, the battle's verdict, and their side."""

    ended: Ended
    verdict: Verdict
    side: SideId


class SeriesVerdict(msgspec.Struct, frozen=True):
    """Wins of somebody in several battles: `armies` + `order` + `dice` = `won` - `battles` / 2.

    battles: how many there are. won: what came out; a draw is half a win.
    armies, order, dice: the sums of these parts of each battle, in wins; `order` is null where the
    units of none have an order.
    interval: between which `dice` ends in 95 of 100 cases or more, by dice alone.
    spread: by how much `armies` and `order` may be off at 95 %, to opposite sides, where some
    orders were drawn; else 0.
    """

    battles: int
    won: float
    armies: float
    order: float | None
    dice: float
    interval: tuple[float, float]
    spread: float


def series_verdict(battles: Iterable[Judged]) -> SeriesVerdict:
    """Why somebody won as many of these battles as they did."""
    judged = [*battles]
    told = owed(one.ended for one in judged)
    orders = [one for one in judged if one.verdict.order is not None]
    return SeriesVerdict(
        battles=told.battles,
        won=told.won,
        armies=fsum(_sign(one) * one.verdict.armies for one in judged),
        order=fsum(_sign(one) * (one.verdict.order or 0) for one in orders) if orders else None,
        dice=told.dice,
        interval=told.interval,
        # Battles of the same armies are off alike, so it does not grow by the root of their number.
        spread=fsum(_half(one.verdict) for one in judged),
    )


def _sign(one: Judged) -> int:
    return 1 if one.side == "a" else -1


def _half(verdict: Verdict) -> float:
    low, high = verdict.interval or (0, 0)
    return (high - low) / 2
