"""Eight rolls of a die at once, as vectors of the processor (DECISIONS.md, D-149)."""

from collections.abc import Callable
from typing import Any, Final, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.core import rng

BLOCK: Final = 8
"""How many rolls are made at once."""
WHOLE: Final = ir.IntType(64)
HALF: Final = ir.IntType(32)
FIRST: Final = ir.Constant(HALF, 0)
HALF_BITS: Final = 32
FIFTH_BITS: Final = 20
RECIPROCAL_BITS: Final = 28
DIE_BITS: Final = (6, 5, 5, RECIPROCAL_BITS)
"""How large what `dice.die` gives of 2 to 32 sides can be."""


def _constant(*values: int) -> Any:
    """A number for each roll, or one for all."""
    row = [value & rng.MASK for value in values] * (BLOCK // len(values))
    return ir.Constant(ir.VectorType(WHOLE, BLOCK), row)


def _everywhere(build: ir.IRBuilder, value: Any) -> Any:
    """The same number for each roll."""
    row = ir.VectorType(value.type, BLOCK)
    held = build.insert_element(ir.Constant(row, ir.Undefined), value, FIRST)
    places = ir.Constant(ir.VectorType(HALF, BLOCK), [0] * BLOCK)
    return build.shuffle_vector(held, held, places)


def _small(build: ir.IRBuilder, value: Any, bits: int) -> Any:
    """The same number of so many bits for each roll, which tells the compiler how small it is."""
    return _everywhere(build, build.and_(value, ir.Constant(WHOLE, (1 << bits) - 1)))


def _mixed(build: ir.IRBuilder, row: Any) -> Any:
    """`rng.mix` of each."""
    for shift, factor in ((30, rng.MIX_1), (27, rng.MIX_2)):
        row = build.mul(build.xor(row, build.lshr(row, _constant(shift))), _constant(factor))
    return build.xor(row, build.lshr(row, _constant(31)))


def _folded(build: ir.IRBuilder, row: Any, bits: int, remainder: Any) -> Any:
    """Smaller numbers, of the same remainder, by that of 2**bits."""
    high = build.mul(build.lshr(row, _constant(bits)), remainder)
    return build.add(high, build.and_(row, _constant((1 << bits) - 1)))


def _flags(build: ir.IRBuilder, row: Any) -> Any:
    """What is true or false for each roll as the bits of a number, the first roll's lowest."""
    return build.zext(build.bitcast(row, ir.IntType(BLOCK)), WHOLE)


def _write(_: Any, build: ir.IRBuilder, __: Any, arguments: Any) -> Any:
    first, die, needed = arguments[0], arguments[1:5], arguments[5]
    n, half, fifth, reciprocal = (
        _small(build, value, bits) for value, bits in zip(die, DIE_BITS, strict=True)
    )
    states = _constant(*((place + 1) * rng.INCREMENT for place in range(BLOCK)))
    own = _mixed(build, build.add(_everywhere(build, first), states))
    row = _mixed(build, build.add(own, _constant(rng.INCREMENT)))
    # 2**64 mod n numbers are no rolls: they are all small.
    high = build.lshr(row, _constant(HALF_BITS))
    unsure = _flags(build, build.icmp_unsigned("==", high, _constant(0)))
    row = _folded(build, row, HALF_BITS, half)
    row = _folded(build, row, FIFTH_BITS, fifth)
    times = build.lshr(build.mul(row, reciprocal), _constant(RECIPROCAL_BITS))
    row = build.sub(row, build.mul(times, n))
    found = _flags(build, build.icmp_unsigned("<", row, _everywhere(build, needed)))
    return build.or_(found, build.shl(unsure, ir.Constant(WHOLE, BLOCK)))


def _block(
    _: Any, first: Any, n: Any, half: Any, fifth: Any, reciprocal: Any, needed: Any
) -> tuple[Any, Any]:
    return types.uint64(*[types.uint64] * 6), _write


block = cast(Callable[..., np.uint64], intrinsic(_block))
"""Which of the rolls behind `first` are below `needed`: bit k tells it of roll k.

From bit BLOCK on: which of them may be none, so that the next number has to be taken.

A loop over the rolls is made into vectors, too, but multiplies all numbers as if they had 64
bits; there is no instruction for that, and most of those here have less than 32. There is
no division of a vector either: the remainder of `die` brings a number below 2**23, where
multiplying by the reciprocal is exact.
"""
