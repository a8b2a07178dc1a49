"""The dice of engine/core/rng.py in compiled code: the same seed and key give the same rolls."""

from typing import Final

import numpy as np

from engine.core import rng
from engine.kernels.compiled import compiled

MASK: Final = np.uint64(rng.MASK)
INCREMENT: Final = np.uint64(rng.INCREMENT)
MIX_1: Final = np.uint64(rng.MIX_1)
MIX_2: Final = np.uint64(rng.MIX_2)
ONE: Final = np.uint64(1)
SHIFT_1: Final = np.uint64(30)
SHIFT_2: Final = np.uint64(27)
SHIFT_3: Final = np.uint64(31)


@compiled
def output(seed: np.uint64, number: np.uint64) -> np.uint64:
    """Output `number`, from 0, of SplitMix64 with this seed."""
    z = seed + (number + ONE) * INCREMENT
    z = (z ^ (z >> SHIFT_1)) * MIX_1
    z = (z ^ (z >> SHIFT_2)) * MIX_2
    return z ^ (z >> SHIFT_3)


@compiled
def below(n: int, seed: np.uint64, key: np.uint64, rolled: int) -> np.int64:
    """An unbiased number from 0 to n - 1 (n at least 1): roll `rolled`, from 0, of this key.

    Keys come from `engine.core.rng.key`.
    """
    own = output(seed ^ key, np.uint64(rolled))
    size = np.uint64(n)
    tail = (MASK % size + ONE) % size
    number = np.uint64(0)
    value = output(own, number)
    while value < tail:
        number += ONE
        value = output(own, number)
    return np.int64(value % size)
