"""What a ranking tells: who comes first, and what a group's first one has that others have not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np

from engine.players.siege.kernel import diagram
from engine.players.siege.kernel.diagram import Ints, Step
from engine.players.siege.kernel.possible import (
    Choices,
    Possible,
    listed,
    present,
    reduced,
    swept,
    turned,
)
from engine.rulesets.siege.rules import Stats

Rank: TypeAlias = Callable[[Stats], tuple[int, ...]]

LAST: Final = 1 << 40
"""After every place in a ranking."""


def outranks(now: Possible, first: int, second: int, rank: Rank) -> Possible:
    """One unit ranks before another; equals do so by their layers."""
    keys = _keys(now, (first, second), rank)
    if _certain(now, keys, first, second):
        return now
    early, late = sorted((first, second))
    steps: list[Step | None] = [None] * len(now.diagram)
    steps[early], steps[late] = _compared(now, keys, early, late, want=early == first)
    return swept(now, steps)


def same_order(now: Possible, one: tuple[int, int], two: tuple[int, int], rank: Rank) -> Possible:
    """Of two pairs of units either both are in the order given, or both in the other one.

    The layers of the first pair come before those of the second.
    """
    for (first, second), (third, fourth) in ((one, two), (two, one)):
        keys = _keys(now, (first, second), rank)
        if _certain(now, keys, first, second):
            return outranks(now, third, fourth, rank)
        if _certain(now, keys, second, first):
            return outranks(now, fourth, third, rank)
    steps: list[Step | None] = [None] * len(now.diagram)
    for place, pair in enumerate((one, two)):
        early, late = sorted(pair)
        keys = _keys(now, pair, rank)
        steps[early], steps[late] = _compared_as(
            now, keys, early, late, flipped=early != pair[0], checks=place == 1
        )
    return swept(now, steps)


def led(
    now: Possible,
    layers: Sequence[int],
    rank: Rank,
    leader: Callable[[Stats], Stats | None],
    other: Callable[[Stats], Iterable[tuple[Stats, bool]]],
    *,
    nobody: bool = False,
) -> Possible:
    """Some of these units form a group, and the one that ranks first in it fares differently.

    `leader` says what the first becomes, or None if it may not be in the group; `other` what
    another unit may become, and whether it is in the group then. With `nobody` the group may be
    empty.
    """
    keys = _keys(now, layers, rank)
    leads, others = {}, {}
    for layer in layers:
        cases = listed(now, layer)
        leads[layer] = [
            (label, now.labels.of((start, value)), True)
            for label, (start, stats) in cases
            if (value := leader(stats)) is not None
        ]
        others[layer] = [
            (label, now.labels.of((start, value)), inside)
            for label, (start, stats) in cases
            for value, inside in other(stats)
        ]
    courses = []
    for first in layers:
        steps: list[Step | None] = [None] * len(now.diagram)
        bounds = np.unique(keys[first][present(now, first)])
        for layer in layers:
            changes = leads[layer] if layer == first else others[layer]
            steps[layer] = _led_by(changes, keys[layer], bounds, layer - first)
        courses.append(steps)

    if nobody:
        courses.append([None] * len(now.diagram))
    try:
        branches = [diagram.sweep(now.diagram, steps) for steps in courses]
        return now._replace(diagram=reduced(diagram.union(branches)))
    except diagram.TooLargeError:
        # Each unit by itself: as the first of the group, another of it, or not in it.
        def turn(unit: Stats) -> Iterable[Stats]:
            alone = leader(unit)
            return [*(value for value, _ in other(unit)), *([] if alone is None else [alone])]

        return turned(now._replace(exact=False), dict.fromkeys(layers, turn))


def _certain(now: Possible, keys: Mapping[int, Ints], first: int, second: int) -> bool:
    """Whether one unit ranks before another in every case."""
    lowest = keys[first][present(now, first)].max(initial=-1)
    highest = keys[second][present(now, second)].min(initial=LAST)
    return bool(lowest < highest)


def _keys(now: Possible, layers: Iterable[int], rank: Rank) -> dict[int, Ints]:
    """By layer and label, the place of a unit in the ranking of all cases of these layers."""
    ranks = {
        layer: [(label, (*rank(stats), layer)) for label, (_, stats) in listed(now, layer)]
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


def _compared(
    now: Possible, keys: Mapping[int, Ints], early: int, late: int, *, want: bool
) -> tuple[Step, Step]:
    """Steps for two layers that let through what is in this order: the early one before or not."""
    bounds = np.unique(keys[late][present(now, late)])
    # Of the early unit it is enough to know how many of the late one's ranks it does not beat.
    beaten = np.searchsorted(bounds, keys[early])
    places = np.searchsorted(bounds, keys[late])

    def first(label: Ints, _state: Ints) -> tuple[Ints, Ints, Ints]:
        return np.arange(len(label)), label, beaten[label]

    def second(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        on = np.flatnonzero((places[label] >= state) == want)
        return on, label[on], np.zeros(len(on), np.int64)

    return first, second


def _compared_as(
    now: Possible, keys: Mapping[int, Ints], early: int, late: int, *, flipped: bool, checks: bool
) -> tuple[Step, Step]:
    """Steps that note the order of two units in the state, or check that it is as noted."""
    bounds = np.unique(keys[late][present(now, late)])
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


def _led_by(changes: Sequence[tuple[int, int, bool]], keys: Ints, bounds: Ints, place: int) -> Step:
    """A step for a group's leader (place 0), or for a unit before or after it in the diagram.

    Up to the leader the state is how many of its ranks have been beaten by the group; from it on it
    is the leader's rank.
    """
    choices = Choices([label for label, _, _ in changes], len(keys))
    to = np.array([new for _, new, _ in changes], np.int64)
    inside = np.array([member for _, _, member in changes], np.bool_)
    ranks = np.searchsorted(bounds, keys)

    def step(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        on, chosen = choices.of(label)
        rank, state, member = ranks[label[on]], state[on], inside[chosen]
        if place < 0:
            state = np.where(member, np.maximum(state, len(bounds) - rank), state)
            good = state < len(bounds)
        elif place == 0:
            good = rank + state < len(bounds)
            state = rank
        else:
            # Keys differ from layer to layer, so a rank that is not higher is lower.
            good = ~member | (rank > state)
        some = np.flatnonzero(good)
        return on[some], to[chosen[some]], state[some]

    return step
