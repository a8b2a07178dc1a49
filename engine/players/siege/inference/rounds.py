"""All that hidden units can have, worked out round by round from what was revealed (D7).

Each rule of a round is a step, which drops what contradicts the revealed facts and changes values
as the rule does.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

from engine.core.events import SIDES, SideId, other_side
from engine.players.siege.inference.facts import Facts, Sight
from engine.players.siege.kernel import constraints, possible
from engine.players.siege.kernel.possible import Possible
from engine.rulesets.siege.catalog import POINTS, STAT_MOST, UNIT_MOST
from engine.rulesets.siege.rules import (
    ALLOWED,
    ATK,
    DEF,
    EXH,
    HP,
    Stats,
    battle_rank,
    rest_rank,
    siege_rank,
)
from engine.rulesets.siege.tables import Effect, Row, Tables, with_effects

Change = Callable[[Stats], Iterable[Stats]]
"""The values that a unit may have after a step; none if it cannot have had the given ones."""
REST = (Effect("", EXH, -1),)
PAID_REST = (Effect("", EXH, -1), Effect("", HP, -1))


ROUNDS_KEPT: Final = 96
"""Rounds of current matches that are cached; each takes from 10 kB to a few MB."""


def knowledge(sight: Sight) -> Possible:
    """What the hidden sides' units can have, five layers a side, a's before b's.

    Rounds are cached, so that following a match costs one new round at a time.
    """
    return after_rounds(sight.rounds, sight.hidden, sight.tables.battle, sight.tables.siege)


@lru_cache(ROUNDS_KEPT)
def after_rounds(
    rounds: tuple[Facts, ...],
    hidden: tuple[SideId, ...],
    battle: tuple[Row, ...],
    siege: tuple[Row, ...],
) -> Possible:
    """What is possible after these rounds, played with these tables."""
    if not rounds:
        return possible.all_allotments(len(hidden), POINTS, UNIT_MOST, STAT_MOST)
    before = after_rounds(rounds[:-1], hidden, battle, siege)
    return possible.relabelled(after_round(before, rounds[-1], hidden, Tables(battle, siege)))


class Round:
    """The facts of a round, and the layers in which a hidden side's units stand."""

    def __init__(self, facts: Facts, hidden: Sequence[SideId], tables: Tables) -> None:
        self.facts = facts
        self.hidden = hidden
        self.tables = tables

    def layer(self, side: SideId, place: int) -> int:
        """The layer of a hidden unit."""
        return 5 * self.hidden.index(side) + place

    def besiegers(self, side: SideId) -> tuple[int, ...]:
        """Places of a side's units that besieged the other castle."""
        assault = self.facts.assault
        return assault.besiegers if assault and assault.castle != side else ()

    def fighters(self, side: SideId) -> tuple[int, ...]:
        """Places of a side's units that met an opponent."""
        return tuple(pair.a if side == "a" else pair.b for pair in self.facts.pairs)


def after_round(
    before: Possible, facts: Facts, hidden: Sequence[SideId], tables: Tables
) -> Possible:
    """What is possible after a round, from what was possible before it."""
    this = Round(facts, hidden, tables)
    now = _acted(before, this)
    now = _met(now, this)
    now = _fought(now, this)
    for castle in SIDES:
        now = _besieged(now, this, castle)
    for side in hidden:
        now = _rested(now, this, side)
    return now


def _acted(now: Possible, this: Round) -> Possible:
    """Units that acted were allowed to (D2), and fighters had the ATK that was revealed (D7)."""
    changes: dict[int, Change] = {}
    for side in this.hidden:
        for place in this.besiegers(side):
            changes[this.layer(side, place)] = _if(ALLOWED["attack"])
        for place in this.facts.defenders(side):
            changes[this.layer(side, place)] = _if(ALLOWED["defend"])
        for pair in this.facts.pairs:
            place, atk = (pair.a, pair.a_atk) if side == "a" else (pair.b, pair.b_atk)
            changes[this.layer(side, place)] = _if(_armed(atk))
    return possible.replaced(now, changes) if changes else now


def _if(holds: Callable[[Stats], bool]) -> Change:
    return lambda unit: (unit,) if holds(unit) else ()


def _armed(atk: int) -> Callable[[Stats], bool]:
    return lambda unit: unit[ATK] == atk and ALLOWED["attack"](unit)


def _met(now: Possible, this: Round) -> Possible:
    """Attackers met in the order of their ranks; those left over rank below them (D3)."""
    pairs = this.facts.pairs
    known = this.facts.a or this.facts.b
    if known:
        (side,) = this.hidden
        own = [pair.b if side == "a" else pair.a for pair in pairs]
        met = [pair.a if side == "a" else pair.b for pair in pairs]
        by_rank = sorted(
            zip(own, met, strict=True), key=lambda pair: (battle_rank(known.units[pair[0]]), pair)
        )
        for (_, first), (_, second) in pairwise(by_rank):
            now = _outranks(now, this, side, first, second)
    else:
        for one, two in combinations(pairs, 2):
            first, second = (this.layer("a", pair.a) for pair in (one, two))
            third, fourth = (this.layer("b", pair.b) for pair in (one, two))
            now = constraints.with_same_order(now, (first, second), (third, fourth), battle_rank)
    for side in this.hidden:
        for paired in this.fighters(side):
            for excess in this.besiegers(side):
                now = _outranks(now, this, side, paired, excess)
    return now


