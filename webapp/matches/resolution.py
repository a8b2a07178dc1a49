"""Resolve finished rounds of matches, and store the replay at the end.

Stored rows and the clock decide when a round is over: at the second lock or the deadline. Any
process may resolve it, even much later: missed rounds are resolved in turn, as of the times at
which they ended. Resolving is one transaction, which fails if rows have changed since they were
read.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

import gevent
from sqlalchemy import update
from sqlalchemy.orm import Session

import engine
from engine import SIDES, SideId
from webapp.base import games, jobs
from webapp.base.clock import now_ms
from webapp.base.match import Orders as Given
from webapp.base.match import RunningMatch
from webapp.battles import playback
from webapp.battles import store as battles
from webapp.matches import bots, store
from webapp.matches.limits import SHOW_MS
from webapp.store import database
from webapp.store.models import Battle, Challenge, Match, Orders

LOOK_SECONDS: Final = 0.5  # poll interval for bots being compiled


def position(match: Match) -> store.Position:
    """Return a match's position by its rows, and start resolving what is due.

    A finished round becomes visible once stored: an order in time may still be on its way to the
    database, and a bot can think for a while. Raises Gone if current rules cannot continue the
    match.
    """
    orders = store.orders_of(match)
    running = store.play(match, orders)
    if _needs_replay(match) or _over_at_ms(match, orders) is not None:
        settle_soon(match)
    return store.Position(match, orders, running)


def settle_soon(match: Match) -> None:
    """Resolve a match in the background, unless that is running."""
    jobs.start(f"settling match {match.id}", settle, match.id)


def is_due(match: Match) -> bool:
    """Return whether there can be something to resolve, judging without the orders."""
    return _needs_replay(match) or (not match.ended and now_ms() >= match.deadline_ms)


def settle(id_: str) -> Match:
    """Resolve all finished rounds, except of bots being compiled; store the replay at the end."""
    while True:
        match, orders = store.read(id_)
        if match.ended:
            return match if match.battle_id else _store_replay(match, orders)
        over_at_ms = _over_at_ms(match, orders)
        if over_at_ms is None:
            return match
        if bots.lack_of(match) == "compiling":
            jobs.start(f"preparing a bot of match {id_}", _settle_when_prepared, match)
            return match
        running = store.play(match, orders)
        decided = bots.decide(match, running)
        _play(match, orders, running, decided, over_at_ms)


def _settle_when_prepared(match: Match) -> None:
    while bots.lack_of(match) == "compiling":
        gevent.sleep(LOOK_SECONDS)
    settle(match.id)


def locked(match: Match, orders: Sequence[Orders]) -> dict[SideId, bool]:
    """Return the sides with locked orders; bots always are."""
    waiting = {row.side for row in orders if row.round == match.round and row.locked_at_ms}
    return {side: side in waiting or side in bots.bots_of(match) for side in SIDES}


def _needs_replay(match: Match) -> bool:
    return match.ended and match.battle_id is None


def _over_at_ms(match: Match, orders: Sequence[Orders]) -> int | None:
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
    """Resolve the current round, unless it has changed meanwhile."""
    given: dict[SideId, Given] = {"a": {}, "b": {}}
    for row in orders:
        if row.round == match.round:
            given[row.side] = json.loads(row.orders)
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
    with database.session() as db, db.begin():
        if not database.changed(db, as_read.values(values)):
            return
        for side, orders_of_bot in decided.items():
            text = json.dumps(orders_of_bot)
            db.add(Orders(match_id=match.id, round=match.round, side=side, orders=text))


def _store_replay(match: Match, orders: Sequence[Orders]) -> Match:
    """Store the replay of an ended match once and link its challenge to it."""
    # It replays the same events.
    recording = engine.play(engine.read(store.play(match, orders).document()))
    challenge = match.challenge

    def claim(db: Session, battle: Battle) -> None:
        free = update(Match).filter_by(id=match.id, battle_id=None)
        if not database.changed(db, free.values(battle_id=battle.id)):
            raise battles.TakenError
        db.execute(update(Challenge).filter_by(id=challenge.id).values(battle_id=battle.id))

    game = games.game(recording.header.ruleset)
    duration_ms = playback.read(game, recording.lines()).schedule.duration_ms
    # The players have seen the match already, so its replay is stored as over.
    starts_at_ms = min(match.started_at_ms, now_ms() - duration_ms)
    title = challenge.battle_title(battles.title(recording))
    airing = battles.Airing(starts_at_ms, title=title, listed=challenge.listed, within=claim)
    with suppress(battles.TakenError):
        battles.put_on_air(game, recording, airing)
    return database.fresh(match)
