"""Sealing an army: judged, then kept as it is until both are sealed; then the reveal."""

import json
from typing import Any, Final

from flask import current_app
from sqlalchemy import update
from werkzeug.exceptions import Conflict, Gone

import engine
from webapp.challenges import store, terms
from webapp.challenges.outcome import REVEALS, staged
from webapp.challenges.seats import EXPIRED
from webapp.challenges.store import Side, now_ms, seat_of
from webapp.store.database import session
from webapp.store.models import Challenge, Seat

GRACE_MS: Final = 15_000
"""Whoever seals last makes the battle. When it is not there so long after, that was cut off."""
SEALED: Final = (
    "Your army is sealed already, and a sealed army cannot be changed: this one was not taken."
)


def seal(challenge: Challenge, side: Side, army: Any) -> None:
    """Seals an army; the second one makes the battle. The same army again changes nothing.

    Raises InputError for an army that breaks the rules or the terms, Conflict if another one is
    sealed already, Gone if it is too late.
    """
    was_open = seat_of(challenge, side).army is None
    if was_open:
        if now_ms() >= challenge.expires_at_ms:
            raise Gone(EXPIRED)
        terms.refuse_army(challenge, side, army)
        _put(challenge, side, army)
    challenge = _fresh(challenge)
    if army_of(challenge, side) != army:
        raise Conflict(SEALED)
    if was_open and both_sealed(challenge):
        reveal(challenge)


def both_sealed(challenge: Challenge) -> bool:
    """Whether neither side has anything to hide any more."""
    return all(seat.army is not None for seat in challenge.seats)


def reveal(challenge: Challenge) -> None:
    """Makes what both armies lead to, once, however many ask for it at once."""
    try:
        REVEALS[challenge.ruleset].begin(challenge)
    except engine.InputError:
        # Both were within the rules of their day; a newer version of them may see it otherwise.
        current_app.logger.exception("challenge %s cannot be played", challenge.id)
        _void(challenge)


def reveal_late(challenge: Challenge) -> Challenge:
    """The challenge, revealed now if whoever sealed last was cut off before the reveal."""
    if not both_sealed(challenge) or is_void(challenge) or staged(challenge):
        return challenge
    if now_ms() < max(seat.sealed_at_ms or 0 for seat in challenge.seats) + GRACE_MS:
        return challenge
    reveal(challenge)
    return _fresh(challenge)


def is_void(challenge: Challenge) -> bool:
    """Whether both armies are sealed, but the rules of today do not let them meet."""
    return challenge.expires_at_ms == 0


def army_of(challenge: Challenge, side: Side) -> Any:
    """The sealed army of a side, or None: for its holder's eyes only before the reveal."""
    return json.loads(seat_of(challenge, side).army or "null")


def _put(challenge: Challenge, side: Side, army: Any) -> None:
    """Writes a sealed army down, unless there is one: two tabs may send at the same moment."""
    empty = update(Seat).where(
        Seat.challenge_id == challenge.id, Seat.side == side, Seat.army.is_(None)
    )
    with session() as db, db.begin():
        db.execute(empty.values(army=json.dumps(army), sealed_at_ms=now_ms()))


def _void(challenge: Challenge) -> None:
    with session() as db, db.begin():
        db.execute(update(Challenge).filter_by(id=challenge.id).values(expires_at_ms=0))


def _fresh(challenge: Challenge) -> Challenge:
    found = store.find(challenge.id)
    assert found is not None
    return found
