"""The forms in which units step up (W1 to W3), and a pairing of whole groups of forms, compiled.

The forms of a group share strength, medals, immunity and shots; its vector has the chances by hits.
Until the melee the hits of both sides are independent, so two vectors and a weight describe all
pairs. Arrays are indexed in full, because creating a view costs more than all sums of a pairing.
"""

from typing import TypeAlias

from engine.kernels.compiled import bare
from engine.rulesets.warlords.kernel import arrays as c
from engine.rulesets.warlords.kernel.arrays import Array, Pair, Scratch, Stacks, Terms

Form: TypeAlias = tuple[int, int, int, int]  # strength, medals, immune, veteran
Key: TypeAlias = tuple[int, int, int, int, int]  # strength, medals, immune, shots, veteran
Chances: TypeAlias = tuple[float, float]


@bare
def prepare(stacks: Stacks, scratch: Scratch, side: int, own: int, enemy: int) -> None:
    """Fill in all forms of the units of stack `own`, on this side, against this enemy."""
    start = stacks.start[own]
    mine, theirs = stacks.totals[own], stacks.totals[enemy]
    bonus = side_bonus(mine, theirs)
    for place in range(stacks.start[own + 1] - start):
        unit = stacks.units[start + place]
        scratch.counts[side, c.FORMS + place] = 0
        points, _ = best_slayer(unit, theirs)
        scratch.slain[side, place] = min(10, points) / 10
        if unit[c.ENGAGED]:
            form = (unit[c.STRENGTH_NOW], unit[c.MEDALS], unit[c.IMMUNE_NOW], unit[c.VETERAN])
            add_form(scratch, side, place, unit, form, unit[c.HITS_NOW], 1.0)
        else:
            conditions(unit, theirs, bonus, scratch, side, place)


@bare
def best_slayer(unit: Array, theirs: Array) -> tuple[int, int]:
    """Return the points and the number of the enemy's best slayer against a unit (W9)."""
    points = number = 0
    for slayer in range(theirs.shape[0] - c.FIRST_SLAYER):
        if unit[c.RACE] >> slayer & 1 and theirs[c.FIRST_SLAYER + slayer] > points:
            points, number = theirs[c.FIRST_SLAYER + slayer], slayer
    return points, number


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
    curse = percents(unit, theirs, 0)[0] / 100
    for cursed in range(2):
        by_curse = curse if cursed else 1 - curse
        if by_curse == 0:
            continue
        _, poison_percent, disease_percent = percents(unit, theirs, cursed)
        poison, disease = poison_percent / 100, disease_percent / 100
        for poisoned in range(2):
            for diseased in range(2):
                chance = by_curse * (poison if poisoned else 1 - poison)
                chance *= disease if diseased else 1 - disease
                if chance > 0:
                    form, hits = form_after(unit, theirs, bonus, (cursed, poisoned, diseased))
                    add_form(scratch, side, place, unit, form, hits, chance)


@bare
def percents(unit: Array, theirs: Array, cursed: int) -> tuple[int, int, int]:
    """Return the percent chances of the afflictions that can affect a unit, 0 for others (W1).

    `cursed` is 1 after a curse that was not rolled when the unit was packed.
    """
    closed = unit[c.OWN] | unit[c.ROLLED]
    is_blessed = unit[c.BLESSED] and not unit[c.CURSED] and not cursed
    can_curse = (is_blessed or unit[c.MEDALS]) and not closed & c.CURSE
    can_poison = not (is_blessed or unit[c.POISONED] or closed & c.POISON)
    can_sicken = not (is_blessed or unit[c.DISEASED] or closed & c.DISEASE)
    return (
        theirs[c.CURSE_PERCENT] if can_curse else 0,
        theirs[c.POISON_PERCENT] if can_poison else 0,
        theirs[c.DISEASE_PERCENT] if can_sicken else 0,
    )


@bare
def form_after(
    unit: Array, theirs: Array, bonus: int, afflictions: tuple[int, int, int]
) -> tuple[Form, int]:
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
    scratch: Scratch, side: int, place: int, unit: Array, form: Form, hits: int, chance: float
) -> None:
    """Add the chance of a form to its group."""
    strength, medals, immune, veteran = form
    scratch.high[0] = max(scratch.high[0], hits)
    slot, high = c.FORMS + place, scratch.vectors.shape[3] - 1
    found = group(scratch, side, slot, (strength, medals, immune, unit[c.SHOTS], veteran), high)
    scratch.vectors[side, slot, found, hits] += chance


@bare
def group(scratch: Scratch, side: int, slot: int, key: Key, high: int) -> int:
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


NOTHING = 1e-250  # smaller chances are dropped


