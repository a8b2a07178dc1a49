"""All possible values of hidden units, inferred round by round from what was revealed (D7).

Each rule of a round is a step, which drops the cases that contradict the revealed facts and changes
values as the rule does. The steps are constraints on the order of units by rank, and changes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, pairwise
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from engine.core.events import SIDES, SideId, other_side
from engine.players.siege.kernel import possible
from engine.players.siege.kernel.possible import Change, Ints, Possible, Step
from engine.rulesets.siege import rules as r
from engine.rulesets.siege.catalog import POINTS, STAT_MOST, UNIT_MOST
from engine.rulesets.siege.events import Order
from engine.rulesets.siege.rules import Stats
from engine.rulesets.siege.state import Facts, State, View, facts_of, places

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
    rounds: tuple[Facts, ...], hidden: tuple[SideId, ...], battle: r.Rows, siege: r.Rows
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
        assault = self.facts.besieged
        return places(assault.besiegers) if assault and assault.castle != side else ()

    def fighters(self, side: SideId) -> tuple[int, ...]:
        """Return the places of a side's units that met an opponent."""
        return tuple(pair.place(side) for pair in self.facts.meetings)

    def after_orders(self, now: Possible) -> Possible:
        """Units acted only as allowed (D2), and fighters had the revealed ATK (D7)."""
        changes: dict[int, Change] = {}
        for side in self.hidden:
            for place in self.besiegers(side):
                changes[self.layer(side, place)] = _only_if("attack")
            for place in self.facts.defenders(side):
                changes[self.layer(side, place)] = _only_if("defend")
            for pair in self.facts.meetings:
                changes[self.layer(side, pair.place(side))] = _only_if("attack", pair.atk(side))
        return possible.replaced(now, changes) if changes else now

    def after_pairing(self, now: Possible) -> Possible:
        """Attackers met in the order of their ranks; unpaired ones rank below them (D3)."""
        if known := self.facts.own:
            (side,) = self.hidden
            own = self.fighters(other_side(side))
            by_rank = sorted(
                zip(own, self.fighters(side), strict=True),
                key=lambda pair: (r.battle_rank(known.units[pair[0]]), pair),
            )
            for (_, first), (_, second) in pairwise(by_rank):
                now = self._outranks(now, side, first, second)
        else:
            for one, two in combinations(self.facts.meetings, 2):
                first, second = (self.layer("a", pair.place("a")) for pair in (one, two))
                third, fourth = (self.layer("b", pair.place("b")) for pair in (one, two))
                now = with_same_order(now, (first, second), (third, fourth), r.battle_rank)
        for side in self.hidden:
            for paired in self.fighters(side):
                for excess in self.besiegers(side):
                    now = self._outranks(now, side, paired, excess)
        return now

    def _outranks(self, now: Possible, side: SideId, first: int, second: int) -> Possible:
        return with_order(now, self.layer(side, first), self.layer(side, second), r.battle_rank)

    def after_fights(self, now: Possible) -> Possible:
        """Both units of a pair change by their row; the row of an own unit is known (D3)."""
        changes: dict[int, Change] = {}
        for pair in self.facts.meetings:
            if known := self.facts.own:
                (side,) = self.hidden
                foe = pair.place(other_side(side))
                by = partial(_after_known, self.tables, known.units[foe], known.rows[foe])
                changes[self.layer(side, pair.place(side))] = by
            else:
                layers = self.layer("a", pair.place("a")), self.layer("b", pair.place("b"))
                now = after_fight(now, *layers, self.tables)
        return possible.replaced(now, changes) if changes else now

    def after_siege(self, now: Possible, castle: SideId) -> Possible:
        """A and D are as revealed, and the resulting row applies (D4)."""
        by = other_side(castle)
        assault = self.facts.besieged
        defenders = self.facts.defenders(castle)
        if assault and assault.castle == castle:
            forces = len(assault.besiegers), len(defenders)
            row = self.tables.assault(assault.attack, assault.defense, *forces)
            for side, units, stat, sum_, who in (
                (by, self.besiegers(by), r.ATK, assault.attack, "attacker"),
                (castle, defenders, r.DEF, assault.defense, "defender"),
            ):
                if side in self.hidden and units:
                    layers = [self.layer(side, place) for place in units]
                    now = possible.with_sum(now, layers, stat, (sum_,))
                    now = _with_siege_row(now, layers, row, who)
        elif castle in self.hidden and defenders:
            now = self._after_unseen_siege(now, [self.layer(castle, place) for place in defenders])
        return now

    def _after_unseen_siege(self, now: Possible, layers: list[int]) -> Possible:
        """No unit attacked and D was not revealed: the row of any possible D may apply."""
        most = sum(max((unit[r.DEF] for _, unit in now.cases(each)), default=0) for each in layers)
        totals: dict[r.Row | None, list[int]] = {}
        for total in range(most + 1):
            totals.setdefault(self.tables.assault(0, total, 0, len(layers)), []).append(total)
        if not any(row and row.effects for row in totals):
            return now
        branches = []
        for row, sums in totals.items():
            some = possible.with_sum(now, layers, r.DEF, sums)
            if some.diagram:
                branches.append(_with_siege_row(some, layers, row, "defender"))
        return possible.any_of(branches)

    def after_rest(self, now: Possible, side: SideId) -> Possible:
        """Unseen units may have recovered; all but the first lost an HP for it (D5)."""
        seen = {*self.besiegers(side), *self.fighters(side), *self.facts.defenders(side)}
        layers = [self.layer(side, place) for place in range(5) if place not in seen]
        layers = [k for k in layers if any(r.ALLOWED["recover"](unit) for _, unit in now.cases(k))]
        if not layers:
            return now

        def other_unit(unit: r.Stats) -> Iterable[tuple[r.Stats, bool]]:
            yield unit, False
            if r.ALLOWED["recover"](unit):
                yield r.with_effects(unit, r.PAID_REST), True

        return with_leader(
            now,
            layers,
            r.rest_rank,
            lambda unit: r.with_effects(unit, r.REST) if r.ALLOWED["recover"](unit) else None,
            other_unit,
            may_be_empty=True,
        )


