"""The dice of engine/core/rng.py in compiled code: the same seed and key give the same rolls.

Eight rolls of a die are made together, as processor vectors (DECISIONS.md, D-149).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from engine.core import rng
from engine.core.errors import InputError
from engine.core.ruleset import SEED_MOST, WINNERS, Battle, Ends, Outcomes
from engine.kernels.compiled import bare, not_inlined

BLOCK: Final = 8  # number of rolls made together
WHOLE: Final = ir.IntType(64)
HALF: Final = ir.IntType(32)
FIRST: Final = ir.Constant(HALF, 0)
HALF_BITS: Final = 32
FIFTH_BITS: Final = 20
RECIPROCAL_BITS: Final = 28
DIE_BITS: Final = (6, 5, 5, RECIPROCAL_BITS)  # bits of the values of `dice.die`, for 2 to 32 sides


def _constant(*values: int) -> Any:
    """Return a vector of constants, one for each roll or one for all."""
    row = [value & rng.MASK for value in values] * (BLOCK // len(values))
    return ir.Constant(ir.VectorType(WHOLE, BLOCK), row)


def _splat(build: ir.IRBuilder, value: Any) -> Any:
    """Return a vector with the same number for each roll."""
    row = ir.VectorType(value.type, BLOCK)
    held = build.insert_element(ir.Constant(row, ir.Undefined), value, FIRST)
    places = ir.Constant(ir.VectorType(HALF, BLOCK), [0] * BLOCK)
    return build.shuffle_vector(held, held, places)


def _mix(build: ir.IRBuilder, row: Any) -> Any:
    for shift, factor in ((30, rng.MIX_1), (27, rng.MIX_2)):
        row = build.mul(build.xor(row, build.lshr(row, _constant(shift))), _constant(factor))
    return build.xor(row, build.lshr(row, _constant(31)))


def _fold(build: ir.IRBuilder, row: Any, bits: int, remainder: Any) -> Any:
    """Return smaller numbers with the same remainder, given the remainder of 2**bits."""
    high = build.mul(build.lshr(row, _constant(bits)), remainder)
    return build.add(high, build.and_(row, _constant((1 << bits) - 1)))


def _bitmask(build: ir.IRBuilder, row: Any) -> Any:
    """Return booleans as the bits of a number, the first roll's lowest."""
    return build.zext(build.bitcast(row, ir.IntType(BLOCK)), WHOLE)


def _write(_: Any, build: ir.IRBuilder, __: Any, arguments: Any) -> Any:
    first, die, needed = arguments[0], arguments[1:5], arguments[5]
    # Masked, so that LLVM knows their numbers of bits
    masks = [ir.Constant(WHOLE, (1 << bits) - 1) for bits in DIE_BITS]
    masked = [build.and_(value, mask) for value, mask in zip(die, masks, strict=True)]
    n, half, fifth, reciprocal = (_splat(build, value) for value in masked)
    states = _constant(*((place + 1) * rng.INCREMENT for place in range(BLOCK)))
    own = _mix(build, build.add(_splat(build, first), states))
    row = _mix(build, build.add(own, _constant(rng.INCREMENT)))
    # Only small numbers are rejected: the first 2**64 mod n.
    high = build.lshr(row, _constant(HALF_BITS))
    unsure = _bitmask(build, build.icmp_unsigned("==", high, _constant(0)))
    row = _fold(build, row, HALF_BITS, half)
    row = _fold(build, row, FIFTH_BITS, fifth)
    times = build.lshr(build.mul(row, reciprocal), _constant(RECIPROCAL_BITS))
    row = build.sub(row, build.mul(times, n))
    found = _bitmask(build, build.icmp_unsigned("<", row, _splat(build, needed)))
    return build.or_(found, build.shl(unsure, ir.Constant(WHOLE, BLOCK)))


def _block(
    _: Any, first: Any, n: Any, half: Any, fifth: Any, reciprocal: Any, needed: Any
) -> tuple[Any, Any]:
    return types.uint64(*[types.uint64] * 6), _write


