"""The set of all possible values of hidden units together, and how to filter and change it.

The set is a decision diagram with a layer for each unit. A label stands for a case: a unit's
initial and current values. All functions return a new `Possible`. They never drop a possible
combination, and add impossible ones only if a diagram grows too large: then dependencies between
units are dropped, and `exact` becomes false.

A decision diagram is a graph in layers whose edges have labels. A tuple of labels, one for each
layer, is in the set if a path from the root to the end has these labels. `run_automaton` filters or
relabels a set: it follows all paths together with a small automaton, whose state is a whole number.
`reduced` makes a diagram deterministic and minimal, so that its size depends only on the set.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import product as combinations
from typing import Any, Final, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from engine.core.rng import output
from engine.rulesets.siege.events import LETTERS
from engine.rulesets.siege.rules import Stats

Ints: TypeAlias = NDArray[np.int64]
Marks: TypeAlias = NDArray[np.bool_]
Step: TypeAlias = Callable[[Ints, Ints], tuple[Ints, Ints, Ints]]
"""The automaton's transition in a layer.

From the edges' labels and the state before each, it returns the kept edges (by place, repeated for
each continuation), their new labels, and the states after them.
"""

Change: TypeAlias = Callable[[Stats], Iterable[Stats]]
"""Returns the possible values of a unit after a step; none if the given ones are impossible."""

MOST: Final = 3_000_000
"""Maximum number of edges of a layer during computations; more take too long."""
WORD: Final = 63  # bits of an edge sorted as one number
SPARSE: Final = 8
"""Distinct numbers are found by sorting if their range exceeds this many times their count."""


class TooLargeError(Exception):
    """A diagram has more than MOST edges in a layer."""


class Layer(NamedTuple):
    """The edges of a layer, sorted: source node, label, and target node in the next layer."""

    src: Ints
    label: Ints
    dst: Ints


Diagram: TypeAlias = tuple[Layer, ...]
"""Layers from the root, node 0 of the first, to the single end. The empty set has no layers."""


def product(labels: Sequence[Ints]) -> Diagram:
    """Return all tuples with one of these labels for each layer."""
    zeros = [np.zeros(len(layer), np.int64) for layer in labels]
    return tuple(Layer(z, np.sort(each), z) for z, each in zip(zeros, labels, strict=True))


def run_automaton(
    diagram: Diagram, steps: Mapping[int, Step], accept: Callable[[Ints], Marks] | None = None
) -> Diagram:
    """Return the tuples accepted by the automaton, starting from state 0, with their new labels.

    `steps` are by layer; a layer without one is unchanged. `accept` decides which final states are
    accepted. Raises TooLargeError.
    """
    nodes = states = np.zeros(1, np.int64)
    passed: list[tuple[int, Ints, Ints, Ints]] = []
    for depth, layer in enumerate(diagram):
        begin = np.searchsorted(layer.src, nodes)
        counts = np.searchsorted(layer.src, nodes, side="right") - begin
        edges = ranges(begin, counts)
        src = np.repeat(np.arange(len(nodes)), counts)
        label, dst, state = layer.label[edges], layer.dst[edges], states[src]
        if step := steps.get(depth):
            on, label, state = step(label, state)
            src, dst = src[on], dst[on]
        if not len(dst):
            return ()
        width = int(state.max()).bit_length()
        keys, target = _unique((dst << width) | state)
        passed.append((len(nodes), src, label, target))
        nodes, states = keys >> width, keys & ((1 << width) - 1)
    good = accept(states) if accept else np.ones(len(states), np.bool_)
    return _without_dead_ends(passed, good)


def _without_dead_ends(passed: list[tuple[int, Ints, Ints, Ints]], good: Marks) -> Diagram:
    """Remove dead ends, and merge the accepted final nodes into one."""
    number = np.where(good, 0, -1)
    layers = []
    for width, src, label, dst in reversed(passed):
        target = number[dst]
        on = target >= 0
        if not on.any():
            return ()
        nodes, source = _unique(src[on])
        number = np.full(width, -1)
        number[nodes] = np.arange(len(nodes))
        layers.append(_sorted(source, label[on], target[on]))
    return tuple(reversed(layers))


def union(diagrams: Sequence[Diagram]) -> Diagram:
    some = [diagram for diagram in diagrams if diagram]
    if len(some) < 2:
        return some[0] if some else ()
    layers = []
    # Offsets keep the diagrams' nodes apart, except for the root and the end.
    before = [0] * len(some)
    for depth, parts in enumerate(zip(*some, strict=True), start=1):
        widths = [int(part.dst.max()) + 1 if depth < len(some[0]) else 0 for part in parts]
        after = [sum(widths[:place]) for place in range(len(widths))]
        src = np.concatenate([part.src + n for part, n in zip(parts, before, strict=True)])
        label = np.concatenate([part.label for part in parts])
        dst = np.concatenate([part.dst + n for part, n in zip(parts, after, strict=True)])
        layers.append(_sorted(src, label, dst))
        before = after
    return tuple(layers)


def reduced(diagram: Diagram) -> Diagram:
    """Return the same set as the smallest deterministic diagram. Raises TooLargeError."""
    merged = _merge_equivalent(diagram)
    is_deterministic = all(len(_starts(e.src, e.label)) == len(e.src) for e in merged)
    return merged if is_deterministic else _merge_equivalent(_determinize(merged))


def _merge_equivalent(diagram: Diagram) -> Diagram:
    """Merge nodes with the same outgoing edges, from the end to the root."""
    number = np.zeros(1, np.int64)
    layers = []
    for layer in reversed(diagram):
        src, label, dst = _sorted(layer.src, layer.label, number[layer.dst])
        starts = _starts(src)
        sums = np.add.reduceat(_hashes(label * (int(dst.max()) + 1) + dst), starts)
        _, chosen, group = np.unique(sums, return_index=True, return_inverse=True)
        keeps = np.zeros(len(starts), np.bool_)
        keeps[chosen] = True
        on = keeps[src]
        layers.append(_sorted(group[src[on]], label[on], dst[on]))
        number = group
    return tuple(reversed(layers))


def _determinize(diagram: Diagram) -> Diagram:
    """Make the diagram deterministic: new nodes are sets of old ones, from the root to the end."""
    member = owner = np.zeros(1, np.int64)
    layers = []
    for layer in diagram:
        begin = np.searchsorted(layer.src, member)
        counts = np.searchsorted(layer.src, member, side="right") - begin
        edges = ranges(begin, counts)
        src, label, dst = _sorted(np.repeat(owner, counts), layer.label[edges], layer.dst[edges])
        starts = _starts(src, label)
        sums = np.add.reduceat(_hashes(dst), starts)
        _, chosen, target = np.unique(sums, return_index=True, return_inverse=True)
        layers.append(Layer(src[starts], label[starts], target))
        lengths = np.diff(np.append(starts, len(src)))[chosen]
        member = dst[ranges(starts[chosen], lengths)]
        owner = np.repeat(np.arange(len(chosen)), lengths)
    return tuple(layers)


def path_counts(diagram: Diagram) -> tuple[NDArray[np.float64], ...]:
    """Return for each layer the number of paths from each node to the end; the last entry is 1.

    In a reduced diagram, the first number is the size of the set.
    """
    counts: list[NDArray[np.float64]] = [np.ones(1)]
    for layer in reversed(diagram):
        after = np.bincount(layer.src, weights=counts[-1][layer.dst])
        counts.append(after.astype(np.float64))
    return tuple(reversed(counts))


def sample(diagram: Diagram, numbers: NDArray[np.float64]) -> Ints:
    """Return random tuples of a reduced diagram, in rows, all equally likely.

    `numbers` are uniform from 0 to 1: a row for each tuple, a column for each layer.
    """
    counts = path_counts(diagram)
    node = np.zeros(len(numbers), np.int64)
    columns = []
    for depth, layer in enumerate(diagram):
        weight = counts[depth + 1][layer.dst]
        reach = np.cumsum(weight)
        begin = np.searchsorted(layer.src, node)
        end = np.searchsorted(layer.src, node, side="right")
        wanted = reach[begin] - weight[begin] + numbers[:, depth] * counts[depth][node]
        edge = np.clip(np.searchsorted(reach, wanted, side="right"), begin, end - 1)
        columns.append(layer.label[edge])
        node = layer.dst[edge]
    return np.stack(columns, axis=1)


def ranges(begin: Ints, counts: Ints) -> Ints:
    """Return the numbers of several ranges, one range after the other. Raises TooLargeError."""
    ends = np.cumsum(counts)
    length = int(counts.sum())
    if length > MOST:
        raise TooLargeError(f"{length} edges; at most {MOST} are possible")
    return np.arange(length) + np.repeat(begin - ends + counts, counts)


def _unique(keys: Ints) -> tuple[Ints, Ints]:
    """Return the distinct keys in order, and for each key its place among them."""
    reach = int(keys.max()) + 1
    if reach > SPARSE * len(keys):
        return np.unique(keys, return_inverse=True)
    seen = np.zeros(reach, np.bool_)
    seen[keys] = True
    return np.flatnonzero(seen), (np.cumsum(seen) - 1)[keys]


def _sorted(src: Ints, label: Ints, dst: Ints) -> Layer:
    low, middle = int(dst.max()).bit_length(), int(label.max()).bit_length()
    if int(src.max()).bit_length() + middle + low > WORD:
        raise TooLargeError("an edge does not fit into a word")
    keys = np.sort((((src << middle) | label) << low) | dst)
    keys = keys[_starts(keys)]
    # Divisions would take longer than the sorting.
    pairs = keys >> low
    return Layer(pairs >> middle, pairs & ((1 << middle) - 1), keys & ((1 << low) - 1))


def _starts(*columns: Ints) -> Ints:
    """Return the rows of sorted columns at which the values change, including the first row."""
    new = np.zeros(len(columns[0]), np.bool_)
    new[:1] = True
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(new)


def outputs(seed: int, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the outputs of SplitMix64 with these numbers, from one seed."""
    # `output` also accepts an array of 64-bit numbers, which wrap around.
    found: NDArray[np.uint64] = cast(Any, output)(seed, numbers)
    return found


