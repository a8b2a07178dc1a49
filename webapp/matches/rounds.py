"""Rounds of a match: orders given, locked, played when both are locked or the time is up.

When a round ends follows from the stored rows and the clock alone: at the second lock, or at the
deadline. Who notices it first plays it, in whichever process, also long after: rounds that nobody
watched are caught up with one after the other, at the times at which they were over. Playing a
round is one transaction that goes through only if nothing has changed since its rows were read.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import update
from sqlalchemy.orm import Session
from werkzeug.exceptions import Conflict

from engine import SIDES, Reader, SideId
from engine.rulesets.siege.army import read_orders
from engine.rulesets.siege.match import Match as Game
from webapp import games
from webapp.battles import playback
from webapp.battles import store as battles
from webapp.challenges import titles
from webapp.matches import allowed, playing, store, thinking
from webapp.matches.clock import SHOW_MS
from webapp.matches.playing import Given
from webapp.store.database import session
from webapp.store.models import Battle, Challenge, Match, Orders


def order(match: Match, side: SideId, number: int, orders: Any) -> Match:
    """Notes a side's orders for a round, in place of those that it gave before.

    Raises InputError, paths beginning with `orders`, for what the rules do not allow a unit, and
    Conflict where the round cannot be ordered any more or nothing would change.
    """
    settle(match)
    given = _readable(orders)
    with _open(match.id, number) as (db, match):
        own = _row(db, match, side)
        _refuse_locked(db, match, side)
        played = playing.game(match, store.orders_in(db, match.id))
        _refuse_illegal(played, side, given)
        if own is not None and json.loads(own.orders) == given:
            raise Conflict(f"You have given these very orders for round {number}: nothing changed.")
        if own is None:
            own = Orders(match_id=match.id, round=number, side=side)
            db.add(own)
        own.orders = json.dumps(given)
    return _fresh(match)


def lock(match: Match, side: SideId, number: int) -> Match:
    """Has a side wait for the other one; with both waiting the round is played.

    Raises Conflict if it waits already, or if the round is over.
    """
    settle(match)
    with _open(match.id, number) as (db, match):
        own = _row(db, match, side)
        if own is None:
            own = Orders(match_id=match.id, round=number, side=side, orders="{}")
            db.add(own)
        if own.locked_at_ms is not None:
            raise Conflict(f"Your orders for round {number} are locked already.")
        own.locked_at_ms = store.now_ms()
    return settle(_fresh(match))


def unlock(match: Match, side: SideId, number: int) -> Match:
    """Lets a side change its orders again. Raises Conflict unless it waits for the other one."""
    settle(match)
    with _open(match.id, number) as (db, match):
        own = _row(db, match, side)
        if own is None or own.locked_at_ms is None:
            raise Conflict(f"Your orders for round {number} are not locked.")
        own.locked_at_ms = None
    return _fresh(match)


def resign(match: Match, side: SideId) -> Match:
    """Gives up: the other side has won. Raises Conflict if the match is over."""
    match = settle(match)
    with _open(match.id, match.round) as (db, _):
        db.execute(update(Match).filter_by(id=match.id).values(resigned=side, ended=True))
    return settle(_fresh(match))


def settle(match: Match) -> Match:
    """The match as it is now, every round played that is over, and its replay stored at its end."""
    while True:
        match, rows = store.read(match.id)
        if match.ended:
            return match if match.battle_id else _keep(match, rows)
        over_at_ms = _over_at_ms(match, rows)
        if over_at_ms is None:
            return match
        played = playing.game(match, rows)
        decided = thinking.decide(match, played)
        _play(match, rows, played, decided, over_at_ms)


def locked(match: Match, rows: Sequence[Orders]) -> dict[SideId, bool]:
    """Who waits for the other side; a bot always does."""
    waiting = {row.side for row in rows if row.round == match.round and row.locked_at_ms}
    return {side: side in waiting or side in playing.bots(match) for side in SIDES}


def _over_at_ms(match: Match, rows: Sequence[Orders]) -> int | None:
    """When the current round was over; None if it is not."""
    since = [row.locked_at_ms or 0 for row in rows if row.round == match.round]
    if since and all(locked(match, rows).values()):
        return max(since)
    return match.deadline_ms if store.now_ms() >= match.deadline_ms else None


def _play(
    match: Match,
    rows: Sequence[Orders],
    played: Game,
    decided: Mapping[SideId, Given],
    over_at_ms: int,
) -> None:
    """Plays the current round, unless somebody has done so or has changed something."""
    given: dict[SideId, Given] = {"a": {}, "b": {}}
    for row in rows:
        if row.round == match.round:
            given["a" if row.side == "a" else "b"] = json.loads(row.orders)
    given |= decided
    played.resolve(given["a"], given["b"])
    as_read = update(Match).filter_by(
        id=match.id, round=match.round, changes=match.changes, ended=False
    )
    values = {
        "round": match.round + 1,
        "changes": match.changes + 1,
        "deadline_ms": over_at_ms + SHOW_MS + match.clock_s * 1000,
        "ends": json.dumps([*json.loads(match.ends), over_at_ms]),
        "ended": played.ended,
    }
    with session() as db, db.begin():
        if not db.execute(as_read.values(values)).rowcount:  # type: ignore[attr-defined]
            return
        for side, orders in decided.items():
            text = json.dumps(orders)
            db.add(Orders(match_id=match.id, round=match.round, side=side, orders=text))


def _keep(match: Match, rows: Sequence[Orders]) -> Match:
    """Stores the replay of a match that has ended, once."""
    recording = playing.recording(playing.game(match, rows))
    with session() as db:
        challenge = db.get_one(Challenge, match.challenge_id)

    def claim(db: Session, battle: Battle) -> None:
        free = update(Match).filter_by(id=match.id, battle_id=None)
        if not db.execute(free.values(battle_id=battle.id)).rowcount:  # type: ignore[attr-defined]
            raise _KeptError
        db.execute(update(Challenge).filter_by(id=challenge.id).values(battle_id=battle.id))

    game = games.of(recording.header.ruleset)
    duration_ms = playback.read(game, recording.lines()).schedule.duration_ms
    # Nobody waits for the end of a film that they have just played: it is over at once.
    starts_at_ms = min(match.started_at_ms, store.now_ms() - duration_ms)
    title = titles.of(challenge, battles.title(recording))
    airing = battles.Airing(starts_at_ms, title=title, listed=challenge.listed, within=claim)
    with suppress(_KeptError):
        battles.put_on_air(game, recording, airing)
    return _fresh(match)


class _KeptError(Exception):
    """Another process has stored it."""


@contextmanager
def _open(id_: str, number: int) -> Iterator[tuple[Session, Match]]:
    """A transaction in which this round goes on being ordered; nobody else writes meanwhile.

    Raises Conflict if it does not.
    """
    with session() as db, db.begin():
        going_on = update(Match).where(
            Match.id == id_,
            Match.round == number,
            Match.ended.is_(False),
            Match.deadline_ms > store.now_ms(),
        )
        bumped = going_on.values(changes=Match.changes + 1)
        if not db.execute(bumped).rowcount:  # type: ignore[attr-defined]
            raise Conflict(_why_not(db.get_one(Match, id_), number))
        match = db.get_one(Match, id_)
        if all(locked(match, store.orders_in(db, id_)).values()):
            raise Conflict(f"Both sides have locked their orders for round {number}.")
        yield db, match


def _why_not(match: Match, number: int) -> str:
    if match.ended:
        return "The match is over: nobody can order or resign any more."
    if number > match.round:
        return f"Round {number} has not begun: the match is in round {match.round}."
    if number < match.round:
        return f"Round {number} has been played: the match is in round {match.round}."
    return f"The time for round {number} is up."


def _row(db: Session, match: Match, side: SideId) -> Orders | None:
    return db.get(Orders, (match.id, match.round, side))


def _refuse_locked(db: Session, match: Match, side: SideId) -> None:
    row = _row(db, match, side)
    if row is not None and row.locked_at_ms is not None:
        raise Conflict(
            f"Your orders for round {match.round} are locked: unlock them to change them."
        )


def _readable(orders: Any) -> Given:
    reader = Reader(orders, "orders")
    given = read_orders(reader)
    reader.finish()
    return given


def _refuse_illegal(played: Game, side: SideId, given: Given) -> None:
    """Raises InputError naming each unit that may not carry out its order, why, and what it may."""
    may = played.legal(side)
    reasons = allowed.of_five(played.state.sides[side].five())
    reader = Reader(dict(given), "orders")
    for letter, word in given.items():
        if word not in may[letter]:
            why, others = reasons[letter][word], ", ".join(may[letter])
            reader.child(letter).fail(f"{letter} may not {word}: it {why}; it may {others}")
    reader.finish()


def _fresh(match: Match) -> Match:
    with session() as db:
        return db.get_one(Match, match.id)
