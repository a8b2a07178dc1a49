"""Bots that can be challenged: a bot holds its seat as a person does, and has sealed at once."""

import hashlib
import json
from typing import Final, NamedTuple

from engine import Seeded
from webapp import games
from webapp.base.game import Opponent
from webapp.store.models import Challenge, Seat

HOLDER: Final = "bot:"


class BotSeat(NamedTuple):
    """What a bot's seat has from the start."""

    name: str
    holder: str
    army: str
    sealed_at_ms: int


def bot_of(challenge: Challenge, seat: Seat) -> Opponent | None:
    """The bot that holds a seat; None for a person, or for a bot that is no longer installed."""
    holder = seat.holder or ""
    if not holder.startswith(HOLDER):
        return None
    return games.game(challenge.ruleset).opponents.get(holder.removeprefix(HOLDER))


def seat(bot: Opponent, seed: str, now_ms: int) -> BotSeat:
    """A bot's seat; its army follows from the challenge's secret seed."""
    drawn = hashlib.sha256(f"{seed} {bot.id}".encode()).digest()
    army = bot.army(Seeded(int.from_bytes(drawn[:8])))
    return BotSeat(bot.name, HOLDER + bot.id, json.dumps(army), now_ms)
