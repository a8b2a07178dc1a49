"""What two units do to each other when neither is known."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from engine.players.siege.kernel.diagram import Ints, Step
from engine.players.siege.kernel.possible import Choices, Possible, listed, swept
from engine.rulesets.siege.rules import Stats


def fought(now: Possible, one: int, two: int, after: Callable[[Stats, Stats], Stats]) -> Possible:
    """Two units have changed each other: `after` says what a unit becomes by an opponent."""
    early, late = sorted((one, two))
    stats = [list(dict.fromkeys(case[1] for _, case in listed(now, k))) for k in (early, late)]
    becomes = {(u, v): after(u, v) for u in stats[0] for v in stats[1]}
    becomes_late = {(v, u): after(v, u) for u in stats[0] for v in stats[1]}
    # Units that do the same to every opponent there may be are of one kind.
    kinds = _kinds(stats[0], stats[1], becomes_late)
    kinds_late = _kinds(stats[1], stats[0], becomes)
    examples = {kind: unit for unit, kind in kinds.items()}
    examples_late = {kind: unit for unit, kind in kinds_late.items()}
    width = len(examples_late)
    steps: list[Step | None] = [None] * len(now.diagram)
    steps[early] = _guessing(
        [
            (label, now.labels.of((start, becomes[unit, met])), kinds[unit] * width + kind)
            for label, (start, unit) in listed(now, early)
            for kind, met in examples_late.items()
        ]
    )
    steps[late] = _meeting(
        {
            (label, kind * width + kinds_late[unit]): now.labels.of(
                (start, becomes_late[unit, met])
            )
            for label, (start, unit) in listed(now, late)
            for kind, met in examples.items()
        },
        len(examples) * width,
    )
    return swept(now, steps)


def _kinds(
    units: Sequence[Stats], met: Sequence[Stats], effect: Mapping[tuple[Stats, Stats], Stats]
) -> dict[Stats, int]:
    """Units by what they do to those that they may meet."""
    numbers: dict[tuple[Stats, ...], int] = {}
    return {
        unit: numbers.setdefault(tuple(effect[other, unit] for other in met), len(numbers))
        for unit in units
    }


def _guessing(changes: Sequence[tuple[int, int, int]]) -> Step:
    choices = Choices([label for label, _, _ in changes], max(c[0] for c in changes) + 1)
    to = np.array([new for _, new, _ in changes], np.int64)
    states = np.array([state for _, _, state in changes], np.int64)

    def step(label: Ints, _state: Ints) -> tuple[Ints, Ints, Ints]:
        on, chosen = choices.of(label)
        return on, to[chosen], states[chosen]

    return step


def _meeting(changes: Mapping[tuple[int, int], int], states: int) -> Step:
    table = np.full((max(label for label, _ in changes) + 1, states), -1)
    for (label, state), new in changes.items():
        table[label, state] = new

    def step(label: Ints, state: Ints) -> tuple[Ints, Ints, Ints]:
        new = table[label, state]
        on = np.flatnonzero(new >= 0)
        return on, new[on], np.zeros(len(on), np.int64)

    return step
