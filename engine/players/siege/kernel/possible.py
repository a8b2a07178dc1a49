"""The set of all possible values of hidden units together, and how to filter and change it.

The set is a decision diagram with a layer for each unit. A label stands for a case: a unit's
initial and current values. All functions return a new `Possible`. They never drop a possible
combination, and add impossible ones only if a diagram grows too large: then dependencies between
units are dropped, and `exact` becomes false.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import product as combinations
from typing import NamedTuple, TypeAlias

import numpy as np

from engine.players.siege.kernel import diagram
from engine.players.siege.kernel.diagram import Diagram, Ints, Marks, Step
from engine.rulesets.siege.events import LETTERS
from engine.rulesets.siege.rules import Stats

Points: TypeAlias = tuple[int, int, int]  # the initial ATK, DEF and HP of a unit
Case: TypeAlias = tuple[Points, Stats]  # a unit's initial and current values


class Labels:
    """The cases that labels stand for. It only grows, so that diagrams can share it."""

    __slots__ = ("cases", "index")

    def __init__(self) -> None:
        self.cases: list[Case] = []
        self.index: dict[Case, int] = {}

    def label_of(self, case: Case) -> int:
        label = self.index.get(case)
        if label is None:
            label = self.index[case] = len(self.cases)
            self.cases.append(case)
        return label


class Possible(NamedTuple):
    """All possible combinations of cases; none if the facts contradict each other."""

    diagram: Diagram
    labels: Labels
    points: int  # the number that a side spends on each stat
    exact: bool = True  # whether all of these are possible; otherwise some may not be

    def cases(self, layer: int) -> list[Case]:
        """Return every case of a unit that occurs in some combination."""
        return [self.labels.cases[label] for label in labels_of(self, layer)]

    def number(self) -> float:
        """Return the number of combinations."""
        return float(diagram.path_counts(self.diagram)[0][0]) if self.diagram else 0


def all_allotments(sides: int, points: int, unit_most: int, stat_most: int) -> Possible:
    """Return all allotments (D1) of one side or of both: five layers a side."""
    labels = Labels()
    each = np.array(
        [
            labels.label_of(((atk, def_, hp), (atk, def_, hp, 0)))
            for atk, def_, hp in combinations(range(stat_most + 1), repeat=3)
            if atk + def_ + hp <= unit_most
        ]
    )
    alone = Possible(diagram.product([each] * len(LETTERS)), labels, points)
    side = diagram.reduced(_with_points_spent(alone, alone.diagram))
    return Possible(side * sides, labels, points)


def relabelled(now: Possible) -> Possible:
    """Return the same set, labelled by content: a seed draws the same worlds in every process."""
    labels = Labels()
    layers = []
    for depth, layer in enumerate(now.diagram):
        place = np.zeros(len(now.labels.cases), np.int64)
        for case, label in sorted((case, label) for label, case in cases_of(now, depth)):
            place[label] = labels.label_of(case)
        layers.append(diagram.relabelled(layer, place))
    return now._replace(diagram=tuple(layers), labels=labels)


def replaced(
    now: Possible, functions: Mapping[int, Callable[[Stats], Iterable[Stats]]]
) -> Possible:
    """Change units, by layer, to values that their functions return; drop cases without any."""
    steps: dict[int, Step] = {}
    for layer, function in functions.items():
        changes = [
            (label, now.labels.label_of((start, value)))
            for label, (start, stats) in cases_of(now, layer)
            for value in function(stats)
        ]
        steps[layer] = _relabel_step(changes, len(now.labels.cases))
    return filtered(now, steps)


def with_sum(
    now: Possible, layers: Collection[int], stat: int, totals: Collection[int]
) -> Possible:
    """Keep the combinations in which one stat of these units adds up to one of these totals."""
    most = max(totals, default=-1)
    good = np.zeros(most + 2, np.bool_)
    good[list(totals)] = True
    steps = {layer: _sum_step(now, layer, stat, most) for layer in layers}
    return filtered(now, steps, lambda state: good[state])


def any_of(branches: Sequence[Possible]) -> Possible:
    """Return the union of these sets, all derived from the same one."""
    now = branches[0]._replace(exact=all(branch.exact for branch in branches))
    some = [branch.diagram for branch in branches if branch.diagram]
    try:
        return now._replace(diagram=diagram.reduced(diagram.union(some)))
    except diagram.TooLargeError:
        apart = [
            np.concatenate([diagram.labels(each[depth]) for each in some])
            for depth in range(len(some[0]))
        ]
        return now._replace(diagram=diagram.reduced(diagram.product(apart)), exact=False)


def filtered(
    now: Possible, steps: Mapping[int, Step], accept: Callable[[Ints], Marks] | None = None
) -> Possible:
    """Return the combinations that an automaton accepts, with their new labels.

    If the set grows too large, it is replaced by larger but simpler ones.
    """

    def run(all_: Diagram) -> Diagram:
        return diagram.reduced(diagram.run_automaton(all_, steps, accept))

    try:
        return now._replace(diagram=run(now.diagram))
    except diagram.TooLargeError:
        apart = diagram.product([diagram.labels(layer) for layer in now.diagram])
    try:
        return now._replace(diagram=run(_with_points_spent(now, apart)), exact=False)
    except diagram.TooLargeError:
        return now._replace(diagram=run(apart), exact=False)


def _with_points_spent(now: Possible, all_: Diagram) -> Diagram:
    """Return the part of a set in which each side has spent its points."""
    spent = np.array([start for start, _ in now.labels.cases])
    base = now.points + 1

    def spend(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        pools = np.stack((state // base**2, state // base % base, state % base), axis=1)
        pools = pools + spent[label]
        on = np.flatnonzero((pools <= now.points).all(axis=1))
        atk, def_, hp = pools[on].T
        return on, label[on], (atk * base + def_) * base + hp

    def spend_last(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        on, label, state = spend(label, state)
        all_spent = np.flatnonzero(state == base**3 - 1)
        return on[all_spent], label[all_spent], np.zeros(len(all_spent), np.int64)

    last = len(LETTERS) - 1
    steps = {k: spend_last if k % len(LETTERS) == last else spend for k in range(len(all_))}
    return diagram.run_automaton(all_, steps)


def labels_of(now: Possible, layer: int) -> list[int]:
    return diagram.labels(now.diagram[layer]).tolist() if now.diagram else []


def cases_of(now: Possible, layer: int) -> list[tuple[int, Case]]:
    cases = now.labels.cases
    return [(label, cases[label]) for label in labels_of(now, layer)]


class Choices:
    """For each label the places of its rows, any number, in a list sorted by label."""

    def __init__(self, rows: Sequence[int], labels: int) -> None:
        self.counts = np.bincount(np.array(rows, np.int64), minlength=labels)
        self.begin = np.cumsum(self.counts) - self.counts

    def rows_of(self, label: Ints) -> tuple[Ints, Ints]:
        """Return for every row of these labels the place of its label and the place of the row."""
        counts = self.counts[label]
        on = np.repeat(np.arange(len(label)), counts)
        return on, diagram.ranges(self.begin[label], counts)


def _relabel_step(changes: Sequence[tuple[int, int]], labels: int) -> Step:
    """Return a step that changes labels to others, each to any number of them."""
    choices = Choices([label for label, _ in changes], labels)
    to = np.array([new for _, new in changes], np.int64)

    def step(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        on, chosen = choices.rows_of(label)
        return on, to[chosen], state[on]

    return step


def _sum_step(now: Possible, layer: int, stat: int, most: int) -> Step:
    values = np.zeros(len(now.labels.cases), np.int64)
    for label, (_, stats) in cases_of(now, layer):
        values[label] = stats[stat]

    def step(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        total = state + values[label]
        on = np.flatnonzero(total <= most)
        return on, label[on], total[on]

    return step
