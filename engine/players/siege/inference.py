"""All possible values of hidden units, inferred round by round from what was revealed (D7).

Each rule of a round is a step, which drops the cases that contradict the revealed facts and changes
values as the rule does.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from engine.core.events import SIDES, SideId, other_side
from engine.players.siege.kernel import constraints, possible
from engine.players.siege.kernel.possible import Possible
from engine.rulesets.siege import rules as r
from engine.rulesets.siege.catalog import POINTS, STAT_MOST, UNIT_MOST
from engine.rulesets.siege.events import Order
from engine.rulesets.siege.state import Facts, State, View, facts_of

Change = Callable[[r.Stats], Iterable[r.Stats]]
"""Returns the possible values of a unit after a step; none if the given ones are impossible."""
ROUNDS_KEPT: Final = 96  # cached rounds of current matches; each takes from 10 kB to a few MB


class Sight(NamedTuple):
    """Everything revealed to a viewer: a player (side a or b), or a spectator (None)."""

    viewer: SideId | None
    rounds: tuple[Facts, ...]
    tables: r.Tables

    @property
    def hidden(self) -> tuple[SideId, ...]:
        return tuple(side for side in SIDES if side != self.viewer)


def sight_of(state: State, viewer: SideId | None, tables: r.Tables) -> Sight:
    """Return the facts revealed to a viewer so far; the state may be the true one or a viewer's."""
    return Sight(viewer, tuple(facts_of(record, viewer) for record in state.records), tables)


def sight_of_view(view: View) -> Sight:
    return Sight(view.side, view.seen, view.tables)


def knowledge(sight: Sight) -> Possible:
    """Return the possible values of the hidden sides' units, cached by round."""
    return after_rounds(sight.rounds, sight.hidden, sight.tables.battle, sight.tables.siege)


@lru_cache(ROUNDS_KEPT)
def after_rounds(
    rounds: tuple[Facts, ...],
    hidden: tuple[SideId, ...],
    battle: tuple[r.Row, ...],
    siege: tuple[r.Row, ...],
) -> Possible:
    """Return the possible values after these rounds, played with these tables."""
    if not rounds:
        return possible.all_allotments(len(hidden), POINTS, UNIT_MOST, STAT_MOST)
    before = after_rounds(rounds[:-1], hidden, battle, siege)
    return possible.relabelled(after_round(before, rounds[-1], hidden, r.Tables(battle, siege)))


class Round(NamedTuple):
    """The facts of a round, and the layers of the hidden sides' units."""

    facts: Facts
    hidden: Sequence[SideId]
    tables: r.Tables

    def layer(self, side: SideId, place: int) -> int:
        return 5 * self.hidden.index(side) + place

    def besiegers(self, side: SideId) -> tuple[int, ...]:
        """Return the places of a side's units that besieged the other castle."""
        assault = self.facts.assault
        return assault.besiegers if assault and assault.castle != side else ()

    def fighters(self, side: SideId) -> tuple[int, ...]:
        """Return the places of a side's units that met an opponent."""
        return tuple(pair.place(side) for pair in self.facts.pairs)


def after_round(
    before: Possible, facts: Facts, hidden: Sequence[SideId], tables: r.Tables
) -> Possible:
    """Return the possible values after a round, from those before it."""
    this = Round(facts, hidden, tables)
    now = _after_orders(before, this)
    now = _after_pairing(now, this)
    now = _after_fights(now, this)
    for castle in SIDES:
        now = _after_siege(now, this, castle)
    for side in hidden:
        now = _after_rest(now, this, side)
    return now


def _after_orders(now: Possible, this: Round) -> Possible:
    """Units acted only as allowed (D2), and fighters had the revealed ATK (D7)."""
    changes: dict[int, Change] = {}
    for side in this.hidden:
        for place in this.besiegers(side):
            changes[this.layer(side, place)] = _only_if("attack")
        for place in this.facts.defenders(side):
            changes[this.layer(side, place)] = _only_if("defend")
        for pair in this.facts.pairs:
            changes[this.layer(side, pair.place(side))] = _only_if("attack", pair.atk(side))
    return possible.replaced(now, changes) if changes else now


def _only_if(order: Order, atk: int | None = None) -> Change:
    """Keep a unit that may get this order, and only with this ATK if it is known."""
    return lambda u: (u,) if r.ALLOWED[order](u) and atk in (None, u[r.ATK]) else ()


def _after_pairing(now: Possible, this: Round) -> Possible:
    """Attackers met in the order of their ranks; unpaired ones rank below them (D3)."""
    if known := this.facts.own:
        (side,) = this.hidden
        own = this.fighters(other_side(side))
        by_rank = sorted(
            zip(own, this.fighters(side), strict=True),
            key=lambda pair: (r.battle_rank(known.units[pair[0]]), pair),
        )
        for (_, first), (_, second) in pairwise(by_rank):
            now = _outranks(now, this, side, first, second)
    else:
        for one, two in combinations(this.facts.pairs, 2):
            first, second = (this.layer("a", pair.a) for pair in (one, two))
            third, fourth = (this.layer("b", pair.b) for pair in (one, two))
            now = constraints.with_same_order(now, (first, second), (third, fourth), r.battle_rank)
    for side in this.hidden:
        for paired in this.fighters(side):
            for excess in this.besiegers(side):
                now = _outranks(now, this, side, paired, excess)
    return now