def _hashes(values: Ints) -> NDArray[np.uint64]:
    """Return a hash of each value: different sets have equal sums with a chance of 1 in 2**64."""
    return outputs(0, values.astype(np.uint64))


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
        return float(path_counts(self.diagram)[0][0]) if self.diagram else 0


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
    alone = Possible(product([each] * len(LETTERS)), labels, points)
    side = reduced(_with_points_spent(alone, alone.diagram))
    return Possible(side * sides, labels, points)


def relabelled(now: Possible) -> Possible:
    """Return the same set, labelled by content: a seed draws the same worlds in every process."""
    labels = Labels()
    layers = []
    for depth, layer in enumerate(now.diagram):
        place = np.zeros(len(now.labels.cases), np.int64)
        for case, label in sorted((case, label) for label, case in cases_of(now, depth)):
            place[label] = labels.label_of(case)
        layers.append(_sorted(layer.src, place[layer.label], layer.dst))
    return now._replace(diagram=tuple(layers), labels=labels)


def replaced(now: Possible, changes: Mapping[int, Change]) -> Possible:
    """Change units, by layer, to the values returned; drop cases without any."""
    steps: dict[int, Step] = {}
    for layer, change in changes.items():
        labels = [
            (label, now.labels.label_of((start, value)))
            for label, (start, stats) in cases_of(now, layer)
            for value in change(stats)
        ]
        steps[layer] = relabel_step(labels, len(now.labels.cases))
    return filtered(now, steps)


