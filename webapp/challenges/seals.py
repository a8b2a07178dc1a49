"""Sealing an army: judged, then kept as it is; the second one leads to the reveal."""

import json
from typing import Any, Final, NamedTuple

from sqlalchemy import update
from werkzeug.exceptions import Conflict, Gone

from engine import InputError, SideId, Text
from webapp.base.clock import now_ms
from webapp.base.texts import N_
from webapp.challenges import fairness, store, terms
from webapp.challenges.outcome import reveal
from webapp.matches import seats
from webapp.matches.seats import EXPIRED, seat_of
from webapp.store.database import session
from webapp.store.models import Challenge, Seat

SEALED: Final = N_(
    "Your army is sealed already, and a sealed army cannot be changed: this one was not taken."
)


class Salt(NamedTuple):
    """What a player has sealed with; `seal` is the hash that they expect, or ''."""

    salt: str
    seal: str = ""


def seal(challenge: Challenge, side: SideId, army: Any, own: Salt | None = None) -> None:
    """Seals an army; the second one makes the battle. The same army again changes nothing.

    Without a salt of the player's own the server makes one, and says so. Raises InputError for an
    army that breaks the rules or the terms, a salt that is none, or a seal that is another one;
    Conflict if another army is sealed already, Gone if it is too late.
    """
    was_open = seat_of(challenge, side).army is None
    if was_open:
        if now_ms() >= challenge.expires_at_ms:
            raise Gone(EXPIRED)
        terms.refuse_army(challenge, side, army)
        _write(challenge, side, army, own)
    challenge = seats.fresh(challenge)
    if store.army_of(challenge, side) != army:
        raise Conflict(SEALED)
    if was_open and store.both_sealed(challenge):
        reveal(challenge)


def _write(challenge: Challenge, side: SideId, army: Any, own: Salt | None = None) -> None:
    """Writes a sealed army down, unless there is one: two tabs may send at the same moment."""
    if own and not fairness.is_hex(own.salt):
        raise InputError.single("salt", Text("must be 64 of the digits 0 to 9 and a to f"))
    salt = own.salt if own else fairness.draw()
    made = fairness.seal_of(challenge.id, store.fair_terms(challenge), side, salt, army)
    if own and own.seal not in ("", made):
        text = Text(
            "is not the seal of this army under this salt and these terms, which is {seal}",
            seal=made,
        )
        raise InputError.single("seal", text)
    empty = update(Seat).where(
        Seat.challenge_id == challenge.id, Seat.side == side, Seat.army.is_(None)
    )
    values = {"seal": made, "salt": salt, "own_salt": own is not None}
    with session() as db, db.begin():
        db.execute(empty.values(army=json.dumps(army), sealed_at_ms=now_ms(), **values))
