"""Who asks, where it matters who has which seat."""

from flask import request
from werkzeug.exceptions import Forbidden

from engine import SideId
from webapp.challenges import seats
from webapp.store.models import Challenge


def side(challenge: Challenge) -> SideId | None:
    """The side of whoever asks: by the token of a seat, or by the session of one of our pages."""
    sent = request.authorization
    if sent is not None and sent.type == "bearer" and sent.token:
        return seats.side_by(challenge, sent.token)
    return seats.side_here(challenge)


def player(challenge: Challenge) -> SideId:
    """The same for a player. Raises Forbidden for anybody else."""
    found = side(challenge)
    if found is None:
        raise Forbidden(
            "You have no seat in this challenge. Send your seat's token in the header "
            "Authorization: Bearer TOKEN."
        )
    return found