block = cast(Callable[..., np.uint64], intrinsic(_block))
"""Which of the rolls after `first` are below `needed`: bit k is roll k.

The bits from BLOCK on mark numbers that may have to be rejected and redrawn.

LLVM would vectorize a loop over the rolls, too, but multiply as if all numbers had 64 bits, for
which there is no instruction; most have less than 32. There is no vector division either: the
constants of `die` reduce a number to less than 2**23, where multiplying by the reciprocal is exact.
"""


MASK: Final = np.uint64(rng.MASK)
INCREMENT: Final = np.uint64(rng.INCREMENT)
MIX_1: Final = np.uint64(rng.MIX_1)
MIX_2: Final = np.uint64(rng.MIX_2)
ONE: Final = np.uint64(1)
SHIFT_1: Final = np.uint64(30)
SHIFT_2: Final = np.uint64(27)
SHIFT_3: Final = np.uint64(31)

ROW_MOST: Final = 32  # maximum number of sides of a die for `successes`
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
    seed: np.uint64, key: np.uint64, rolled: int, dice: NDArray[Any], row: int, needed: np.uint64
) -> np.uint64:
    """Return which of the BLOCK rolls from `rolled` on are below `needed`: bit k is roll k.

    A row of `dice` has the constants from `die`.
    """
    n, half, fifth, reciprocal = dice[row, 0], dice[row, 1], dice[row, 2], dice[row, 3]
    first = (seed ^ key) + np.uint64(rolled) * INCREMENT
    found = block(first, n, half, fifth, reciprocal, needed)
    if found >> EACH:  # once in 500 million calls
        return successes_one_by_one(seed, key, rolled, int(n), needed)
    return found


PLACES = 64  # more than the number of units of any side


def seeds_of(numbers: Sequence[int], seed: int) -> NDArray[np.uint64]:
    """Return the seeds of the battles with these numbers in a sample: a vectorized `rng.output`."""
    # The uncompiled function accepts arrays.
    row = cast(Any, output).py_func
    if isinstance(numbers, range):  # much faster than by iteration
        listed = np.arange(numbers.start, numbers.stop, numbers.step, dtype=np.uint64)
    else:
        listed = np.asarray(numbers, np.uint64)
    return np.asarray(row(np.uint64(seed & rng.MASK), listed))


def no_outcomes(battles: int) -> Outcomes:
    """Return outcomes for a kernel to fill in."""
    rounds = np.zeros(battles, np.int32)
    return Outcomes(np.zeros(battles, np.int8), rounds, np.zeros((battles, 2), np.int8))


def ends_of(ended: Outcomes) -> Ends:
    """Return the number of battles by winner, units left of a and units left of b."""
    # 16 bits are enough for every result, and take a tenth of the time.
    winner, left = ended.winner.astype(np.int16), ended.left.astype(np.int16)
    of_a, of_b = left[:, 0] * (winner != 2), left[:, 1] * (winner != 1)
    times = np.bincount((winner * np.int16(PLACES) + of_a) * np.int16(PLACES) + of_b)
    found: Ends = Counter()
    for end in np.flatnonzero(times).tolist():
        rest, left_b = divmod(end, PLACES)
        number, left_a = divmod(rest, PLACES)
        found[WINNERS[number], left_a, left_b] = int(times[end])
    return found


def sample_of(
    play: Callable[[NDArray[np.uint64]], Outcomes],
) -> Callable[[Sequence[int], int], Ends]:
    """Return a kernel's `sampler` of one battle, which `play` plays under each of these seeds."""
    return lambda numbers, seed: ends_of(play(seeds_of(numbers, seed)))


def own_seeds(battles: Sequence[Battle], seeds: Sequence[int] | None) -> list[int]:
    """Return the given seeds, one per battle, or else those of the battles.

    Raises InputError for a missing seed or one out of range, ValueError for a wrong number of them.
    """
    if seeds is not None:
        if len(seeds) != len(battles):
            raise ValueError(f"{len(seeds):,} seeds for {len(battles):,} battles; give one each")
        if len(seeds) and not (min(seeds) >= 0 and max(seeds) <= SEED_MOST):
            raise InputError.single("seed", "must be a whole number from 0 to 2**64 - 1")
        return [*seeds]
    own = [battle.seed for battle in battles if battle.seed is not None]
    if len(own) < len(battles):
        raise InputError.single("seed", "is missing; give a whole number from 0 to 2**64 - 1")
    return own
