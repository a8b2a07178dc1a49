"""Compiled twins of the rules, which play in bulk what needs no events.

Importing this imports numba; the engine does so only when it is asked for `engine.outcomes`.
"""

from engine.odds.kernels import batch
from engine.odds.kernels.batch import REASONS, WINNERS, matchups, outcomes, survivors
from engine.odds.kernels.manymarios.field import Armies, Outcomes
from engine.odds.kernels.manymarios.pack import KernelError, join, pack
from engine.odds.kernels.warlords import batch as warlords
from engine.rulesets.siege.kernels import planning as siege


def warm() -> None:
    """Compiles all kernels, or loads them from the cache, so that the next call is fast."""
    batch.warm()
    warlords.warm()
    siege.warm()


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
    "siege",
    "survivors",
    "warlords",
    "warm",
]
