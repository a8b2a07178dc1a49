"""Bots that play a side, in games whose rules let sides decide."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.core.recruiting import Army
from engine.core.rng import Rng

Side: TypeAlias = Mapping[str, Any]
"""A side as in a battle file."""


@dataclass(frozen=True)
class Bots:
    """The bots of a game.

    names: display names by the ids used in battle files. playing: the id of the bot that gives all
        orders of a side, or None if the file has orders. seat: the side with this bot playing it.
        army: an army chosen by the bot.
    """

    names: Mapping[str, str]
    playing: Callable[[Side], str | None]
    seat: Callable[[Side, str], Side]
    army: Callable[[str, Rng], Army]
