"""Seats of challenges: held by a browser, or by the bearer of a signed link.

A player keeps the seat through all games of a series, which swaps sides. So tokens and cookies name
the *player*: `a` or `b`, by the side in the first game.
"""

from typing import Final

from flask import request
from sqlalchemy import select, update
from werkzeug.exceptions import Conflict, Forbidden, Gone

from engine import SIDES, SideId, other_side
from webapp.base.clock import now_ms
from webapp.base.errors import required
from webapp.base.texts import N_, UNNAMED, _, isolated
from webapp.guard import keys
from webapp.store import database
from webapp.store.models import Challenge, Seat

NO_SEAT: Final = (
    "You have no seat in this challenge. Send your seat's token in the header "
    "Authorization: Bearer TOKEN."
)
TAKEN: Final = N_("This seat is taken: another player has followed the opponent's link before you.")
EXPIRED: Final = N_(
    "This challenge has expired: it cannot be joined any more, and no army can be sealed."
)


def oldest(challenge: Challenge) -> Challenge:
    """Return the first game of a series that still exists."""
    if challenge.number == 1:
        return challenge
    query = select(Challenge).filter_by(series_id=challenge.series_id)
    return database.one(query.order_by(Challenge.number).limit(1)) or challenge


def seat_of(challenge: Challenge, side: SideId) -> Seat:
    return challenge.seats[SIDES.index(side)]


def display_name(player: SideId, name: str) -> str:
    return isolated(name) or _(UNNAMED[player])


def player(challenge: Challenge, side: SideId) -> SideId:
    return player_on(side, swapped=challenge.swapped)


def names(challenge: Challenge) -> dict[SideId, str]:
    players = {player(challenge, side): seat_of(challenge, side).name for side in SIDES}
    return {player: display_name(player, name) for player, name in players.items()}


def player_on(side: SideId, *, swapped: bool) -> SideId:
    """Return the player on this side of a game, swapped or not."""
    return other_side(side) if swapped else side


def _signed_for(challenge: Challenge, side: SideId) -> list[str | int]:
    """Return what a player's link signs; a first link has no number."""
    holder = player(challenge, side)
    keeper = oldest(challenge)
    number = seat_of(keeper, player_on(holder, swapped=keeper.swapped)).link
    return [challenge.series_id, holder, *([number] if number else [])]


def token(challenge: Challenge, side: SideId) -> str:
    """Return the secret token that makes its bearer the player on this side."""
    return keys.sign("seat", _signed_for(challenge, side))


def side_by(challenge: Challenge, token: str) -> SideId | None:
    signed = keys.signed("seat", token)
    return next((side for side in SIDES if signed == _signed_for(challenge, side)), None)


def renew(challenge: Challenge, side: SideId) -> None:
    """Renew the links of a side's player through the series; old ones stop working.

    For a free seat that is the opponent's link. Other browsers that followed an old link lose the
    seat.
    """
    came_by_link = keys.kept_seat(challenge.series_id) and side_here(challenge) == side
    keeper = oldest(challenge)
    counted = player_on(player(challenge, side), swapped=keeper.swapped)
    held = update(Seat).filter_by(challenge_id=keeper.id, side=counted)
    database.execute(held.values(link=Seat.link + 1))
    if came_by_link:
        keep(database.fresh(challenge), side)


def side_here(challenge: Challenge) -> SideId | None:
    """Return this visitor's side: taken here, or else by a seat's link."""
    kept = keys.kept_seat(challenge.series_id)
    by_link = (side for side in SIDES if kept and kept == _kept_as(challenge, side))
    return side_taken_here(challenge) or next(by_link, None)


def side_taken_here(challenge: Challenge) -> SideId | None:
    """Return the side whose seat this visitor took; no link replaces it."""
    known = keys.known_visitor()
    taken = (side for side in SIDES if known and seat_of(challenge, side).holder == known)
    return next(taken, None)


def _kept_as(challenge: Challenge, side: SideId) -> str:
    """Return a seat's cookie value: the player and the number of the link."""
    return "".join(map(str, _signed_for(challenge, side)[1:]))


def keep(challenge: Challenge, side: SideId) -> None:
    """Store a link's seat in this browser, unless its visitor took one."""
    keys.keep_seat(challenge.series_id, _kept_as(challenge, side))


def invitation(challenge: Challenge) -> str:
    """Return the token of the opponent's link: its first user can take side b."""
    return keys.sign("invitation", _invited_to(challenge))


def is_invitation(challenge: Challenge, token: str) -> bool:
    return bool(keys.signed("invitation", token) == _invited_to(challenge))


def _invited_to(challenge: Challenge) -> str | list[str | int]:
    number = seat_of(challenge, "b").link
    return [challenge.id, number] if number else challenge.id


def take(challenge: Challenge, holder: str, name: str) -> None:
    """Give side b to a visitor. Raises Conflict if it is taken, Gone if it is too late."""
    if now_ms() >= challenge.expires_at_ms:
        raise Gone(EXPIRED)
    free = update(Seat).filter_by(challenge_id=challenge.id, side="b", holder=None)
    if not database.execute(free.values(holder=holder, name=name)):
        raise Conflict(TAKEN)


def caller_side(challenge: Challenge) -> SideId | None:
    sent = request.authorization
    if sent is not None and sent.type == "bearer" and sent.token:
        return side_by(challenge, sent.token)
    return side_here(challenge)


def caller(challenge: Challenge) -> SideId:
    """Return the caller's side. Raises Forbidden without a seat."""
    return required(caller_side(challenge), Forbidden(NO_SEAT))
