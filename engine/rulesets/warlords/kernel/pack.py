"""Packing stacks and states into the kernel's arrays."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TypeAlias

import numpy as np

from engine.core.errors import KernelError
from engine.core.ruleset import Battle
from engine.rulesets.warlords.army import Setup
from engine.rulesets.warlords.catalog import SLAYERS
from engine.rulesets.warlords.kernel import arrays as c
from engine.rulesets.warlords.kernel.arrays import Array, Battles, Stacks
from engine.rulesets.warlords.position import WEAKENING
from engine.rulesets.warlords.snapshot import ArmySnapshot, FieldSnapshot, total
from engine.rulesets.warlords.state import Side, State, Unit, units_of
from engine.rulesets.warlords.strength import CITY, kept_curse, percent, side_total

BONUSES = ("leadership", "morale", "fortify", "chaos", "fear", "siege")
BITS = {word: 1 << place for place, word in enumerate(WEAKENING)}
RACES = {race: 1 << place for place, race in enumerate(SLAYERS.values())}
POWERS = {"acid": c.TRIED_ACID, "lightning": c.TRIED_LIGHTNING, "assassin": c.TRIED_ASSASSIN}


Army: TypeAlias = tuple[ArmySnapshot, FieldSnapshot]


def pack(armies: Sequence[Army]) -> Stacks:
    """Pack stacks for the kernel, each on its field."""
    return _stacks([(Side(army, units_of(army)), field) for army, field in armies])


def distinct_stacks(battles: Sequence[Battle]) -> tuple[list[Army], list[tuple[int, int]]]:
    """Return distinct stacks on their fields, and the pairs that meet. Raises KernelError."""
    armies: dict[tuple[int, int], Army] = {}
    number: dict[tuple[int, int], int] = {}
    pairs = []
    for battle in battles:
        setup = battle.setup
        if not isinstance(setup, Setup):
            raise KernelError(f"this kernel has no odds for the ruleset '{battle.ruleset.id}'")
        for army in (setup.a, setup.b):
            key = (id(army), id(setup.field))
            number.setdefault(key, len(number))
            armies[key] = (army, setup.field)
        pairs.append((number[id(setup.a), id(setup.field)], number[id(setup.b), id(setup.field)]))
    return [*armies.values()], pairs


def pack_battles(battles: Sequence[Battle]) -> tuple[Stacks, Battles]:
    """Pack battles, a repeated stack once. Raises KernelError for another ruleset's battle."""
    armies, pairs = distinct_stacks(battles)
    return pack(armies), new_battles(pairs, [battle.setup.field.die for battle in battles])


def new_battles(pairs: Sequence[tuple[int, int]], dice: Sequence[int]) -> Battles:
    """Return battles at their start between these pairs of stacks, with these dice."""
    index = np.array(pairs, np.int64).reshape(-1, 2)
    nothing = np.zeros(len(index), np.int64)
    return _battles(index[:, 0], index[:, 1], np.array(dice, np.int64), nothing, nothing)


def pack_states(states: Iterable[State]) -> tuple[Stacks, Battles]:
    """Pack states of battles for the kernel, reading each before the next one is produced."""
    units: list[Array] = []
    totals: list[Array] = []
    sizes: list[int] = []
    progress: list[tuple[int, int, int]] = []
    for state in states:
        # A fallen unit is not in the next pairing; the other one enters it as a veteran.
        is_over = any(side.stack and side.stack[0].fallen for side in state.sides.values())
        for side in state.sides.values():
            standing = Side(side.army, [unit for unit in side.stack if not unit.fallen])
            packed = _stacks([(standing, state.field)])
            if is_over and standing.stack == side.stack:
                packed.units[:1, c.VETERAN] = 1
            units.append(packed.units)
            totals.append(packed.totals)
            sizes.append(len(standing.stack))
        tried = 0 if is_over else sum(POWERS[word] for word in state.attempted)
        progress.append((state.field.die, tried, 0 if is_over else _struck_side(state)))
    rows = np.array(progress, np.int64).reshape(-1, 3)
    first = np.arange(0, 2 * len(rows), 2)
    stacks = Stacks(
        start=np.array([0, *accumulate(sizes)], np.int64),
        units=np.concatenate(units),
        totals=np.concatenate(totals),
    )
    return stacks, _battles(first, first + 1, *rows.T)


def _struck_side(state: State) -> int:
    """Return 1 or 2 if the front unit of a or b was hit and can still be slain, else 0."""
    if state.struck is None:
        return 0
    return 1 if state.units[state.struck[1]].start.side == "a" else 2


def _battles(*columns: Array) -> Battles:
    """Return contiguous columns, so that all calls use the same compiled version."""
    return Battles(*map(np.ascontiguousarray, columns))


def _stacks(sides: Sequence[tuple[Side, FieldSnapshot]]) -> Stacks:
    rows = [_unit(unit, field) for side, field in sides for unit in side.stack]
    totals = [_totals(side.army) for side, _ in sides]
    return Stacks(
        start=np.array([0, *accumulate(len(side.stack) for side, _ in sides)], np.int64),
        units=np.array(rows, np.int64).reshape(-1, c.UNIT_COLUMNS),
        totals=np.array(totals, np.int64).reshape(-1, c.SLAYERS + len(SLAYERS)),
    )


def _totals(army: ArmySnapshot) -> list[int]:
    return [
        *(side_total(army, word) for word in BONUSES),
        *(percent(army, word) for word in WEAKENING),
        army.life_drain,
        *(total(army.slayers.get(word, ())) for word in SLAYERS),
    ]


def _unit(unit: Unit, field: FieldSnapshot) -> list[int]:
    start, condition = unit.start, unit.condition
    powers = {word: total(parts) for word, parts in start.powers.items() if parts}
    weakening = weakened = bonus = 0
    for word, n in start.abilities.items():
        if n and word in BITS:
            weakening += BITS[word]
    for word in unit.rolled:
        weakened += BITS.get(word, 0)
    if start.terrain:
        ground = (*field.terrain, CITY) if field.city else field.terrain
        bonus = sum(start.terrain.get(word, 0) for word in ground)
    natural = total(start.strength_parts)
    return [
        natural + kept_curse(natural, condition),
        condition.blessed,
        condition.cursed,
        condition.poisoned,
        condition.diseased,
        unit.medals,
        weakening,
        weakened,
        bonus,
        start.banding,
        total(start.item_parts),
        total(start.hits_parts),
        start.flying,
        powers.get("acid", 0),
        powers.get("lightning", 0),
        powers.get("assassin", 0),
        unit.shots,
        powers.get("warding", 0),
        powers.get("trample", 0),
        0 if start.hero else sum(RACES[race] for race in set(start.race)),
        unit.engaged,
        unit.strength,
        unit.hits,
        unit.immune,
        unit.veteran,
    ]
