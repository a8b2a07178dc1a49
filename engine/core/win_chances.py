"""Exact chances of a battle: what a ruleset answers that knows a better way than enumeration."""

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from engine.core.events import SideId


class WinChances(msgspec.Struct, frozen=True):
    """How a battle may end from where it stands.

    `a`, `b` and `draw` sum to 1. `survivors[side][k]` is the chance that exactly k units of that
    side are left (index 0: it lost), `units[id]` the chance that this unit is among them.
    """

    a: float
    b: float
    draw: float
    survivors: dict[SideId, tuple[float, ...]]
    units: dict[str, float]


class Rolled(msgspec.Struct, frozen=True):
    """One roll that a side made: the chance that it had to succeed, and whether it did."""

    side: SideId
    chance: float
    succeeded: bool


class Bonus(msgspec.Struct, frozen=True):
    """Something that helps or hinders an army, and the battle without it.

    kind: what sort of thing it is, such as `item` or `ability`.
    id: the word or catalog id of the thing.
    side: whose it is, or None for the field's.
    units: ids of the units that bear it; none if it is the whole army's.
    amount: how much of it there is, or None where there is no measure.
    without: the setup without it, or the battle file without it, to be read anew.
    """

    kind: str
    id: str
    side: SideId | None
    units: tuple[str, ...]
    amount: int | None
    without: Any


Counts: TypeAlias = Callable[[SideId, int], bool]
"""Whether a battle that this side wins with so many units left is one of those asked about."""
