"""Battles of Warlords with their dice (W4 to W9), in compiled code: how they end, without events.

The stages are the reference: tests/games/warlords/test_sample_parity.py plays both. Dice are keyed,
so a roll may be made whenever it is needed, or some rounds ahead: nothing else moves.
"""

import numpy as np

from engine.kernels.block import BLOCK
from engine.kernels.compiled import bare, bare_kernel
from engine.kernels.dice import below, successes
from engine.rulesets.warlords.kernel import arrays as c
from engine.rulesets.warlords.kernel import lanes as k
from engine.rulesets.warlords.kernel.arrays import Array
from engine.rulesets.warlords.kernel.entering import afflict, prepare
from engine.rulesets.warlords.kernel.lanes import Ended, Field, Keyed

SIDES_OF_DIE = 10
AIM = 3


@bare_kernel
def fight(
    keyed: Keyed, field: Field, a: Array, b: Array, dice: Array, seeds: Array, ended: Ended
) -> None:
    """Fills in how each battle ends: stack a[i] attacks b[i], with the combat die dice[i], or
    all with the only one there is.
    """
    field.counts[k.DETAILED] = len(ended.draws)
    field.counts[k.TOUCHED] = field.counts[k.TOUCHED + 1] = 1
    starts = keyed.stacks.start
    for i in range(len(a)):
        if i == 0 or a[i] != a[i - 1] or b[i] != b[i - 1]:
            prepare(keyed, field, 0, a[i], b[i])
            prepare(keyed, field, 1, b[i], a[i])
        if i == 0 or len(dice) > 1:
            for column in range(field.dice.shape[1]):
                field.dice[0, column] = dice[i, column]
        field.counts[k.ROUNDS] = field.counts[k.DRAWS] = 0
        sizes = (starts[a[i] + 1] - starts[a[i]], starts[b[i] + 1] - starts[b[i]])
        left_a, left_b = battle(keyed, field, (a[i], b[i]), sizes, seeds[i])
        ended.winner[i] = 1 if left_a else 2
        ended.rounds[i] = field.counts[k.ROUNDS]
        ended.left[i, 0], ended.left[i, 1] = left_a, left_b
        if len(ended.draws):
            ended.draws[i] = field.counts[k.DRAWS]
            report(field, 0, sizes[0], left_a, i, ended)
            report(field, 1, sizes[1], left_b, i, ended)


@bare
def report(field: Field, side: int, size: int, left: int, i: int, ended: Ended) -> None:
    """Fills in the units that are left: the front as it is now, the others as they entered."""
    for place in range(size - left, size):
        unit = field.now[side] if place == size - left else field.entered[side, place]
        ended.strength[i, side, place] = unit[k.STRENGTH]
        ended.hits[i, side, place] = unit[k.HITS]
        ended.paralysed[i, side, place] = unit[k.PARALYSED]


@bare
def battle(
    keyed: Keyed, field: Field, stacks: tuple[int, int], sizes: tuple[int, int], seed: np.uint64
) -> tuple[int, int]:
    """Plays pairing after pairing (W4): how many are left of each side."""
    against = (stacks[1], stacks[0])
    # All units roll for their first rounds here, though some will not fight: these rolls do not
    # wait for anything, and those of a pairing would wait for the end of the one before.
    for place in range(sizes[0]):
        enter(keyed, field, 0, place, stacks, seed)
    for place in range(sizes[1]):
        enter(keyed, field, 1, place, against, seed)
    i = j = 0
    step_up(field, 0, 0)
    step_up(field, 1, 0)
    while True:
        pairing(keyed, field, (i, j), seed)
        if fallen(field, 0):
            field.now[1, k.VETERAN] = 1
            i += 1
            if i == sizes[0]:
                return 0, sizes[1] - j
            step_up(field, 0, i)
        else:
            field.now[0, k.VETERAN] = 1
            j += 1
            if j == sizes[1]:
                return sizes[0] - i, 0
            step_up(field, 1, j)


@bare
def enter(
    keyed: Keyed, field: Field, side: int, place: int, stacks: tuple[int, int], seed: np.uint64
) -> None:
    """Rolls what may be rolled for a unit before it steps up."""
    if field.entered[side, place, k.AT_RISK]:
        afflict(keyed, field, side, place, stacks, seed)
    unit = field.entered[side, place]
    state = (unit[k.STRENGTH], unit[k.MEDALS], 0)
    field.bits[side, place] = roll_ahead(keyed, field, unit[k.ROW], state, seed)


