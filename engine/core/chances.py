"""Exact chances of a battle: what a ruleset answers that knows a better way than enumeration."""

import msgspec

from engine.core.events import SideId


class Chances(msgspec.Struct, frozen=True):
    """How a battle may end from where it stands.

    `a`, `b` and `draw` sum to 1. `survivors[side][k]` is the chance that exactly k units of that
    side are left (index 0: it lost), `units[id]` the chance that this unit is among them.
    """

    a: float
    b: float
    draw: float
    survivors: dict[SideId, tuple[float, ...]]
    units: dict[str, float]
