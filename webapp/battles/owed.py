"""What the dice owed somebody in battles that are over, and what armies and orders gave them."""

import json
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import engine
from engine import InputError, SideId, search
from webapp.battles import odds_guard, search_guard

REMEMBERED: Final = 2_000
OPERATIONS_AT_ONCE: Final = 300_000
"""Work after which no verdict more is begun for a page: some seconds. Those made are remembered."""


class Fought(NamedTuple):
    """A battle of somebody: the header of its recording, their side, and who has won."""

    header: dict[str, Any]
    side: SideId
    winner: str | None


class Told(NamedTuple):
    """What the dice owed, and how many battles are left out of it.

    Those are battles of older rules, and such without exact odds.

    verdict: what armies and orders gave in the same battles; None where one of them has no verdict,
    or none yet.
    waiting: how many have none yet; whoever asks again has more of them.
    """

    owed: search.Owed
    left_out: int
    verdict: search.SeriesVerdict | None = None
    waiting: int = 0


def of(battles: Sequence[Fought]) -> Told:
    """What the dice gave in these battles beyond what was owed, or kept back.

    Raises SpentError where the budget is too small for their exact chances.
    """
    found = [(one, _ended(one)) for one in battles]
    known = [(one, ended) for one, ended in found if ended is not None]
    told = search.owed(ended for _, ended in known)
    left_out = len(battles) - len(known)
    try:
        judged = _judged(known)
    except InputError:
        return Told(told, left_out)
    if (waiting := len(known) - len(judged)) or not judged:
        return Told(told, left_out, waiting=waiting)
    return Told(told, left_out, search.series_verdict(judged))


def _judged(battles: Sequence[tuple[Fought, search.Ended]]) -> list[search.Judged]:
    """The first battles with their verdicts, as many as there is time for.

    Raises InputError where one has none.
    """
    judged = []
    with engine.Budget(sys.maxsize) as spent:
        for (header, side, winner), ended in battles:
            if spent.operations - spent.left >= OPERATIONS_AT_ONCE:
                break
            won = next((one for one in engine.SIDES if one == winner), None)
            verdict = search_guard.verdict(engine.read(header["battle"]), won)
            judged.append(search.Judged(ended, verdict, side))
    return judged


def _ended(fought: Fought) -> search.Ended | None:
    header, side, winner = fought
    chances = _chances(json.dumps(header["battle"]), header["ruleset_version"])
    if chances is None:
        return None
    result = 0.5 if winner is None else float(winner == side)
    return search.Ended(chances["ab".index(side)], chances[2], result)


@lru_cache(maxsize=REMEMBERED)
def _chances(file: str, version: int) -> tuple[float, float, float] | None:
    """The exact chances of a, of b and of a draw as a battle began."""
    try:
        battle = engine.read(file).without_dice()
        odds_guard.refuse_long(battle)
        if battle.ruleset.version != version:
            return None
        odds = engine.odds(battle, "exact")
    except engine.SpentError:
        raise  # of all of them together: by itself this one may be weighed
    except InputError:
        return None
    return odds.a, odds.b, odds.draw
