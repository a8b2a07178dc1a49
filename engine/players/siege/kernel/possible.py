"""What can be true of several units at once, and how facts narrow it and rounds change it.

Each layer of the diagram is a unit; a label stands for what the unit began with and has now. All
functions give a new `Possible` and leave the old one as it is. None loses a combination that can be
true. None adds one either, unless a set grows too large to be written down: then what units have to
do with each other is forgotten, more seems possible, and `exact` is no longer true.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import product as combinations
from typing import NamedTuple, TypeAlias

import numpy as np

from engine.players.siege.kernel import diagram
from engine.players.siege.kernel.diagram import Diagram, Ints, Marks, Step
from engine.rulesets.siege.rules import Stats
from engine.rulesets.siege.snapshot import LETTERS

Points: TypeAlias = tuple[int, int, int]
"""The ATK, DEF and HP that a unit began with."""
Case: TypeAlias = tuple[Points, Stats]
"""What a unit began with, and what it has now."""


class Labels:
    """The cases that labels stand for; it only ever grows, so that diagrams can share it."""

    __slots__ = ("cases", "index")

    def __init__(self) -> None:
        self.cases: list[Case] = []
        self.index: dict[Case, int] = {}

    def of(self, case: Case) -> int:
        """The label of a case."""
        label = self.index.get(case)
        if label is None:
            label = self.index[case] = len(self.cases)
            self.cases.append(case)
        return label


class Possible(NamedTuple):
    """All combinations of cases that can be true; none at all if the facts contradict each other.

    points: how many are spent on each stat of a side.
    exact: whether all of these can be true; otherwise there may be some that cannot.
    """

    diagram: Diagram
    labels: Labels
    points: int
    exact: bool = True

    def cases(self, layer: int) -> list[Case]:
        """Every case of a unit that occurs in some combination."""
        return [self.labels.cases[label] for label in present(self, layer)]

    def number(self) -> float:
        """How many combinations there are."""
        return float(diagram.ways(self.diagram)[0][0]) if self.diagram else 0

    def combinations(self) -> Iterable[tuple[Case, ...]]:
        """Every combination; for small sets."""
        cases = self.labels.cases
        return (tuple(cases[label] for label in each) for each in diagram.tuples(self.diagram))


def allotted(sides: int, points: int, unit_most: int, stat_most: int) -> Possible:
    """All allotments (D1) of one side, or of two beside each other: five layers a side."""
    labels = Labels()
    each = np.array(
        [
            labels.of(((atk, def_, hp), (atk, def_, hp, 0)))
            for atk, def_, hp in combinations(range(stat_most + 1), repeat=3)
            if atk + def_ + hp <= unit_most
        ]
    )
    alone = Possible(diagram.product([each] * len(LETTERS)), labels, points)
    side = reduced(_spent(alone, alone.diagram))
    return Possible(side * sides, labels, points)


def tidied(now: Possible) -> Possible:
    """The same, with labels of its own for the cases that are left.

    They are in an order that is a matter of the set alone, whatever else was worked out before.
    """
    labels = Labels()
    layers = []
    for depth, layer in enumerate(now.diagram):
        place = np.zeros(len(now.labels.cases), np.int64)
        for case, label in sorted((case, label) for label, case in listed(now, depth)):
            place[label] = labels.of(case)
        layers.append(diagram.relabelled(layer, place))
    return now._replace(diagram=tuple(layers), labels=labels)


def turned(now: Possible, turns: Mapping[int, Callable[[Stats], Iterable[Stats]]]) -> Possible:
    """Each of these units, by layer, has become one of what its function gives, or is none."""
    steps: list[Step | None] = [None] * len(now.diagram)
    for layer, turn in turns.items():
        changes = [
            (label, now.labels.of((start, value)))
            for label, (start, stats) in listed(now, layer)
            for value in turn(stats)
        ]
        steps[layer] = _becoming(changes, len(now.labels.cases))
    return swept(now, steps)


def summed(now: Possible, layers: Collection[int], stat: int, totals: Collection[int]) -> Possible:
    """One stat of these units adds up to one of the totals."""
    steps: list[Step | None] = [None] * len(now.diagram)
    most = max(totals, default=-1)
    good = np.zeros(most + 2, np.bool_)
    good[list(totals)] = True
    for layer in layers:
        steps[layer] = _adding(_by_label(now, layer, lambda stats: stats[stat]), most)
    return swept(now, steps, lambda state: good[state])


def either(branches: Sequence[Possible]) -> Possible:
    """What is possible in any of these, which stem from the same one."""
    now = branches[0]._replace(exact=all(branch.exact for branch in branches))
    some = [branch.diagram for branch in branches if branch.diagram]
    try:
        return now._replace(diagram=reduced(diagram.union(some)))
    except diagram.TooLargeError:
        apart = [
            np.concatenate([diagram.labels(each[depth]) for each in some])
            for depth in range(len(some[0]))
        ]
        return now._replace(diagram=reduced(diagram.product(apart)), exact=False)


def swept(
    now: Possible,
    steps: Sequence[Step | None],
    accept: Callable[[Ints], Marks] | None = None,
) -> Possible:
    """What an automaton lets through."""
    return worked(now, lambda all_: diagram.sweep(all_, steps, accept))


def worked(now: Possible, work: Callable[[Diagram], Diagram]) -> Possible:
    """Does the work on the set, or if that grows too large on wider ones that are simpler."""
    if not now.diagram:
        return now
    try:
        return now._replace(diagram=reduced(work(now.diagram)))
    except diagram.TooLargeError:
        apart = diagram.product([diagram.labels(layer) for layer in now.diagram])
    loose = now._replace(exact=False)
    try:
        return loose._replace(diagram=reduced(work(_spent(now, apart))))
    except diagram.TooLargeError:
        return loose._replace(diagram=reduced(work(apart)))


def _spent(now: Possible, all_: Diagram) -> Diagram:
    """Those of the set in which each side has spent its points."""
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

    sides = len(all_) // len(LETTERS)
    return diagram.sweep(all_, [*[spend] * (len(LETTERS) - 1), spend_last] * sides)


def reduced(result: Diagram) -> Diagram:
    """The same set as small as can be, if there is anything in it."""
    return diagram.reduced(result) if result else result


def present(now: Possible, layer: int) -> list[int]:
    """The labels of a unit that occur in some combination."""
    return diagram.labels(now.diagram[layer]).tolist() if now.diagram else []


def listed(now: Possible, layer: int) -> list[tuple[int, Case]]:
    """The same, each with the case that it stands for."""
    cases = now.labels.cases
    return [(label, cases[label]) for label in present(now, layer)]


class Choices:
    """Rows that belong to labels, in their order, several to one or none."""

    def __init__(self, rows: Sequence[int], labels: int) -> None:
        self.counts = np.bincount(np.array(rows, np.int64), minlength=labels)
        self.begin = np.cumsum(self.counts) - self.counts

    def of(self, label: Ints) -> tuple[Ints, Ints]:
        """Which of these labels has a row, and the row; one with several stands there as often."""
        counts = self.counts[label]
        on = np.repeat(np.arange(len(label)), counts)
        return on, diagram.spans(self.begin[label], counts)


def _becoming(changes: Sequence[tuple[int, int]], labels: int) -> Step:
    """Labels become others: one, several or none each."""
    choices = Choices([label for label, _ in changes], labels)
    to = np.array([new for _, new in changes], np.int64)

    def step(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        on, chosen = choices.of(label)
        return on, to[chosen], state[on]

    return step


def _adding(values: Ints, most: int) -> Step:
    def step(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        total = state + values[label]
        on = np.flatnonzero(total <= most)
        return on, label[on], total[on]

    return step


def _by_label(now: Possible, layer: int, value: Callable[[Stats], int]) -> Ints:
    """A value for each label of a layer, to be looked up by label."""
    values = np.zeros(len(now.labels.cases), np.int64)
    for label, (_, stats) in listed(now, layer):
        values[label] = value(stats)
    return values