def with_sum(now: Possible, layers: Collection[int], stat: int, sums: Collection[int]) -> Possible:
    """Keep the combinations in which one stat of these units adds up to one of these sums."""
    most = max(sums, default=-1)
    good = np.zeros(most + 2, np.bool_)
    good[list(sums)] = True
    steps = {layer: _sum_step(now, layer, stat, most) for layer in layers}
    return filtered(now, steps, lambda state: good[state])


def any_of(branches: Sequence[Possible]) -> Possible:
    """Return the union of these sets, all derived from the same one."""
    now = branches[0]._replace(exact=all(branch.exact for branch in branches))
    some = [branch.diagram for branch in branches if branch.diagram]
    try:
        return now._replace(diagram=reduced(union(some)))
    except TooLargeError:
        apart = [
            np.unique(np.concatenate([layer.label for layer in layers]))
            for layers in zip(*some, strict=True)
        ]
        return now._replace(diagram=reduced(product(apart)), exact=False)


def filtered(
    now: Possible, steps: Mapping[int, Step], accept: Callable[[Ints], Marks] | None = None
) -> Possible:
    """Return the combinations that an automaton accepts, with their new labels.

    If the set grows too large, it is replaced by larger but simpler ones.
    """

    def run(all_: Diagram) -> Diagram:
        return reduced(run_automaton(all_, steps, accept))

    try:
        return now._replace(diagram=run(now.diagram))
    except TooLargeError:
        apart = product([np.unique(layer.label) for layer in now.diagram])
    try:
        return now._replace(diagram=run(_with_points_spent(now, apart)), exact=False)
    except TooLargeError:
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
    return run_automaton(all_, steps)


def labels_of(now: Possible, layer: int) -> list[int]:
    return np.unique(now.diagram[layer].label).tolist() if now.diagram else []


def cases_of(now: Possible, layer: int) -> list[tuple[int, Case]]:
    return [(label, now.labels.cases[label]) for label in labels_of(now, layer)]


class Choices:
    """For each label the places of its rows, any number, in a list sorted by label."""

    def __init__(self, rows: Sequence[int], labels: int) -> None:
        self.counts = np.bincount(np.array(rows, np.int64), minlength=labels)
        self.begin = np.cumsum(self.counts) - self.counts

    def rows_of(self, label: Ints) -> tuple[Ints, Ints]:
        """Return for every row of these labels the place of its label and the place of the row."""
        counts = self.counts[label]
        on = np.repeat(np.arange(len(label)), counts)
        return on, ranges(self.begin[label], counts)


def relabel_step(changes: Sequence[tuple[int, ...]], labels: int) -> Step:
    """Return a step that changes labels to others, each to any number of them.

    A change is a label, its new label, and the state after it if that changes as well.
    """
    choices = Choices([change[0] for change in changes], labels)
    to = np.array([change[1] for change in changes], np.int64)
    states = np.array([change[2] for change in changes if len(change) > 2], np.int64)

    def step(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        on, chosen = choices.rows_of(label)
        return on, to[chosen], states[chosen] if len(states) else state[on]

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
