"""Dice of kernels are those of `engine.core.rng`, also where many are rolled at once."""

from typing import Any

import numpy as np
import pytest

from engine.core.rng import INCREMENT, MASK, MIX_1, MIX_2, Seeded, key
from engine.kernels import dice
from engine.kernels.block import BLOCK
from engine.kernels.compiled import bare_kernel

WORD, WHO = "melee", "a/griffons/2"


@bare_kernel
def many(seed: np.uint64, own: np.uint64, rolled: int, die: Any, needed: np.uint64) -> np.uint64:
    n, half, fifth, reciprocal = die[0], die[1], die[2], die[3]
    return dice.successes(seed, own, rolled, n, half, fifth, reciprocal, needed)


def at_once(seed: int, n: int, needed: int, rolled: int) -> list[bool]:
    bits = many(
        np.uint64(seed),
        np.uint64(key(WORD, WHO)),
        rolled,
        np.array(dice.die(n), np.uint64),
        np.uint64(needed),
    )
    return [bool(int(bits) >> k & 1) for k in range(BLOCK)]


def one_by_one(seed: int, n: int, needed: int, rolled: int) -> list[bool]:
    rng = Seeded(seed)
    rolls = [rng.below(n, WORD, WHO) for _ in range(rolled + BLOCK)]
    return [roll < needed for roll in rolls[rolled:]]


@pytest.mark.parametrize("n", [2, 3, 10, 18, 20, 25, 26, 30, dice.ROW_MOST])
def test_rolls_made_at_once_are_those_made_one_by_one(n: int) -> None:
    draw = Seeded(n)
    for _ in range(20):
        seed, needed = draw.below(2**64, "seed", ""), 1 + draw.below(n, "needed", "")
        row = (seed, n, needed, draw.below(40, "rolled", ""))
        assert at_once(*row) == one_by_one(*row), row


def unmixed(value: int) -> int:
    """The state that `rng.mix` makes this of."""
    value = _unshifted(value, 31) * pow(MIX_2, -1, 2**64) & MASK
    value = _unshifted(value, 27) * pow(MIX_1, -1, 2**64) & MASK
    return _unshifted(value, 30)


def _unshifted(value: int, by: int) -> int:
    found = value
    for _ in range(64 // by):
        found = value ^ (found >> by)
    return found


def seed_with(value: int, rolled: int) -> int:
    """The seed under which the unit's roll number `rolled` begins with this number of 64 bits."""
    own = (unmixed(value) - INCREMENT) & MASK
    return (unmixed(own) - (rolled + 1) * INCREMENT) & MASK ^ key(WORD, WHO)


@pytest.mark.parametrize(
    ("value", "n"), [*[(v, 20) for v in (0, 3, 15, 16, 2**32 - 1, 2**32)], (11, 26), (12, 26)]
)
def test_a_number_from_the_uneven_tail_is_rolled_again(value: int, n: int) -> None:
    """2**64 is 16 mod 20 and 16 mod 26, so numbers below 16 give no roll, and 16 gives 16."""
    for place in (0, 5):
        seed = seed_with(value, 7 + place)
        for needed in (1, 10, 17, n):
            row = (seed, n, needed, 7)
            assert at_once(*row) == one_by_one(*row), row
    if value == 16:
        assert at_once(seed, n, 16, 12)[0] is False
        assert at_once(seed, n, 17, 12)[0] is True
