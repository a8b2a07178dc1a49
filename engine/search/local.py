"""A local search for orders: hill climbing by swaps and moves, from many starts."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from engine.core.recruiting import reorderings
from engine.core.rng import Seeded
from engine.search.shares import Arrangements, Places, Task, means
from engine.search.work import Progress, Workers

STARTS: Final = 8  # number of random orders from which the search begins, besides the army's own
PART: Final = 256
PART_BY_RULES: Final = 8
NUMBERED_MOST: Final = 2**62


def climb(
    task: Task, army: Arrangements, workers: Workers, progress: Progress
) -> dict[Places, float]:
    """Return the shares of all evaluated orders, each the first of those that look the same.

    From each start, the search moves to the best neighbour until none is better. It is
    deterministic.
    """
    known: dict[Places, float] = {}
    starts = starting_orders(army)
    for number, start in enumerate(starts):
        here = start
        _learn(task, [here], known, workers)
        while True:
            around = neighbours(army, here)
            _learn(task, around, known, workers)
            # Of equal orders the first counts as better, so that the best one found is the end of a
            # climb.
            there = min([here, *around], key=lambda order: (-known[order], order))
            if there == here:
                break
            here = there
        progress(number + 1, len(starts))
    return known


def starting_orders(army: Arrangements) -> list[Places]:
    own = tuple(range(army.size))
    rng = Seeded(0)
    found = [own]
    for number in range(STARTS):
        rest = [*own]
        drawn = [rest.pop(rng.below(len(rest), "start", str(number))) for _ in own]
        found.append(army.first_alike(drawn))
    return found


def neighbours(army: Arrangements, order: Places) -> list[Places]:
    """Return the orders that differ by a swap of two units, or by a move of one."""
    found = dict.fromkeys(map(army.first_alike, reorderings(order)))
    found.pop(order, None)
    return [*found]


def nearest_first(army: Arrangements, own: Places) -> Iterator[Places]:
    """Yield the orders that look different from the army's own, the nearest ones first."""
    seen = {own, army.first_alike(own)}
    near = neighbours(army, own)
    for order in near:
        if order not in seen:
            seen.add(order)
            yield order
    if army.count * army.size > NUMBERED_MOST:
        return
    for first in range(0, army.count, PART):
        for row in army.part(first, min(first + PART, army.count)).tolist():
            order = tuple(row)
            if order not in seen:
                yield order


def _learn(
    task: Task, orders: Sequence[Places], known: dict[Places, float], workers: Workers
) -> None:
    new = [order for order in orders if order not in known]
    size = PART if task.by_kernel else PART_BY_RULES
    parts = [new[n : n + size] for n in range(0, len(new), size)]
    found = workers.each(partial(means, task), parts, by_kernel=task.by_kernel)
    for part, rows in zip(parts, found, strict=True):
        known.update(zip(part, rows.tolist(), strict=True))
