"""The dice of engine/core/rng.py in compiled code: the same seed gives the same rolls."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

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
def mix(state: np.uint64) -> np.uint64:
    """SplitMix64's output for a state."""
    z = (state ^ (state >> SHIFT_1)) * MIX_1
    z = (z ^ (z >> SHIFT_2)) * MIX_2
    return z ^ (z >> SHIFT_3)


@compiled
def below(dice: NDArray[Any], n: int) -> np.int64:
    """An unbiased number from 0 to n - 1 (n at least 1); `dice` holds the state, a uint64."""
    size = np.uint64(n)
    tail = (MASK % size + ONE) % size
    while True:
        dice[0] += INCREMENT
        value = mix(dice[0])
        if value >= tail:
            return np.int64(value % size)
