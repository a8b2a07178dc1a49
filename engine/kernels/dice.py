"""The dice of engine/core/rng.py in compiled code: the same seed and key give the same rolls."""

from typing import Final

import numpy as np

from engine.core import rng
from engine.kernels.block import BLOCK, block
from engine.kernels.compiled import bare, not_inlined

MASK: Final = np.uint64(rng.MASK)
INCREMENT: Final = np.uint64(rng.INCREMENT)
MIX_1: Final = np.uint64(rng.MIX_1)
MIX_2: Final = np.uint64(rng.MIX_2)
ONE: Final = np.uint64(1)
SHIFT_1: Final = np.uint64(30)
SHIFT_2: Final = np.uint64(27)
SHIFT_3: Final = np.uint64(31)

ROW_MOST: Final = 32  # maximum number of sides of a die for `successes`
DIE_COLUMNS: Final = 4
EACH: Final = np.uint64(BLOCK)


@bare
def output(seed: np.uint64, number: np.uint64) -> np.uint64:
    """Return output `number`, from 0, of SplitMix64 with this seed."""
    z = seed + (number + ONE) * INCREMENT
    z = (z ^ (z >> SHIFT_1)) * MIX_1
    z = (z ^ (z >> SHIFT_2)) * MIX_2
    return z ^ (z >> SHIFT_3)


@bare
def below(n: int, seed: np.uint64, key: np.uint64, rolled: int) -> np.int64:
    """Return an unbiased number from 0 to n - 1 (n at least 1): roll `rolled`, from 0, of this key.

    Keys come from `engine.core.rng.key`.
    """
    own = output(seed ^ key, np.uint64(rolled))
    size = np.uint64(n)
    number = np.uint64(0)
    value = output(own, number)
    # The uneven tail is smaller than n; the first comparison saves a division for most rolls.
    while value < size and value < (MASK % size + ONE) % size:
        number += ONE
        value = output(own, number)
    return np.int64(value % size)


def die(n: int) -> list[int]:
    """Return n (2 to ROW_MOST), 2**32 and 2**20 modulo n, and 1 / n in 28 bits, for `successes`."""
    assert 2 <= n <= ROW_MOST, f"a die of {n} sides is not rolled many times at once"
    return [n, (1 << 32) % n, (1 << 20) % n, (1 << 28) // n + 1]


@not_inlined
def successes_one_by_one(
    seed: np.uint64, key: np.uint64, rolled: int, n: int, needed: np.uint64
) -> np.uint64:
    """The result of `successes`, roll by roll."""
    found = np.uint64(0)
    for k in range(BLOCK):
        roll = np.uint64(below(n, seed, key, rolled + k))
        found |= np.uint64(roll < needed) << np.uint64(k)
    return found


@bare
def successes(
    seed: np.uint64,
    key: np.uint64,
    rolled: int,
    n: np.uint64,
    half: np.uint64,
    fifth: np.uint64,
    reciprocal: np.uint64,
    needed: np.uint64,
) -> np.uint64:
    """Return which of the BLOCK rolls from `rolled` on are below `needed`: bit k is roll k.

    `n` to `reciprocal` are the constants from `die`.
    """
    first = (seed ^ key) + np.uint64(rolled) * INCREMENT
    found = block(first, n, half, fifth, reciprocal, needed)
    if found >> EACH:  # once in 500 million calls
        return successes_one_by_one(seed, key, rolled, int(n), needed)
    return found