def after_round(
    before: Possible, facts: Facts, hidden: Sequence[SideId], tables: r.Tables
) -> Possible:
    """Return the possible values after a round, from those before it."""
    this = Round(facts, hidden, tables)
    now = this.after_fights(this.after_pairing(this.after_orders(before)))
    for castle in SIDES:
        now = this.after_siege(now, castle)
    for side in hidden:
        now = this.after_rest(now, side)
    return now


def _only_if(order: Order, atk: int | None = None) -> Change:
    """Keep a unit that may get this order, and only with this ATK if it is known."""
    return lambda u: (u,) if r.ALLOWED[order](u) and atk in (None, u[r.ATK]) else ()


def _after_known(tables: r.Tables, foe: Stats, row: str | None, unit: Stats) -> Iterable[Stats]:
    """Return the values of a hidden unit after a fight; none unless its opponent got this row."""
    got = tables.fight(foe, unit)
    return (_after(tables, unit, foe),) if (got.id if got else None) == row else ()


@lru_cache(1 << 14)
def _after(tables: r.Tables, unit: r.Stats, opponent: r.Stats) -> r.Stats:
    row = tables.fight(unit, opponent)
    return r.with_effects(unit, row.effects) if row else unit


def _with_siege_row(now: Possible, layers: Sequence[int], row: r.Row | None, who: str) -> Possible:
    """Apply a siege row to one side's units: to each, and to the one that ranks first."""
    effects = row.effects if row else ()
    each = [effect for effect in effects if effect.target == f"each_{who}"]
    top = [effect for effect in effects if effect.target in (f"each_{who}", f"top_{who}")]
    if top == each:
        changes = dict.fromkeys(layers, lambda unit: (r.with_effects(unit, each),))
        return possible.replaced(now, changes) if each else now
    return with_leader(
        now,
        layers,
        r.siege_rank,
        lambda unit: r.with_effects(unit, top),
        lambda unit: ((r.with_effects(unit, each), True),),
    )


Rank: TypeAlias = Callable[[Stats], tuple[int, ...]]

LAST: Final = 1 << 40  # larger than every place in a ranking


