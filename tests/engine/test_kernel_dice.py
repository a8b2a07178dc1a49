"""Dice of kernels are those of `engine.core.rng`, also where many are rolled at once."""

from typing import Any

import numpy as np
import pytest

from engine.core.rng import Seeded, key
from engine.kernels import dice
from engine.kernels.compiled import bare_kernel
from engine.kernels.dice import BLOCK

WORD, WHO = "melee", "a/griffons/2"


@bare_kernel
def many(seed: np.uint64, own: np.uint64, rolled: int, die: Any, needed: np.uint64) -> np.uint64:
    return dice.successes(seed, own, rolled, die, 0, needed)


def at_once(seed: int, n: int, needed: int, rolled: int) -> list[bool]:
    bits = many(
        np.uint64(seed),
        np.uint64(key(WORD, WHO)),
        rolled,
        np.array([dice.die(n)], np.uint64),
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
