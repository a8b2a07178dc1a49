"""Rounds by the thousand: the rules on arrays of units that are written as small numbers.

A unit is a code, and so most of the rules are tables to be looked up by code. It says the same as
`advance`, which a test holds it to, as long as no value exceeds the tables' `most`.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.rulesets.siege.cards import ORDERS
from engine.rulesets.siege.rules import (
    ATK,
    DEF,
    EXH,
    EXH_MOST,
    HP,
    MAY,
    Stats,
    battle_rank,
    rest_rank,
    siege_rank,
)
from engine.rulesets.siege.tables import Effect, Row, Tables, changed

Array: TypeAlias = NDArray[np.int32]
Mask: TypeAlias = NDArray[np.bool_]

ATTACK, DEFEND, RECOVER, NONE = (ORDERS.index(o) for o in ("attack", "defend", "recover", "none"))
UNITS: Final = 5
PLAIN_MOST: Final = 4
"""What no ATK, DEF or HP exceeds while no row adds any."""
GROWN_MOST: Final = 7
"""What values are cut off at when rows add some: beyond, a bot's foresight is rough."""


class Rules(NamedTuple):
    """The rules as tables by code.

    most: the highest ATK, DEF or HP that has a code.
    units: each code's four values.
    may: by order and code, whether the unit may carry it out.
    battle, siege, rest: places in the rankings, the highest number first.
    fight: by own code and opponent's, the code after a fight.
    rows: by A, D, number of besiegers and of defenders, the siege row.
    falls: by siege row, whether the castle falls.
    besieger, defender: by row, whether on top and code, the code after a siege.
    rested: by whether it pays and code, the code after rest.
    """

    most: int
    units: Array
    may: Mask
    battle: Array
    siege: Array
    rest: Array
    fight: Array
    rows: Array
    falls: Mask
    besieger: Array
    defender: Array
    rested: Array

    def code(self, unit: Stats) -> int:
        """A unit's code."""
        atk, def_, hp = (min(unit[stat], self.most) for stat in (ATK, DEF, HP))
        base = self.most + 1
        return ((atk * base + def_) * base + hp) * (EXH_MOST + 1) + unit[EXH]


@lru_cache(8)
def rules_of(tables: Tables) -> Rules:
    """The rules with these tables."""
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
        after = [changed(unit, effects) for unit in units]
        return [places[min(a, most), min(d, most), min(h, most), e] for a, d, h, e in after]

    def ranking(rank: Callable[[Stats], tuple[int, ...]]) -> Array:
        distinct = sorted({rank(unit) for unit in units}, reverse=True)
        numbers = {key: number for number, key in enumerate(distinct)}
        return np.array([numbers[rank(unit)] for unit in units], np.int32)

    siege_rows: list[Row | None] = [*tables.siege, None]

    def settled(who: str) -> Array:
        return np.array(
            [
                [
                    becomes([e for e in row.effects if e.target in names] if row else [])
                    for names in ((f"each_{who}",), (f"each_{who}", f"top_{who}"))
                ]
                for row in siege_rows
            ],
            np.int32,
        )

    rest = [Effect("", EXH, -1)]
    values = np.array(units, np.int32)
    return Rules(
        most=most,
        units=values,
        may=np.array([[MAY[order](unit) for unit in units] for order in ORDERS]),
        battle=ranking(battle_rank),
        siege=ranking(siege_rank),
        rest=ranking(rest_rank),
        fight=_fights(tables, values, becomes),
        rows=_siege_rows(tables, most),
        falls=np.array([bool(row and row.wins) for row in siege_rows]),
        besieger=settled("attacker"),
        defender=settled("defender"),
        rested=np.array([becomes(rest), becomes([*rest, Effect("", HP, -1)])], np.int32),
    )


def _fights(
    tables: Tables, units: Array, becomes: Callable[[Sequence[Effect]], list[int]]
) -> Array:
    """The outcome of every fight there can be."""
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
    """The row for every siege there can be; the last number is for none."""
    shape = (UNITS * most + 1, UNITS * most + 1, UNITS + 1, UNITS + 1)
    operands = list(np.indices(shape))
    rows = np.full(shape, len(tables.siege), np.int32)
    for number in reversed(range(len(tables.siege))):
        rows[_holds(tables.siege[number], operands)] = number
    return rows


def _holds(row: Row, operands: Sequence[Array]) -> Mask:
    """Where all conditions of a row hold."""
    holds = np.ones(np.broadcast_shapes(*(each.shape for each in operands)), np.bool_)
    for left, compare, right, _ in row.when:
        one = operands[left.operand] * left.times + left.plus
        two = operands[right.operand] * right.times + right.plus
        holds &= np.asarray(compare(one, two))  # type: ignore[arg-type]
    return holds


