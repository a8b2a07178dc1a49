"""Stored matches."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

import engine
from webapp.base.clock import now_ms
from webapp.battles import store as battles
from webapp.matches.limits import LATELY_MS, LEAD_IN_MS
from webapp.store.database import by_id, session
from webapp.store.models import Challenge, Match, Orders


class Mark(NamedTuple):
    """How far a match has come: equal marks mean no action in between."""

    round: int
    changes: int
    battle_id: str | None
    deadline_ms: int


def begin(challenge_id: str, battle_file: Mapping[str, Any], clock_s: int) -> None:
    """Begin the match of a challenge once. Raises InputError for armies that the rules refuse."""
    now = now_ms()

    def add(id_: str) -> None:
        with session() as db:
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
        with session() as db, db.begin():
            db.add(match)

    battles.stored_under_new_id(add)  # if another process is faster, its match has begun


def find(id_: str) -> Match | None:
    """Return a match by id (any text) and its challenge, or None."""
    return by_id(Match, id_)


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
    with session() as db:
        return db.scalars(query).unique().all()


def fresh(match: Match) -> Match:
    with session() as db:
        return db.get_one(Match, match.id)


def mark(id_: str) -> Mark:
    """Return a match's mark, much cheaper than the match itself."""
    columns = (Match.round, Match.changes, Match.battle_id, Match.deadline_ms)
    with session() as db:
        return Mark(*db.execute(select(*columns).where(Match.id == id_)).one())


def read(id_: str) -> tuple[Match, Sequence[Orders]]:
    with session() as db:
        match = db.get_one(Match, id_)
        return match, orders_in(db, id_)


def orders_of(match: Match) -> Sequence[Orders]:
    with session() as db:
        return orders_in(db, match.id)


def orders_in(db: Session, id_: str) -> Sequence[Orders]:
    return db.scalars(select(Orders).filter_by(match_id=id_).order_by(Orders.round)).all()
