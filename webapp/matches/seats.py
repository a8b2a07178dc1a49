"""Who sits where: a seat belongs to whoever took it, and to whoever holds its signed link.

A player keeps the seat through all games of a series, in which sides are swapped. So tokens and
cookies name the *player*: `a` or `b`, after the side in the series' first game.
"""

from typing import Final

from sqlalchemy import select, update
from werkzeug.exceptions import Conflict, Gone

from engine import SIDES, SideId, other_side
from webapp.base.clock import now_ms
from webapp.base.sides import UNNAMED
from webapp.base.texts import N_, _, isolated
from webapp.guard import keys
from webapp.store.database import session
from webapp.store.models import Challenge, Seat

TAKEN: Final = N_("This seat is taken: somebody has followed the opponent's link before you.")
EXPIRED: Final = N_("This challenge has expired: nobody can join it or seal an army any more.")


def oldest(challenge: Challenge) -> Challenge:
    """The first game of a challenge's series or, where that was removed, the first that is left."""
    if challenge.number == 1:
        return challenge
    query = select(Challenge).filter_by(series_id=challenge.series_id)
    with session() as db:
        found = db.scalars(query.order_by(Challenge.number).limit(1)).unique().one_or_none()
    return found or challenge


def fresh(challenge: Challenge) -> Challenge:
    """The challenge as it is now."""
    with session() as db:
        return db.get_one(Challenge, challenge.id)


def seat_of(challenge: Challenge, side: SideId) -> Seat:
    """The seat on this side."""
    return challenge.seats[SIDES.index(side)]


def called(player: SideId, name: str) -> str:
    """What a player is called on every page: by their name, if they have given one."""
    return isolated(name) or _(UNNAMED[player])


def player(challenge: Challenge, side: SideId) -> SideId:
    """Who sits on this side."""
    return player_on(side, swapped=challenge.swapped)


def names(challenge: Challenge) -> dict[SideId, str]:
    """What both players are called, by player."""
    players = {player(challenge, side): seat_of(challenge, side).name for side in SIDES}
    return {player: called(player, name) for player, name in players.items()}


def player_on(side: SideId, *, swapped: bool) -> SideId:
    """Who sits on this side in a game whose sides are swapped against the first one, or not."""
    return other_side(side) if swapped else side


def _link(challenge: Challenge, player: SideId) -> int:
    """How often a player's links were made anew; the series' oldest game keeps count."""
    keeper = oldest(challenge)
    return seat_of(keeper, player_on(player, swapped=keeper.swapped)).link


def _signed_for(challenge: Challenge, side: SideId) -> list[str | int]:
    """What the link of a side's player says. The first one has no number, as it had none before."""
    holder = player(challenge, side)
    number = _link(challenge, holder)
    return [challenge.series_id, holder, *([number] if number else [])]


def token(challenge: Challenge, side: SideId) -> str:
    """The token that makes its holder the player on this side, on any device; it is secret."""
    return keys.sign("seat", _signed_for(challenge, side))


def side_by(challenge: Challenge, token: str) -> SideId | None:
    """The side of whoever holds this token."""
    signed = keys.signed("seat", token)
    return next((side for side in SIDES if signed == _signed_for(challenge, side)), None)


def renew(challenge: Challenge, side: SideId) -> None:
    """Makes the links of a side's player anew, through the whole series: the old ones end.

    Of a seat that nobody has taken that is the opponent's link. Browsers that followed an old link
    lose the seat, but for the one that is asking.
    """
    came_by_link = keys.kept_seat(challenge.series_id) and side_here(challenge) == side
    keeper = oldest(challenge)
    counted = player_on(player(challenge, side), swapped=keeper.swapped)
    held = update(Seat).filter_by(challenge_id=keeper.id, side=counted)
    with session() as db, db.begin():
        db.execute(held.values(link=Seat.link + 1))
    if came_by_link:
        keep(fresh(challenge), side)


def side_here(challenge: Challenge) -> SideId | None:
    """The side of this browser's visitor: taken here, or else by a seat's link."""
    own = side_taken_here(challenge)
    if own is not None:
        return own
    kept = keys.kept_seat(challenge.series_id)
    return next((side for side in SIDES if kept and kept == _kept_as(challenge, side)), None)


def side_taken_here(challenge: Challenge) -> SideId | None:
    """The side whose seat this browser's visitor has taken; no link replaces it."""
    known = keys.known_visitor()
    return next(
        (side for side in SIDES if known and seat_of(challenge, side).holder == known), None
    )


def _kept_as(challenge: Challenge, side: SideId) -> str:
    """What a cookie says of a seat: the player, and which of their links was followed."""
    return "".join(map(str, _signed_for(challenge, side)[1:]))


def keep(challenge: Challenge, side: SideId) -> None:
    """Gives this browser a seat by its link, unless its visitor has taken one."""
    keys.keep_seat(challenge.series_id, _kept_as(challenge, side))


def invitation(challenge: Challenge) -> str:
    """The token in the opponent's link: whoever opens it first may take side b."""
    return keys.sign("invitation", _invited_to(challenge))


def is_invitation(challenge: Challenge, token: str) -> bool:
    """Whether this is the token of the opponent's link."""
    return bool(keys.signed("invitation", token) == _invited_to(challenge))


def _invited_to(challenge: Challenge) -> str | list[str | int]:
    number = seat_of(challenge, "b").link
    return [challenge.id, number] if number else challenge.id


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
