"""Compiled afflictions and bonuses before the first pairing, with dice (W1 to W3)."""

import numpy as np

from engine.kernels.compiled import bare
from engine.kernels.dice import below
from engine.rulesets.warlords.kernel import arrays as c
from engine.rulesets.warlords.kernel import sampling_arrays as k
from engine.rulesets.warlords.kernel.arrays import Array
from engine.rulesets.warlords.kernel.forms import form_after, side_bonus
from engine.rulesets.warlords.kernel.sampling_arrays import Armies, Field

SIDES_OF_DIE = 25  # an affliction has a chance of 4 % a point: one side of this die


@bare
def prepare(armies: Armies, field: Field, side: int, own: int, enemy: int) -> None:
    """Fill in how the units of stack `own` enter against an enemy, as far as no dice decide."""
    stacks = armies.stacks
    start = stacks.start[own]
    theirs = stacks.totals[enemy]
    bonus = side_bonus(stacks.totals[own], theirs)
    for place in range(stacks.start[own + 1] - start):
        row = start + place
        unit, into = stacks.units[row], field.entrants[side, place]
        into[k.ROW] = row
        into[k.SHOTS] = unit[c.SHOTS]
        into[k.AT_RISK] = at_risk(armies, row, enemy)
        into[k.PARALYSED] = armies.paralysis[row] & 1
        powers = unit[c.ACID] | unit[c.LIGHTNING] | unit[c.ASSASSIN]
        into[k.ARMED] = powers | unit[c.SHOTS]
        note_slayer(unit, theirs, into)
        for mask in range(8 if into[k.AT_RISK] else 1):
            form, hits = form_after(unit, theirs, bonus, (mask & 1, mask >> 1 & 1, mask >> 2))
            for column in range(3):
                field.forms[side, place, mask, column] = form[column]
            field.forms[side, place, mask, k.HITS] = hits
        take_form(field, side, place, 0)


@bare
def take_form(field: Field, side: int, place: int, mask: int) -> None:
    """Set a unit's values after curse (1), poison (2) and disease (4) of `mask`."""
    for column in range(4):
        field.entrants[side, place, column] = field.forms[side, place, mask, column]


@bare
def note_slayer(unit: Array, theirs: Array, into: Array) -> None:
    """Note the enemy's best slayer against a unit (W9)."""
    into[k.SLAIN] = into[k.SLAYER_WORD] = 0
    for slayer in range(theirs.shape[0] - c.SLAYERS):
        if unit[c.RACE] >> slayer & 1 and theirs[c.SLAYERS + slayer] > into[k.SLAIN]:
            into[k.SLAIN] = theirs[c.SLAYERS + slayer]
            into[k.SLAYER_WORD] = slayer


@bare
def at_risk(armies: Armies, row: int, enemy: int) -> int:
    """Return 1 if an affliction can still affect a unit, by dice or after a curse."""
    unit, theirs = armies.stacks.units[row], armies.stacks.totals[enemy]
    closed, curse = unit[c.OWN], theirs[c.CURSE_PERCENT]
    if curse and not closed & c.CURSE and (unit[c.BLESSED] or unit[c.MEDALS]):
        return 1
    if unit[c.BLESSED]:
        return 0
    if theirs[c.POISON_PERCENT] and not closed & c.POISON and not unit[c.POISONED]:
        return 1
    if theirs[c.DISEASE_PERCENT] and not closed & c.DISEASE and not unit[c.DISEASED]:
        return 1
    return 1 if armies.paralyses[enemy] and not armies.paralysis[row] else 0


@bare
def affliction_hits(field: Field, percent: int, seed: np.uint64, key: np.uint64) -> int:
    """Return 1 if an affliction with this chance hits a unit that is not immune (W1)."""
    if percent == 0 or percent == 100:
        return 1 if percent else 0
    field.counts[k.DRAWS] += 1
    return 1 if below(SIDES_OF_DIE, seed, key, 0) < percent // 4 else 0


@bare
def afflict(
    armies: Armies, field: Field, side: int, place: int, stacks: tuple[int, int], seed: np.uint64
) -> None:
    """Roll a unit's afflictions and fill in how it enters; `stacks` are its own and the enemy's."""
    own, enemy = stacks
    row = armies.stacks.start[own] + place
    unit, theirs, keys = armies.stacks.units[row], armies.stacks.totals[enemy], armies.keys[row]
    cursed = poisoned = diseased = 0
    if not unit[c.OWN] & c.CURSE and (unit[c.BLESSED] or unit[c.MEDALS]):
        cursed = affliction_hits(field, theirs[c.CURSE_PERCENT], seed, keys[k.CURSE])
    paralysed = armies.paralysis[row] & 1
    if cursed or not unit[c.BLESSED]:
        if not unit[c.OWN] & c.POISON and not unit[c.POISONED]:
            poisoned = affliction_hits(field, theirs[c.POISON_PERCENT], seed, keys[k.POISON])
        if not unit[c.OWN] & c.DISEASE and not unit[c.DISEASED]:
            diseased = affliction_hits(field, theirs[c.DISEASE_PERCENT], seed, keys[k.DISEASE])
        if field.counts[k.DETAILED] and not armies.paralysis[row]:
            paralysed = affliction_hits(field, armies.paralyses[enemy], seed, keys[k.PARALYSIS])
    field.entrants[side, place, k.PARALYSED] = paralysed
    take_form(field, side, place, cursed | poisoned << 1 | diseased << 2)
