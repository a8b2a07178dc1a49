"""Odds and wishes for the web: refused where they would take too long to find.

Where odds cannot be exact, a thousand battles are played. The command line does so for all battles;
here a battle with a slow bot is refused, with the bot's place in the battle file.
"""

from collections.abc import Callable
from typing import Final, Literal, TypeVar

import engine
from webapp.guard.job_pool import (
    OPERATIONS_MOST,
    SHORT_MOST,
    work_out,
    work_out_long,
    work_out_shortly,
)
from webapp.guard.slow_bots import BATTLES, refuse_long

Method = Literal["auto", "exact", "sample"]
FIRST_LEAST: Final = 10
"""Battles of a first figure, at least: an interval of 50 points."""
GROWTH: Final = 8
"""By how many times as many battles a figure is refined."""
ROOM: Final = 0.8
"""The share of a budget that an estimated cost may take."""
T = TypeVar("T")


def odds(battle: engine.Battle, method: Method = "auto", samples: int = BATTLES) -> engine.Odds:
    """The odds of a battle. Raises InputError where they would take too long to find."""
    if method != "exact":
        refuse_long(battle)
    return engine.odds(battle, method, samples)


def soon(weigh: Callable[[int], T], samples: int) -> T:
    """Return what `weigh` finds by so many battles, or by fewer that take tenths of a second.

    `weigh` can be sent to another process. Raises errors as `work_out` does.
    """
    try:
        return _affordable(work_out_shortly, SHORT_MOST, weigh, samples)[0]
    except engine.SpentError:
        return work_out_long(weigh, samples)


def refined(weigh: Callable[[int], T], samples: int) -> tuple[T, bool]:
    """Return what `weigh` finds by so many battles, or by as many as are played for one question.

    Also returns whether these were fewer. Raises errors as `work_out` does.
    """
    found, played = _affordable(work_out, OPERATIONS_MOST, weigh, samples)
    return found, played < samples


def _affordable(
    run: Callable[[Callable[[int], T], int], T],
    operations: int,
    weigh: Callable[[int], T],
    samples: int,
) -> tuple[T, int]:
    try:
        return run(weigh, samples), samples
    except engine.SpentError as error:
        if error.cost is None:
            raise
        fewer = max(FIRST_LEAST, int(samples * operations / error.cost * ROOM))
        return work_out(weigh, fewer), fewer


def more_samples(odds: engine.Odds, most: int) -> int:
    """Return by how many battles sampled odds are refined next, up to `most`; 0 if by no more."""
    if odds.samples is None or odds.samples >= most:
        return 0
    following = GROWTH * odds.samples
    return following if 2 * following < most else most


def conditioned(battle: engine.Battle, wish: str, seed: int = 0) -> engine.Battle:
    """The battle with dice that make it end as wished. Raises InputError, as `odds` does."""
    refuse_long(battle)
    return engine.conditioned(battle, wish, seed)
