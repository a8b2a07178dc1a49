"""What a round tells of the hidden sides, and what it does to them, each rule in its turn."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from engine.core.events import SIDES, SideId, other_side
from engine.players.siege.inference.facts import Facts
from engine.players.siege.kernel import meeting, possible, ranking
from engine.players.siege.kernel.possible import Possible
from engine.rulesets.siege.rules import (
    ATK,
    DEF,
    EXH,
    HP,
    MAY,
    Stats,
    battle_rank,
    rest_rank,
    siege_rank,
)
from engine.rulesets.siege.tables import Effect, Row, Tables, changed

Turn = Callable[[Stats], Iterable[Stats]]
REST = (Effect("", EXH, -1),)
PAID_REST = (Effect("", EXH, -1), Effect("", HP, -1))


class Round:
    """A round as it is reasoned about; `layer` says where a hidden side's units stand."""

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
    """What is possible after a round, from what was before it."""
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
    """Whoever acted was allowed to (D2), and whoever fought had the ATK that was shown (D7)."""
    turns: dict[int, Turn] = {}
    for side in this.hidden:
        for place in this.besiegers(side):
            turns[this.layer(side, place)] = _if(MAY["attack"])
        for place in this.facts.defenders(side):
            turns[this.layer(side, place)] = _if(MAY["defend"])
        for pair in this.facts.pairs:
            place, atk = (pair.a, pair.a_atk) if side == "a" else (pair.b, pair.b_atk)
            turns[this.layer(side, place)] = _if(_armed(atk))
    return possible.turned(now, turns) if turns else now


def _if(holds: Callable[[Stats], bool]) -> Turn:
    return lambda unit: (unit,) if holds(unit) else ()


def _armed(atk: int) -> Callable[[Stats], bool]:
    return lambda unit: unit[ATK] == atk and MAY["attack"](unit)


def _met(now: Possible, this: Round) -> Possible:
    """Attackers met by rank, and those that met nobody rank below all that did (D3)."""
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
            now = ranking.same_order(now, (first, second), (third, fourth), battle_rank)
    for side in this.hidden:
        for paired in this.fighters(side):
            for excess in this.besiegers(side):
                now = _outranks(now, this, side, paired, excess)
    return now


def _outranks(now: Possible, this: Round, side: SideId, first: int, second: int) -> Possible:
    layers = this.layer(side, first), this.layer(side, second)
    return ranking.outranks(now, *layers, battle_rank)


def _fought(now: Possible, this: Round) -> Possible:
    """Both units of a pair get their row; that of an own unit was seen (D3)."""
    turns: dict[int, Turn] = {}
    for pair in this.facts.pairs:
        if not this.facts.a and not this.facts.b:
            layers = this.layer("a", pair.a), this.layer("b", pair.b)
            now = meeting.fought(now, *layers, lambda unit, foe: _after(this.tables, unit, foe))
        for side in SIDES:
            place, foe = (pair.a, pair.b) if side == "a" else (pair.b, pair.a)
            known = this.facts.known(other_side(side))
            if known:
                by = _by(this.tables, known.units[foe], known.rows[foe])
                turns[this.layer(side, place)] = by
    return possible.turned(now, turns) if turns else now


def _by(tables: Tables, opponent: Stats, row: str | None) -> Turn:
    """What a fight makes of a unit, if the opponent got this row from it."""

    def turn(unit: Stats) -> Iterable[Stats]:
        got = tables.fight(opponent, unit)
        return (_after(tables, unit, opponent),) if (got.id if got else None) == row else ()

    return turn


@lru_cache(1 << 14)
def _after(tables: Tables, unit: Stats, opponent: Stats) -> Stats:
    row = tables.fight(unit, opponent)
    return changed(unit, row.effects) if row else unit


def _besieged(now: Possible, this: Round, castle: SideId) -> Possible:
    """A and D are what was shown, and the row that follows applies (D4)."""
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
                now = possible.summed(now, layers, stat, (sum_,))
                now = _settled(now, layers, row, who)
    elif castle in this.hidden and defenders:
        now = _guarded(now, this, [this.layer(castle, place) for place in defenders])
    return now


def _guarded(now: Possible, this: Round, layers: list[int]) -> Possible:
    """Nobody came and D was not shown, so the row is any that a possible D leads to."""
    most = sum(max((unit[DEF] for _, unit in now.cases(layer)), default=0) for layer in layers)
    totals: dict[Row | None, list[int]] = {}
    for total in range(most + 1):
        totals.setdefault(this.tables.assault(0, total, 0, len(layers)), []).append(total)
    if not any(row and row.effects for row in totals):
        return now
    apart = [(possible.summed(now, layers, DEF, sums), row) for row, sums in totals.items()]
    return possible.either(
        [_settled(some, layers, row, "defender") for some, row in apart if some.diagram]
    )


def _settled(now: Possible, layers: Sequence[int], row: Row | None, who: str) -> Possible:
    """What a siege row does to the units of one side: to each, and more to the top one."""
    effects = row.effects if row else ()
    each = [effect for effect in effects if effect.target == f"each_{who}"]
    top = [effect for effect in effects if effect.target in (f"each_{who}", f"top_{who}")]
    if top == each:
        turn: Turn = lambda unit: (changed(unit, each),)  # noqa: E731
        return possible.turned(now, dict.fromkeys(layers, turn)) if each else now
    return ranking.led(
        now,
        layers,
        siege_rank,
        lambda unit: changed(unit, top),
        lambda unit: ((changed(unit, each), True),),
    )


def _rested(now: Possible, this: Round, side: SideId) -> Possible:
    """Whoever was not seen may have recovered, and all but the first paid for it (D5)."""
    seen = {*this.besiegers(side), *this.fighters(side), *this.facts.defenders(side)}
    layers = [this.layer(side, place) for place in range(5) if place not in seen]
    layers = [k for k in layers if any(MAY["recover"](unit) for _, unit in now.cases(k))]
    if not layers:
        return now

    def other_unit(unit: Stats) -> Iterable[tuple[Stats, bool]]:
        yield unit, False
        if MAY["recover"](unit):
            yield changed(unit, PAID_REST), True

    return ranking.led(
        now,
        layers,
        rest_rank,
        lambda unit: changed(unit, REST) if MAY["recover"](unit) else None,
        other_unit,
        nobody=True,
    )
