"""Units before the first pairing (W1 to W3), with the dice of one battle, in compiled code."""

import numpy as np

from engine.kernels.compiled import bare
from engine.kernels.dice import below
from engine.rulesets.warlords.kernel import arrays as c
from engine.rulesets.warlords.kernel import lanes as k
from engine.rulesets.warlords.kernel.arrays import Array
from engine.rulesets.warlords.kernel.forms import entered, side_bonus
from engine.rulesets.warlords.kernel.lanes import Field, Keyed

SIDES_OF_DIE = 25
"""An affliction's chance is 4 % a point: a point is one side of this die."""


@bare
def prepare(keyed: Keyed, field: Field, side: int, own: int, enemy: int) -> None:
    """Fills in how the units of stack `own` enter against this enemy, where no dice decide."""
    stacks = keyed.stacks
    start = stacks.start[own]
    theirs = stacks.totals[enemy]
    bonus = side_bonus(stacks.totals[own], theirs)
    for place in range(stacks.start[own + 1] - start):
        row = start + place
        unit, into = stacks.units[row], field.entered[side, place]
        into[k.ROW] = row
        into[k.SHOTS] = unit[c.SHOTS]
        into[k.AT_RISK] = at_risk(keyed, row, enemy)
        into[k.PARALYSED] = keyed.paralysis[row] & 1
        powers = unit[c.ACID] | unit[c.LIGHTNING] | unit[c.ASSASSIN]
        into[k.ARMED] = powers | unit[c.SHOTS]
        fear(unit, theirs, into)
        for got in range(8 if into[k.AT_RISK] else 1):
            form, hits = entered(unit, theirs, bonus, (got & 1, got >> 1 & 1, got >> 2))
            for column in range(3):
                field.forms[side, place, got, column] = form[column]
            field.forms[side, place, got, k.HITS] = hits
        take_form(field, side, place, 0)


@bare
def take_form(field: Field, side: int, place: int, got: int) -> None:
    """Notes how a unit enters that got curse (1), poison (2) and disease (4), or not."""
    for column in range(4):
        field.entered[side, place, column] = field.forms[side, place, got, column]


@bare
def fear(unit: Array, theirs: Array, into: Array) -> None:
    """Notes the best of the enemy's slayers against a unit (W9)."""
    into[k.SLAIN] = into[k.SLAYER_WORD] = 0
    for slayer in range(theirs.shape[0] - c.SLAYERS):
        if unit[c.RACE] >> slayer & 1 and theirs[c.SLAYERS + slayer] > into[k.SLAIN]:
            into[k.SLAIN] = theirs[c.SLAYERS + slayer]
            into[k.SLAYER_WORD] = slayer


@bare
def at_risk(keyed: Keyed, row: int, enemy: int) -> int:
    """1 if any affliction may touch a unit, which is only known by dice or after a curse."""
    unit, theirs = keyed.stacks.units[row], keyed.stacks.totals[enemy]
    closed, curse = unit[c.OWN], theirs[c.CURSE_PERCENT]
    if curse and not closed & c.CURSE and (unit[c.BLESSED] or unit[c.MEDALS]):
        return 1
    if unit[c.BLESSED]:
        return 0
    if theirs[c.POISON_PERCENT] and not closed & c.POISON and not unit[c.POISONED]:
        return 1
    if theirs[c.DISEASE_PERCENT] and not closed & c.DISEASE and not unit[c.DISEASED]:
        return 1
    return 1 if keyed.paralyses[enemy] and not keyed.paralysis[row] else 0


@bare
def touched(field: Field, percent: int, seed: np.uint64, key: np.uint64) -> int:
    """1 if an affliction with this chance touches a unit that can get it (W1)."""
    if percent == 0 or percent == 100:
        return 1 if percent else 0
    field.counts[k.DRAWS] += 1
    return 1 if below(SIDES_OF_DIE, seed, key, 0) < percent // 4 else 0


@bare
def afflict(
    keyed: Keyed, field: Field, side: int, place: int, stacks: tuple[int, int], seed: np.uint64
) -> None:
    """Rolls the afflictions of a unit, and fills in how it enters; stacks: its own, the enemy's."""
    own, enemy = stacks
    row = keyed.stacks.start[own] + place
    unit, theirs, keys = keyed.stacks.units[row], keyed.stacks.totals[enemy], keyed.keys[row]
    cursed = poisoned = diseased = 0
    if not unit[c.OWN] & c.CURSE and (unit[c.BLESSED] or unit[c.MEDALS]):
        cursed = touched(field, theirs[c.CURSE_PERCENT], seed, keys[k.CURSE])
    paralysed = keyed.paralysis[row] & 1
    if cursed or not unit[c.BLESSED]:
        if not unit[c.OWN] & c.POISON and not unit[c.POISONED]:
            poisoned = touched(field, theirs[c.POISON_PERCENT], seed, keys[k.POISON])
        if not unit[c.OWN] & c.DISEASE and not unit[c.DISEASED]:
            diseased = touched(field, theirs[c.DISEASE_PERCENT], seed, keys[k.DISEASE])
        if field.counts[k.DETAILED] and not keyed.paralysis[row]:
            paralysed = touched(field, keyed.paralyses[enemy], seed, keys[k.PARALYSIS])
    field.entered[side, place, k.PARALYSED] = paralysed
    take_form(field, side, place, cursed | poisoned << 1 | diseased << 2)
