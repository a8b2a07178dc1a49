"""Who sits where: a seat belongs to whoever took it, and to whoever holds its signed link.

A player keeps the seat through all games of a series, in which sides are swapped. So tokens and
cookies name the *player*: `a` or `b`, after the side in the series' first game.
"""

from typing import Final

from flask import session as cookie
from sqlalchemy import update
from werkzeug.exceptions import Conflict, Gone

from engine import SIDES, SideId, other_side
from webapp.base.clock import now_ms
from webapp.challenges.store import seat_of
from webapp.guard import keys
from webapp.store.database import session
from webapp.store.models import Challenge, Seat

SEATS: Final = "seats"
KEPT_MOST: Final = 20
"""A cookie holds so many seats that were taken by their links; the oldest is forgotten first."""
TAKEN: Final = "This seat is taken: somebody has followed the opponent's link before you."
EXPIRED: Final = "This challenge has expired: nobody can join it or seal an army any more."


def player(challenge: Challenge, side: SideId) -> SideId:
    """Who sits on this side."""
    return player_on(side, swapped=challenge.swapped)


def player_on(side: SideId, *, swapped: bool) -> SideId:
    """Who sits on this side in a game whose sides are swapped against the first one, or not."""
    return other_side(side) if swapped else side


def token(challenge: Challenge, side: SideId) -> str:
    """The token that makes its holder the player on this side, on any device; it is secret."""
    return keys.sign("seat", [challenge.series_id, player(challenge, side)])


def side_by(challenge: Challenge, token: str) -> SideId | None:
    """The side of whoever holds this token."""
    signed = keys.signed("seat", token)
    for side in SIDES:
        if signed == [challenge.series_id, player(challenge, side)]:
            return side
    return None


def side_here(challenge: Challenge) -> SideId | None:
    """The side of this browser's visitor: by a seat's link that was followed, or taken here."""
    kept = cookie.get(SEATS, {}).get(challenge.series_id)
    for side in SIDES:
        if kept == player(challenge, side):
            return side
    known = keys.known_visitor()
    return next(
        (side for side in SIDES if known and seat_of(challenge, side).holder == known), None
    )


def keep(challenge: Challenge, side: SideId) -> None:
    """Gives this browser a seat whose link it followed."""
    kept = {k: v for k, v in cookie.get(SEATS, {}).items() if k != challenge.series_id}
    kept[challenge.series_id] = player(challenge, side)
    cookie[SEATS] = dict([*kept.items()][-KEPT_MOST:])
    cookie.permanent = True


def invitation(challenge: Challenge) -> str:
    """The token in the opponent's link: whoever opens it first may take side b."""
    return keys.sign("invitation", challenge.id)


def is_invitation(challenge: Challenge, token: str) -> bool:
    """Whether this is the token of the opponent's link."""
    return bool(keys.signed("invitation", token) == challenge.id)


def take(challenge: Challenge, holder: str, name: str) -> None:
    """Gives side b to a holder. Raises Conflict if somebody has it, Gone if it is too late."""
    if now_ms() >= challenge.expires_at_ms:
        raise Gone(EXPIRED)
    free = update(Seat).where(
        Seat.challenge_id == challenge.id, Seat.side == "b", Seat.holder.is_(None)
    )
    with session() as db, db.begin():
        taken = db.execute(free.values(holder=holder, name=name)).rowcount  # type: ignore[attr-defined]
    if not taken:
        raise Conflict(TAKEN)
