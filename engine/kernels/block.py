"""Eight rolls of a die together, as processor vectors (DECISIONS.md, D-149)."""

from collections.abc import Callable
from typing import Any, Final, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.core import rng

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


def _splat_bits(build: ir.IRBuilder, value: Any, bits: int) -> Any:
    """Return the same number for each roll, masked so that LLVM knows its number of bits."""
    return _splat(build, build.and_(value, ir.Constant(WHOLE, (1 << bits) - 1)))


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
    n, half, fifth, reciprocal = (
        _splat_bits(build, value, bits) for value, bits in zip(die, DIE_BITS, strict=True)
    )
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
