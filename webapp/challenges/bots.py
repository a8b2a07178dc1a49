"""Bots as opponents: a bot holds a seat like a player and seals immediately."""

import hashlib
import json
from typing import Final

from engine import Seeded, SideId
from webapp.base import games
from webapp.base.game import Opponent
from webapp.challenges import fairness
from webapp.store.models import Challenge, Seat

HOLDER: Final = "bot:"


def bot_of(challenge: Challenge, seat: Seat) -> Opponent | None:
    """Return the bot of a seat; None for a player, or for a bot that is no longer installed."""
    holder = seat.holder or ""
    if not holder.startswith(HOLDER):
        return None
    return games.game(challenge.ruleset).opponents.get(holder.removeprefix(HOLDER))


def seat(bot: Opponent, id_: str, secret: str, terms: str, side: SideId, now_ms: int) -> Seat:
    """Return a bot's seat in a challenge; its army follows from the server's secret.

    terms: the hash of the terms. The army is sealed first.
    """
    drawn = hashlib.sha256(f"{secret} {bot.id}".encode()).digest()
    army = bot.army(Seeded(int.from_bytes(drawn[:8])))
    salt = fairness.draw()
    return Seat(
        side=side,
        name=bot.name,
        holder=HOLDER + bot.id,
        army=json.dumps(army),
        sealed_at_ms=now_ms,
        salt=salt,
        seal=fairness.seal_of(id_, terms, side, salt, army),
    )
