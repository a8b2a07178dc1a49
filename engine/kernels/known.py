"""Compiled twins of the rules, which play in bulk what needs no events.

Importing this imports numba; the engine does so only when it is asked for `engine.outcomes`.
"""

from engine.core.errors import KernelError
from engine.kernels import batch
from engine.kernels.batch import REASONS, WINNERS, matchups, outcomes, survivors
from engine.players.siege.kernel import planning as siege
from engine.rulesets.manymarios.kernel.field import Armies, Outcomes
from engine.rulesets.manymarios.kernel.pack import join, pack
from engine.rulesets.warlords.kernel import batch as warlords


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
