"""Warlords battles in bulk, with dice and without events."""

from collections.abc import Callable, Sequence

import numpy as np

from engine.core.rng import key
from engine.core.ruleset import Battle
from engine.core.win_chances import Ends
from engine.kernels.dice import die
from engine.kernels.sampling import ends_of, own_seeds, seeds_of
from engine.rulesets.warlords.kernel.arrays import Array
from engine.rulesets.warlords.kernel.fighting import fight
from engine.rulesets.warlords.kernel.pack import Army, distinct_stacks, pack
from engine.rulesets.warlords.kernel.sampling_arrays import ROLL_WORDS, Armies, Outcomes, new_field
from engine.rulesets.warlords.snapshot import FieldSnapshot
from engine.rulesets.warlords.state import NO_ARMY, units_of
from engine.rulesets.warlords.strength import percent

PARALYSIS = "paralysis"


def outcomes(battles: Sequence[Battle], seeds: Sequence[int] | None = None) -> Outcomes:
    """Return how each battle ends under its own or the given seed, like `engine.outcomes`."""
    armies, pairs = distinct_stacks(battles)
    index = np.array(pairs, np.int64).reshape(-1, 2)
    dice = [die(battle.setup.field.die) for battle in battles]
    return _fight(
        pack_with_keys(armies),
        np.ascontiguousarray(index[:, 0]),
        np.ascontiguousarray(index[:, 1]),
        np.array(dice, np.uint64).reshape(-1, 4),
        np.array(own_seeds(battles, seeds), np.uint64),
        survivors=True,
    )


def sampler(battle: Battle) -> Callable[[Sequence[int], int], Ends]:
    """Return a function that plays the battles with these numbers in the sample of a seed."""
    armies, pairs = distinct_stacks([battle])
    packed, ((a, b),) = pack_with_keys(armies), pairs
    row = np.array([die(battle.setup.field.die)], np.uint64)

    def play(numbers: Sequence[int], seed: int) -> Ends:
        seeds = seeds_of(numbers, seed)
        sides = [np.full(len(seeds), side, np.int64) for side in (a, b)]
        return ends_of(_fight(packed, sides[0], sides[1], row, seeds))

    return play


def pack_with_keys(armies: Sequence[Army]) -> Armies:
    """Pack stacks, each on its field, with the keys of their dice."""
    units = [unit for army, _ in armies for unit in units_of(army)]
    keys = [[key(word, unit.dice_name) for word in ROLL_WORDS] for unit in units]
    paralysis = [
        1 if unit.condition.paralysed else 2 * bool(unit.start.abilities.get(PARALYSIS))
        for unit in units
    ]
    return Armies(
        stacks=pack(armies),
        keys=np.array(keys, np.uint64).reshape(-1, len(ROLL_WORDS)),
        paralysis=np.array(paralysis, np.int64),
        paralyses=np.array([percent(army, PARALYSIS) for army, _ in armies], np.int64),
    )


def warm() -> None:
    """Compile the kernel, or load it from the cache."""
    stack = (NO_ARMY, FieldSnapshot((), None, 20))
    nothing = np.zeros(0, np.int64)
    _fight(pack_with_keys([stack]), nothing, nothing, np.zeros((0, 4), np.uint64), seeds_of([], 0))


def _fight(
    packed: Armies, a: Array, b: Array, dice: Array, seeds: Array, *, survivors: bool = False
) -> Outcomes:
    battles = len(a)
    width = int(np.diff(packed.stacks.start).max(initial=0))
    detailed = battles if survivors else 0
    ended = Outcomes(
        winner=np.zeros(battles, np.int8),
        rounds=np.zeros(battles, np.int32),
        left=np.zeros((battles, 2), np.int8),
        draws=np.zeros(detailed, np.int32),
        strength=np.zeros((detailed, 2, width), np.int8),
        hits=np.zeros((detailed, 2, width), np.int8),
        paralysed=np.zeros((detailed, 2, width), np.int8),
    )
    fight(packed, new_field(), a, b, dice, seeds, ended)
    return ended