def _outranks(now: Possible, this: Round, side: SideId, first: int, second: int) -> Possible:
    layers = this.layer(side, first), this.layer(side, second)
    return constraints.with_order(now, *layers, r.battle_rank)


def _after_fights(now: Possible, this: Round) -> Possible:
    """Both units of a pair change by their row; the row of an own unit is known (D3)."""
    changes: dict[int, Change] = {}
    for pair in this.facts.pairs:
        if known := this.facts.own:
            (side,) = this.hidden
            foe = pair.place(other_side(side))
            by = _fight_change(this.tables, known.units[foe], known.rows[foe])
            changes[this.layer(side, pair.place(side))] = by
        else:
            layers = this.layer("a", pair.a), this.layer("b", pair.b)
            now = constraints.after_fight(now, *layers, partial(_after, this.tables))
    return possible.replaced(now, changes) if changes else now


def _fight_change(tables: r.Tables, opponent: r.Stats, row: str | None) -> Change:
    """Return how a fight changes a hidden unit, given the row of its opponent."""

    def change(unit: r.Stats) -> Iterable[r.Stats]:
        got = tables.fight(opponent, unit)
        return (_after(tables, unit, opponent),) if (got.id if got else None) == row else ()

    return change


@lru_cache(1 << 14)
def _after(tables: r.Tables, unit: r.Stats, opponent: r.Stats) -> r.Stats:
    row = tables.fight(unit, opponent)
    return r.with_effects(unit, row.effects) if row else unit


def _after_siege(now: Possible, this: Round, castle: SideId) -> Possible:
    """A and D are as revealed, and the resulting row applies (D4)."""
    by = other_side(castle)
    assault = this.facts.assault
    defenders = this.facts.defenders(castle)
    if assault and assault.castle == castle:
        forces = len(assault.besiegers), len(defenders)
        row = this.tables.assault(assault.attack, assault.defense, *forces)
        for side, places, stat, sum_, who in (
            (by, assault.besiegers, r.ATK, assault.attack, "attacker"),
            (castle, defenders, r.DEF, assault.defense, "defender"),
        ):
            if side in this.hidden and places:
                layers = [this.layer(side, place) for place in places]
                now = possible.with_sum(now, layers, stat, (sum_,))
                now = _with_row_effects(now, layers, row, who)
    elif castle in this.hidden and defenders:
        now = _after_unseen_siege(now, this, [this.layer(castle, place) for place in defenders])
    return now


def _after_unseen_siege(now: Possible, this: Round, layers: list[int]) -> Possible:
    """No unit attacked and D was not revealed: the row of any possible D may apply."""
    most = sum(max((unit[r.DEF] for _, unit in now.cases(layer)), default=0) for layer in layers)
    totals: dict[r.Row | None, list[int]] = {}
    for total in range(most + 1):
        totals.setdefault(this.tables.assault(0, total, 0, len(layers)), []).append(total)
    if not any(row and row.effects for row in totals):
        return now
    branches = [(possible.with_sum(now, layers, r.DEF, sums), row) for row, sums in totals.items()]
    return possible.any_of(
        [_with_row_effects(some, layers, row, "defender") for some, row in branches if some.diagram]
    )


def _with_row_effects(
    now: Possible, layers: Sequence[int], row: r.Row | None, who: str
) -> Possible:
    """Apply a siege row to one side's units: to each, and to the one that ranks first."""
    effects = row.effects if row else ()
    each = [effect for effect in effects if effect.target == f"each_{who}"]
    top = [effect for effect in effects if effect.target in (f"each_{who}", f"top_{who}")]
    if top == each:
        changes = dict.fromkeys(layers, lambda unit: (r.with_effects(unit, each),))
        return possible.replaced(now, changes) if each else now
    return constraints.with_leader(
        now,
        layers,
        r.siege_rank,
        lambda unit: r.with_effects(unit, top),
        lambda unit: ((r.with_effects(unit, each), True),),
    )


def _after_rest(now: Possible, this: Round, side: SideId) -> Possible:
    """Unseen units may have recovered; all but the first lost an HP for it (D5)."""
    seen = {*this.besiegers(side), *this.fighters(side), *this.facts.defenders(side)}
    layers = [this.layer(side, place) for place in range(5) if place not in seen]
    layers = [k for k in layers if any(r.ALLOWED["recover"](unit) for _, unit in now.cases(k))]
    if not layers:
        return now

    def other_unit(unit: r.Stats) -> Iterable[tuple[r.Stats, bool]]:
        yield unit, False
        if r.ALLOWED["recover"](unit):
            yield r.with_effects(unit, r.PAID_REST), True

    return constraints.with_leader(
        now,
        layers,
        r.rest_rank,
        lambda unit: r.with_effects(unit, r.REST) if r.ALLOWED["recover"](unit) else None,
        other_unit,
        may_be_empty=True,
    )
