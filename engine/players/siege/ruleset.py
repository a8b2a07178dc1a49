"""The record of the castle siege with its bots: what the entry point `siege` names."""

from typing import Final

from engine.core.ruleset import Kernel, Ruleset
from engine.players.siege.bots import BOTS
from engine.rulesets.siege.army import Setup
from engine.rulesets.siege.ruleset import ruleset_with
from engine.rulesets.siege.state import State


def kernel() -> Kernel:
    """What the strong bot thinks with; it plays no battles in bulk."""
    from engine.players.siege.kernel import planning

    return Kernel(warm=planning.warm)


RULESET: Final[Ruleset[Setup, State]] = ruleset_with(BOTS, kernel)
