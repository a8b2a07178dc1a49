"""Constraints of a round on hidden units: their order by rank, and changes of their values."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np

from engine.players.siege.kernel import possible
from engine.players.siege.kernel.possible import (
    Choices,
    Ints,
    Possible,
    Step,
    cases_of,
    filtered,
    labels_of,
    relabel_step,
    replaced,
)
from engine.rulesets.siege.rules import Stats

Rank: TypeAlias = Callable[[Stats], tuple[int, ...]]

LAST: Final = 1 << 40  # larger than every place in a ranking


def with_order(now: Possible, first: int, second: int, rank: Rank) -> Possible:
    """The first unit ranks before the second; of equal ones, the one in the earlier layer."""
    keys = _keys(now, (first, second), rank)
    if _is_certain(now, keys, first, second):
        return now
    early, late = sorted((first, second))
    one, two = _order_steps(now, keys, early, late, flipped=early == first, checks=True)
    return filtered(now, {early: one, late: two})


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
    return filtered(now, steps)


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
        cases = cases_of(now, layer)
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
    variants: list[dict[int, Step]] = []
    for first in layers:
        steps: dict[int, Step] = {}
        bounds = np.unique(keys[first][labels_of(now, first)])
        for layer in layers:
            changes = leads[layer] if layer == first else others[layer]
            steps[layer] = _leader_step(changes, keys[layer], bounds, layer - first)
        variants.append(steps)
    if may_be_empty:
        variants.append({})
    try:
        branches = [possible.run_automaton(now.diagram, steps) for steps in variants]
        return now._replace(diagram=possible.reduced(possible.union(branches)))
    except possible.TooLargeError:
        # Treat units independently: as the leader, as another member, or outside the group.
        def any_role(unit: Stats) -> Iterable[Stats]:
            alone = leader(unit)
            return [*(value for value, _ in other(unit)), *([] if alone is None else [alone])]

        return replaced(now._replace(exact=False), dict.fromkeys(layers, any_role))


def _is_certain(now: Possible, keys: Mapping[int, Ints], first: int, second: int) -> bool:
    """Whether the first unit ranks before the second in every case."""
    lowest = keys[first][labels_of(now, first)].max(initial=-1)
    highest = keys[second][labels_of(now, second)].min(initial=LAST)
    return bool(lowest < highest)


def _keys(now: Possible, layers: Iterable[int], rank: Rank) -> dict[int, Ints]:
    """Return by layer and label the place in the ranking of all cases of these layers."""
    ranks = {
        layer: [(label, (*rank(stats), layer)) for label, (_, stats) in cases_of(now, layer)]
        for layer in layers
    }
    distinct = sorted({key for each in ranks.values() for _, key in each})
    place = {key: number for number, key in enumerate(distinct)}
    keys = {}
    for layer, each in ranks.items():
        keys[layer] = np.zeros(len(now.labels.cases), np.int64)
        for label, key in each:
            keys[layer][label] = place[key]
    return keys


def _order_steps(
    now: Possible, keys: Mapping[int, Ints], early: int, late: int, *, flipped: bool, checks: bool
) -> tuple[Step, Step]:
    """Return steps that write the order of two units into the state, or compare it with it."""
    bounds = np.unique(keys[late][labels_of(now, late)])
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
    choices = Choices([label for label, _, _ in changes], len(keys))
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


def after_fight(
    now: Possible, one: int, two: int, after: Callable[[Stats, Stats], Stats]
) -> Possible:
    """Two hidden units have fought: `after` returns a unit's new values, given its opponent."""
    early, late = sorted((one, two))
    stats = [list(dict.fromkeys(case[1] for _, case in cases_of(now, k))) for k in (early, late)]
    becomes = {(u, v): after(u, v) for u in stats[0] for v in stats[1]}
    becomes_late = {(v, u): after(v, u) for u in stats[0] for v in stats[1]}
    # Group units by their effect on every possible opponent.
    kinds = _kinds(stats[0], stats[1], becomes_late)
    kinds_late = _kinds(stats[1], stats[0], becomes)
    examples = {kind: unit for unit, kind in kinds.items()}
    examples_late = {kind: unit for unit, kind in kinds_late.items()}
    width = len(examples_late)
    label_of = now.labels.label_of
    guesses = [
        (label, label_of((start, becomes[unit, met])), kinds[unit] * width + kind)
        for label, (start, unit) in cases_of(now, early)
        for kind, met in examples_late.items()
    ]
    meetings = {
        (label, kind * width + kinds_late[unit]): label_of((start, becomes_late[unit, met]))
        for label, (start, unit) in cases_of(now, late)
        for kind, met in examples.items()
    }
    meeting = _meeting_step(meetings, len(examples) * width)
    guess = relabel_step(guesses, len(now.labels.cases))
    return filtered(now, {early: guess, late: meeting})


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