@bare
def roll_ahead(
    keyed: Keyed,
    field: Field,
    row: int,
    state: tuple[int, int, int],
    seed: np.uint64,
) -> np.uint64:
    """In which of the next BLOCK rounds of melee a unit of this strength succeeds, the next one
    lowest: with medals one of two dice has to (W9). `state`: strength, medals, rounds before."""
    strength, medals, before = state
    dice, needed = field.dice, np.uint64(strength)
    own = keyed.keys[row, k.MELEE]
    n, half, fifth, reciprocal = dice[0, 0], dice[0, 1], dice[0, 2], dice[0, 3]
    bits = successes(seed, own, before, n, half, fifth, reciprocal, needed)
    if medals:
        own = keyed.keys[row, k.MEDAL]
        n, half = dice[medals, 0], dice[medals, 1]
        fifth, reciprocal = dice[medals, 2], dice[medals, 3]
        bits |= successes(seed, own, before, n, half, fifth, reciprocal, needed)
    return bits


@bare
def step_up(field: Field, side: int, place: int) -> None:
    """Brings the next unit of a stack to the front."""
    for column in range(k.COLUMNS):
        field.now[side, column] = field.entered[side, place, column]
    field.now[side, k.VETERAN] = 0
    field.now[side, k.ROLLED] = field.now[side, k.AHEAD] = BLOCK
    if field.counts[k.TOUCHED + side]:
        field.counts[k.TOUCHED + side] = 0
        for word in range(k.WORDS):
            field.rolled[side, word] = 0


@bare
def fallen(field: Field, side: int) -> bool:
    """Whether a front unit is dead."""
    return bool(field.now[side, k.HITS] <= 0 or field.now[side, k.STRENGTH] <= 0)


@bare
def rolled(keyed: Keyed, field: Field, side: int, word: int, n: int, seed: np.uint64) -> int:
    """A front unit's next roll for something, from 0."""
    number = field.rolled[side, word]
    field.rolled[side, word] = number + 1
    field.counts[k.TOUCHED + side] = 1
    field.counts[k.DRAWS] += 1
    return int(below(n, seed, keyed.keys[field.now[side, k.ROW], word], number))


@bare
def succeeds(
    keyed: Keyed, field: Field, side: int, word: int, points: int, seed: np.uint64
) -> bool:
    """Whether something with 10 % a point succeeds; a chance of 0 or 100 % takes no die (W4)."""
    if points <= 0:
        return False
    return points >= SIDES_OF_DIE or rolled(keyed, field, side, word, SIDES_OF_DIE, seed) < points


@bare
def pairing(keyed: Keyed, field: Field, places: tuple[int, int], seed: np.uint64) -> None:
    """Front unit against front unit, until one is dead (W5 to W9)."""
    now, units = field.now, keyed.stacks.units
    if not (now[0, k.ARMED] or now[1, k.ARMED]):
        melee(keyed, field, places, seed)
        return
    a, b = now[0, k.ROW], now[1, k.ROW]
    if units[a, c.ACID] or units[b, c.ACID]:
        hit = power(keyed, field, k.ACID, units[a, c.ACID], units[b, c.ACID], seed)
        if hit >= 0:
            now[hit, k.STRENGTH] >>= 1
            now[hit, k.ROLLED] -= now[hit, k.AHEAD]
            now[hit, k.AHEAD] = 0
            if now[hit, k.STRENGTH] == 0:
                return
    if units[a, c.LIGHTNING] or units[b, c.LIGHTNING]:
        hit = power(keyed, field, k.LIGHTNING, units[a, c.LIGHTNING], units[b, c.LIGHTNING], seed)
        if hit >= 0:
            now[hit, k.HITS] >>= 1
            if now[hit, k.HITS] == 0:
                return
    own_a = 0 if now[0, k.VETERAN] else units[a, c.ASSASSIN]
    own_b = 0 if now[1, k.VETERAN] else units[b, c.ASSASSIN]
    if own_a or own_b:
        hit = power(keyed, field, k.ASSASSIN, own_a, own_b, seed)
        if hit >= 0:
            now[hit, k.HITS] = 0
            return
    if now[0, k.SHOTS] or now[1, k.SHOTS]:
        missiles(keyed, field, seed)
    if now[0, k.HITS] and now[1, k.HITS]:
        melee(keyed, field, places, seed)


@bare
def power(keyed: Keyed, field: Field, word: int, own_a: int, own_b: int, seed: np.uint64) -> int:
    """The side that a power hits, or -1: the larger total against the other and warding (W4)."""
    by = 0 if own_a >= own_b else 1
    target = 1 - by
    warding = keyed.stacks.units[field.now[target, k.ROW], c.WARDING]
    points = abs(own_a - own_b) - warding
    return target if succeeds(keyed, field, by, word, points, seed) else -1


