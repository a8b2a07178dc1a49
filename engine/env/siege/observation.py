"""Observations of an agent: a player's view of a siege as arrays of fixed shapes.

They are made of the view alone, so they reveal only what a player may know (D7).
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from engine.core.events import SIDES
from engine.rulesets.siege.rules import ROUNDS, Orders
from engine.rulesets.siege.snapshot import ORDERS
from engine.rulesets.siege.view import RoundSeen, View

UNITS: Final = 5
STATS: Final = 4
ACTIONS: Final = len(ORDERS) ** UNITS
UNKNOWN: Final = -1
"""Stands for values that are unknown or of rounds to come."""
HIGHEST: Final = 2**31 - 1
"""A league's tables may let a unit grow by thousands each round."""

NOTHING, MET, BESIEGED, DEFENDED = range(4)
"""Observed actions of an enemy unit in a round."""

Arrays = dict[str, NDArray[Any]]


def space() -> spaces.Dict:
    """Return the space of observations; README.md describes each array."""

    def values(*shape: int) -> spaces.Box:
        return spaces.Box(UNKNOWN, HIGHEST, shape, np.int32)

    return spaces.Dict(
        {
            "side": spaces.Box(0, 1, (1,), np.int8),
            "round": spaces.Box(1, ROUNDS + 1, (1,), np.int8),
            "own": values(UNITS, STATS),
            "own_units": values(ROUNDS, UNITS, STATS),
            "own_orders": values(ROUNDS, UNITS),
            "own_rows": values(ROUNDS, UNITS),
            "own_met": values(ROUNDS, UNITS),
            "enemy_deeds": values(ROUNDS, UNITS),
            "enemy_atk": values(ROUNDS, UNITS),
            "siege": values(ROUNDS, 3),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def observed(view: View) -> Arrays:
    shapes: Mapping[str, tuple[int, ...]] = {
        "own_units": (UNITS, STATS),
        "own_orders": (UNITS,),
        "own_rows": (UNITS,),
        "own_met": (UNITS,),
        "enemy_deeds": (UNITS,),
        "enemy_atk": (UNITS,),
        "siege": (3,),
    }
    arrays: Arrays = {
        name: np.full((ROUNDS, *shape), UNKNOWN, np.int32) for name, shape in shapes.items()
    }
    rows: dict[str | None, int] = {row.id: n for n, row in enumerate(view.tables.battle)}
    for number, seen in enumerate(view.seen):
        _note_own(arrays, number, seen, rows)
        _note_enemy(arrays, number, seen)
    arrays["side"] = np.array([SIDES.index(view.side)], np.int8)
    arrays["round"] = np.array([view.round], np.int8)
    arrays["own"] = np.array(view.own, np.int32)
    arrays["action_mask"] = _mask(view)
    return arrays


def _note_own(arrays: Arrays, number: int, seen: RoundSeen, rows: Mapping[str | None, int]) -> None:
    arrays["own_units"][number] = seen.own
    arrays["own_orders"][number] = [ORDERS.index(order) for order in seen.orders]
    arrays["own_rows"][number] = [rows.get(row, UNKNOWN) for row in seen.rows]
    for duel in seen.duels:
        arrays["own_met"][number, duel.own] = duel.enemy


def _note_enemy(arrays: Arrays, number: int, seen: RoundSeen) -> None:
    deeds = arrays["enemy_deeds"][number]
    deeds[:] = NOTHING
    for duel in seen.duels:
        deeds[duel.enemy] = MET
        arrays["enemy_atk"][number, duel.enemy] = duel.enemy_atk
    deeds[list(seen.enemy_defenders)] = DEFENDED
    if seen.assault:
        if seen.assault.on_own:
            deeds[list(seen.assault.besiegers)] = BESIEGED
        castle = 0 if seen.assault.on_own else 1
        arrays["siege"][number] = castle, seen.assault.attack, seen.assault.defense


def _mask(view: View) -> NDArray[np.int8]:
    """Return 1 for each action whose orders are all allowed."""
    may = np.array([[order in allowed for order in ORDERS] for allowed in view.legal()])
    mask = np.ones(1, np.bool_)
    for unit in may:
        mask = np.logical_and.outer(mask, unit).ravel()
    return mask.astype(np.int8)


def action_of(orders: Orders) -> int:
    """Return the number of an action: orders from A to E as digits in base four."""
    number = 0
    for order in orders:
        number = number * len(ORDERS) + ORDERS.index(order)
    return number


def orders_of(action: int) -> Orders:
    """Return the orders of an action, A to E."""
    digits = [int(action) // len(ORDERS) ** (UNITS - 1 - place) % len(ORDERS) for place in range(5)]
    a, b, c, d, e = (ORDERS[digit] for digit in digits)
    return a, b, c, d, e