def with_order(now: Possible, first: int, second: int, rank: Rank) -> Possible:
    """The first unit ranks before the second; of equal ones, the one in the earlier layer."""
    keys = _keys(now, (first, second), rank)
    if _is_certain(now, keys, first, second):
        return now
    early, late = sorted((first, second))
    one, two = _order_steps(now, keys, early, late, flipped=early == first, checks=True)
    return possible.filtered(now, {early: one, late: two})


def with_same_order(
    now: Possible, one: tuple[int, int], two: tuple[int, int], rank: Rank
) -> Possible:
    """Both pairs rank in the given order, or both in the opposite one.

    The layers of the first pair come before those of the second.
    """
    for (first, second), (third, fourth) in ((one, two), (two, one)):
        keys = _keys(now, (first, second), rank)
        if _is_certain(now, keys, first, second):
            return with_order(now, third, fourth, rank)
        if _is_certain(now, keys, second, first):
            return with_order(now, fourth, third, rank)
    steps: dict[int, Step] = {}
    for place, pair in enumerate((one, two)):
        early, late = sorted(pair)
        keys = _keys(now, pair, rank)
        steps[early], steps[late] = _order_steps(
            now, keys, early, late, flipped=early != pair[0], checks=place == 1
        )
    return possible.filtered(now, steps)


def with_leader(
    now: Possible,
    layers: Sequence[int],
    rank: Rank,
    leader: Callable[[Stats], Stats | None],
    other: Callable[[Stats], Iterable[tuple[Stats, bool]]],
    *,
    may_be_empty: bool = False,
) -> Possible:
    """Some of these units form a group, and the one of the highest rank changes differently.

    `leader` returns the leader's new values, or None if the unit cannot be in the group; `other`
    returns the possible values of another unit, each with whether the unit is then in the group.
    `may_be_empty` allows an empty group.
    """
    keys = _keys(now, layers, rank)
    leads, others = {}, {}
    for layer in layers:
        cases = possible.cases_of(now, layer)
        leads[layer] = [
            (label, now.labels.label_of((start, value)), True)
            for label, (start, stats) in cases
            if (value := leader(stats)) is not None
        ]
        others[layer] = [
            (label, now.labels.label_of((start, value)), inside)
            for label, (start, stats) in cases
            for value, inside in other(stats)
        ]
    variants: list[dict[int, Step]] = [{}] if may_be_empty else []
    for first in layers:
        steps: dict[int, Step] = {}
        bounds = np.unique(keys[first][possible.labels_of(now, first)])
        for layer in layers:
            changes = leads[layer] if layer == first else others[layer]
            steps[layer] = _leader_step(changes, keys[layer], bounds, layer - first)
        variants.append(steps)
    try:
        branches = [possible.run_automaton(now.diagram, steps) for steps in variants]
        return now._replace(diagram=possible.reduced(possible.union(branches)))
    except possible.TooLargeError:
        # Treat units independently: as the leader, as another member, or outside the group.
        def any_role(unit: Stats) -> Iterable[Stats]:
            alone = leader(unit)
            return [*(value for value, _ in other(unit)), *([] if alone is None else [alone])]

        return possible.replaced(now._replace(exact=False), dict.fromkeys(layers, any_role))


def _is_certain(now: Possible, keys: Mapping[int, Ints], first: int, second: int) -> bool:
    """Whether the first unit ranks before the second in every case."""
    lowest = keys[first][possible.labels_of(now, first)].max(initial=-1)
    highest = keys[second][possible.labels_of(now, second)].min(initial=LAST)
    return bool(lowest < highest)


def _keys(now: Possible, layers: Sequence[int], rank: Rank) -> dict[int, Ints]:
    """Return by layer and label the place in the ranking of all cases of these layers."""
    ranks = {
        (layer, label): (*rank(stats), layer)
        for layer in layers
        for label, (_, stats) in possible.cases_of(now, layer)
    }
    place = {key: number for number, key in enumerate(sorted({*ranks.values()}))}
    keys = {layer: np.zeros(len(now.labels.cases), np.int64) for layer in layers}
    for (layer, label), key in ranks.items():
        keys[layer][label] = place[key]
    return keys


