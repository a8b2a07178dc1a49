"""What bots order: worked out in threads, once in a process for each round."""

import hashlib
import json
from collections.abc import Mapping
from threading import get_ident
from typing import Final, TypeAlias, cast

from flask import current_app
from gevent.event import AsyncResult

from engine import SIDES, Seeded, SideId
from webapp.base.match import Orders, RunningMatch
from webapp.base.threads import in_thread
from webapp.matches.playing import rules_of
from webapp.store.models import Match

_Decided: TypeAlias = Mapping[SideId, Orders]
_in_progress: Final["dict[tuple[int, str, int], AsyncResult[_Decided]]"] = {}
"""By thread, since each has a loop of its own, and by match and round."""


def bots_of(match: Match) -> dict[SideId, str]:
    """Which sides are played by which bot."""
    sides = json.loads(match.battle)["sides"]
    return {side: row["bot"] for side, row in zip(SIDES, sides, strict=True) if "bot" in row}


def decide(match: Match, running: RunningMatch) -> _Decided:
    """What the bots of a match order for the round to be played; everybody else goes on meanwhile.

    It may take a second or two; whoever asks for the same round meanwhile waits for the same
    answer. A bot that fails has missed the round, as a player who orders nothing.
    """
    if not bots_of(match):
        return {}
    key = (get_ident(), match.id, match.round)
    if other := _in_progress.get(key):
        return cast(_Decided, other.get())
    result: AsyncResult[_Decided] = AsyncResult()
    _in_progress[key] = result
    try:
        decided = _decide(match, running)
        result.set(decided)
    except BaseException as error:
        result.set_exception(error)
        raise
    finally:
        del _in_progress[key]
    return decided


def _decide(match: Match, running: RunningMatch) -> _Decided:
    try:
        return in_thread(orders_now, match, running)
    except Exception:
        current_app.logger.exception("a bot failed in round %s of match %s", match.round, match.id)
        return {side: {} for side in bots_of(match)}


def orders_now(match: Match, running: RunningMatch) -> dict[SideId, Orders]:
    """What the bots order for the round to be played: the same whoever asks, however often."""
    decide_for = rules_of(match).decide
    assert decide_for is not None, "a game with bots says what they decide"
    seed = json.loads(match.battle)["seed"]
    decided: dict[SideId, Orders] = {}
    for side, bot in bots_of(match).items():
        drawn = hashlib.sha256(f"{seed} {side} {match.round}".encode()).digest()
        rng = Seeded(int.from_bytes(drawn[:8]))
        decided[side] = decide_for(running, side, bot, rng)
    return decided
