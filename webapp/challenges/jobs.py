"""Background jobs of a challenge: an interrupted reveal, or a match whose time is up.

A challenge's state follows from its rows and the clock alone: reading it writes nothing, but starts
these jobs.
"""

from typing import Final

from webapp.base import jobs
from webapp.base.clock import now_ms
from webapp.challenges import store
from webapp.challenges.outcome import reveal
from webapp.matches import resolution, seats
from webapp.store.models import Challenge

GRACE_MS: Final = 15_000  # after this time, the request that sealed last must have failed


def current(id_: str) -> Challenge | None:
    """Return the challenge with this id, starting what is due in the background."""
    challenge = store.find(id_)
    if challenge is None:
        return None
    if _reveal_is_late(challenge):
        jobs.start(f"revealing challenge {id_}", reveal, challenge)
    elif challenge.match and resolution.is_due(challenge.match):
        resolution.settle_soon(challenge.match)
    return challenge


def catch_up(challenge: Challenge) -> Challenge:
    """Return the challenge after what was due in it."""
    if _reveal_is_late(challenge):
        reveal(challenge)
    elif challenge.match and resolution.is_due(challenge.match):
        resolution.settle(challenge.match.id)
    return seats.fresh(challenge)


def _reveal_is_late(challenge: Challenge) -> bool:
    if challenge.battle or challenge.match or store.is_void(challenge):
        return False
    sealed_at_ms = max(seat.sealed_at_ms or 0 for seat in challenge.seats)
    return store.both_sealed(challenge) and now_ms() >= sealed_at_ms + GRACE_MS
