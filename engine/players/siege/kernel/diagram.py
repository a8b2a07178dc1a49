"""Sets of tuples, kept exactly and compactly: a decision diagram with a layer for each place.

A tuple of labels, one a layer, is in the set if a path from the root to the end has these labels.
A constraint, or a change of labels, is a sweep: the diagram runs in step with a small automaton
whose state is a whole number. `reduced` makes a diagram deterministic and as small as it can be, so
that its size is a matter of the set alone and not of how it came about.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from engine.core.rng import output

Ints: TypeAlias = NDArray[np.int64]
Marks: TypeAlias = NDArray[np.bool_]
Step: TypeAlias = Callable[[Ints, Ints], tuple[Ints, Ints, Ints]]
"""What the automaton does in a layer. It is given the labels of edges and the state before each,
and says which edges go on (by place; one that may do so in two ways stands there twice), with which
labels, and into which states."""

MOST: Final = 3_000_000
"""Edges that a step of the work may come to; beyond that it takes too long."""
WORD: Final = 63
SPARSE: Final = 8
"""Numbers that are spread wider than this times their count are sorted, not ticked off."""


class TooLargeError(Exception):
    """A set that cannot be written down within MOST edges."""


class Layer(NamedTuple):
    """The edges of a layer, sorted: from which node, with which label, to which of the next."""

    src: Ints
    label: Ints
    dst: Ints


Diagram: TypeAlias = tuple[Layer, ...]
"""Layers from the root, which is node 0 of the first, to the one end. The empty set has none."""


def product(labels: Sequence[Ints]) -> Diagram:
    """All tuples that can be made of these labels."""
    zeros = [np.zeros(len(layer), np.int64) for layer in labels]
    return tuple(Layer(z, np.sort(each), z) for z, each in zip(zeros, labels, strict=True))


def sweep(
    diagram: Diagram,
    steps: Sequence[Step | None],
    accept: Callable[[Ints], Marks] | None = None,
) -> Diagram:
    """What the automaton lets through, starting in state 0, and as it has changed it.

    Where there is no step nothing happens. `accept` says which states are good ones at the end.
    Raises TooLargeError.
    """
    nodes = states = np.zeros(1, np.int64)
    passed: list[tuple[int, Ints, Ints, Ints]] = []
    for layer, step in zip(diagram, steps, strict=True):
        begin = np.searchsorted(layer.src, nodes)
        counts = np.searchsorted(layer.src, nodes, side="right") - begin
        edges = spans(begin, counts)
        src = np.repeat(np.arange(len(nodes)), counts)
        label, dst, state = layer.label[edges], layer.dst[edges], states[src]
        if step:
            on, label, state = step(label, state)
            src, dst = src[on], dst[on]
        if not len(dst):
            return ()
        width = int(state.max()).bit_length()
        keys, target = _numbered((dst << width) | state)
        passed.append((len(nodes), src, label, target))
        nodes, states = keys >> width, keys & ((1 << width) - 1)
    good = accept(states) if accept else np.ones(len(states), np.bool_)
    return _trimmed(passed, good)


def _trimmed(passed: list[tuple[int, Ints, Ints, Ints]], good: Marks) -> Diagram:
    """Without what leads nowhere; the good last nodes become the one end."""
    number = np.where(good, 0, -1)
    layers = []
    for width, src, label, dst in reversed(passed):
        target = number[dst]
        on = target >= 0
        if not on.any():
            return ()
        nodes, source = _numbered(src[on])
        number = np.full(width, -1)
        number[nodes] = np.arange(len(nodes))
        layers.append(_sorted(source, label[on], target[on]))
    return tuple(reversed(layers))


def union(diagrams: Sequence[Diagram]) -> Diagram:
    """All tuples that are in any of the sets."""
    some = [diagram for diagram in diagrams if diagram]
    if len(some) < 2:
        return some[0] if some else ()
    layers = []
    for depth in range(len(some[0])):
        before = _offsets([diagram[depth].src for diagram in some], one=depth == 0)
        after = _offsets([diagram[depth].dst for diagram in some], one=depth == len(some[0]) - 1)
        parts = [diagram[depth] for diagram in some]
        layers.append(
            _sorted(
                np.concatenate([part.src + n for part, n in zip(parts, before, strict=True)]),
                np.concatenate([part.label for part in parts]),
                np.concatenate([part.dst + n for part, n in zip(parts, after, strict=True)]),
            )
        )
    return tuple(layers)


def _offsets(nodes: list[Ints], *, one: bool) -> list[int]:
    """What to add to each diagram's nodes to keep them apart; root and end are `one` for all."""
    widths = [0 if one else int(each.max()) + 1 for each in nodes]
    return [sum(widths[:place]) for place in range(len(widths))]


def reduced(diagram: Diagram) -> Diagram:
    """The same set, deterministic, with as few nodes as that takes. Raises TooLargeError."""
    merged = _merged(diagram)
    return merged if _is_deterministic(merged) else _merged(_determined(merged))


def _merged(diagram: Diagram) -> Diagram:
    """Nodes become one that the same edges leave, from the end to the root."""
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


