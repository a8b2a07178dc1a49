"""The castle siege with its bots: the record behind the entry point `siege`."""

from typing import Final

from engine.core.ruleset import Kernel, Ruleset
from engine.players.siege.bots import BOTS
from engine.rulesets.siege.army import Setup
from engine.rulesets.siege.ruleset import ruleset_with
from engine.rulesets.siege.state import State


def kernel() -> Kernel:
    """Return the kernel of the strong bot; it plays no battles in bulk."""
    from engine.players.siege.kernel import planning

    return Kernel(warm=planning.warm)


RULESET: Final[Ruleset[Setup, State]] = ruleset_with(BOTS, kernel)
