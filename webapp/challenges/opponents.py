"""Bots that can be challenged: a bot holds its seat as a person does, and has sealed at once."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine import Seeded
from engine.players.siege.bots import BOTS, Bot
from engine.rulesets.siege.snapshot import LETTERS
from webapp.store.models import Seat

HOLDER: Final = "bot:"
OPPONENTS: Final[Mapping[str, Mapping[str, Bot]]] = {"siege": BOTS}
"""By ruleset, the bots that can be challenged."""


class Seated(NamedTuple):
    """What a bot's seat has from the start."""

    name: str
    holder: str
    army: str
    sealed_at_ms: int


def of(ruleset: str) -> Mapping[str, Bot]:
    """The bots that can be challenged under a ruleset, by id."""
    return OPPONENTS.get(ruleset, {})


def bot_of(seat: Seat) -> Bot | None:
    """The bot that holds a seat, if one does; None for one that there is not any more, too."""
    holder = seat.holder or ""
    return BOTS.get(holder.removeprefix(HOLDER)) if holder.startswith(HOLDER) else None


def seated(bot: Bot, seed: str, now_ms: int) -> Seated:
    """A bot in its seat; its army follows from the challenge's secret seed."""
    drawn = hashlib.sha256(f"{seed} {bot.id}".encode()).digest()
    army = json.dumps(_army(bot, Seeded(int.from_bytes(drawn[:8]))))
    return Seated(bot.name, HOLDER + bot.id, army, now_ms)


def _army(bot: Bot, chance: Seeded) -> dict[str, Any]:
    """The army that a bot chooses for itself."""
    units = {
        letter: {"atk": atk, "def": def_, "hp": hp}
        for letter, (atk, def_, hp, _) in zip(LETTERS, bot.allot(chance), strict=True)
    }
    return {"name": f"{bot.name}'s own", "units": units}
