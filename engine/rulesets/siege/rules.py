"""Rules on plain values: legal orders (D2), ranks (D3 to D5) and the winner by totals (D6).

A unit's values are four numbers in the order of STATS; a side is five units, A to E.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeAlias

from engine.core.events import SideId
from engine.rulesets.siege.snapshot import ORDERS, Order, Total

Stats: TypeAlias = tuple[int, int, int, int]  # ATK, DEF, HP and EXH of a unit
Five: TypeAlias = tuple[Stats, Stats, Stats, Stats, Stats]  # the units of a side, A to E
Orders: TypeAlias = tuple[Order, Order, Order, Order, Order]  # the orders of a side, A to E

ATK: Final = 0
DEF: Final = 1
HP: Final = 2
EXH: Final = 3

EXH_MOST: Final = 3
ROUNDS: Final = 40

ALLOWED: Final[Mapping[Order, Callable[[Stats], bool]]] = {
    "attack": lambda unit: unit[ATK] >= 1 and unit[EXH] < EXH_MOST,
    "defend": lambda unit: unit[DEF] >= 1 and unit[EXH] < EXH_MOST,
    "recover": lambda unit: unit[HP] >= 1 and unit[EXH] >= 1,
    "none": lambda unit: True,
}
"""Whether a unit can carry out an order (D2)."""


def legal(unit: Stats) -> tuple[Order, ...]:
    """Return the orders that a unit can carry out (D2); `none` is always one."""
    return tuple(order for order in ORDERS if ALLOWED[order](unit))


def within_bounds(stat: int, value: int) -> int:
    """Return a value limited to at least 0, and EXH to at most 3 (D1)."""
    return max(0, min(value, EXH_MOST) if stat == EXH else value)


def battle_rank(unit: Stats) -> tuple[int, int, int, int]:
    """Return the sort key of attackers, the first to fight first; ties go by letter (D3)."""
    return -unit[ATK], -unit[DEF], unit[EXH], -unit[HP]


def siege_rank(unit: Stats) -> tuple[int, int, int, int]:
    """Return the sort key of besiegers and defenders, the top one first (D4)."""
    return -unit[DEF], unit[EXH], -unit[HP], -unit[ATK]


def rest_rank(unit: Stats) -> tuple[int, int, int, int]:
    """Return the sort key of recovering units, the one that pays nothing first (D5)."""
    return -unit[HP], -unit[ATK], -unit[EXH], -unit[DEF]


def total(side: Iterable[Stats]) -> Total:
    """Return the total by which a match is decided (D6)."""
    units = tuple(side)
    exh = sum(unit[EXH] for unit in units)
    gained = sum(unit[ATK] + unit[DEF] + unit[HP] for unit in units)
    return Total(gained - exh, exh, sum(unit[HP] for unit in units))


def winner_by_totals(
    a: Total, b: Total
) -> tuple[SideId, Literal["total", "exh", "hp", "challenged"]]:
    """Return the winner after the last round and the deciding value (D6)."""
    if a.total != b.total:
        return ("a" if a.total > b.total else "b"), "total"
    if a.exh != b.exh:
        return ("a" if a.exh < b.exh else "b"), "exh"
    if a.hp != b.hp:
        return ("a" if a.hp > b.hp else "b"), "hp"
    return "b", "challenged"
