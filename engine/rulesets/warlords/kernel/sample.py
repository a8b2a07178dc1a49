"""Warlords battles in bulk, with dice and without events, in compiled code.

tests/games/warlords/test_sample_parity.py compares it with the stages, which are the reference.
Dice are keyed, so rolling ahead does not change any other roll.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from engine.core.rng import key
from engine.core.ruleset import Battle, Ends, Outcomes
from engine.kernels.compiled import bare, bare_kernel
from engine.kernels.dice import BLOCK, below, die, no_outcomes, own_seeds, sample_of, successes
from engine.rulesets.warlords.catalog import SLAYERS
from engine.rulesets.warlords.events import FieldSnapshot
from engine.rulesets.warlords.kernel import arrays as c
from engine.rulesets.warlords.kernel import pairing as exact
from engine.rulesets.warlords.kernel.arrays import Army, Array, Stacks
from engine.rulesets.warlords.odds import WEAKENING
from engine.rulesets.warlords.stages import AFFLICTION_DIE, AIM, MEDAL_DICE, SIDES_OF_DIE
from engine.rulesets.warlords.state import NO_ARMY, units_of

ROLL_WORDS: Final = (
    *("melee", "medal", "missile", "cover", "acid", "lightning", "assassin"),
    *WEAKENING,
    *SLAYERS,
)
"""What units roll for, in the words of the stages; the columns of `Armies.keys`."""
MELEE, MEDAL, MISSILE, COVER, ACID, LIGHTNING, ASSASSIN = range(7)
CURSE, POISON, DISEASE = range(7, 10)
SLAYER: Final = 10
WORDS: Final = 18

WINDOW: Final = 8  # rounds of melee that one table look-up covers

STRENGTH, MEDALS, IMMUNE, HITS, SHOTS, VETERAN, ROW = range(7)
ROLLED, AHEAD, AT_RISK, SLAIN, SLAYER_WORD, ARMED = range(7, 13)
"""Columns of entrants and front units. ROLLED: rounds of melee rolled for; AHEAD: those not fought
yet; AT_RISK: 0 if no affliction is rolled for it; SLAIN and SLAYER_WORD: points and number of the
best enemy slayer against it; ARMED: whether it has powers or shots."""
COLUMNS: Final = 13

ROUNDS, TOUCHED = range(2)
"""Places of `Field.counts`: rounds of this battle, and (two places, by side) whether `rolled` of
the front unit has to be reset."""


class Armies(NamedTuple):
    """Packed stacks with the keys of their dice."""

    stacks: Stacks
    keys: Array  # by row and column of ROLL_WORDS


class Field(NamedTuple):
    """The scratch space of a battle.

    entrants[side, place]: units as they enter.
    now[side]: the front units.
    rolled[side, word]: number of rolls of the front unit for this word.
    bits[side, place]: the next rounds of melee in which a unit succeeds, the next one lowest.
    forms[side, place, mask]: strength, medals, immunity and hits after these afflictions.
    dice: the combat die, then the medal dice.
    nth[bits, n]: place of the n-th set bit, or WINDOW; nth[bits, 0]: number of set bits.
    """

    entrants: Array
    now: Array
    rolled: Array
    bits: Array
    forms: Array
    dice: Array
    counts: Array
    nth: Array


def new_field() -> Field:
    """Return scratch space, reused from battle to battle."""
    return Field(
        entrants=np.zeros((2, c.STACK_MOST, COLUMNS), np.int64),
        now=np.zeros((2, COLUMNS), np.int64),
        rolled=np.zeros((2, len(ROLL_WORDS)), np.int64),
        bits=np.zeros((2, c.STACK_MOST), np.uint64),
        forms=np.zeros((2, c.STACK_MOST, 8, 4), np.int64),
        dice=np.array([die(sides or 20) for sides in MEDAL_DICE], np.uint64),
        counts=np.zeros(3, np.int64),
        nth=_nth(),
    )


@cache
def _nth() -> Array:
    table = np.full((1 << WINDOW, WINDOW + 2), WINDOW, np.int8)
    for bits in range(1 << WINDOW):
        places = [place for place in range(WINDOW) if bits >> place & 1]
        table[bits, : len(places) + 1] = [len(places), *places]
    return table


@bare
def prepare(armies: Armies, field: Field, side: int, own: int, enemy: int) -> None:
    """Fill in how the units of stack `own` enter against an enemy, as far as no dice decide."""
    stacks = armies.stacks
    start = stacks.start[own]
    theirs = stacks.totals[enemy]
    bonus = exact.side_bonus(stacks.totals[own], theirs)
    for place in range(stacks.start[own + 1] - start):
        row = start + place
        unit, into = stacks.units[row], field.entrants[side, place]
        into[ROW] = row
        into[SHOTS] = unit[c.SHOTS]
        curse, poison, disease = exact.percents(unit, theirs, 0)
        into[AT_RISK] = curse | poison | disease
        powers = unit[c.ACID] | unit[c.LIGHTNING] | unit[c.ASSASSIN]
        into[ARMED] = powers | unit[c.SHOTS]
        into[SLAIN], into[SLAYER_WORD] = exact.best_slayer(unit, theirs)
        for mask in range(8 if into[AT_RISK] else 1):
            form, hits = exact.form_after(unit, theirs, bonus, (mask & 1, mask >> 1 & 1, mask >> 2))
            for column in range(3):
                field.forms[side, place, mask, column] = form[column]
            field.forms[side, place, mask, HITS] = hits
        take_form(field, side, place, 0)


@bare
def take_form(field: Field, side: int, place: int, mask: int) -> None:
    """Set a unit's values after curse (1), poison (2) and disease (4) of `mask`."""
    for column in range(4):
        field.entrants[side, place, column] = field.forms[side, place, mask, column]


