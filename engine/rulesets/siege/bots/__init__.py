"""The registry of bots: a bot is a record in this tuple, in a module of its own."""

from collections.abc import Mapping
from typing import Final

from engine.rulesets.siege.bots.aggressive import AGGRESSIVE
from engine.rulesets.siege.bots.bot import Bot
from engine.rulesets.siege.bots.cautious import CAUTIOUS
from engine.rulesets.siege.bots.random import RANDOM
from engine.rulesets.siege.bots.strong import STRONG

BOTS: Final[Mapping[str, Bot]] = {bot.id: bot for bot in (RANDOM, CAUTIOUS, AGGRESSIVE, STRONG)}
"""Every bot by its id, the weakest first."""

__all__ = ["BOTS", "Bot"]
