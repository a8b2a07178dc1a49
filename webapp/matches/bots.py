"""Orders of bots, computed in threads, once per round in a process."""

import hashlib
import json
from collections.abc import Mapping
from typing import TypeAlias

from flask import current_app

import engine
from engine import SIDES, Seeded, SideId
from webapp.base import games
from webapp.base.jobs import in_thread, single_flight
from webapp.base.match import Orders, RunningMatch
from webapp.matches.store import rules_of
from webapp.store.models import Match

_Decided: TypeAlias = Mapping[SideId, Orders]


def bots_of(match: Match) -> dict[SideId, str]:
    sides = json.loads(match.battle)["sides"]
    return {side: row["bot"] for side, row in zip(SIDES, sides, strict=True) if "bot" in row}


def lack_of(match: Match) -> engine.Lack | None:
    """Return why a bot cannot think yet: its compiled code is not ready. None if all can."""
    game = games.game(match.challenge.ruleset)
    asked = {*bots_of(match).values()}
    is_slow = any(bot.slow for id_, bot in game.opponents.items() if id_ in asked)
    # In a thread: the first call imports the compiler.
    return in_thread(engine.lack_of, game.ruleset) if is_slow else None


def decide(match: Match, running: RunningMatch) -> _Decided:
    """Return the bots' orders for the current round; a failing bot misses the round."""
    if not bots_of(match):
        return {}
    return single_flight(("bots", match.id, match.round), lambda: _decide(match, running))


def _decide(match: Match, running: RunningMatch) -> _Decided:
    try:
        if lack_of(match) is not None:
            raise engine.KernelError("what it thinks with could not be compiled")
        return in_thread(orders_now, match, running)
    except Exception:
        current_app.logger.exception("a bot failed in round %s of match %s", match.round, match.id)
        return {side: {} for side in bots_of(match)}


def orders_now(match: Match, running: RunningMatch) -> dict[SideId, Orders]:
    """Return the bots' orders for the current round; deterministic."""
    decide_for = rules_of(match).decide
    assert decide_for is not None, "a game with bots says what they decide"
    seed = json.loads(match.battle)["seed"]
    decided: dict[SideId, Orders] = {}
    for side, bot in bots_of(match).items():
        drawn = hashlib.sha256(f"{seed} {side} {match.round}".encode()).digest()
        rng = Seeded(int.from_bytes(drawn[:8]))
        decided[side] = decide_for(running, side, bot, rng)
    return decided
