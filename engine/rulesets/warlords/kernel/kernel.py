"""The dynamic programme over pairings in compiled code: win chances and survivors.

The twin of engine/rulesets/warlords/odds.py, which is the reference:
tests/odds/test_warlords_parity.py compares the two on hundreds of battles.
"""

from engine.kernels.compiled import bare, bare_kernel
from engine.rulesets.warlords.kernel.forms import prepare
from engine.rulesets.warlords.kernel.lines import FORMS, KEY_COLUMNS, Array, Battles, Room, Stacks
from engine.rulesets.warlords.kernel.pairing import pairing, success


@bare_kernel
def weigh(stacks: Stacks, battles: Battles, room: Room, left: Array) -> None:
    """Fills in left[battle, side, k]: the chance that exactly k units of a side are left."""
    for battle in range(len(battles.a)):
        a, b, die = battles.a[battle], battles.b[battle], battles.die[battle]
        room.high[0] = 1
        prepare(stacks, room, 0, a, b)
        prepare(stacks, room, 1, b, a)
        for medals in range(5):
            for strength in range(1, 16):
                room.succeeds[medals, strength] = success(strength, medals, die)
        left[battle, :, :] = 0.0
        first = (stacks.start[a], stacks.start[b])
        sizes = (stacks.start[a + 1] - first[0], stacks.start[b + 1] - first[1])
        tried, struck = battles.tried[battle], battles.struck[battle]
        programme(room, stacks.units, first, sizes, die, tried, struck, left[battle])


@bare
def programme(
    room: Room,
    units: Array,
    first: tuple[int, int],
    sizes: tuple[int, int],
    die: int,
    tried: int,
    struck: int,
    left: Array,
) -> None:
    """Goes through all pairings (i, j) row by row."""
    counts = room.counts
    counts[0, 0] = 0
    for j in range(sizes[1]):
        counts[1, 2 * j] = 0
    for i in range(sizes[0]):
        for j in range(sizes[1]):
            counts[0, 1] = counts[1, 2 * j + 1] = 0
            into = (1, 2 * j + 1)
            slain = (room.slain[0, i], room.slain[1, j])
            # The veterans of a against b as it steps up, then a stepping up against those of b.
            # In the first pairing of all, both step up.
            opening = i + j == 0
            slot = FORMS + i if opening else 0
            met = counts[0, slot] * counts[1, FORMS + j]
            more = 0 if opening else counts[0, FORMS + i] * counts[1, 2 * j]
            for pair in range(met + more):
                if pair < met:
                    slots = (slot, FORMS + j)
                    groups = (pair // counts[1, FORMS + j], pair % counts[1, FORMS + j])
                else:
                    slots = (FORMS + i, 2 * j)
                    groups = ((pair - met) // counts[1, 2 * j], (pair - met) % counts[1, 2 * j])
                rows = (first[0] + i, first[1] + j)
                pairing(room, units, rows, slots, groups, into, slain, die, tried, struck)
            tried = struck = 0
            hand_on(room, i, j, sizes, left)
        counts[0, 0] = 0


@bare
def hand_on(room: Room, i: int, j: int, sizes: tuple[int, int], left: Array) -> None:
    """Lets the veterans go on to their next pairings; at the edges, counts who has won."""
    if j + 1 < sizes[1]:
        move(room, 0, 1, 0)
    else:
        left[0, sizes[0] - i] += weight_of(room, 0, 1)
    if i + 1 < sizes[0]:
        move(room, 1, 2 * j + 1, 2 * j)
    else:
        left[1, sizes[1] - j] += weight_of(room, 1, 2 * j + 1)


@bare
def move(room: Room, side: int, slot: int, to: int) -> None:
    """Copies the groups of a slot into another."""
    room.counts[side, to] = room.counts[side, slot]
    for g in range(room.counts[side, slot]):
        for column in range(KEY_COLUMNS):
            room.keys[side, to, g, column] = room.keys[side, slot, g, column]
        for h in range(1, room.high[0] + 1):
            room.vectors[side, to, g, h] = room.vectors[side, slot, g, h]


@bare
def weight_of(room: Room, side: int, slot: int) -> float:
    """The chance of all groups of a slot together."""
    total = 0.0
    for g in range(room.counts[side, slot]):
        for h in range(1, room.high[0] + 1):
            total += room.vectors[side, slot, g, h]
    return total
