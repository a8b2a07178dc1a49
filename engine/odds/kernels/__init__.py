"""Compiled twins of the rules, which play in bulk what needs no events.

Importing this imports numba; the engine does so only when it is asked for `engine.outcomes`.
"""

from engine.odds.kernels.batch import REASONS, WINNERS, matchups, outcomes, survivors, warm
from engine.odds.kernels.manymarios.field import Armies, Outcomes
from engine.odds.kernels.manymarios.pack import KernelError, join, pack

__all__ = [
    "REASONS",
    "WINNERS",
    "Armies",
    "KernelError",
    "Outcomes",
    "join",
    "matchups",
    "outcomes",
    "pack",
    "survivors",
    "warm",
]