@bare
def affliction_hits(percent: int, seed: np.uint64, key: np.uint64) -> int:
    """Return 1 if an affliction with this chance hits a unit that is not immune (W1)."""
    if percent == 0 or percent == 100:
        return 1 if percent else 0
    return 1 if below(AFFLICTION_DIE, seed, key, 0) < percent // 4 else 0


@bare
def afflict(
    armies: Armies, field: Field, side: int, place: int, stacks: tuple[int, int], seed: np.uint64
) -> None:
    """Roll a unit's afflictions and fill in how it enters; `stacks` are its own and the enemy's."""
    own, enemy = stacks
    row = armies.stacks.start[own] + place
    unit, theirs, keys = armies.stacks.units[row], armies.stacks.totals[enemy], armies.keys[row]
    curse, poison, disease = exact.percents(unit, theirs, 0)
    cursed = affliction_hits(curse, seed, keys[CURSE])
    if cursed:
        _, poison, disease = exact.percents(unit, theirs, 1)
    poisoned = affliction_hits(poison, seed, keys[POISON])
    diseased = affliction_hits(disease, seed, keys[DISEASE])
    take_form(field, side, place, cursed | poisoned << 1 | diseased << 2)


@bare_kernel
def fight(
    armies: Armies, field: Field, a: Array, b: Array, dice: Array, seeds: Array, ended: Outcomes
) -> None:
    """Fill in how each battle ends: stack a[i] attacks b[i] with the combat die dice[i].

    A single row of `dice` holds for all battles.
    """
    field.counts[TOUCHED] = field.counts[TOUCHED + 1] = 1
    starts = armies.stacks.start
    for i in range(len(a)):
        if i == 0 or a[i] != a[i - 1] or b[i] != b[i - 1]:
            prepare(armies, field, 0, a[i], b[i])
            prepare(armies, field, 1, b[i], a[i])
        if i == 0 or len(dice) > 1:
            for column in range(field.dice.shape[1]):
                field.dice[0, column] = dice[i, column]
        field.counts[ROUNDS] = 0
        sizes = (starts[a[i] + 1] - starts[a[i]], starts[b[i] + 1] - starts[b[i]])
        left_a, left_b = battle(armies, field, (a[i], b[i]), sizes, seeds[i])
        ended.winner[i] = 1 if left_a else 2
        ended.rounds[i] = field.counts[ROUNDS]
        ended.left[i, 0], ended.left[i, 1] = left_a, left_b


@bare
def battle(
    armies: Armies, field: Field, stacks: tuple[int, int], sizes: tuple[int, int], seed: np.uint64
) -> tuple[int, int]:
    """Play pairing after pairing (W4) and return the number of units left by side."""
    against = (stacks[1], stacks[0])
    # All units roll for their first rounds here, though some will not fight: these rolls are
    # independent, while those of a pairing would have to wait for the previous one.
    for place in range(sizes[0]):
        prepare_unit(armies, field, 0, place, stacks, seed)
    for place in range(sizes[1]):
        prepare_unit(armies, field, 1, place, against, seed)
    i = j = 0
    step_up(field, 0, 0)
    step_up(field, 1, 0)
    while True:
        pairing(armies, field, (i, j), seed)
        if field.now[0, HITS] <= 0 or field.now[0, STRENGTH] <= 0:
            field.now[1, VETERAN] = 1
            i += 1
            if i == sizes[0]:
                return 0, sizes[1] - j
            step_up(field, 0, i)
        else:
            field.now[0, VETERAN] = 1
            j += 1
            if j == sizes[1]:
                return sizes[0] - i, 0
            step_up(field, 1, j)