@bare
def add_survivors(
    scratch: Scratch, side: int, slot: int, key: Key, weight: float, hits: int
) -> None:
    """Add the survivors in the vector `work[hits]` to a side's veterans."""
    high = scratch.high[0]
    found = group(scratch, side, slot, key, high)
    for h in range(1, high + 1):
        scratch.vectors[side, slot, found, h] += weight * scratch.work[hits, h]


@bare
def power_chance(own: int, offset: int, warding: int) -> float:
    """Return the chance of a power against a target: 10 % a point (W4)."""
    points = own - offset - warding
    return min(10, points) / 10 if points > 0 else 0.0


@bare
def success(strength: int, medals: int, die: int) -> float:
    """Return the chance to succeed in melee, with medals by the lower of two dice (W9)."""
    fail = 1 - min(1.0, strength / die)
    if medals:
        fail *= 1 - min(1.0, strength / (34 - 4 * medals))
    return 1 - fail


@bare
def kill_chance(shooter: int, target: int, flying: int, die: int) -> float:
    """Return the chance that a shot kills (W8)."""
    strength = shooter + 3 if flying else shooter
    return min(1.0, strength / die) * (1 - min(1.0, target / die))


@bare
def volley(
    scratch: Scratch,
    side: int,
    slot: int,
    left: Key,
    shots: int,
    kill: float,
    weight: float,
    targets: float,
) -> float:
    """Fire shot by shot until a kill (W8); return the weight of the case that all miss."""
    strength, medals, immune, _, _ = left
    for unused in range(shots - 1, -1, -1):
        key = (strength, medals, immune, unused, 1)
        add_survivors(scratch, side, slot, key, weight * kill * targets, side)
        weight *= 1 - kill
    return weight


@bare
def halve_hits(scratch: Scratch, side: int, chance: float) -> None:
    """Apply lightning, which halves hits (W6); place 0 collects the dead."""
    work = scratch.work
    for h in range(1, scratch.high[0] + 1):
        here = work[side, h]
        work[side, h] = here * (1 - chance)
        work[side, h >> 1] += here * chance


@bare
def living_weight(scratch: Scratch, side: int) -> float:
    total = 0.0
    for h in range(1, scratch.high[0] + 1):
        total += scratch.work[side, h]
    return total


@bare
def load(scratch: Scratch, side: int, slot: int, group: int) -> None:
    scratch.work[side, 0] = 0.0
    for h in range(1, scratch.high[0] + 1):
        scratch.work[side, h] = scratch.vectors[side, slot, group, h]


@bare
def pairing(
    scratch: Scratch,
    units: Array,
    rows: Pair,
    slots: Pair,
    groups: Pair,
    into: Pair,
    slain: Chances,
    terms: Terms,
) -> None:
    """Play a group of a against one of b; survivors go into the slots `into`."""
    a, b = rows
    _, tried, _ = terms
    keys = scratch.keys
    medals_a, medals_b = keys[0, slots[0], groups[0], 1], keys[1, slots[1], groups[1], 1]
    immune_a, immune_b = keys[0, slots[0], groups[0], 2], keys[1, slots[1], groups[1], 2]
    shots_a, shots_b = keys[0, slots[0], groups[0], 3], keys[1, slots[1], groups[1], 3]
    veteran_a, veteran_b = keys[0, slots[0], groups[0], 4], keys[1, slots[1], groups[1], 4]
    guard_a, guard_b = units[a, c.WARDING], units[b, c.WARDING]
    on_a = on_b = 0.0
    if not tried & c.TRIED_ACID:
        on_b = power_chance(units[a, c.ACID], units[b, c.ACID], guard_b)
        on_a = power_chance(units[b, c.ACID], units[a, c.ACID], guard_a)
    for acid in range(2 if on_a + on_b > 0 else 1):
        weight = on_a + on_b if acid else 1 - on_a - on_b
        if weight <= 0:
            continue
        sa, sb = keys[0, slots[0], groups[0], 0], keys[1, slots[1], groups[1], 0]
        load(scratch, 0, slots[0], groups[0])
        load(scratch, 1, slots[1], groups[1])
        if acid and on_b > 0:
            sb >>= 1
        elif acid:
            sa >>= 1
        # The survivors with their shots, for when the other side dies before the melee.
        left_a = (sa, medals_a, immune_a, shots_a, 1)
        left_b = (sb, medals_b, immune_b, shots_b, 1)
        if sa == 0:
            add_survivors(scratch, 1, into[1], left_b, weight * living_weight(scratch, 0), 1)
            continue
        if sb == 0:
            add_survivors(scratch, 0, into[0], left_a, weight * living_weight(scratch, 1), 0)
            continue
        left, veterans = (left_a, left_b), (veteran_a, veteran_b)
        after_acid(scratch, units, rows, into, left, veterans, slain, terms, weight)


