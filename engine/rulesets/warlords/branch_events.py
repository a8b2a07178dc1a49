"""What happens to stacks in branches of battles only, never by the rules themselves."""

from engine.core.events import Event, SideId
from engine.rulesets.warlords.snapshot import Replaced


class StackReordered(Event):
    """The units left of a stack stand in another order now: a branch of a battle says so (W15).

    side: whose stack it is.
    stack: ids of its units, the front unit first.
    """

    side: SideId
    stack: tuple[str, ...]


class UnitsReplaced(Event):
    """Others stand in place of units that have not fought: a branch of a battle says so (W16).

    side: whose stack it is.
    replaced: who comes in place of whom.
    """

    side: SideId
    replaced: tuple[Replaced, ...]
