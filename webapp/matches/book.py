"""Where matches are written down: one begins, one is found with its orders."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import current_app
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webapp import battles
from webapp.database import session
from webapp.models import Match, Orders

CLOCK_S: Final = 180
CLOCK_S_LEAST: Final = 10
CLOCK_S_MOST: Final = 86_400
LEAD_IN_MS: Final = 10_000
"""From the moment when both armies are sealed to the first round's clock."""


def begin(challenge_id: str, battle: Mapping[str, Any], clock_s: int = CLOCK_S) -> Match:
    """The match of a challenge, which begins now; the same one whoever asks for it first.

    `battle` is its battle file, with a seed and without orders.
    """
    now = now_ms()
    for tries_left in reversed(range(battles.TRIES)):
        if found := of_challenge(challenge_id):
            return found
        match = Match(
            id=battles.new_id(),
            challenge_id=challenge_id,
            battle=json.dumps(battle),
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


def find(id_: str) -> Match | None:
    """The match with this id; anything may be asked for."""
    if not battles.is_id(id_):
        return None
    with session() as db:
        return db.get(Match, id_)


def of_challenge(challenge_id: str) -> Match | None:
    """The match that a challenge led to."""
    with session() as db:
        return db.scalars(select(Match).filter_by(challenge_id=challenge_id)).one_or_none()


def of_battle(battle_id: str) -> Match | None:
    """The match whose replay this battle is."""
    with session() as db:
        return db.scalars(select(Match).filter_by(battle_id=battle_id)).one_or_none()


def read(id_: str) -> tuple[Match, Sequence[Orders]]:
    """A match with all its orders, as they were at one moment."""
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
