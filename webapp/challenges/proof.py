"""The proof of a challenge: all that was secret about its dice, once its battle is over."""

import json
from typing import Any, Final, Literal

from werkzeug.exceptions import Conflict

from engine import SIDES, SideId
from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.sides import UNNAMED
from webapp.base.texts import N_, _
from webapp.battles import store as battles
from webapp.challenges import fairness, store, terms
from webapp.challenges.bots import bot_of
from webapp.matches.seats import player, seat_of
from webapp.store.models import Challenge, Seat

ON_AIR: Final = N_("There is a proof when the battle is over: before, it would tell how it ends.")
TOO_OLD: Final = N_(
    "This challenge was made before seals were published. Its dice cannot be checked."
)

SaltedBy = Literal["player", "server", "bot"]


def is_provable(challenge: Challenge) -> bool:
    """Whether all of it can be checked: not if it was made before seals were published."""
    return challenge.secret is not None


def salted_by(challenge: Challenge, seat: Seat) -> SaltedBy | None:
    """Who has made the salt of a seal; None as long as there is none."""
    if seat.seal is None:
        return None
    if bot_of(challenge, seat):
        return "bot"
    return "player" if seat.own_salt else "server"


def proof_of(challenge: Challenge) -> dict[str, Any]:
    """The proof, as FAIR.md describes it. Raises Conflict where there is none, or none yet."""
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