def _order_steps(
    now: Possible, keys: Mapping[int, Ints], early: int, late: int, *, flipped: bool, checks: bool
) -> tuple[Step, Step]:
    """Return steps that write the order of two units into the state, or compare it with it."""
    bounds = np.unique(keys[late][possible.labels_of(now, late)])
    # The state is only how many of the late unit's ranks come before the early one, and a bit.
    beaten = np.searchsorted(bounds, keys[early])
    places = np.searchsorted(bounds, keys[late])

    def first(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        return np.arange(len(label)), label, beaten[label] * 2 + state

    def second(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        before = (places[label] >= state // 2) != flipped
        if not checks:
            return np.arange(len(label)), label, before.astype(np.int64)
        on = np.flatnonzero(before == state % 2)
        return on, label[on], np.zeros(len(on), np.int64)

    return first, second


def _leader_step(
    changes: Sequence[tuple[int, int, bool]], keys: Ints, bounds: Ints, place: int
) -> Step:
    """Return a step for a group's leader (place 0), or for a unit in a layer before or after it.

    Before the leader's layer, the state is the number of its ranks that come after a member of the
    group, which the leader cannot have; after it, the state is the leader's rank.
    """
    choices = possible.Choices([label for label, _, _ in changes], len(keys))
    to = np.array([new for _, new, _ in changes], np.int64)
    inside = np.array([member for _, _, member in changes], np.bool_)
    ranks = np.searchsorted(bounds, keys)

    def step(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        on, chosen = choices.rows_of(label)
        rank, state, member = ranks[label[on]], state[on], inside[chosen]
        if place < 0:
            state = np.where(member, np.maximum(state, len(bounds) - rank), state)
            good = state < len(bounds)
        elif place == 0:
            good = rank + state < len(bounds)
            state = rank
        else:
            # Layers have no keys in common, so no ranks are equal.
            good = ~member | (rank > state)
        some = np.flatnonzero(good)
        return on[some], to[chosen[some]], state[some]

    return step


def after_fight(now: Possible, one: int, two: int, tables: r.Tables) -> Possible:
    """Two hidden units have fought, and each changes by its row."""
    early, late = sorted((one, two))
    stats = [
        list(dict.fromkeys(case[1] for _, case in possible.cases_of(now, k))) for k in (early, late)
    ]
    becomes = {(u, v): _after(tables, u, v) for u in stats[0] for v in stats[1]}
    becomes_late = {(v, u): _after(tables, v, u) for u in stats[0] for v in stats[1]}
    # Group units by their effect on every possible opponent.
    kinds = _kinds(stats[0], stats[1], becomes_late)
    kinds_late = _kinds(stats[1], stats[0], becomes)
    examples = {kind: unit for unit, kind in kinds.items()}
    examples_late = {kind: unit for unit, kind in kinds_late.items()}
    width = len(examples_late)
    label_of = now.labels.label_of
    guesses = [
        (label, label_of((start, becomes[unit, met])), kinds[unit] * width + kind)
        for label, (start, unit) in possible.cases_of(now, early)
        for kind, met in examples_late.items()
    ]
    meetings = {
        (label, kind * width + kinds_late[unit]): label_of((start, becomes_late[unit, met]))
        for label, (start, unit) in possible.cases_of(now, late)
        for kind, met in examples.items()
    }
    meeting = _meeting_step(meetings, len(examples) * width)
    guess = possible.relabel_step(guesses, len(now.labels.cases))
    return possible.filtered(now, {early: guess, late: meeting})


def _kinds(
    units: Sequence[Stats], met: Sequence[Stats], effect: Mapping[tuple[Stats, Stats], Stats]
) -> dict[Stats, int]:
    """Number the units, equally if they have the same effect on every possible opponent."""
    numbers: dict[tuple[Stats, ...], int] = {}
    return {
        unit: numbers.setdefault(tuple(effect[other, unit] for other in met), len(numbers))
        for unit in units
    }


def _meeting_step(changes: Mapping[tuple[int, int], int], states: int) -> Step:
    table = np.full((max(label for label, _ in changes) + 1, states), -1)
    for (label, state), new in changes.items():
        table[label, state] = new

    def step(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        new = table[label, state]
        on = np.flatnonzero(new >= 0)
        return on, new[on], np.zeros(len(on), np.int64)

    return step
