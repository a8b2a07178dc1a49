"""Sealing of armies; the second seal leads to the reveal. Proofs of sealed games."""

import json
from typing import Any, Final, Literal

from werkzeug.exceptions import Conflict, Gone

from engine import SIDES, SideId
from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.sides import UNNAMED
from webapp.base.texts import N_, _
from webapp.battles import store as battles
from webapp.challenges import fairness, store, terms
from webapp.challenges.outcome import reveal
from webapp.matches.seats import EXPIRED, player, seat_of
from webapp.store import database
from webapp.store.models import Challenge, Seat

SEALED: Final = N_("Your army is already sealed and cannot be changed: this one was not accepted.")


APPOINTED: Final = N_(
    "This challenge has an appointment: your army is a draft, which is sealed at the deadline."
)


def seal(challenge: Challenge, side: SideId, army: Any, own: store.Salt | None = None) -> None:
    """Seal an army; the second one creates the battle. The same army again changes nothing.

    Without a player's salt the server draws one, and says so. Raises InputError for an invalid
    army, salt or expected seal; Conflict if another army is sealed already, or if the challenge has
    an appointment; Gone if it is too late.
    """
    if challenge.start_ms is not None:
        raise Conflict(_(APPOINTED))
    was_open = seat_of(challenge, side).army is None
    if was_open:
        if now_ms() >= challenge.expires_at_ms:
            raise Gone(EXPIRED)
        terms.refuse_army(challenge, side, army)
        _write(challenge, side, army, own)
    challenge = database.fresh(challenge)
    if store.army_of(challenge, side) != army:
        raise Conflict(SEALED)
    if was_open and store.both_sealed(challenge):
        reveal(challenge)


def _write(challenge: Challenge, side: SideId, army: Any, own: store.Salt | None = None) -> None:
    """Store a sealed army unless there is one: two tabs may send at the same moment."""
    values = store.seal_values(challenge, side, army, own)
    empty = store.unsealed(challenge, side)
    database.execute(empty.values(army=json.dumps(army), sealed_at_ms=now_ms(), **values))


ON_AIR: Final = N_(
    "The proof is available when the battle is over: before, it would reveal the result."
)
TOO_OLD: Final = N_(
    "This challenge was made before seals were published. Its dice cannot be checked."
)

SaltedBy = Literal["player", "server", "bot"]


def is_provable(challenge: Challenge) -> bool:
    """Whether everything can be checked: not if it is older than published seals."""
    return challenge.secret is not None


def salted_by(challenge: Challenge, seat: Seat) -> SaltedBy | None:
    """Return who made the salt of a seal, or None."""
    if seat.seal is None:
        return None
    if store.bot_of(challenge, seat):
        return "bot"
    return "player" if seat.own_salt else "server"


def proof_of(challenge: Challenge) -> dict[str, Any]:
    """Return the proof described in FAIR.md. Raise Conflict if there is none (yet)."""
    if not is_provable(challenge):
        raise Conflict(_(TOO_OLD))
    if challenge.battle is None or not challenge.battle.is_over(now_ms()):
        raise Conflict(_(ON_AIR))
    kept = terms.agreed(challenge)
    playback = battles.playback_of(games.game(challenge.ruleset), challenge.battle)
    return {
        "format": fairness.FORMAT,
        "challenge": challenge.id,
        "ruleset": challenge.ruleset,
        "terms": kept["battle"],
        "limits": kept["limits"],
        "commitment": challenge.commitment,
        "secret": challenge.secret,
        "seed": str(store.seed_of(challenge)),
        "seats": {side: _seat(challenge, side) for side in SIDES},
        "recording": [playback.header, *playback.events],
    }


def _seat(challenge: Challenge, side: SideId) -> dict[str, Any]:
    seat = seat_of(challenge, side)
    return {
        "name": seat.name or UNNAMED[player(challenge, side)],
        "seal": seat.seal,
        "salt": seat.salt,
        "salted_by": salted_by(challenge, seat),
        "army": json.loads(seat.army or "null"),
    }
