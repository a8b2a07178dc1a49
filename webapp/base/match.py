"""What a match that is played round by round asks of its game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import engine


@dataclass(frozen=True)
class MatchRules:
    """How a game is played round by round, with orders that are secret until both are given.

    begin: a new match of a battle whose sides have decided nothing yet.
    rounds: how many there are at most.
    """

    begin: Callable[[engine.Battle], Any]
    rounds: int
