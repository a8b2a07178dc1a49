"""Orders that a side may give, and their payoffs, in compiled code."""

from typing import Final

import numpy as np

from engine.kernels.compiled import bare, bare_kernel
from engine.players.siege.kernel.codes import NONE, RECOVER, UNITS, Array, Rules
from engine.players.siege.kernel.judgement import Net, chance
from engine.players.siege.kernel.rounds import deeds, meet, prepare

EVERY: Final = np.array(list(np.ndindex((4,) * UNITS)), np.int32)
"""All combinations of a side's orders, allowed or not."""


def sensible(rules: Rules, sides: Array) -> tuple[Array, Array]:
    """Return all orders that each side may give, without some dominated ones.

    Omitted are orders that only swap equal units, and those in which no unit recovers although one
    without an order could, since the first to recover pays nothing. The second array has the number
    of orders of each side.
    """
    found = np.zeros((len(sides), *EVERY.shape), np.int32)
    counts = np.zeros(len(sides), np.int32)
    list_sensible(rules, sides, EVERY, found, counts)
    return found[:, : counts.max()], counts


@bare_kernel
def list_sensible(rules: Rules, sides: Array, every: Array, found: Array, counts: Array) -> None:
    for side in range(len(sides)):
        for line in range(len(every)):
            if is_sensible(rules, sides, side, every, line):
                for place in range(UNITS):
                    found[side, counts[side], place] = every[line, place]
                counts[side] += 1


@bare
def is_sensible(rules: Rules, sides: Array, side: int, every: Array, line: int) -> bool:
    """Whether `sensible` includes these orders of a side."""
    rests = idles = False
    for place in range(UNITS):
        code, order = sides[side, place], every[line, place]
        if not rules.may[order, code]:
            return False
        for before in range(place):
            if sides[side, before] == code and every[line, before] > order:
                return False
        rests |= order == RECOVER
        idles |= order == NONE and rules.may[RECOVER, code]
    return rests or not idles


def payoffs(
    rules: Rules,
    net: Net,
    left: int,
    seat: int,
    own: Array,
    worlds: Array,
    ours: Array,
    theirs: Array,
    counts: Array,
) -> Array:
    """Return the own side's chances by world, own orders and the enemy's orders in that world.

    left: rounds left after this one.
    seat: 1 for side a, -1 for side b.
    own: the own units.
    worlds: the enemy's units in each world.
    ours: own orders, in rows.
    theirs: by world, the enemy's orders in rows, of which the first `counts` are used.
    """
    found = np.zeros((len(worlds), len(ours), theirs.shape[1]), np.int32)
    room = deeds(len(ours)), deeds(theirs.shape[1]), np.empty((2, UNITS), np.int32)
    lines = np.ascontiguousarray(theirs).reshape(-1, UNITS)
    fill_payoffs(rules, net, own[None], worlds, ours, lines, counts, left, seat, *room, found)
    return found


@bare_kernel
def fill_payoffs(
    rules: Rules,
    net: Net,
    own: Array,
    worlds: Array,
    ours: Array,
    theirs: Array,
    counts: Array,
    left: int,
    seat: int,
    our_deeds: Array,
    their_deeds: Array,
    after: Array,
    found: Array,
) -> None:
    for one in range(len(ours)):
        prepare(rules, own, 0, ours, one, our_deeds, one)
    for world in range(len(worlds)):
        for two in range(counts[world]):
            prepare(rules, worlds, world, theirs, world * found.shape[2] + two, their_deeds, two)
        for one in range(len(ours)):
            for two in range(counts[world]):
                fallen = meet(rules, our_deeds, one, their_deeds, two, after)
                found[world, one, two] = chance(rules, net, after, fallen, left, seat)
