"""The registry of bots: a bot is a record in this tuple, in a module of its own."""

from collections.abc import Mapping
from typing import Final

from engine.players.siege.bots.aggressive import AGGRESSIVE
from engine.players.siege.bots.cautious import CAUTIOUS
from engine.players.siege.bots.random import RANDOM
from engine.players.siege.bots.strong import STRONG
from engine.rulesets.siege.bot import Bot

BOTS: Final[Mapping[str, Bot]] = {bot.id: bot for bot in (RANDOM, CAUTIOUS, AGGRESSIVE, STRONG)}
"""Every bot by its id, the weakest first."""

__all__ = ["BOTS", "Bot"]
