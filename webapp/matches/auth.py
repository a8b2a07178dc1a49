"""Finds out which seat of a challenge the caller of the API has."""

from flask import request
from werkzeug.exceptions import Forbidden

from engine import SideId
from webapp.matches import seats
from webapp.store.models import Challenge


def side(challenge: Challenge) -> SideId | None:
    """The caller's side, by the token of a seat or by the session of one of our pages, or None."""
    sent = request.authorization
    if sent is not None and sent.type == "bearer" and sent.token:
        return seats.side_by(challenge, sent.token)
    return seats.side_here(challenge)


def player(challenge: Challenge) -> SideId:
    """The caller's side. Raises Forbidden for a caller without a seat."""
    found = side(challenge)
    if found is None:
        raise Forbidden(
            "You have no seat in this challenge. Send your seat's token in the header "
            "Authorization: Bearer TOKEN."
        )
    return found
