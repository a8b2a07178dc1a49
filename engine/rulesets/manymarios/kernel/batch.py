"""Battles in bulk without events, for odds, searches and tournaments; packing their armies."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate
from typing import Final

import numpy as np

from engine.core.errors import KernelError, unknown
from engine.core.events import SideId
from engine.core.ruleset import Battle, Ends
from engine.kernels.dice import ends_of, own_seeds, seeds_of
from engine.rulesets.manymarios.army import Setup
from engine.rulesets.manymarios.events import ArmySnapshot
from engine.rulesets.manymarios.kernel.battle import (
    BY_DICE,
    FIELD,
    LAUNCH,
    LINEUP_MOST,
    OPCODES,
    Armies,
    Array,
    Outcomes,
    fight,
)

NUMBER_MOST: Final = 127
"""The largest number in the int8 arrays of Outcomes; battle files stay below it."""


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
    if ((packed.de <= 0) & (packed.abilities & LAUNCH == 0)).any():
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


FIRST: Final = {None: BY_DICE, "a": 0, "b": 1}


def outcomes(battles: Sequence[Battle], seeds: Sequence[int] | None = None) -> Outcomes:
    """Return how each battle ends under its own or the given seed, like `engine.outcomes`."""
    setups = [_setup(battle) for battle in battles]
    armies: dict[int, ArmySnapshot] = {}
    for setup in setups:
        armies[id(setup.a)] = setup.a
        armies[id(setup.b)] = setup.b
    number = {id_: k for k, id_ in enumerate(armies)}
    return _fight(
        pack([*armies.values()]),
        np.array([number[id(setup.a)] for setup in setups], np.int64),
        np.array([number[id(setup.b)] for setup in setups], np.int64),
        np.array([FIRST[setup.first] for setup in setups], np.int64),
        np.array(own_seeds(battles, seeds), np.uint64),
    )


def sampler(battle: Battle) -> Callable[[Sequence[int], int], Ends]:
    """Return a function that plays battles of a seed's sample by number. Raises KernelError."""
    setup = _setup(battle)
    packed, first = pack([setup.a, setup.b]), FIRST[setup.first]

    def play(numbers: Sequence[int], seed: int) -> Ends:
        seeds = seeds_of(numbers, seed)
        a, b, begins = (np.full(len(seeds), value, np.int64) for value in (0, 1, first))
        return ends_of(_fight(packed, a, b, begins, seeds, survivors=False))

    return play


def matchups(rows: Armies, columns: Armies) -> Outcomes:
    """Play every army of `rows` as side a against every army of `columns`.

    Arrays have the shape (rows, columns, 2): a begins battle [i, j, 0] and b begins [i, j, 1]. The
    first side is the only random choice, so the mean of the two is exact. Survivors are counted
    but not listed.
    """
    shape = (len(rows.start) - 1, len(columns.start) - 1, 2)
    a, b, first = (index.reshape(-1) for index in np.indices(shape))
    ended = _fight(
        join(rows, columns), a, b + shape[0], first, np.zeros(a.size, np.uint64), survivors=False
    )
    return ended._replace(
        winner=ended.winner.reshape(shape),
        reason=ended.reason.reshape(shape),
        rounds=ended.rounds.reshape(shape),
        left=ended.left.reshape(*shape, 2),
    )


def orders(battle: Battle, side: SideId, places: Array) -> Array:
    """Return a side's exact share for each row of `places`, an order of its units (from 0)."""
    setup = _setup(battle)
    own, enemy = (setup.a, setup.b) if side == "a" else (setup.b, setup.a)
    many, one = reordered(pack([own]), places), pack([enemy])
    if side == "a":
        shares: Array = _shares(matchups(many, one), setup.first)[:, 0]
    else:
        shares = 1 - _shares(matchups(one, many), setup.first)[0]
    return shares


def table(rows: Sequence[Battle], columns: Sequence[Battle]) -> Array:
    """Return [i, j]: the exact share of side a of row i against side b of column j."""
    a, b = pack([_setup(row).a for row in rows]), pack([_setup(column).b for column in columns])
    return _shares(matchups(a, b), _setup(rows[0]).first)


def _shares(ended: Outcomes, first: SideId | None) -> Array:
    """Return side a's chance to win plus half that of a draw; `first` fixes who begins."""
    share = np.array([0.5, 1.0, 0.0])[ended.winner]
    return np.asarray(share.mean(axis=2) if first is None else share[:, :, FIRST[first]])


def warm() -> None:
    nothing = pack([ArmySnapshot("", "", 0, (), ())])
    matchups(nothing, nothing)


def _fight(
    armies: Armies, a: Array, b: Array, first: Array, seeds: Array, *, survivors: bool = True
) -> Outcomes:
    battles = len(a)
    width = int(np.diff(armies.start).max(initial=0))
    detailed = battles if survivors else 0
    ended = Outcomes(
        winner=np.zeros(battles, np.int8),
        reason=np.zeros(battles, np.int8),
        rounds=np.zeros(battles, np.int32),
        left=np.zeros((battles, 2), np.int8),
        places=np.zeros((detailed, 2, width), np.int8),
        ae=np.zeros((detailed, 2, width), np.int8),
        de=np.zeros((detailed, 2, width), np.int8),
    )
    fight(armies, a, b, first, seeds, np.zeros(1, FIELD), ended)
    return ended


def _setup(battle: Battle) -> Setup:
    setup = battle.setup
    if not isinstance(setup, Setup):
        raise KernelError(f"no kernel plays the ruleset '{battle.ruleset.id}'")
    return setup
