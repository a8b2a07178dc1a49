"""Bots think in threads, one of a process for each round: whoever else needs it waits for it."""

from collections.abc import Mapping
from threading import get_ident
from typing import Final, TypeAlias, cast

from gevent import get_hub
from gevent.event import AsyncResult

from engine.core.events import SideId
from engine.rulesets.siege.match import Match as Game
from webapp.matches import playing
from webapp.matches.playing import Given
from webapp.models import Match

_Decided: TypeAlias = Mapping[SideId, Given]
_thoughts: Final["dict[tuple[int, str, int], AsyncResult[_Decided]]"] = {}
"""By thread, since each has a loop of its own, and by match and round."""


def decide(match: Match, played: Game) -> _Decided:
    """What the bots of a match order for the round to be played; everybody else goes on meanwhile.

    It may take a second or two.
    """
    if not playing.bots(match):
        return {}
    key = (get_ident(), match.id, match.round)
    if other := _thoughts.get(key):
        return cast(_Decided, other.get())
    thought: AsyncResult[_Decided] = AsyncResult()
    _thoughts[key] = thought
    try:
        decided = get_hub().threadpool.apply(playing.decide, (match, played))
        thought.set(decided)
    except BaseException as error:
        thought.set_exception(error)
        raise
    finally:
        del _thoughts[key]
    return decided
