"""Rounds in compiled code: first each side alone, then both sides together.

A unit is a code, so that most rules are tables by code (`codes.Rules`). The part of a round that
depends on one side alone is computed once and called a deed, since it is combined with many deeds
of the other side. A deed is a row of whole numbers. It has a slot for each of the side's units:
first the attackers, by battle rank, then the defenders, then the others after resting.

Results equal those of the stages: tests/games/siege/test_kernels.py compares the two.
"""

from typing import Final

import numpy as np

from engine.kernels.compiled import bare
from engine.players.siege.kernel.codes import ATTACK, DEFEND, RECOVER, UNITS, Array, Rules

PLACE: Final = 0  # first of five columns: the unit in each slot, as a place from 0 to 4
CODE: Final = PLACE + UNITS  # first of five columns: the code of the unit in each slot
ATTACKERS: Final = CODE + UNITS
DEFENDERS: Final = ATTACKERS + 1
DEFENSE: Final = DEFENDERS + 1  # D: the defenders' DEF
TOP: Final = DEFENSE + 1  # the slot of the highest-ranking defender
FORCE: Final = TOP + 1  # first of six columns: A, the besiegers' ATK, by number of besiegers
LEADER: Final = FORCE + UNITS + 1
"""First of six columns: the slot of the highest-ranking besieger, by number of besiegers."""
COLUMNS: Final = LEADER + UNITS + 1


@bare
def prepare(
    rules: Rules, sides: Array, side: int, orders: Array, line: int, deeds: Array, deed: int
) -> None:
    """Fill in the deed of a side, a row of `sides`, under a row of allowed orders."""
    attackers = rank_attackers(rules, sides, side, orders, line, deeds, deed)
    slot = attackers
    defense = top = 0
    for place in range(UNITS):
        if orders[line, place] == DEFEND:
            code = sides[side, place]
            deeds[deed, PLACE + slot] = place
            deeds[deed, CODE + slot] = code
            defense += rules.units[code, 1]
            if slot == attackers or rules.siege[code] > rules.siege[deeds[deed, CODE + top]]:
                top = slot
            slot += 1
    deeds[deed, ATTACKERS] = attackers
    deeds[deed, DEFENDERS] = slot - attackers
    deeds[deed, DEFENSE] = defense
    deeds[deed, TOP] = top
    rest(rules, sides, side, orders, line, deeds, deed, slot)


@bare
def rank_attackers(
    rules: Rules, sides: Array, side: int, orders: Array, line: int, deeds: Array, deed: int
) -> int:
    """Put the attackers into the first slots, and return their number (D3)."""
    attackers = 0
    for place in range(UNITS):
        if orders[line, place] == ATTACK:
            code = sides[side, place]
            slot = attackers
            while slot and rules.battle[deeds[deed, CODE + slot - 1]] < rules.battle[code]:
                deeds[deed, PLACE + slot] = deeds[deed, PLACE + slot - 1]
                deeds[deed, CODE + slot] = deeds[deed, CODE + slot - 1]
                slot -= 1
            deeds[deed, PLACE + slot] = place
            deeds[deed, CODE + slot] = code
            attackers += 1
    deeds[deed, FORCE] = 0
    leader = attackers
    for besiegers in range(1, attackers + 1):
        slot = attackers - besiegers
        code = deeds[deed, CODE + slot]
        deeds[deed, FORCE + besiegers] = deeds[deed, FORCE + besiegers - 1] + rules.units[code, 0]
        if besiegers == 1 or leads(rules, deeds, deed, slot, leader):
            leader = slot
        deeds[deed, LEADER + besiegers] = leader
    return attackers


@bare
def leads(rules: Rules, deeds: Array, deed: int, one: int, two: int) -> bool:
    """Whether the unit in one slot ranks before that in another in a siege (D4)."""
    first = rules.siege[deeds[deed, CODE + one]]
    second = rules.siege[deeds[deed, CODE + two]]
    if first != second:
        return bool(first > second)
    return bool(deeds[deed, PLACE + one] < deeds[deed, PLACE + two])


@bare
def rest(
    rules: Rules,
    sides: Array,
    side: int,
    orders: Array,
    line: int,
    deeds: Array,
    deed: int,
    slot: int,
) -> None:
    """Put units that neither attack nor defend into the slots from this one on, rested (D5)."""
    first = UNITS
    for place in range(UNITS):
        if orders[line, place] == RECOVER and (
            first == UNITS or rules.rest[sides[side, place]] > rules.rest[sides[side, first]]
        ):
            first = place
    for place in range(UNITS):
        order = orders[line, place]
        if order != ATTACK and order != DEFEND:
            code = sides[side, place]
            if order == RECOVER:
                code = rules.rested[0 if place == first else 1, code]
            deeds[deed, PLACE + slot] = place
            deeds[deed, CODE + slot] = code
            slot += 1


@bare
def meet(rules: Rules, ones: Array, one: int, twos: Array, two: int, after: Array) -> int:
    """Play a round: `after[side, slot]` are the codes after it.

    Returns 1 if the second side's castle falls, -1 if the first one's does, and otherwise 0.
    """
    pairs = min(ones[one, ATTACKERS], twos[two, ATTACKERS])
    for slot in range(pairs):
        first, second = ones[one, CODE + slot], twos[two, CODE + slot]
        after[0, slot] = rules.fight[first, second]
        after[1, slot] = rules.fight[second, first]
    won = besiege(rules, ones, one, 0, twos, two, 1, pairs, after)
    lost = besiege(rules, twos, two, 1, ones, one, 0, pairs, after)
    return won - lost


@bare
def besiege(
    rules: Rules,
    ones: Array,
    one: int,
    by: int,
    twos: Array,
    two: int,
    castle: int,
    pairs: int,
    after: Array,
) -> int:
    """Resolve the siege of one castle by unpaired attackers; return whether it falls (D4)."""
    attackers = ones[one, ATTACKERS]
    besiegers = attackers - pairs
    guards = twos[two, DEFENDERS]
    row = rules.rows[ones[one, FORCE + besiegers], twos[two, DEFENSE], besiegers, guards]
    for slot in range(pairs, attackers):
        top = 1 if slot == ones[one, LEADER + besiegers] else 0
        after[by, slot] = rules.besieger[row, top, ones[one, CODE + slot]]
    begin = twos[two, ATTACKERS]
    for slot in range(begin, begin + guards):
        top = 1 if slot == twos[two, TOP] else 0
        after[castle, slot] = rules.defender[row, top, twos[two, CODE + slot]]
    for slot in range(begin + guards, UNITS):
        after[castle, slot] = twos[two, CODE + slot]
    return 1 if besiegers and (guards == 0 or rules.falls[row]) else 0


def deeds(count: int) -> Array:
    """Return an uninitialised array for `count` deeds."""
    return np.empty((count, COLUMNS), np.int32)
