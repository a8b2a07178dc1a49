"""Exact odds in bulk, by compiled dynamic programming over pairings; odds.py is the reference.

`Kernel` describes the functions for the engine.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from engine.core.events import SIDES, SideId
from engine.core.ruleset import BELOW_ONE, Battle, WinChances
from engine.kernels.compiled import bare, bare_kernel
from engine.rulesets.warlords.events import FieldSnapshot
from engine.rulesets.warlords.kernel import arrays as c
from engine.rulesets.warlords.kernel.pairing import pairing, prepare, success
from engine.rulesets.warlords.odds import win_chances
from engine.rulesets.warlords.state import NO_ARMY, State


def survivors(stacks: c.Stacks, battles: c.Battles) -> c.Array:
    """Return [battle, side, k]: the chance that exactly k units of a side (0 is a) are left."""
    sizes = np.diff(stacks.start)
    left = np.zeros((len(battles.a), 2, int(sizes.max(initial=0)) + 1))
    hits = int(stacks.units[:, [c.HITS, c.HITS_NOW]].max(initial=1))
    shots = int(stacks.units[:, c.SHOTS].max(initial=0))
    fill_survivors(stacks, battles, c.scratch_for(hits, shots), left)
    left[:, :, 0] = left[:, ::-1, 1:].sum(axis=2)
    possible = (left > 0).sum(axis=2, keepdims=True)
    # Without rounding errors for what is certain, and only for that.
    return np.where(possible > 1, np.minimum(left, BELOW_ONE), left > 0)


def odds(battles: Sequence[Battle]) -> list[WinChances]:
    stacks, packed = c.pack_battles(battles)
    left = survivors(stacks, packed).tolist()
    return [_chances(rows, battle) for rows, battle in zip(left, battles, strict=True)]


def orders(battle: Battle, side: SideId, places: c.Array) -> c.Array:
    stacks, _ = c.pack_battles([battle])
    own, enemy = (0, 1) if side == "a" else (1, 0)
    count, size = places.shape
    first, last = stacks.start[enemy], stacks.start[enemy + 1]
    units = stacks.units[stacks.start[own] + places].reshape(-1, stacks.units.shape[1])
    totals = np.repeat(stacks.totals[own : own + 1], count, axis=0)
    many = c.Stacks(
        start=np.array([*range(0, count * size + 1, size), count * size + last - first], np.int64),
        units=np.concatenate((units, stacks.units[first:last])),
        totals=np.concatenate((totals, stacks.totals[enemy : enemy + 1])),
    )
    pairs = [(i, count) if side == "a" else (count, i) for i in range(count)]
    left = survivors(many, c.new_battles(pairs, [battle.setup.field.die] * count))
    return np.asarray(left[:, enemy, 0])


def table(rows: Sequence[Battle], columns: Sequence[Battle]) -> c.Array:
    armies = [*(row.setup.a for row in rows), *(column.setup.b for column in columns)]
    field = rows[0].setup.field
    pairs = [(i, len(rows) + j) for i, j in np.ndindex(len(rows), len(columns))]
    stacks = c.pack([(army, field) for army in armies])
    left = survivors(stacks, c.new_battles(pairs, [field.die] * len(pairs)))
    return np.asarray(left[:, 1, 0]).reshape(len(rows), len(columns))


def gauge(states: Iterable[State]) -> list[float]:
    stacks, packed = c.pack_states(states)
    sizes = np.diff(stacks.start)
    chances = np.where(sizes[packed.b] == 0, 1.0, 0.0)
    undecided = np.flatnonzero((sizes[packed.a] > 0) & (sizes[packed.b] > 0))
    open_battles = c.Battles(*(column[undecided] for column in packed))
    chances[undecided] = survivors(stacks, open_battles)[:, 1, 0]
    return list(map(float, chances))


def warm() -> None:
    survivors(c.pack([(NO_ARMY, FieldSnapshot((), None, 20))]), c.new_battles([], []))


def _chances(left: Sequence[Sequence[float]], battle: Battle) -> WinChances:
    stacks = {side: getattr(battle.setup, side).stack for side in SIDES}
    rows = {side: row[: len(stacks[side]) + 1] for side, row in zip(SIDES, left, strict=True)}
    return win_chances(rows, stacks)


@bare_kernel
def fill_survivors(stacks: c.Stacks, battles: c.Battles, scratch: c.Scratch, left: c.Array) -> None:
    """Fill in left[battle, side, k]: the chance that exactly k units of a side are left."""
    for battle in range(len(battles.a)):
        a, b, die = battles.a[battle], battles.b[battle], battles.die[battle]
        scratch.high[0] = 1
        prepare(stacks, scratch, 0, a, b)
        prepare(stacks, scratch, 1, b, a)
        for medals in range(5):
            for strength in range(1, 16):
                scratch.succeeds[medals, strength] = success(strength, medals, die)
        left[battle, :, :] = 0.0
        first = (stacks.start[a], stacks.start[b])
        sizes = (stacks.start[a + 1] - first[0], stacks.start[b + 1] - first[1])
        terms = (die, battles.tried[battle], battles.struck[battle])
        run_pairings(scratch, stacks.units, first, sizes, terms, left[battle])


@bare
def run_pairings(
    scratch: c.Scratch, units: c.Array, first: c.Pair, sizes: c.Pair, terms: c.Terms, left: c.Array
) -> None:
    """Compute all pairings (i, j) row by row."""
    counts = scratch.counts
    counts[0, 0] = 0
    for j in range(sizes[1]):
        counts[1, 2 * j] = 0
    for i in range(sizes[0]):
        for j in range(sizes[1]):
            counts[0, 1] = counts[1, 2 * j + 1] = 0
            into = (1, 2 * j + 1)
            slain = (scratch.slain[0, i], scratch.slain[1, j])
            # Veterans of a against the entering b, then the entering a against veterans of b. In
            # the very first pairing both enter.
            opening = i + j == 0
            slot = c.FORMS + i if opening else 0
            met = counts[0, slot] * counts[1, c.FORMS + j]
            more = 0 if opening else counts[0, c.FORMS + i] * counts[1, 2 * j]
            for pair in range(met + more):
                if pair < met:
                    slots = (slot, c.FORMS + j)
                    groups = (pair // counts[1, c.FORMS + j], pair % counts[1, c.FORMS + j])
                else:
                    slots = (c.FORMS + i, 2 * j)
                    groups = ((pair - met) // counts[1, 2 * j], (pair - met) % counts[1, 2 * j])
                rows = (first[0] + i, first[1] + j)
                pairing(scratch, units, rows, slots, groups, into, slain, terms)
            terms = (terms[0], 0, 0)
            advance(scratch, i, j, sizes, left)
        counts[0, 0] = 0


@bare
def advance(scratch: c.Scratch, i: int, j: int, sizes: c.Pair, left: c.Array) -> None:
    """Move the veterans to their next pairings; where there is none, their side has won."""
    if j + 1 < sizes[1]:
        copy_groups(scratch, 0, 1, 0)
    else:
        left[0, sizes[0] - i] += slot_chance(scratch, 0, 1)
    if i + 1 < sizes[0]:
        copy_groups(scratch, 1, 2 * j + 1, 2 * j)
    else:
        left[1, sizes[1] - j] += slot_chance(scratch, 1, 2 * j + 1)


@bare
def copy_groups(scratch: c.Scratch, side: int, slot: int, to: int) -> None:
    scratch.counts[side, to] = scratch.counts[side, slot]
    for g in range(scratch.counts[side, slot]):
        for column in range(c.KEY_COLUMNS):
            scratch.keys[side, to, g, column] = scratch.keys[side, slot, g, column]
        for h in range(1, scratch.high[0] + 1):
            scratch.vectors[side, to, g, h] = scratch.vectors[side, slot, g, h]


@bare
def slot_chance(scratch: c.Scratch, side: int, slot: int) -> float:
    total = 0.0
    for g in range(scratch.counts[side, slot]):
        for h in range(1, scratch.high[0] + 1):
            total += scratch.vectors[side, slot, g, h]
    return total
