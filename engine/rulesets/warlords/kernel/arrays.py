"""The arrays of the exact-odds kernel, and packing stacks and states into them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.core.ruleset import Battle
from engine.rulesets.warlords.army import CITY_STACK_MOST
from engine.rulesets.warlords.catalog import SLAYERS
from engine.rulesets.warlords.events import ArmySnapshot, FieldSnapshot, total
from engine.rulesets.warlords.odds import WEAKENING
from engine.rulesets.warlords.stack import CITY, kept_curse, percent, side_total
from engine.rulesets.warlords.state import State, Unit, units_of

Array: TypeAlias = NDArray[Any]
Pair: TypeAlias = tuple[int, int]  # of side a and of side b
Terms: TypeAlias = tuple[int, int, int]  # combat die; powers tried and side struck (`Battles`)

BASE, BLESSED, CURSED, POISONED, DISEASED, MEDALS = range(6)
OWN, ROLLED, GROUND, BANDING, ITEMS, HITS, FLYING = range(6, 13)
ACID, LIGHTNING, ASSASSIN, SHOTS, WARDING, TRAMPLE, RACE = range(13, 20)
ENGAGED, STRENGTH_NOW, HITS_NOW, IMMUNE_NOW, VETERAN = range(20, 25)
"""Columns of a unit. OWN and ROLLED are CURSE, POISON, DISEASE bits; RACE has a bit per slayer."""
UNIT_COLUMNS: Final = 25

CURSE, POISON, DISEASE = 1, 2, 4

LEADERSHIP, MORALE, FORTIFY, CHAOS, FEAR, SIEGE = range(6)
CURSE_PERCENT, POISON_PERCENT, DISEASE_PERCENT, LIFE_DRAIN, FIRST_SLAYER = range(6, 11)
"""Columns of a stack; the points of each slayer start at FIRST_SLAYER."""

STACK_MOST: Final = CITY_STACK_MOST
KEY_COLUMNS: Final = 5  # the common values of a group of forms; hits are the index of its vector

TRIED_ACID, TRIED_LIGHTNING, TRIED_ASSASSIN = 1, 2, 4


class Stacks(NamedTuple):
    """Packed stacks: the unit rows of stack k are start[k] to start[k + 1]."""

    start: Array
    units: Array
    totals: Array


class Battles(NamedTuple):
    """Attacking and defending stacks, the combat die, and the progress of the first pairing."""

    a: Array
    b: Array
    die: Array
    tried: Array  # bits of the powers already tried
    struck: Array  # 1 or 2 if the front unit of a or b was hit and can still be slain, else 0


class Scratch(NamedTuple):
    """Scratch space of the kernel.

    A group of forms has a key, `keys[side, slot, group]`, and a vector of chances by hits. Slots
    hold the forms in which a unit steps up (`FORMS` + its place) and the veterans of earlier
    pairings: for a those of this pairing (0) and of the next one (1), for b the same for each unit
    of b (`2 * j` and `2 * j + 1`).
    """

    keys: Array
    vectors: Array
    counts: Array
    work: Array  # four vectors: hits of a and of b before melee, and of a and of b after it
    grid: Array
    slain: Array  # chance that a hit slays a unit
    succeeds: Array  # chance to succeed in melee, by medals and strength
    high: Array  # the most hits in the battle


FORMS: Final = 2 * STACK_MOST  # the slot of the forms of a stack's first unit


def scratch_for(hits_most: int, shots_most: int) -> Scratch:
    """Return scratch space for units with at most this many hits and shots."""
    hits = hits_most + 1
    groups = 16 * 2 * 2 * (shots_most + 2)
    slots = FORMS + STACK_MOST
    return Scratch(
        keys=np.empty((2, slots, groups, KEY_COLUMNS), np.int64),
        vectors=np.empty((2, slots, groups, hits)),
        counts=np.zeros((2, slots), np.int64),
        work=np.zeros((4, hits)),
        grid=np.zeros((hits, hits)),
        slain=np.zeros((2, STACK_MOST)),
        succeeds=np.zeros((5, 16)),
        high=np.ones(1, np.int64),
    )


BONUSES = ("leadership", "morale", "fortify", "chaos", "fear", "siege")
BITS = {word: 1 << place for place, word in enumerate(WEAKENING)}
RACES = {race: 1 << place for place, race in enumerate(SLAYERS.values())}
POWERS = {"acid": TRIED_ACID, "lightning": TRIED_LIGHTNING, "assassin": TRIED_ASSASSIN}


Army: TypeAlias = tuple[ArmySnapshot, FieldSnapshot]


def pack(armies: Sequence[Army]) -> Stacks:
    return _stacks(([_unit(one, field) for one in units_of(army)], army) for army, field in armies)


def distinct_stacks(battles: Sequence[Battle]) -> tuple[list[Army], list[tuple[int, int]]]:
    """Return distinct stacks on their fields, and the pairs that meet."""
    places: dict[tuple[int, int], int] = {}
    armies: list[Army] = []

    def place(army: ArmySnapshot, field: FieldSnapshot) -> int:
        key = (id(army), id(field))
        if key not in places:
            places[key] = len(armies)
            armies.append((army, field))
        return places[key]

    setups = (battle.setup for battle in battles)
    pairs = [(place(setup.a, setup.field), place(setup.b, setup.field)) for setup in setups]
    return armies, pairs


def pack_battles(battles: Sequence[Battle]) -> tuple[Stacks, Battles]:
    """Pack battles, a repeated stack once."""
    armies, pairs = distinct_stacks(battles)
    return pack(armies), new_battles(pairs, [battle.setup.field.die for battle in battles])


def new_battles(pairs: Sequence[tuple[int, int]], dice: Sequence[int]) -> Battles:
    """Return battles at their start between these pairs of stacks, with these dice."""
    index = np.array(pairs, np.int64).reshape(-1, 2)
    nothing = np.zeros(len(index), np.int64)
    return _battles(index[:, 0], index[:, 1], np.array(dice, np.int64), nothing, nothing)


def pack_states(states: Iterable[State]) -> tuple[Stacks, Battles]:
    """Pack states of battles for the kernel, reading each before the next one is produced."""
    progress: list[tuple[int, int, int]] = []

    def sides() -> Iterator[tuple[list[list[int]], ArmySnapshot]]:
        for state in states:
            # A fallen unit is not in the next pairing; the other one enters it as a veteran.
            is_over = any(side.stack and side.stack[0].fallen for side in state.sides.values())
            for side in state.sides.values():
                rows = [_unit(unit, state.field) for unit in side.stack if not unit.fallen]
                if is_over and rows and len(rows) == len(side.stack):
                    rows[0][VETERAN] = 1
                yield rows, side.army
            tried = 0 if is_over else sum(POWERS[word] for word in state.attempted)
            struck = 0
            if state.struck and not is_over:
                struck = 1 if state.units[state.struck[1]].start.side == "a" else 2
            progress.append((state.field.die, tried, struck))

    stacks = _stacks(sides())
    rows = np.array(progress, np.int64).reshape(-1, 3)
    first = np.arange(0, 2 * len(rows), 2)
    return stacks, _battles(first, first + 1, *rows.T)


def _battles(*columns: Array) -> Battles:
    """Return contiguous columns, so that all calls use the same compiled version."""
    return Battles(*map(np.ascontiguousarray, columns))


def _stacks(packed: Iterable[tuple[list[list[int]], ArmySnapshot]]) -> Stacks:
    """Return the stacks with these rows of units, each with its army."""
    rows, sizes, totals = list[list[int]](), [0], list[list[int]]()
    for units, army in packed:
        rows += units
        sizes.append(len(units))
        points = [side_total(army, word) for word in BONUSES]
        points += [percent(army, word) for word in WEAKENING]
        slayers = [total(army.slayers.get(word, ())) for word in SLAYERS]
        totals.append([*points, army.life_drain, *slayers])
    return Stacks(
        start=np.cumsum(sizes),
        units=np.array(rows, np.int64).reshape(-1, UNIT_COLUMNS),
        totals=np.array(totals, np.int64).reshape(-1, FIRST_SLAYER + len(SLAYERS)),
    )


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
