"""What the rules make of a match's stored rows: nothing of a match is kept anywhere else.

A whole match is played in a few milliseconds, so it is played anew whenever somebody asks.
"""

import functools
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from flask import current_app
from werkzeug.exceptions import Gone

import engine
from engine import SideId, seen_by
from webapp.base import games
from webapp.base.game import Game
from webapp.base.match import MatchRules, RunningMatch
from webapp.base.scene_files import Pace, pace_of
from webapp.base.texts import N_
from webapp.battles.schedule import Schedule, kind, schedule
from webapp.store.models import Match, Orders
from webapp.words.templates import tag

ENDLESS_MS: Final = 10**9
"""No match is as long: its cues are never scaled down, so they stay when more events come."""

OUTDATED: Final = N_(
    "The rules have changed since this match began, and it cannot go on under them."
)


class Position(NamedTuple):
    """A match at one moment: its rows, and what the rules make of them."""

    match: Match
    orders: Sequence[Orders]
    running: RunningMatch


def rules_of(match: Match) -> MatchRules[Any]:
    """How the match's game is played round by round. Raises Gone if it is not any more."""
    rules = games.game(match.challenge.ruleset).match
    if rules is None:
        raise Gone(OUTDATED)
    return rules


def play(match: Match, orders: Sequence[Orders]) -> RunningMatch:
    """The match as far as it has been played, from its rows of orders; it is the caller's own.

    Raises Gone if the rules of today do not let it go on.
    """
    given = {(row.round, row.side): json.loads(row.orders) for row in orders}
    running: RunningMatch = rules_of(match).begin(_battle(match))
    for number in range(1, match.round):
        running.resolve(given.get((number, "a"), {}), given.get((number, "b"), {}))
    if match.resigned:
        running.resign("a" if match.resigned == "a" else "b")
    return running


def _battle(match: Match) -> engine.Battle:
    try:
        return engine.read(match.battle)
    except engine.InputError:
        # What is wrong with it would tell of the armies.
        current_app.logger.exception("match %s cannot be played any more", match.id)
        raise Gone(OUTDATED) from None


def visible_events(running: RunningMatch, viewer: SideId | None) -> tuple[engine.Event, ...]:
    """What a side, or None for a spectator, may see of a match, numbered for them alone.

    The numbers stay the same after the end, when events that reveal both armies are added. Events
    that were hidden are only in the replay.
    """
    return seen_by(running.events, viewer)


def cues(ruleset: str, events: Sequence[engine.Event]) -> Schedule:
    """When each of these events is shown, on an axis of time of their viewer's own.

    It does not change when more events follow.
    """
    pace = _pace(games.game(ruleset))
    kinds = [kind(pace, tag(event), functools.partial(getattr, event)) for event in events]
    return schedule([*zip(kinds, [event.beat for event in events], strict=True)], pace)


@functools.cache
def _pace(game: Game) -> Pace:
    # No limits on the length of the show: each round has its own time.
    return replace(pace_of(game), airing_most=ENDLESS_MS, quiet_most=None, opening_most=None)


def recording(running: RunningMatch) -> engine.Recording:
    """The recording of a match that has ended: its battle file plays to the same events."""
    return engine.play(engine.read(running.document()))