def play_round(
    rules: Rules, a: Array, b: Array, orders_a: Array, orders_b: Array
) -> tuple[Array, Array, NDArray[np.int8]]:
    """Both sides after a round, and who has won by a castle's fall: 1 for a, -1 for b, 0 nobody.

    Each array has a row a match and a column a unit. Orders must be allowed.
    """
    a, b = a.copy(), b.copy()
    attack_a, attack_b = orders_a == ATTACK, orders_b == ATTACK
    defend_a, defend_b = orders_a == DEFEND, orders_b == DEFEND
    count_a, count_b = attack_a.sum(axis=1), attack_b.sum(axis=1)
    excess_a, excess_b = _fight(rules, a, b, attack_a, attack_b, np.minimum(count_a, count_b))
    fell_b = _besiege(rules, a, excess_a, b, defend_b)
    fell_a = _besiege(rules, b, excess_b, a, defend_a)
    _rest(rules, a, orders_a == RECOVER)
    _rest(rules, b, orders_b == RECOVER)
    return a, b, fell_b.astype(np.int8) - fell_a.astype(np.int8)


def _fight(
    rules: Rules, a: Array, b: Array, attack_a: Mask, attack_b: Mask, pairs: Array
) -> tuple[Mask, Mask]:
    """Fights all pairs, and says who is left over (D3)."""
    excess_a, excess_b = attack_a.copy(), attack_b.copy()
    some = np.flatnonzero(pairs)
    if not len(some):
        return excess_a, excess_b
    order_a, order_b = (
        _order(rules.battle, a[some], attack_a[some]),
        _order(rules.battle, b[some], attack_b[some]),
    )
    for slot in range(int(pairs.max())):
        on = np.flatnonzero(pairs[some] > slot)
        match = some[on]
        place_a, place_b = order_a[on, slot], order_b[on, slot]
        unit_a, unit_b = a[match, place_a], b[match, place_b]
        a[match, place_a] = rules.fight[unit_a, unit_b]
        b[match, place_b] = rules.fight[unit_b, unit_a]
        excess_a[match, place_a] = False
        excess_b[match, place_b] = False
    return excess_a, excess_b


def _order(ranking: Array, side: Array, who: Mask) -> Array:
    """Places of units by rank, the first first; those that are not meant come last."""
    places = np.arange(UNITS, dtype=np.int32)
    keys = np.where(who, (ranking[side] + 1) * 8 + (7 - places), 0)
    keys.sort(axis=1)
    return 7 - (keys[:, ::-1] & 7)


def _top(ranking: Array, side: Array, who: Mask) -> Mask:
    """Who of each side's group ranks first."""
    keys = np.where(who, (ranking[side] + 1) * 8 + (7 - np.arange(UNITS, dtype=np.int32)), 0)
    first: Mask = who & (keys == keys.max(axis=1, keepdims=True))
    return first


def _besiege(rules: Rules, by: Array, besiegers: Mask, side: Array, defenders: Mask) -> Mask:
    """Settles the siege of one side in each match, and says which castles fall (D4)."""
    attackers, guards = besiegers.sum(axis=1), defenders.sum(axis=1)
    attack = (rules.units[by, ATK] * besiegers).sum(axis=1)
    defense = (rules.units[side, DEF] * defenders).sum(axis=1)
    row = rules.rows[attack, defense, attackers, guards]
    for units, who, settled in ((by, besiegers, rules.besieger), (side, defenders, rules.defender)):
        top = _top(rules.siege, units, who).astype(np.int8)
        np.copyto(units, settled[row[:, None], top, units], where=who)
    fallen: Mask = (attackers > 0) & ((guards == 0) | rules.falls[row])
    return fallen


def _rest(rules: Rules, side: Array, who: Mask) -> None:
    """Takes 1 EXH off whoever recovers, and 1 HP off all but the first (D5)."""
    pays = (~_top(rules.rest, side, who)).astype(np.int8)
    np.copyto(side, rules.rested[pays, side], where=who)


def totals(rules: Rules, side: Array) -> Array:
    """What decides after the last round, as one number: total, then EXH, then HP (D6)."""
    values = rules.units[side].sum(axis=1)
    atk, def_, hp, exh = values.T
    number: Array = ((atk + def_ + hp - exh + 15) * 16 + (15 - exh)) * 64 + hp
    return number
