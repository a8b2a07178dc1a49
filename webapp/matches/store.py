"""Where matches are written down: one begins, one is found with its orders."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import current_app
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

import engine
from webapp.battles import store as battles
from webapp.challenges import opponents
from webapp.matches.clock import CLOCK_S, LEAD_IN_MS
from webapp.store.database import session
from webapp.store.models import Challenge, Match, Orders


class Mark(NamedTuple):
    """How far a match has come: as long as it is the same, nobody has done anything."""

    round: int
    changes: int
    battle_id: str | None
    deadline_ms: int


def begin(challenge: Challenge) -> Match:
    """The match of a challenge in which both armies are sealed, which begins now.

    The same one whoever asks for it first. Raises InputError for armies that the rules of today
    refuse.
    """
    now = now_ms()
    for tries_left in reversed(range(battles.TRIES)):
        if found := of_challenge(challenge.id):
            return found
        file = _battle_file(challenge)
        engine.read(file)
        clock_s = json.loads(challenge.terms)["limits"].get("clock_s", CLOCK_S)
        match = Match(
            id=battles.new_id(),
            challenge_id=challenge.id,
            battle=json.dumps(file),
            clock_s=clock_s,
            round=1,
            started_at_ms=now,
            deadline_ms=now + LEAD_IN_MS + clock_s * 1000,
            ends="[]",
            changes=0,
            ended=False,
        )
        try:
            with session() as db, db.begin():
                db.add(match)
            return match
        except IntegrityError:  # somebody else was faster, or the id is taken
            if not tries_left:
                raise
    raise AssertionError


def _battle_file(challenge: Challenge) -> dict[str, Any]:
    """The battle file of both armies with the seed; nobody has ordered anything yet."""
    sides = []
    for seat in challenge.seats:
        bot = opponents.bot_of(seat)
        decided: dict[str, Any] = {"bot": bot.id} if bot else {"orders": []}
        sides.append({"name": seat.name, "army": json.loads(seat.army or "null"), **decided})
    terms = json.loads(challenge.terms)["battle"]
    seed = int(challenge.seed)
    return {"ruleset": challenge.ruleset, "seed": seed, **terms, "sides": sides}


def find(id_: str) -> Match | None:
    """The match with this id; anything may be asked for."""
    if not battles.is_id(id_):
        return None
    with session() as db:
        return db.get(Match, id_)


def mark(id_: str) -> Mark:
    """How far a match has come; much cheaper to be asked for than the match itself."""
    columns = (Match.round, Match.changes, Match.battle_id, Match.deadline_ms)
    with session() as db:
        return Mark(*db.execute(select(*columns).where(Match.id == id_)).one())


def of_challenge(challenge_id: str) -> Match | None:
    """The match that a challenge led to."""
    with session() as db:
        return db.scalars(select(Match).filter_by(challenge_id=challenge_id)).one_or_none()


def of_battle(battle_id: str) -> Match | None:
    """The match whose replay this battle is."""
    with session() as db:
        return db.scalars(select(Match).filter_by(battle_id=battle_id)).one_or_none()


def read(id_: str) -> tuple[Match, Sequence[Orders]]:
    """A match with all its orders; of the round that goes on these may be newer than the match."""
    with session() as db:
        match = db.get_one(Match, id_)
        return match, orders_in(db, id_)


def orders_in(db: Session, id_: str) -> Sequence[Orders]:
    """All orders of a match, those of the current round among them."""
    return db.scalars(select(Orders).filter_by(match_id=id_).order_by(Orders.round)).all()


def now_ms() -> int:
    """The application's time."""
    now: int = current_app.config["CLOCK"].now_ms()
    return now