@bare
def after_acid(
    scratch: Scratch,
    units: Array,
    rows: Pair,
    into: Pair,
    left: tuple[Key, Key],
    veterans: Pair,
    slain: Chances,
    terms: Terms,
    weight: float,
) -> None:
    """Play the pairing after acid (W6 to W9)."""
    a, b = rows
    die, tried, struck = terms
    left_a, left_b = left
    sa, medals_a, immune_a, shots_a, _ = left_a
    sb, medals_b, immune_b, shots_b, _ = left_b
    guard_a, guard_b = units[a, c.WARDING], units[b, c.WARDING]
    if not tried & c.TRIED_LIGHTNING and (units[a, c.LIGHTNING] or units[b, c.LIGHTNING]):
        halve_hits(scratch, 1, power_chance(units[a, c.LIGHTNING], units[b, c.LIGHTNING], guard_b))
        halve_hits(scratch, 0, power_chance(units[b, c.LIGHTNING], units[a, c.LIGHTNING], guard_a))
        if scratch.work[1, 0] > 0:
            add_survivors(scratch, 0, into[0], left_a, weight * scratch.work[1, 0], 0)
        if scratch.work[0, 0] > 0:
            add_survivors(scratch, 1, into[1], left_b, weight * scratch.work[0, 0], 1)
    all_a, all_b = living_weight(scratch, 0), living_weight(scratch, 1)
    if not tried & c.TRIED_ASSASSIN:
        own_a = 0 if veterans[0] else units[a, c.ASSASSIN]
        own_b = 0 if veterans[1] else units[b, c.ASSASSIN]
        dead_b, dead_a = power_chance(own_a, own_b, guard_b), power_chance(own_b, own_a, guard_a)
        if dead_b > 0:
            add_survivors(scratch, 0, into[0], left_a, weight * dead_b * all_b, 0)
        if dead_a > 0:
            add_survivors(scratch, 1, into[1], left_b, weight * dead_a * all_a, 1)
        weight *= 1 - dead_a - dead_b
    if shots_a > shots_b and not immune_b:
        kill = kill_chance(sa, sb, units[b, c.FLYING], die)
        weight = volley(scratch, 0, into[0], left_a, shots_a - shots_b, kill, weight, all_b)
    elif shots_b > shots_a and not immune_a:
        kill = kill_chance(sb, sa, units[a, c.FLYING], die)
        weight = volley(scratch, 1, into[1], left_b, shots_b - shots_a, kill, weight, all_a)
    left_a = (sa, medals_a, immune_a, 0, 1)
    left_b = (sb, medals_b, immune_b, 0, 1)
    if struck == 1:
        add_survivors(scratch, 1, into[1], left_b, weight * slain[0] * all_a, 1)
        weight *= 1 - slain[0]
    elif struck == 2:
        add_survivors(scratch, 0, into[0], left_a, weight * slain[1] * all_b, 0)
        weight *= 1 - slain[1]
    if weight * all_a * all_b > NOTHING:
        pa, pb = scratch.succeeds[medals_a, sa], scratch.succeeds[medals_b, sb]
        takes = (hits_per_blow(units, a, b), hits_per_blow(units, b, a))
        melee(scratch, weight, pa, pb, takes, slain)
        add_survivors(scratch, 0, into[0], left_a, 1.0, 2)
        add_survivors(scratch, 1, into[1], left_b, 1.0, 3)


@bare
def hits_per_blow(units: Array, by: int, target: int) -> int:
    """Return the hits a blow takes: more with trample, unless the target flies (W9)."""
    return 1 if units[target, c.FLYING] else 1 + int(units[by, c.TRAMPLE])


@bare
def melee(
    scratch: Scratch, weight: float, pa: float, pb: float, takes: Pair, slain: Chances
) -> None:
    """Fight melee until one unit is dead (W9), for all hits of both sides together."""
    work, grid = scratch.work, scratch.grid
    top_a = top_b = scratch.high[0]
    while top_a > 1 and work[0, top_a] == 0:
        top_a -= 1
    while top_b > 1 and work[1, top_b] == 0:
        top_b -= 1
    for h in range(scratch.high[0] + 1):
        work[2, h] = work[3, h] = 0.0
    for i in range(1, top_a + 1):
        for j in range(1, top_b + 1):
            grid[i, j] = weight * work[0, i] * work[1, j]
    by_a, by_b = takes
    next_by_a = pa * (1 - pb) / (pa * (1 - pb) + pb * (1 - pa))
    next_by_b = 1 - next_by_a
    for i in range(top_a, 0, -1):
        for j in range(top_b, 0, -1):
            here = grid[i, j]
            hit, taken = here * next_by_a, here * next_by_b
            if j > by_a:
                work[2, i] += hit * slain[1]
                grid[i, j - by_a] += hit * (1 - slain[1])
            else:
                work[2, i] += hit
            if i > by_b:
                work[3, j] += taken * slain[0]
                grid[i - by_b, j] += taken * (1 - slain[0])
            else:
                work[3, j] += taken