def _outranks(now: Possible, this: Round, side: SideId, first: int, second: int) -> Possible:
    layers = this.layer(side, first), this.layer(side, second)
    return constraints.with_order(now, *layers, battle_rank)


def _fought(now: Possible, this: Round) -> Possible:
    """Both units of a pair change by their row; the row of an own unit is known (D3)."""
    changes: dict[int, Change] = {}
    for pair in this.facts.pairs:
        if not this.facts.a and not this.facts.b:
            layers = this.layer("a", pair.a), this.layer("b", pair.b)
            now = constraints.after_fight(
                now, *layers, lambda unit, foe: _after(this.tables, unit, foe)
            )
        for side in SIDES:
            place, foe = (pair.a, pair.b) if side == "a" else (pair.b, pair.a)
            known = this.facts.known(other_side(side))
            if known:
                by = _by(this.tables, known.units[foe], known.rows[foe])
                changes[this.layer(side, place)] = by
    return possible.replaced(now, changes) if changes else now


def _by(tables: Tables, opponent: Stats, row: str | None) -> Change:
    """How a fight changes a hidden unit, given the row that its opponent got."""

    def change(unit: Stats) -> Iterable[Stats]:
        got = tables.fight(opponent, unit)
        return (_after(tables, unit, opponent),) if (got.id if got else None) == row else ()

    return change


@lru_cache(1 << 14)
def _after(tables: Tables, unit: Stats, opponent: Stats) -> Stats:
    row = tables.fight(unit, opponent)
    return with_effects(unit, row.effects) if row else unit


def _besieged(now: Possible, this: Round, castle: SideId) -> Possible:
    """A and D are as revealed, and the row that they lead to applies (D4)."""
    by = other_side(castle)
    assault = this.facts.assault
    defenders = this.facts.defenders(castle)
    if assault and assault.castle == castle:
        row = this.tables.assault(
            assault.attack, assault.defense, len(assault.besiegers), len(defenders)
        )
        for side, places, stat, sum_, who in (
            (by, assault.besiegers, ATK, assault.attack, "attacker"),
            (castle, defenders, DEF, assault.defense, "defender"),
        ):
            if side in this.hidden and places:
                layers = [this.layer(side, place) for place in places]
                now = possible.with_sum(now, layers, stat, (sum_,))
                now = _settled(now, layers, row, who)
    elif castle in this.hidden and defenders:
        now = _guarded(now, this, [this.layer(castle, place) for place in defenders])
    return now


def _guarded(now: Possible, this: Round, layers: list[int]) -> Possible:
    """Nobody attacked and D was not revealed: any row that a possible D leads to may apply."""
    most = sum(max((unit[DEF] for _, unit in now.cases(layer)), default=0) for layer in layers)
    totals: dict[Row | None, list[int]] = {}
    for total in range(most + 1):
        totals.setdefault(this.tables.assault(0, total, 0, len(layers)), []).append(total)
    if not any(row and row.effects for row in totals):
        return now
    apart = [(possible.with_sum(now, layers, DEF, sums), row) for row, sums in totals.items()]
    return possible.any_of(
        [_settled(some, layers, row, "defender") for some, row in apart if some.diagram]
    )


def _settled(now: Possible, layers: Sequence[int], row: Row | None, who: str) -> Possible:
    """The effects of a siege row on one side's units: on each, and on the one that ranks first."""
    effects = row.effects if row else ()
    each = [effect for effect in effects if effect.target == f"each_{who}"]
    top = [effect for effect in effects if effect.target in (f"each_{who}", f"top_{who}")]
    if top == each:
        changes = dict.fromkeys(layers, lambda unit: (with_effects(unit, each),))
        return possible.replaced(now, changes) if each else now
    return constraints.with_leader(
        now,
        layers,
        siege_rank,
        lambda unit: with_effects(unit, top),
        lambda unit: ((with_effects(unit, each), True),),
    )


def _rested(now: Possible, this: Round, side: SideId) -> Possible:
    """Units that were not seen may have recovered; all but the first lost an HP for it (D5)."""
    seen = {*this.besiegers(side), *this.fighters(side), *this.facts.defenders(side)}
    layers = [this.layer(side, place) for place in range(5) if place not in seen]
    layers = [k for k in layers if any(ALLOWED["recover"](unit) for _, unit in now.cases(k))]
    if not layers:
        return now

    def other_unit(unit: Stats) -> Iterable[tuple[Stats, bool]]:
        yield unit, False
        if ALLOWED["recover"](unit):
            yield with_effects(unit, PAID_REST), True

    return constraints.with_leader(
        now,
        layers,
        rest_rank,
        lambda unit: with_effects(unit, REST) if ALLOWED["recover"](unit) else None,
        other_unit,
        nobody=True,
    )
