"""What the rules make of a match's stored rows: nothing of a match is kept anywhere else.

A whole match is folded in a few milliseconds, so it is folded whenever somebody asks.
"""

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from flask import current_app
from werkzeug.exceptions import Gone

import engine
from engine import SIDES, Seeded, SideId, seen_by
from engine.players.siege.bots import BOTS
from engine.rulesets.siege.match import Match as Game
from engine.rulesets.siege.snapshot import Letter, Order
from engine.rulesets.siege.view import by_letter
from webapp import games
from webapp.battles.airing import Pace, Schedule, schedule
from webapp.battles.playback import pace_of
from webapp.store.models import Match, Orders
from webapp.words.templates import tag

ENDLESS_MS: Final = 10**9
"""No match is as long: its cues are never scaled down, so they stay when more events come."""

OUTDATED: Final = "The rules have changed since this match began, and it cannot go on under them."

Given: TypeAlias = Mapping[Letter, Order]


def game(match: Match, rows: Sequence[Orders]) -> Game:
    """The match as far as it has been played, from its rows of orders; it is the caller's own.

    Raises Gone if the rules of today do not let it go on.
    """
    given = {(row.round, row.side): json.loads(row.orders) for row in rows}
    played = Game(_battle(match))
    for number in range(1, match.round):
        played.resolve(given.get((number, "a"), {}), given.get((number, "b"), {}))
    if match.resigned:
        played.resign("a" if match.resigned == "a" else "b")
    return played


def _battle(match: Match) -> engine.Battle:
    try:
        return engine.read(match.battle)
    except engine.InputError:
        # What is wrong with it would tell of the armies.
        current_app.logger.exception("match %s cannot be played any more", match.id)
        raise Gone(OUTDATED) from None


def view(played: Game, viewer: SideId | None) -> tuple[engine.Event, ...]:
    """What a side, or None for a spectator, may see of a match, numbered for them alone.

    They stay numbered so after the end, when what shows everything has joined them; the replay
    has the rest.
    """
    return seen_by(played.events, viewer)


def cues(seen: Sequence[engine.Event]) -> Schedule:
    """When each of these events is shown, on an axis of time of their viewer's own.

    It does not change when more events follow.
    """
    return schedule([(tag(event), event.beat) for event in seen], _pace())


@functools.cache
def _pace() -> Pace:
    return replace(pace_of(games.of("siege")), airing_most=ENDLESS_MS)


def bots(match: Match) -> dict[SideId, str]:
    """Which sides are played by which bot."""
    sides = json.loads(match.battle)["sides"]
    return {side: row["bot"] for side, row in zip(SIDES, sides, strict=True) if "bot" in row}


def decide(match: Match, played: Game) -> dict[SideId, Given]:
    """What the bots order for the round to be played: the same whoever asks, however often."""
    seed = json.loads(match.battle)["seed"]
    given: dict[SideId, Given] = {}
    for side, name in bots(match).items():
        drawn = hashlib.sha256(f"{seed} {side} {match.round}".encode()).digest()
        chance = Seeded(int.from_bytes(drawn[:8]))
        given[side] = by_letter(BOTS[name].decide(played.view(side), chance))
    return given


def recording(played: Game) -> engine.Recording:
    """The recording of a match that has ended: its battle file plays to the same events."""
    return engine.play(engine.read(played.document()))
