"""Packing armies into the kernel's arrays."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from typing import Final

import numpy as np

from engine.core.errors import KernelError, unknown
from engine.rulesets.manymarios.kernel import field
from engine.rulesets.manymarios.kernel.field import LINEUP_MOST, Armies, Array
from engine.rulesets.manymarios.snapshot import ArmySnapshot

NUMBER_MOST: Final = 127
"""The largest number in the int8 arrays of Outcomes; battle files stay below it."""

OPCODES: Final = {
    "agility": field.AGILITY,
    "air-strike": field.AIR_STRIKE,
    "ballistics": field.BALLISTICS,
    "defender": field.DEFENDER,
    "flying": field.FLYING,
    "launch": field.LAUNCH,
    "stun": field.STUN,
}


@cache
def opcodes(abilities: tuple[str, ...]) -> int:
    """Return the abilities as bits. Raises KernelError for an unknown one."""
    bits = 0
    for ability in abilities:
        if ability not in OPCODES:
            raise KernelError(f"the kernel cannot play it: {unknown('opcode', ability, OPCODES)}")
        bits |= OPCODES[ability]
    return bits


def pack(armies: Sequence[ArmySnapshot]) -> Armies:
    """Pack armies for the kernel, in this order. Raises KernelError if it cannot play one."""
    units = [unit for army in armies for unit in army.lineup]
    packed = Armies(
        start=_starts(len(army.lineup) for army in armies),
        ae=_numbers(unit.ae for unit in units),
        de=_numbers(unit.de for unit in units),
        abilities=np.array([opcodes(unit.abilities) for unit in units], np.int64),
        own=_numbers(sum(p.source == "own" for p in unit.damage_parts) for unit in units),
        bonus=_starts(len(unit.damage_parts) for unit in units),
        bonuses=_numbers(part.amount for unit in units for part in unit.damage_parts),
        total=_numbers(sum(part.amount for part in unit.damage_parts) for unit in units),
    )
    if (np.diff(packed.start) > LINEUP_MOST).any():
        raise KernelError(f"a lineup has over {LINEUP_MOST} units, the most that the kernel plays")
    if ((packed.de <= 0) & (packed.abilities & field.LAUNCH == 0)).any():
        raise KernelError("a unit starts with no DE, and the kernel plays none that does")
    return packed


def join(one: Armies, two: Armies) -> Armies:
    both = Armies(*map(np.concatenate, zip(one, two, strict=True)))
    return both._replace(
        start=np.concatenate((one.start, two.start[1:] + one.start[-1])),
        bonus=np.concatenate((one.bonus, two.bonus[1:] + one.bonus[-1])),
    )


def reordered(army: Armies, places: Array) -> Armies:
    """Return one army per row of `places`, which lists the army's units (from 0) in a new order."""
    count, size = places.shape
    rows = places.reshape(-1).astype(np.int64)
    each = np.diff(army.bonus)[rows]
    bonus = np.concatenate((np.zeros(1, np.int64), np.cumsum(each)))
    shift = np.repeat(army.bonus[rows] - bonus[:-1], each)
    return Armies(
        start=np.arange(0, count * size + 1, size, dtype=np.int64),
        ae=army.ae[rows],
        de=army.de[rows],
        abilities=army.abilities[rows],
        own=army.own[rows],
        bonus=bonus,
        bonuses=army.bonuses[np.arange(bonus[-1]) + shift],
        total=army.total[rows],
    )


def _starts(sizes: Iterable[int]) -> Array:
    return np.array([0, *accumulate(sizes)], np.int64)


def _numbers(values: Iterable[int]) -> Array:
    numbers = np.array([*values], np.int64)
    if (abs(numbers) > NUMBER_MOST).any():
        raise KernelError(f"a number is beyond {NUMBER_MOST}, the most that the kernel holds")
    return numbers
