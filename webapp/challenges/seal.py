"""Sealing an army: judged, then kept as it is; the second one leads to the reveal."""

import json
from typing import Any, Final

from sqlalchemy import update
from werkzeug.exceptions import Conflict, Gone

from engine import SideId
from webapp.base.clock import now_ms
from webapp.challenges import store, terms
from webapp.challenges.outcome import reveal
from webapp.challenges.seats import EXPIRED
from webapp.challenges.store import seat_of
from webapp.store.database import session
from webapp.store.models import Challenge, Seat

SEALED: Final = (
    "Your army is sealed already, and a sealed army cannot be changed: this one was not taken."
)


def seal(challenge: Challenge, side: SideId, army: Any) -> None:
    """Seals an army; the second one makes the battle. The same army again changes nothing.

    Raises InputError for an army that breaks the rules or the terms, Conflict if another one is
    sealed already, Gone if it is too late.
    """
    was_open = seat_of(challenge, side).army is None
    if was_open:
        if now_ms() >= challenge.expires_at_ms:
            raise Gone(EXPIRED)
        terms.refuse_army(challenge, side, army)
        _write(challenge, side, army)
    challenge = store.fresh(challenge)
    if store.army_of(challenge, side) != army:
        raise Conflict(SEALED)
    if was_open and store.both_sealed(challenge):
        reveal(challenge)


def _write(challenge: Challenge, side: SideId, army: Any) -> None:
    """Writes a sealed army down, unless there is one: two tabs may send at the same moment."""
    empty = update(Seat).where(
        Seat.challenge_id == challenge.id, Seat.side == side, Seat.army.is_(None)
    )
    with session() as db, db.begin():
        db.execute(empty.values(army=json.dumps(army), sealed_at_ms=now_ms()))
