"""Bots think in threads, one of a process for each round: whoever else needs it waits for it."""

from collections.abc import Mapping
from threading import get_ident
from typing import Final, TypeAlias, cast

from flask import current_app
from gevent import get_hub
from gevent.event import AsyncResult

from engine import SideId
from engine.rulesets.siege.match import Match as Game
from webapp.matches import playing
from webapp.matches.playing import Given
from webapp.store.models import Match

_Decided: TypeAlias = Mapping[SideId, Given]
_thoughts: Final["dict[tuple[int, str, int], AsyncResult[_Decided]]"] = {}
"""By thread, since each has a loop of its own, and by match and round."""


def decide(match: Match, played: Game) -> _Decided:
    """What the bots of a match order for the round to be played; everybody else goes on meanwhile.

    It may take a second or two. A bot that fails has missed the round, as a player who orders
    nothing: its match goes on.
    """
    if not playing.bots(match):
        return {}
    key = (get_ident(), match.id, match.round)
    if other := _thoughts.get(key):
        return cast(_Decided, other.get())
    thought: AsyncResult[_Decided] = AsyncResult()
    _thoughts[key] = thought
    try:
        decided = _decided(match, played)
        thought.set(decided)
    except BaseException as error:
        thought.set_exception(error)
        raise
    finally:
        del _thoughts[key]
    return decided


def _decided(match: Match, played: Game) -> _Decided:
    try:
        decided: _Decided = get_hub().threadpool.apply(playing.decide, (match, played))
    except Exception:
        current_app.logger.exception("a bot failed in round %s of match %s", match.round, match.id)
        return {side: {} for side in playing.bots(match)}
    return decided
