"""Units as small numbers (codes), and the rules as tables by code."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.rulesets.siege.events import ORDERS
from engine.rulesets.siege.rules import (
    ALLOWED,
    ATK,
    DEF,
    EXH,
    EXH_MOST,
    HP,
    Effect,
    Row,
    Stats,
    Tables,
    battle_rank,
    rest_rank,
    siege_rank,
    with_effects,
)

Array: TypeAlias = NDArray[np.int32]
Mask: TypeAlias = NDArray[np.bool_]

ATTACK, DEFEND, RECOVER, NONE = (ORDERS.index(o) for o in ("attack", "defend", "recover", "none"))
UNITS: Final = 5
PLAIN_MOST: Final = 4  # maximum ATK, DEF or HP if no row of the tables increases any
GROWN_MOST: Final = 7
"""Values are capped at this if rows increase any: beyond it, a bot's foresight is approximate."""


class Rules(NamedTuple):
    """The rules as tables by code."""

    most: int  # the highest ATK, DEF or HP that has a code
    units: Array  # each code's four values
    may: Mask  # by order and code, whether the unit may carry it out
    # battle, siege, rest: places in the rankings, the highest number first
    battle: Array
    siege: Array
    rest: Array
    fight: Array  # by own code and opponent's, the code after a fight
    rows: Array  # by A, D, number of besiegers and of defenders, the siege row
    falls: Mask  # by siege row, whether the castle falls
    # besieger, defender: by row, whether on top and code, the code after a siege
    besieger: Array
    defender: Array
    rested: Array  # by whether it pays and code, the code after rest
    score: Array  # the unit's contribution to the number that decides after the last round

    def code(self, unit: Stats) -> int:
        atk, def_, hp = (min(unit[stat], self.most) for stat in (ATK, DEF, HP))
        base = self.most + 1
        return ((atk * base + def_) * base + hp) * (EXH_MOST + 1) + unit[EXH]


@lru_cache(8)
def rules_of(tables: Tables) -> Rules:
    grows = any(
        effect.delta > 0 and effect.stat != EXH
        for row in (*tables.battle, *tables.siege)
        for effect in row.effects
    )
    most = GROWN_MOST if grows else PLAIN_MOST
    base = range(most + 1)
    units: list[Stats] = [
        (atk, def_, hp, exh) for atk in base for def_ in base for hp in base for exh in range(4)
    ]
    places = {unit: code for code, unit in enumerate(units)}

    def becomes(effects: Sequence[Effect]) -> list[int]:
        after = [with_effects(unit, effects) for unit in units]
        return [places[min(a, most), min(d, most), min(h, most), e] for a, d, h, e in after]

    def ranking(rank: Callable[[Stats], tuple[int, ...]]) -> Array:
        distinct = sorted({rank(unit) for unit in units}, reverse=True)
        numbers = {key: number for number, key in enumerate(distinct)}
        return np.array([numbers[rank(unit)] for unit in units], np.int32)

    def settled(who: str) -> Array:
        targets = ((f"each_{who}",), (f"each_{who}", f"top_{who}"))
        rows = [*(row.effects for row in tables.siege), ()]
        after = [[becomes([e for e in row if e.target in to]) for to in targets] for row in rows]
        return np.array(after, np.int32)

    rest = [Effect("", EXH, -1)]
    values = np.array(units, np.int32)
    return Rules(
        most=most,
        units=values,
        may=np.array([[ALLOWED[order](unit) for unit in units] for order in ORDERS]),
        battle=ranking(battle_rank),
        siege=ranking(siege_rank),
        rest=ranking(rest_rank),
        fight=_fights(tables, values, becomes),
        rows=_siege_rows(tables, most),
        falls=np.array([*(row.wins for row in tables.siege), False]),
        besieger=settled("attacker"),
        defender=settled("defender"),
        rested=np.array([becomes(rest), becomes([*rest, Effect("", HP, -1)])], np.int32),
        score=_scores(values),
    )


def _fights(
    tables: Tables, units: Array, becomes: Callable[[Sequence[Effect]], list[int]]
) -> Array:
    own, foe = units[:, None, :], units[None, :, :]
    operands = [*(own[..., stat] for stat in range(4)), *(foe[..., stat] for stat in range(4))]
    count = len(units)
    after = np.broadcast_to(np.arange(count, dtype=np.int32)[:, None], (count, count)).copy()
    open_ = np.ones((count, count), np.bool_)
    for row in tables.battle:
        holds = open_ & _holds(row, operands)
        to = np.array(becomes(row.effects), np.int32)
        after = np.where(holds, to[:, None], after)
        open_ &= ~holds
    return after


def _siege_rows(tables: Tables, most: int) -> Array:
    """Return the row of every possible siege; the last number stands for none."""
    shape = (UNITS * most + 1, UNITS * most + 1, UNITS + 1, UNITS + 1)
    operands = list(np.indices(shape))
    rows = np.full(shape, len(tables.siege), np.int32)
    for number in reversed(range(len(tables.siege))):
        rows[_holds(tables.siege[number], operands)] = number
    return rows


def _holds(row: Row, operands: Sequence[Array]) -> Mask:
    holds = np.ones(np.broadcast_shapes(*(each.shape for each in operands)), np.bool_)
    for left, compare, right, _ in row.when:
        one = operands[left.operand] * left.times + left.plus
        two = operands[right.operand] * right.times + right.plus
        holds &= np.asarray(compare(one, two))  # type: ignore[arg-type]
    return holds


def _scores(units: Array) -> Array:
    """Return the units' scores for the end (D6) as single numbers: total, then EXH, then HP."""
    atk, def_, hp, exh = units.T
    # Five units have less than 16 EXH in all, and less than 64 HP.
    scores: Array = (((atk + def_ + hp - exh) * 16 - exh) * 64 + hp).astype(np.int32)
    return scores