@bare
def prepare_unit(
    armies: Armies, field: Field, side: int, place: int, stacks: tuple[int, int], seed: np.uint64
) -> None:
    """Roll everything that a unit can roll before it steps up."""
    if field.entrants[side, place, AT_RISK]:
        afflict(armies, field, side, place, stacks, seed)
    unit = field.entrants[side, place]
    state = (unit[STRENGTH], unit[MEDALS], 0)
    field.bits[side, place] = roll_ahead(armies, field, unit[ROW], state, seed)


@bare
def roll_ahead(
    armies: Armies, field: Field, row: int, state: tuple[int, int, int], seed: np.uint64
) -> np.uint64:
    """Return in which of the next BLOCK rounds of melee a unit succeeds, the next one lowest (W9).

    `state` is strength, medals, and rounds rolled before; with medals one of two dice suffices.
    """
    strength, medals, before = state
    needed = np.uint64(strength)
    bits = successes(seed, armies.keys[row, MELEE], before, field.dice, 0, needed)
    if medals:
        bits |= successes(seed, armies.keys[row, MEDAL], before, field.dice, medals, needed)
    return bits


@bare
def step_up(field: Field, side: int, place: int) -> None:
    """Bring the next unit of a stack to the front."""
    for column in range(COLUMNS):
        field.now[side, column] = field.entrants[side, place, column]
    field.now[side, VETERAN] = 0
    field.now[side, ROLLED] = field.now[side, AHEAD] = BLOCK
    if field.counts[TOUCHED + side]:
        field.counts[TOUCHED + side] = 0
        for word in range(WORDS):
            field.rolled[side, word] = 0


@bare
def roll(armies: Armies, field: Field, side: int, word: int, n: int, seed: np.uint64) -> int:
    """Return a front unit's next roll for a word, from 0."""
    number = field.rolled[side, word]
    field.rolled[side, word] = number + 1
    field.counts[TOUCHED + side] = 1
    return int(below(n, seed, armies.keys[field.now[side, ROW], word], number))


@bare
def succeeds(
    armies: Armies, field: Field, side: int, word: int, points: int, seed: np.uint64
) -> bool:
    """Roll a chance of 10 % a point; 0 and 100 % take no die (W4)."""
    if points <= 0:
        return False
    return points >= SIDES_OF_DIE or roll(armies, field, side, word, SIDES_OF_DIE, seed) < points


@bare
def pairing(armies: Armies, field: Field, places: tuple[int, int], seed: np.uint64) -> None:
    """Fight front unit against front unit until one is dead (W5 to W9)."""
    now, units = field.now, armies.stacks.units
    if not (now[0, ARMED] or now[1, ARMED]):
        melee(armies, field, places, seed)
        return
    a, b = now[0, ROW], now[1, ROW]
    if units[a, c.ACID] or units[b, c.ACID]:
        hit = power(armies, field, ACID, units[a, c.ACID], units[b, c.ACID], seed)
        if hit >= 0:
            now[hit, STRENGTH] >>= 1
            now[hit, ROLLED] -= now[hit, AHEAD]
            now[hit, AHEAD] = 0
            if now[hit, STRENGTH] == 0:
                return
    if units[a, c.LIGHTNING] or units[b, c.LIGHTNING]:
        hit = power(armies, field, LIGHTNING, units[a, c.LIGHTNING], units[b, c.LIGHTNING], seed)
        if hit >= 0:
            now[hit, HITS] >>= 1
            if now[hit, HITS] == 0:
                return
    own_a = 0 if now[0, VETERAN] else units[a, c.ASSASSIN]
    own_b = 0 if now[1, VETERAN] else units[b, c.ASSASSIN]
    if own_a or own_b:
        hit = power(armies, field, ASSASSIN, own_a, own_b, seed)
        if hit >= 0:
            now[hit, HITS] = 0
            return
    if now[0, SHOTS] or now[1, SHOTS]:
        missiles(armies, field, seed)
    if now[0, HITS] and now[1, HITS]:
        melee(armies, field, places, seed)


@bare
def power(armies: Armies, field: Field, word: int, own_a: int, own_b: int, seed: np.uint64) -> int:
    """Attempt a power with the larger total; return the side it hits, or -1 (W4)."""
    by = 0 if own_a >= own_b else 1
    target = 1 - by
    warding = armies.stacks.units[field.now[target, ROW], c.WARDING]
    points = abs(own_a - own_b) - warding
    return target if succeeds(armies, field, by, word, points, seed) else -1


