"""What odds say, whichever way they were found."""

from typing import Literal

import msgspec

from engine.core.events import BattleEnded, SideId


class Odds(msgspec.Struct, frozen=True, omit_defaults=True):
    """Win chances of one battle, with the way they were found.

    `a`, `b` and `draw` sum to 1. `survivors[side][k]` is the chance that exactly k units of that
    side are left. `samples` and `interval` (of `a`, at 95 %) are None for exact odds.
    `units[id]` is the chance that this unit is left, where the ruleset's own way of finding odds
    tells it.
    """

    method: Literal["exact", "sample"]
    a: float
    b: float
    draw: float
    samples: int | None
    interval: tuple[float, float] | None
    survivors: dict[str, tuple[float, ...]]
    units: dict[str, float] | None = None


def number_left(end: BattleEnded, side: SideId) -> int:
    """How many units a side has left at the end; none if it lost, for then they do not count."""
    return 0 if end.winner not in (None, side) else len(end.survivors[side])
