"""Battles in bulk without events, for odds, searches and tournaments; packing their armies."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate
from typing import Final

import numpy as np

from engine.core.events import SideId
from engine.core.ruleset import Battle, Ends, Outcomes
from engine.kernels.dice import no_outcomes, own_seeds, sample_of
from engine.rulesets.manymarios.events import ArmySnapshot
from engine.rulesets.manymarios.kernel.battle import BY_DICE, FIELD, OPCODES, Armies, Array, fight


@cache
def opcodes(abilities: tuple[str, ...]) -> int:
    """Return the abilities, each given once, as bits."""
    return sum(OPCODES[ability] for ability in abilities)


def pack(armies: Sequence[ArmySnapshot]) -> Armies:
    """Pack armies for the kernel, in this order."""
    units = [unit for army in armies for unit in army.lineup]
    return Armies(
        start=_starts(len(army.lineup) for army in armies),
        ae=_numbers(unit.ae for unit in units),
        de=_numbers(unit.de for unit in units),
        abilities=np.array([opcodes(unit.abilities) for unit in units], np.int64),
        own=_numbers(sum(p.source == "own" for p in unit.damage_parts) for unit in units),
        bonus=_starts(len(unit.damage_parts) for unit in units),
        bonuses=_numbers(part.amount for unit in units for part in unit.damage_parts),
        total=_numbers(sum(part.amount for part in unit.damage_parts) for unit in units),
    )


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
    return np.fromiter(values, np.int64)


FIRST: Final = {None: BY_DICE, "a": 0, "b": 1}


def outcomes(battles: Sequence[Battle], seeds: Sequence[int] | None = None) -> Outcomes:
    """Return how each battle ends under its own or the given seed, like `engine.outcomes`."""
    setups = [battle.setup for battle in battles]
    packed = pack([army for setup in setups for army in (setup.a, setup.b)])
    a = np.arange(0, 2 * len(setups), 2)
    first = np.array([FIRST[setup.first] for setup in setups], np.int64)
    return _fight(packed, a, a + 1, first, np.array(own_seeds(battles, seeds), np.uint64))


def sampler(battle: Battle) -> Callable[[Sequence[int], int], Ends]:
    """Return a function that plays battles of a seed's sample by number."""
    setup = battle.setup
    packed, first = pack([setup.a, setup.b]), FIRST[setup.first]

    def play(seeds: Array) -> Outcomes:
        a, b, begins = (np.full(len(seeds), value, np.int64) for value in (0, 1, first))
        return _fight(packed, a, b, begins, seeds)

    return sample_of(play)


def matchups(rows: Armies, columns: Armies) -> Outcomes:
    """Play every army of `rows` as side a against every army of `columns`.

    Arrays have the shape (rows, columns, 2): a begins battle [i, j, 0] and b begins [i, j, 1]. The
    first side is the only random choice, so the mean of the two is exact.
    """
    shape = (len(rows.start) - 1, len(columns.start) - 1, 2)
    a, b, first = (index.reshape(-1) for index in np.indices(shape))
    no_seeds = np.zeros(a.size, np.uint64)
    winner, rounds, left = _fight(join(rows, columns), a, b + shape[0], first, no_seeds)
    return Outcomes(winner.reshape(shape), rounds.reshape(shape), left.reshape(*shape, 2))


def orders(battle: Battle, side: SideId, places: Array) -> Array:
    """Return a side's exact share for each row of `places`, an order of its units (from 0)."""
    setup = battle.setup
    own, enemy = (setup.a, setup.b) if side == "a" else (setup.b, setup.a)
    many, one = reordered(pack([own]), places), pack([enemy])
    if side == "a":
        shares: Array = _shares(matchups(many, one), setup.first)[:, 0]
    else:
        shares = 1 - _shares(matchups(one, many), setup.first)[0]
    return shares


def table(rows: Sequence[Battle], columns: Sequence[Battle]) -> Array:
    """Return [i, j]: the exact share of side a of row i against side b of column j."""
    a, b = pack([row.setup.a for row in rows]), pack([column.setup.b for column in columns])
    return _shares(matchups(a, b), rows[0].setup.first)


def _shares(ended: Outcomes, first: SideId | None) -> Array:
    """Return side a's chance to win plus half that of a draw; `first` fixes who begins."""
    share = np.array([0.5, 1.0, 0.0])[ended.winner]
    return np.asarray(share.mean(axis=2) if first is None else share[:, :, FIRST[first]])


def warm() -> None:
    nothing = pack([ArmySnapshot("", "", 0, (), ())])
    matchups(nothing, nothing)


def _fight(armies: Armies, a: Array, b: Array, first: Array, seeds: Array) -> Outcomes:
    ended = no_outcomes(len(a))
    fight(armies, a, b, first, seeds, np.zeros(1, FIELD), ended)
    return ended