@bare
def missiles(armies: Armies, field: Field, seed: np.uint64) -> None:
    """Cancel the pools and fire the rest, shot by shot until a kill (W8)."""
    now = field.now
    cancelled = min(now[0, SHOTS], now[1, SHOTS])
    now[0, SHOTS] -= cancelled
    now[1, SHOTS] -= cancelled
    by = 0 if now[0, SHOTS] else 1
    target = 1 - by
    if now[target, IMMUNE]:
        now[by, SHOTS] = 0
    die = int(field.dice[0, 0])
    aim = now[by, STRENGTH]
    if armies.stacks.units[now[target, ROW], c.FLYING]:
        aim += AIM
    while now[by, SHOTS]:
        now[by, SHOTS] -= 1
        aimed = aim >= die or roll(armies, field, by, MISSILE, die, seed) < aim
        covered = roll(armies, field, target, COVER, die, seed) < now[target, STRENGTH]
        if aimed and not covered:
            now[target, HITS] = 0
            return


@bare
def next_melee_rolls(armies: Armies, field: Field, side: int, seed: np.uint64) -> np.uint64:
    """Roll the next BLOCK rounds of melee for a front unit."""
    unit = field.now[side]
    state = (unit[STRENGTH], unit[MEDALS], unit[ROLLED])
    unit[ROLLED] += BLOCK
    return roll_ahead(armies, field, unit[ROW], state, seed)


@bare
def blows(hits: int, each: int) -> int:
    """Return the number of blows of `each` hits that kill, capped at WINDOW + 1."""
    if each > 1:
        hits = (hits + each - 1) // each
    return min(int(hits), WINDOW + 1)


@bare
def melee(armies: Armies, field: Field, places: tuple[int, int], seed: np.uint64) -> None:
    """Fight melee until one unit is dead (W9), as many rounds together as both have rolled for.

    With slayers only up to the next hit, since a hit that does not kill rolls for the slayer.
    """
    now, nth, units = field.now, field.nth, armies.stacks.units
    a, b = now[0, ROW], now[1, ROW]
    hits_a, hits_b = now[0, HITS], now[1, HITS]
    by_a, by_b = exact.hits_per_blow(units, a, b), exact.hits_per_blow(units, b, a)
    slays = now[0, SLAIN] or now[1, SLAIN]
    bits_a, bits_b = field.bits[0, places[0]], field.bits[1, places[1]]
    ahead_a, ahead_b = now[0, AHEAD], now[1, AHEAD]
    fought = 0
    while hits_a > 0 and hits_b > 0:
        if ahead_a == 0:
            bits_a, ahead_a = next_melee_rolls(armies, field, 0, seed), BLOCK
        if ahead_b == 0:
            bits_b, ahead_b = next_melee_rolls(armies, field, 1, seed), BLOCK
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
            word, points = SLAYER + now[target, SLAYER_WORD], now[target, SLAIN]
            if succeeds(armies, field, 1 - target, word, points, seed):
                hits_a, hits_b = (hits_a, 0) if target else (0, hits_b)
    field.bits[0, places[0]], field.bits[1, places[1]] = bits_a, bits_b
    now[0, AHEAD], now[1, AHEAD] = ahead_a, ahead_b
    now[0, HITS], now[1, HITS] = max(0, hits_a), max(0, hits_b)
    field.counts[ROUNDS] += fought


def outcomes(battles: Sequence[Battle], seeds: Sequence[int] | None = None) -> Outcomes:
    armies, pairs = c.distinct_stacks(battles)
    a, b = np.array(pairs, np.int64).T.copy()
    dice = np.array([die(battle.setup.field.die) for battle in battles], np.uint64)
    own = np.array(own_seeds(battles, seeds), np.uint64)
    return _fight(pack_with_keys(armies), a, b, dice, own)


def sampler(battle: Battle) -> Callable[[Sequence[int], int], Ends]:
    armies, ((a, b),) = c.distinct_stacks([battle])
    packed = pack_with_keys(armies)
    row = np.array([die(battle.setup.field.die)], np.uint64)

    def play(seeds: Array) -> Outcomes:
        sides = [np.full(len(seeds), side, np.int64) for side in (a, b)]
        return _fight(packed, sides[0], sides[1], row, seeds)

    return sample_of(play)


def pack_with_keys(armies: Sequence[Army]) -> Armies:
    """Pack stacks, each on its field, with the keys of their dice."""
    units = [unit for army, _ in armies for unit in units_of(army)]
    keys = [[key(word, unit.dice_name) for word in ROLL_WORDS] for unit in units]
    return Armies(c.pack(armies), np.array(keys, np.uint64).reshape(-1, len(ROLL_WORDS)))


def warm() -> None:
    stack = (NO_ARMY, FieldSnapshot((), None, 20))
    nothing, no_seeds = np.zeros(0, np.int64), np.zeros(0, np.uint64)
    _fight(pack_with_keys([stack]), nothing, nothing, np.zeros((0, 4), np.uint64), no_seeds)


def _fight(packed: Armies, a: Array, b: Array, dice: Array, seeds: Array) -> Outcomes:
    ended = no_outcomes(len(a))
    fight(packed, new_field(), a, b, dice, seeds, ended)
    return ended
