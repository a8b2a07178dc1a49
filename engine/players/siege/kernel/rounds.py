"""The rules as tables, and rounds in compiled code: each side alone, then both sides together.

A unit is a code, so that most rules are tables by code (`Rules`). The part of a round that
depends on one side alone is computed once and called a deed, since it is combined with many deeds
of the other side. A deed is a row of whole numbers. It has a slot for each of the side's units:
first the attackers, by battle rank, then the defenders, then the others after resting.

Results equal those of the stages: tests/games/siege/test_kernels.py compares the two.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.kernels.compiled import bare
from engine.rulesets.siege import rules as r
from engine.rulesets.siege.events import ORDERS

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

    def code(self, unit: r.Stats) -> int:
        atk, def_, hp = (min(unit[stat], self.most) for stat in (r.ATK, r.DEF, r.HP))
        base = self.most + 1
        return ((atk * base + def_) * base + hp) * (r.EXH_MOST + 1) + unit[r.EXH]


@lru_cache(8)
def rules_of(tables: r.Tables) -> Rules:
    effects = (effect for row in (*tables.battle, *tables.siege) for effect in row.effects)
    grows = any(effect.delta > 0 and effect.stat != r.EXH for effect in effects)
    most = GROWN_MOST if grows else PLAIN_MOST
    base = range(most + 1)
    units: list[r.Stats] = [
        (atk, def_, hp, exh) for atk in base for def_ in base for hp in base for exh in range(4)
    ]
    places = {unit: code for code, unit in enumerate(units)}

    def becomes(effects: Sequence[r.Effect]) -> list[int]:
        after = [r.with_effects(unit, effects) for unit in units]
        return [places[min(a, most), min(d, most), min(h, most), e] for a, d, h, e in after]

    def ranking(rank: Callable[[r.Stats], tuple[int, ...]]) -> Array:
        distinct = sorted({rank(unit) for unit in units}, reverse=True)
        numbers = {key: number for number, key in enumerate(distinct)}
        return np.array([numbers[rank(unit)] for unit in units], np.int32)

    def settled(who: str) -> Array:
        targets = ((f"each_{who}",), (f"each_{who}", f"top_{who}"))
        rows = [*(row.effects for row in tables.siege), ()]
        after = [[becomes([e for e in row if e.target in to]) for to in targets] for row in rows]
        return np.array(after, np.int32)

    values = np.array(units, np.int32)
    atk, def_, hp, exh = values.T
    return Rules(
        most=most,
        units=values,
        may=np.array([[r.ALLOWED[order](unit) for unit in units] for order in ORDERS]),
        battle=ranking(r.battle_rank),
        siege=ranking(r.siege_rank),
        rest=ranking(r.rest_rank),
        fight=_fights(tables, values, becomes),
        rows=_siege_rows(tables, most),
        falls=np.array([*(row.wins for row in tables.siege), False]),
        besieger=settled("attacker"),
        defender=settled("defender"),
        rested=np.array([becomes(r.REST), becomes(r.PAID_REST)], np.int32),
        # At the end (D6): total, then EXH, then HP; five units have below 16 EXH and 64 HP in all.
        score=((((atk + def_ + hp - exh) * 16 - exh) * 64) + hp).astype(np.int32),
    )


def _fights(
    tables: r.Tables, units: Array, becomes: Callable[[Sequence[r.Effect]], list[int]]
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


def _siege_rows(tables: r.Tables, most: int) -> Array:
    """Return the row of every possible siege; the last number stands for none."""
    shape = (UNITS * most + 1, UNITS * most + 1, UNITS + 1, UNITS + 1)
    operands = list(np.indices(shape))
    rows = np.full(shape, len(tables.siege), np.int32)
    for number in reversed(range(len(tables.siege))):
        rows[_holds(tables.siege[number], operands)] = number
    return rows


def _holds(row: r.Row, operands: Sequence[Array]) -> Mask:
    holds = np.ones(np.broadcast_shapes(*(each.shape for each in operands)), np.bool_)
    for condition in row.when:
        holds &= np.asarray(condition.holds(operands))
    return holds


PLACE: Final = 0  # first of five columns: the unit in each slot, as a place from 0 to 4
CODE: Final = PLACE + UNITS  # first of five columns: the code of the unit in each slot
ATTACKERS: Final = CODE + UNITS
DEFENDERS: Final = ATTACKERS + 1
DEFENSE: Final = DEFENDERS + 1  # D: the defenders' DEF
TOP: Final = DEFENSE + 1  # the slot of the highest-ranking defender
FORCE: Final = TOP + 1  # first of six columns: A, the besiegers' ATK, by number of besiegers
LEADER: Final = FORCE + UNITS + 1
"""First of six columns: the slot of the highest-ranking besieger, by number of besiegers."""
COLUMNS: Final = LEADER + UNITS + 1


@bare
def prepare(
    rules: Rules, sides: Array, side: int, orders: Array, line: int, deeds: Array, deed: int
) -> None:
    """Fill in the deed of a side, a row of `sides`, under a row of allowed orders."""
    attackers = rank_attackers(rules, sides, side, orders, line, deeds, deed)
    slot = attackers
    defense = top = 0
    for place in range(UNITS):
        if orders[line, place] == DEFEND:
            code = sides[side, place]
            deeds[deed, PLACE + slot] = place
            deeds[deed, CODE + slot] = code
            defense += rules.units[code, 1]
            if slot == attackers or rules.siege[code] > rules.siege[deeds[deed, CODE + top]]:
                top = slot
            slot += 1
    deeds[deed, ATTACKERS] = attackers
    deeds[deed, DEFENDERS] = slot - attackers
    deeds[deed, DEFENSE] = defense
    deeds[deed, TOP] = top
    rest(rules, sides, side, orders, line, deeds, deed)


@bare
def rank_attackers(
    rules: Rules, sides: Array, side: int, orders: Array, line: int, deeds: Array, deed: int
) -> int:
    """Put the attackers into the first slots, and return their number (D3)."""
    attackers = 0
    for place in range(UNITS):
        if orders[line, place] == ATTACK:
            code = sides[side, place]
            slot = attackers
            while slot and rules.battle[deeds[deed, CODE + slot - 1]] < rules.battle[code]:
                deeds[deed, PLACE + slot] = deeds[deed, PLACE + slot - 1]
                deeds[deed, CODE + slot] = deeds[deed, CODE + slot - 1]
                slot -= 1
            deeds[deed, PLACE + slot] = place
            deeds[deed, CODE + slot] = code
            attackers += 1
    deeds[deed, FORCE] = 0
    leader = attackers
    for besiegers in range(1, attackers + 1):
        slot = attackers - besiegers
        code = deeds[deed, CODE + slot]
        deeds[deed, FORCE + besiegers] = deeds[deed, FORCE + besiegers - 1] + rules.units[code, 0]
        if besiegers == 1 or leads(rules, deeds, deed, slot, leader):
            leader = slot
        deeds[deed, LEADER + besiegers] = leader
    return attackers


@bare
def leads(rules: Rules, deeds: Array, deed: int, one: int, two: int) -> bool:
    """Whether the unit in one slot ranks before that in another in a siege (D4)."""
    first = rules.siege[deeds[deed, CODE + one]]
    second = rules.siege[deeds[deed, CODE + two]]
    if first != second:
        return bool(first > second)
    return bool(deeds[deed, PLACE + one] < deeds[deed, PLACE + two])


@bare
def rest(
    rules: Rules, sides: Array, side: int, orders: Array, line: int, deeds: Array, deed: int
) -> None:
    """Put units that neither attack nor defend into the last slots, rested (D5)."""
    slot = deeds[deed, ATTACKERS] + deeds[deed, DEFENDERS]
    first = UNITS
    for place in range(UNITS):
        if orders[line, place] == RECOVER and (
            first == UNITS or rules.rest[sides[side, place]] > rules.rest[sides[side, first]]
        ):
            first = place
    for place in range(UNITS):
        order = orders[line, place]
        if order != ATTACK and order != DEFEND:
            code = sides[side, place]
            if order == RECOVER:
                code = rules.rested[0 if place == first else 1, code]
            deeds[deed, PLACE + slot] = place
            deeds[deed, CODE + slot] = code
            slot += 1


@bare
def meet(rules: Rules, ones: Array, one: int, twos: Array, two: int, after: Array) -> int:
    """Play a round: `after[side, slot]` are the codes after it.

    Returns 1 if the second side's castle falls, -1 if the first one's does, and otherwise 0.
    """
    pairs = min(ones[one, ATTACKERS], twos[two, ATTACKERS])
    for slot in range(pairs):
        first, second = ones[one, CODE + slot], twos[two, CODE + slot]
        after[0, slot] = rules.fight[first, second]
        after[1, slot] = rules.fight[second, first]
    won = besiege(rules, ones, one, 0, twos, two, pairs, after)
    return won - besiege(rules, twos, two, 1, ones, one, pairs, after)


@bare
def besiege(
    rules: Rules, ones: Array, one: int, by: int, twos: Array, two: int, pairs: int, after: Array
) -> int:
    """Resolve the siege of one castle by unpaired attackers; return whether it falls (D4)."""
    castle = 1 - by
    attackers = ones[one, ATTACKERS]
    besiegers = attackers - pairs
    guards = twos[two, DEFENDERS]
    row = rules.rows[ones[one, FORCE + besiegers], twos[two, DEFENSE], besiegers, guards]
    for slot in range(pairs, attackers):
        top = 1 if slot == ones[one, LEADER + besiegers] else 0
        after[by, slot] = rules.besieger[row, top, ones[one, CODE + slot]]
    begin = twos[two, ATTACKERS]
    for slot in range(begin, begin + guards):
        top = 1 if slot == twos[two, TOP] else 0
        after[castle, slot] = rules.defender[row, top, twos[two, CODE + slot]]
    for slot in range(begin + guards, UNITS):
        after[castle, slot] = twos[two, CODE + slot]
    return 1 if besiegers and (guards == 0 or rules.falls[row]) else 0


def deeds(count: int) -> Array:
    """Return an uninitialised array for `count` deeds."""
    return np.empty((count, COLUMNS), np.int32)
