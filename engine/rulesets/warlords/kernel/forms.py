"""The forms in which a unit steps up, with their chances (W1 to W3), in compiled code."""

import numpy as np

from engine.kernels.compiled import bare
from engine.rulesets.warlords.kernel import arrays as c
from engine.rulesets.warlords.kernel.arrays import Array, Scratch, Stacks


@bare
def prepare(stacks: Stacks, scratch: Scratch, side: int, own: int, enemy: int) -> None:
    """Fill in all forms of the units of stack `own`, on this side, against this enemy."""
    start = stacks.start[own]
    mine, theirs = stacks.totals[own], stacks.totals[enemy]
    bonus = side_bonus(mine, theirs)
    for place in range(stacks.start[own + 1] - start):
        unit = stacks.units[start + place]
        scratch.counts[side, c.FORMS + place] = 0
        slain = 0
        for slayer in range(theirs.shape[0] - c.SLAYERS):
            if unit[c.RACE] >> slayer & 1:
                slain = max(slain, theirs[c.SLAYERS + slayer])
        scratch.slain[side, place] = min(10, slain) / 10
        if unit[c.ENGAGED]:
            form = (unit[c.STRENGTH_NOW], unit[c.MEDALS], unit[c.IMMUNE_NOW], unit[c.VETERAN])
            add_form(scratch, side, place, unit, form, unit[c.HITS_NOW], 1.0)
        else:
            conditions(unit, theirs, bonus, scratch, side, place)


@bare
def side_bonus(mine: Array, theirs: Array) -> int:
    """Return the sum of the three brackets, limited to -3..5 (W3, step 3)."""
    total = 0
    for row in range(3):
        total += min(5, max(-1, mine[c.LEADERSHIP + row] - theirs[c.CHAOS + row]))
    return min(5, max(-3, total))


@bare
def conditions(
    unit: Array, theirs: Array, bonus: int, scratch: Scratch, side: int, place: int
) -> None:
    """Add every outcome of the afflictions not rolled yet (W1)."""
    closed = unit[c.OWN] | unit[c.ROLLED]
    is_blessed = unit[c.BLESSED] and not unit[c.CURSED]
    curse = theirs[c.CURSE_PERCENT] / 100
    if closed & c.CURSE or not (is_blessed or unit[c.MEDALS]):
        curse = 0.0
    for cursed in range(2):
        by_curse = curse if cursed else 1 - curse
        if by_curse == 0:
            continue
        is_protected = is_blessed and not cursed
        poison = theirs[c.POISON_PERCENT] / 100
        if closed & c.POISON or is_protected or unit[c.POISONED]:
            poison = 0.0
        disease = theirs[c.DISEASE_PERCENT] / 100
        if closed & c.DISEASE or is_protected or unit[c.DISEASED]:
            disease = 0.0
        for poisoned in range(2):
            for diseased in range(2):
                chance = by_curse * (poison if poisoned else 1 - poison)
                chance *= disease if diseased else 1 - disease
                if chance > 0:
                    new = (cursed, poisoned, diseased)
                    form, hits = form_after(unit, theirs, bonus, new)
                    add_form(scratch, side, place, unit, form, hits, chance)


@bare
def form_after(
    unit: Array, theirs: Array, bonus: int, afflictions: tuple[int, int, int]
) -> tuple[tuple[int, int, int, int], int]:
    """Return a unit's form and hits after new curse, poison and disease, 1 or 0 each (W2, W3)."""
    cursed, poisoned, diseased = afflictions
    strength = unit[c.BASE]
    if unit[c.BLESSED]:
        if strength < 9:
            strength += 1
        if unit[c.CURSED] or cursed:
            strength -= 1
    if unit[c.POISONED] or poisoned:
        strength = max(1, strength - 2)
    strength = min(9, max(1, strength + unit[c.GROUND]))
    strength = min(14, max(1, strength + bonus))
    strength = min(15, max(1, strength + unit[c.BANDING] + unit[c.ITEMS]))
    hits = unit[c.HITS]
    if unit[c.DISEASED] or diseased:
        hits = max(1, hits - 1)
    hits = max(1, hits - theirs[c.LIFE_DRAIN])
    immune = 1 if hits >= 4 and not unit[c.FLYING] else 0
    medals = 0 if cursed else unit[c.MEDALS]
    return (strength, medals, immune, 0), hits


@bare
def add_form(
    scratch: Scratch,
    side: int,
    place: int,
    unit: Array,
    form: tuple[int, int, int, int],
    hits: int,
    chance: float,
) -> None:
    """Add the chance of a form (strength, medals, immune, veteran) to its group."""
    strength, medals, immune, veteran = form
    scratch.high[0] = max(scratch.high[0], hits)
    slot, high = c.FORMS + place, scratch.vectors.shape[3] - 1
    found = group(scratch, side, slot, (strength, medals, immune, unit[c.SHOTS], veteran), high)
    scratch.vectors[side, slot, found, hits] += chance


@bare
def group(
    scratch: Scratch, side: int, slot: int, key: tuple[int, int, int, int, int], high: int
) -> int:
    """Return the place of the group with this key in a slot, creating it if needed."""
    keys = scratch.keys
    n: int = scratch.counts[side, slot]
    for k in range(n):
        if (
            keys[side, slot, k, 0] == key[0]
            and keys[side, slot, k, 1] == key[1]
            and keys[side, slot, k, 2] == key[2]
            and keys[side, slot, k, 3] == key[3]
            and keys[side, slot, k, 4] == key[4]
        ):
            return k
    for column in range(5):
        keys[side, slot, n, column] = key[column]
    for h in range(high + 1):
        scratch.vectors[side, slot, n, h] = 0.0
    scratch.counts[side, slot] = n + 1
    return n


def most_hits(units: Array) -> int:
    if not len(units):
        return 1
    return int(np.maximum(units[:, c.HITS], units[:, c.HITS_NOW]).max())
