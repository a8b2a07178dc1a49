"""Bots that can be challenged: a bot holds its seat as a person does, and has sealed at once."""

import hashlib
import json
from typing import Final, NamedTuple

from engine import Seeded, SideId
from webapp.base import games
from webapp.base.game import Opponent
from webapp.challenges import fairness
from webapp.store.models import Challenge, Seat

HOLDER: Final = "bot:"


class BotSeat(NamedTuple):
    """What a bot's seat has from the start."""

    name: str
    holder: str
    army: str
    sealed_at_ms: int
    salt: str
    seal: str


class Sealing(NamedTuple):
    """What a bot's seal is made with: the challenge's id, secret and terms' hash, and its side."""

    id: str
    secret: str
    terms: str
    side: SideId


def bot_of(challenge: Challenge, seat: Seat) -> Opponent | None:
    """The bot that holds a seat; None for a person, or for a bot that is no longer installed."""
    holder = seat.holder or ""
    if not holder.startswith(HOLDER):
        return None
    return games.game(challenge.ruleset).opponents.get(holder.removeprefix(HOLDER))


def seat(bot: Opponent, sealing: Sealing, now_ms: int) -> BotSeat:
    """A bot's seat; its army follows from the server's secret, and is sealed before anybody's."""
    drawn = hashlib.sha256(f"{sealing.secret} {bot.id}".encode()).digest()
    army = bot.army(Seeded(int.from_bytes(drawn[:8])))
    salt = fairness.draw()
    seal = fairness.seal_of(sealing.id, sealing.terms, sealing.side, salt, army)
    return BotSeat(bot.name, HOLDER + bot.id, json.dumps(army), now_ms, salt, seal)
