"""Stored matches, their positions in milliseconds, and the times of their rounds."""

import functools
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from flask import current_app
from sqlalchemy import Row, select
from sqlalchemy.orm import Session
from werkzeug.exceptions import Gone

import engine
from engine import SideId, seen_by
from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.form import Field, Option
from webapp.base.game import Game
from webapp.base.match import MatchRules, RunningMatch
from webapp.base.scene_files import Pace, pace_of
from webapp.base.texts import N_
from webapp.battles import store as battles
from webapp.battles.playback import Schedule, kind, schedule
from webapp.matches.limits import CLOCK_S, CLOCK_S_LEAST, CLOCK_S_MOST, LATELY_MS, LEAD_IN_MS
from webapp.store import database
from webapp.store.models import Challenge, Match, Orders
from webapp.words.templates import tag

Mark = Row[int, int, str | None, int]


def begin(challenge_id: str, battle_file: Mapping[str, Any], clock_s: int) -> None:
    """Begin the match of a challenge once. Raises InputError for armies that the rules refuse."""
    now = now_ms()

    def add(id_: str) -> None:
        with database.session() as db:
            if db.scalar(select(Match.id).filter_by(challenge_id=challenge_id)) is not None:
                return
        engine.read(battle_file)
        match = Match(
            id=id_,
            challenge_id=challenge_id,
            battle=json.dumps(battle_file),
            clock_s=clock_s,
            round=1,
            started_at_ms=now,
            deadline_ms=now + LEAD_IN_MS + clock_s * 1000,
            ends="[]",
            changes=0,
            ended=False,
        )
        database.add(match)

    battles.stored_under_new_id(add)  # if another process is faster, its match has begun


def find(id_: str) -> Match | None:
    return database.by_id(Match, id_)


def being_played(games: Collection[str], most: int) -> Sequence[Match]:
    """Return listed matches that do not wait for absent players, the last begun first."""
    lately = now_ms() - LATELY_MS
    # Only the deadline has an index: it excludes abandoned matches.
    query = (
        select(Match)
        .join(Challenge, Challenge.id == Match.challenge_id)
        .where(~Match.ended, Match.deadline_ms > lately)
        .where(Match.deadline_ms - Match.clock_s * 1000 > lately)
        .where(Challenge.listed, Challenge.ruleset.in_(games))
        .order_by(Match.started_at_ms.desc(), Match.id)
        .limit(most)
    )
    return database.rows(query)


def mark(id_: str) -> Mark:
    """Return how far a match has come: equal marks mean no action in between.

    It is much cheaper than the match itself.
    """
    columns = (Match.round, Match.changes, Match.battle_id, Match.deadline_ms)
    with database.session() as db:
        return db.execute(select(*columns).where(Match.id == id_)).one()


def read(id_: str) -> tuple[Match, Sequence[Orders]]:
    with database.session() as db:
        match = db.get_one(Match, id_)
        return match, orders_in(db, id_)


def orders_in(db: Session, id_: str) -> Sequence[Orders]:
    return db.scalars(select(Orders).filter_by(match_id=id_).order_by(Orders.round)).all()


ENDLESS_MS: Final = 10**9  # longer than any match, so that cues are never scaled down

OUTDATED: Final = N_("The rules have changed since this match began, so it cannot go on.")


class Position(NamedTuple):
    match: Match
    orders: Sequence[Orders]
    running: RunningMatch


def rules_of(match: Match) -> MatchRules[Any]:
    """Return a game's match rules. Raises Gone if it has none any more."""
    rules = games.game(match.challenge.ruleset).match
    if rules is None:
        raise Gone(OUTDATED)
    return rules


def play(match: Match, orders: Sequence[Orders]) -> RunningMatch:
    """Play a match from its rows of orders. Raises Gone if current rules cannot continue it."""
    given = {(row.round, row.side): json.loads(row.orders) for row in orders}
    rules = rules_of(match)
    try:
        battle = engine.read(match.battle)
    except engine.InputError:
        # The error itself would reveal the armies.
        current_app.logger.exception("match %s cannot be played any more", match.id)
        raise Gone(OUTDATED) from None
    running: RunningMatch = rules.begin(battle)
    for number in range(1, match.round):
        running.resolve(given.get((number, "a"), {}), given.get((number, "b"), {}))
    if match.resigned:
        running.resign(match.resigned)
    return running


def visible_events(running: RunningMatch, viewer: SideId | None) -> tuple[engine.Event, ...]:
    """Return the events that a side, or with None a spectator, may see, renumbered.

    Numbers stay valid after the end, which adds events that reveal both armies. Hidden events are
    only in the replay.
    """
    return seen_by(running.events, viewer)


def cues(ruleset: str, events: Sequence[engine.Event]) -> Schedule:
    """Return when each event is shown on the viewer's own time axis, whatever events follow."""
    pace = _pace(games.game(ruleset))
    kinds = [kind(pace, tag(event), functools.partial(getattr, event)) for event in events]
    return schedule([*zip(kinds, [event.beat for event in events], strict=True)], pace)


@functools.cache
def _pace(game: Game) -> Pace:
    # No limits on the length of the show: each round has its own time.
    return replace(pace_of(game), airing_most=ENDLESS_MS, quiet_most=None, opening_most=None)


SUGGESTED: Final = (
    *(N_("30 seconds"), N_("1 minute"), N_("3 minutes")),
    *(N_("10 minutes"), N_("1 hour"), N_("1 day")),
)
FIELD: Final = Field(  # the time per round that players agree on
    *("clock_s", N_("Time for a round"), "span", N_("10 seconds to 1 day; blank: 3 minutes")),
    options=tuple(Option(text, text) for text in SUGGESTED),
    least=CLOCK_S_LEAST,
    most=CLOCK_S_MOST,
    default=CLOCK_S,
)