def _determined(diagram: Diagram) -> Diagram:
    """From each node one edge a label: nodes become sets of nodes, from the root to the end."""
    member = owner = np.zeros(1, np.int64)
    layers = []
    for layer in diagram:
        begin = np.searchsorted(layer.src, member)
        counts = np.searchsorted(layer.src, member, side="right") - begin
        edges = spans(begin, counts)
        src, label, dst = _sorted(np.repeat(owner, counts), layer.label[edges], layer.dst[edges])
        starts = _starts(src, label)
        sums = np.add.reduceat(_hashes(dst), starts)
        _, chosen, target = np.unique(sums, return_index=True, return_inverse=True)
        layers.append(Layer(src[starts], label[starts], target))
        lengths = np.diff(np.append(starts, len(src)))[chosen]
        member = dst[spans(starts[chosen], lengths)]
        owner = np.repeat(np.arange(len(chosen)), lengths)
    return tuple(layers)


def _is_deterministic(diagram: Diagram) -> bool:
    return all(len(_starts(layer.src, layer.label)) == len(layer.src) for layer in diagram)


def size(diagram: Diagram) -> int:
    """How many edges a diagram has: what work with it costs."""
    return sum(len(layer.src) for layer in diagram)


def ways(diagram: Diagram) -> tuple[NDArray[np.float64], ...]:
    """For each layer, how many tuples' ends start at each of its nodes; the last is the end's 1.

    The first number of all is that of tuples in a set that is reduced.
    """
    counts: list[NDArray[np.float64]] = [np.ones(1)]
    for layer in reversed(diagram):
        after = np.bincount(layer.src, weights=counts[-1][layer.dst])
        counts.append(after.astype(np.float64))
    return tuple(reversed(counts))


def drawn(diagram: Diagram, numbers: NDArray[np.float64]) -> Ints:
    """Tuples of a set that is reduced, each as likely as any other, in rows.

    `numbers` are uniform from 0 to 1: a row for each draw, a column for each layer.
    """
    counts = ways(diagram)
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


def tuples(diagram: Diagram) -> Iterator[tuple[int, ...]]:
    """Every tuple of a set that is reduced; for small ones."""

    def after(depth: int, node: int) -> Iterator[tuple[int, ...]]:
        if depth == len(diagram):
            yield ()
            return
        layer = diagram[depth]
        for edge in np.flatnonzero(layer.src == node).tolist():
            for rest in after(depth + 1, int(layer.dst[edge])):
                yield (int(layer.label[edge]), *rest)

    return after(0, 0) if diagram else iter(())


def relabelled(layer: Layer, to: Ints) -> Layer:
    """The layer with other labels: `to` has the new one at the place of each old one."""
    return _sorted(layer.src, to[layer.label], layer.dst)


def labels(layer: Layer) -> Ints:
    """The labels that occur in a layer, each once, in order."""
    arranged = np.sort(layer.label)
    return arranged[_starts(arranged)]


def spans(begin: Ints, counts: Ints) -> Ints:
    """begin, begin + 1 … as many as counted, one span after the other. Raises TooLargeError."""
    ends = np.cumsum(counts)
    length = int(counts.sum())
    if length > MOST:
        raise TooLargeError(f"{length} edges, and at most {MOST} are worked on")
    return np.arange(length) + np.repeat(begin - ends + counts, counts)


def _numbered(keys: Ints) -> tuple[Ints, Ints]:
    """The distinct keys in order, and the place of each key among them."""
    reach = int(keys.max()) + 1
    if reach > SPARSE * len(keys):
        order = np.argsort(keys, kind="stable")
        arranged = keys[order]
        starts = _starts(arranged)
        places = np.empty(len(keys), np.int64)
        places[order] = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(keys))))
        return arranged[starts], places
    seen = np.zeros(reach, np.bool_)
    seen[keys] = True
    return np.flatnonzero(seen), (np.cumsum(seen) - 1)[keys]


def _sorted(src: Ints, label: Ints, dst: Ints) -> Layer:
    """Edges in order, each once."""
    low, middle = int(dst.max()).bit_length(), int(label.max()).bit_length()
    if int(src.max()).bit_length() + middle + low > WORD:
        raise TooLargeError("an edge does not fit into a word")
    keys = np.sort((((src << middle) | label) << low) | dst)
    keys = keys[_starts(keys)]
    # Shifts, since divisions would take longer than the sorting.
    pairs = keys >> low
    return Layer(pairs >> middle, pairs & ((1 << middle) - 1), keys & ((1 << low) - 1))


def _starts(*columns: Ints) -> Ints:
    """Where in sorted columns a new value starts."""
    new = np.zeros(len(columns[0]), np.bool_)
    new[:1] = True
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(new)


def outputs(seed: int, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The outputs of SplitMix64 of these numbers, from one seed."""
    # The engine's own, which takes an array for a number: what is too large for 64 bits is cut off.
    found: NDArray[np.uint64] = cast(Any, output)(seed, numbers)
    return found


def _hashes(values: Ints) -> NDArray[np.uint64]:
    """A hash of each value: sets are compared by their sums.

    Two different sets have the same sum once in 2**64 times.
    """
    return outputs(0, values.astype(np.uint64))
