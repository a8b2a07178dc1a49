"""What bots order: worked out in threads, once in a process for each round."""

import hashlib
import json
from collections.abc import Mapping
from typing import Final, TypeAlias

from flask import current_app

import engine
from engine import SIDES, Seeded, SideId
from webapp.base import games
from webapp.base.match import Orders, RunningMatch
from webapp.base.threads import Shared, in_thread
from webapp.matches.state import rules_of
from webapp.store.models import Match

_Decided: TypeAlias = Mapping[SideId, Orders]
_deciding: Final[Shared[_Decided]] = Shared()


def bots_of(match: Match) -> dict[SideId, str]:
    """Which sides are played by which bot."""
    sides = json.loads(match.battle)["sides"]
    return {side: row["bot"] for side, row in zip(SIDES, sides, strict=True) if "bot" in row}


def lack_of(match: Match) -> engine.Lack | None:
    """Why the bots of a match cannot think yet, if one of them needs compiled code for it."""
    game = games.game(match.challenge.ruleset)
    asked = {*bots_of(match).values()}
    is_slow = any(bot.slow for id_, bot in game.opponents.items() if id_ in asked)
    # In a thread: whoever asks first imports the compiler.
    return in_thread(engine.lack_of, game.ruleset) if is_slow else None


def decide(match: Match, running: RunningMatch) -> _Decided:
    """What the bots of a match order for the round to be played; everybody else goes on meanwhile.

    It may take a second or two; whoever asks for the same round meanwhile waits for the same
    answer. A bot that fails has missed the round, as a player who orders nothing.
    """
    if not bots_of(match):
        return {}
    return _deciding.do((match.id, match.round), lambda: _decide(match, running))


def _decide(match: Match, running: RunningMatch) -> _Decided:
    try:
        if lack_of(match) is not None:
            raise engine.KernelError("what it thinks with could not be compiled")
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
