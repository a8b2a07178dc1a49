"""Plays the rounds of a match that are over, and stores its replay at the end.

When a round is over follows from the stored rows and the clock alone: at the second lock, or at
the deadline. Whichever process notices it first plays it, also long after: rounds that nobody
watched are caught up with one after the other, at the times at which they were over. Playing a
round is one transaction that goes through only if nothing has changed since its rows were read.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

import gevent
from sqlalchemy import update
from sqlalchemy.orm import Session

from engine import SIDES, SideId
from webapp.base import background, games
from webapp.base.clock import now_ms
from webapp.base.match import Orders as Given
from webapp.base.match import RunningMatch
from webapp.battles import playback
from webapp.battles import store as battles
from webapp.matches import bots, state, store
from webapp.matches.clock import SHOW_MS
from webapp.matches.state import Position
from webapp.store.database import session
from webapp.store.models import Battle, Challenge, Match, Orders

LOOK_SECONDS: Final = 0.5
"""How often to look whether a bot has been prepared."""


def position(match: Match) -> Position:
    """How the match stands by its rows; what is due in it is begun in the background.

    A round that is over is told of when it has been stored, and not before: an order that came in
    time may still be on its way into the database, and a bot may think for a while. Raises Gone if
    the rules of today do not let the match go on.
    """
    orders = store.orders_of(match)
    running = state.play(match, orders)
    if _needs_replay(match) or _over_at_ms(match, orders) is not None:
        settle_soon(match)
    return Position(match, orders, running)


def settle_soon(match: Match) -> None:
    """Begins to settle a match in the background, unless that is going on."""
    background.start(f"settling match {match.id}", settle, match.id)


def is_due(match: Match) -> bool:
    """Whether there is something to settle, as far as it shows without the orders."""
    return _needs_replay(match) or (not match.ended and now_ms() >= match.deadline_ms)


def settle(id_: str) -> Match:
    """The match as it is now, every round played that is over, and its replay stored at its end.

    A round whose bot is still being prepared is left to the background.
    """
    while True:
        match, orders = store.read(id_)
        if match.ended:
            return match if match.battle_id else _store_replay(match, orders)
        over_at_ms = _over_at_ms(match, orders)
        if over_at_ms is None:
            return match
        if bots.lack_of(match) == "compiling":
            background.start(f"preparing a bot of match {id_}", _settle_when_prepared, match)
            return match
        running = state.play(match, orders)
        decided = bots.decide(match, running)
        _play(match, orders, running, decided, over_at_ms)


def _settle_when_prepared(match: Match) -> None:
    while bots.lack_of(match) == "compiling":
        gevent.sleep(LOOK_SECONDS)
    settle(match.id)


def locked(match: Match, orders: Sequence[Orders]) -> dict[SideId, bool]:
    """Which sides have locked their orders; a bot always has."""
    waiting = {row.side for row in orders if row.round == match.round and row.locked_at_ms}
    return {side: side in waiting or side in bots.bots_of(match) for side in SIDES}


def _needs_replay(match: Match) -> bool:
    return match.ended and match.battle_id is None


def _over_at_ms(match: Match, orders: Sequence[Orders]) -> int | None:
    """When the current round was over; None if it is not, and after the end."""
    if match.ended:
        return None
    since = [row.locked_at_ms or 0 for row in orders if row.round == match.round]
    if since and all(locked(match, orders).values()):
        return max(since)
    return match.deadline_ms if now_ms() >= match.deadline_ms else None


def _play(
    match: Match,
    orders: Sequence[Orders],
    running: RunningMatch,
    decided: Mapping[SideId, Given],
    over_at_ms: int,
) -> None:
    """Plays the current round, unless somebody has done so or has changed something."""
    given: dict[SideId, Given] = {"a": {}, "b": {}}
    for row in orders:
        if row.round == match.round:
            given["a" if row.side == "a" else "b"] = json.loads(row.orders)
    given |= decided
    running.resolve(given["a"], given["b"])
    as_read = update(Match).filter_by(
        id=match.id, round=match.round, changes=match.changes, ended=False
    )
    values = {
        "round": match.round + 1,
        "changes": match.changes + 1,
        "deadline_ms": over_at_ms + SHOW_MS + match.clock_s * 1000,
        "ends": json.dumps([*json.loads(match.ends), over_at_ms]),
        "ended": running.ended,
    }
    with session() as db, db.begin():
        if not db.execute(as_read.values(values)).rowcount:  # type: ignore[attr-defined]
            return
        for side, orders_of_bot in decided.items():
            text = json.dumps(orders_of_bot)
            db.add(Orders(match_id=match.id, round=match.round, side=side, orders=text))


def _store_replay(match: Match, orders: Sequence[Orders]) -> Match:
    """Stores the replay of a match that has ended, once; its challenge has led to this battle."""
    recording = state.recording(state.play(match, orders))
    challenge = match.challenge

    def claim(db: Session, battle: Battle) -> None:
        free = update(Match).filter_by(id=match.id, battle_id=None)
        if not db.execute(free.values(battle_id=battle.id)).rowcount:  # type: ignore[attr-defined]
            raise _StoredAlreadyError
        db.execute(update(Challenge).filter_by(id=challenge.id).values(battle_id=battle.id))

    game = games.game(recording.header.ruleset)
    duration_ms = playback.read(game, recording.lines()).schedule.duration_ms
    # The players have seen the match already, so its replay is stored as over.
    starts_at_ms = min(match.started_at_ms, now_ms() - duration_ms)
    title = challenge.battle_title(battles.title(recording))
    airing = battles.Airing(starts_at_ms, title=title, listed=challenge.listed, within=claim)
    with suppress(_StoredAlreadyError):
        battles.put_on_air(game, recording, airing)
    return store.fresh(match)


class _StoredAlreadyError(Exception):
    """Another process has stored it."""
