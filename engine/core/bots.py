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
    """The bots of a game, for searches that have them play sides.

    names: what people call each, by the id that battle files have. playing: the id of the bot that
    gives all the orders of a side; None where somebody else gives any. seat: the side as it is once
    this bot plays it. army: an army that the bot brings where it may choose one.
    """

    names: Mapping[str, str]
    playing: Callable[[Side], str | None]
    seat: Callable[[Side, str], Side]
    army: Callable[[str, Rng], Army]