@bare
def missiles(keyed: Keyed, field: Field, seed: np.uint64) -> None:
    """Cancels the pools and fires the rest, shot by shot until a kill (W8)."""
    now = field.now
    cancelled = min(now[0, k.SHOTS], now[1, k.SHOTS])
    now[0, k.SHOTS] -= cancelled
    now[1, k.SHOTS] -= cancelled
    by = 0 if now[0, k.SHOTS] else 1
    target = 1 - by
    if now[target, k.IMMUNE]:
        now[by, k.SHOTS] = 0
    die = int(field.dice[0, 0])
    aim = now[by, k.STRENGTH]
    if keyed.stacks.units[now[target, k.ROW], c.FLYING]:
        aim += AIM
    while now[by, k.SHOTS]:
        now[by, k.SHOTS] -= 1
        aimed = aim >= die or rolled(keyed, field, by, k.MISSILE, die, seed) < aim
        covered = rolled(keyed, field, target, k.COVER, die, seed) < now[target, k.STRENGTH]
        if aimed and not covered:
            now[target, k.HITS] = 0
            return


@bare
def more(keyed: Keyed, field: Field, side: int, seed: np.uint64) -> np.uint64:
    """A front unit's next rolls for melee."""
    unit = field.now[side]
    state = (unit[k.STRENGTH], unit[k.MEDALS], unit[k.ROLLED])
    unit[k.ROLLED] += BLOCK
    return roll_ahead(keyed, field, unit[k.ROW], state, seed)


@bare
def blows(hits: int, each: int) -> int:
    """How many blows of so many hits it takes, up to one more than a window has rounds."""
    if each > 1:
        hits = (hits + each - 1) // each
    return min(int(hits), k.WINDOW + 1)


@bare
def harm(keyed: Keyed, by: int, target: int) -> int:
    """The hits that a blow takes: with trample more, unless the target flies (W9)."""
    units = keyed.stacks.units
    return 1 if units[target, c.FLYING] else 1 + int(units[by, c.TRAMPLE])


@bare
def melee(keyed: Keyed, field: Field, places: tuple[int, int], seed: np.uint64) -> None:
    """Rounds of melee until one is dead (W9): as many at once as both have rolled for.

    With slayers up to the next hit, since one that does not kill takes a die.
    """
    now, nth = field.now, field.nth
    a, b = now[0, k.ROW], now[1, k.ROW]
    hits_a, hits_b = now[0, k.HITS], now[1, k.HITS]
    by_a, by_b = harm(keyed, a, b), harm(keyed, b, a)
    slays = now[0, k.SLAIN] or now[1, k.SLAIN]
    bits_a, bits_b = field.bits[0, places[0]], field.bits[1, places[1]]
    ahead_a, ahead_b = now[0, k.AHEAD], now[1, k.AHEAD]
    fought = 0
    while hits_a > 0 and hits_b > 0:
        if ahead_a == 0:
            bits_a, ahead_a = more(keyed, field, 0, seed), BLOCK
        if ahead_b == 0:
            bits_b, ahead_b = more(keyed, field, 1, seed), BLOCK
        rounds = min(ahead_a, ahead_b)
        live = (1 << rounds) - 1
        one, two = np.int64(bits_a), np.int64(bits_b)
        hit_b, hit_a = one & ~two & live, two & ~one & live
        last = min(
            nth[np.uint64(hit_b), np.uint64(blows(hits_b, by_a))],
            nth[np.uint64(hit_a), np.uint64(blows(hits_a, by_b))],
        )
        if slays:
            last = min(last, nth[np.uint64(hit_a | hit_b), 1])
        rounds = min(rounds, last + 1)
        live = (1 << rounds) - 1
        hit_b, hit_a = hit_b & live, hit_a & live
        hits_b -= by_a * nth[np.uint64(hit_b), 0]
        hits_a -= by_b * nth[np.uint64(hit_a), 0]
        bits_a, bits_b = bits_a >> np.uint64(rounds), bits_b >> np.uint64(rounds)
        ahead_a, ahead_b = ahead_a - rounds, ahead_b - rounds
        fought += rounds
        if slays and hit_a != hit_b and hits_a > 0 and hits_b > 0:
            target = 1 if hit_b else 0
            word, points = k.SLAYER + now[target, k.SLAYER_WORD], now[target, k.SLAIN]
            if succeeds(keyed, field, 1 - target, word, points, seed):
                hits_a, hits_b = (hits_a, 0) if target else (0, hits_b)
    field.bits[0, places[0]], field.bits[1, places[1]] = bits_a, bits_b
    now[0, k.AHEAD], now[1, k.AHEAD] = ahead_a, ahead_b
    now[0, k.HITS], now[1, k.HITS] = max(0, hits_a), max(0, hits_b)
    dice = 2 + (1 if now[0, k.MEDALS] else 0) + (1 if now[1, k.MEDALS] else 0)
    field.counts[k.ROUNDS] += fought
    field.counts[k.DRAWS] += fought * dice
