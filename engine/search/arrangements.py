"""All orders of an army's units, by number; orders that only swap equal units count as one."""

import json
from collections.abc import Iterator, Sequence
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.search.evaluation import Places


class Arrangements:
    """The orders of a list of units, given as plain data as in a battle file.

    size: the number of units.
    total: the number of orders, n! for n units.
    alike: how many orders look the same because they only swap equal units.
    count: how many orders look different: `total` / `alike`.
    """

    def __init__(self, units: Sequence[Any]) -> None:
        self.units = [*units]
        self.size = len(units)
        kinds: dict[str, list[int]] = {}
        for place, unit in enumerate(units):
            kinds.setdefault(json.dumps(unit, sort_keys=True), []).append(place)
        self.kinds = [*kinds.values()]
        self.kind_of = {place: k for k, places in enumerate(self.kinds) for place in places}
        self.total = factorial(self.size)
        self.alike = 1
        for places in self.kinds:
            self.alike *= factorial(len(places))
        self.count = self.total // self.alike

    def part(self, first: int, stop: int) -> NDArray[Any]:
        """Return the distinct orders number `first` to `stop` - 1, one per row."""
        rank = np.arange(first, stop, dtype=np.int64)
        left = np.tile(np.array([len(k) for k in self.kinds], np.int64), (len(rank), 1))
        # Number of orders with the same beginning as each row.
        ways = np.full(len(rank), self.count, np.int64)
        order = np.empty((len(rank), self.size), np.int64)
        places = np.zeros((len(self.kinds), self.size), np.int64)
        for k, own in enumerate(self.kinds):
            places[k, : len(own)] = own
        rows = np.arange(len(rank))
        for column in range(self.size):
            by_kind = ways[:, None] * left // (self.size - column)
            before = np.cumsum(by_kind, axis=1)
            kind = (before <= rank[:, None]).sum(axis=1)
            rank -= np.where(kind > 0, before[rows, np.maximum(kind - 1, 0)], 0)
            ways = by_kind[rows, kind]
            used = np.array([len(k) for k in self.kinds], np.int64)[kind] - left[rows, kind]
            order[:, column] = places[kind, used]
            left[rows, kind] -= 1
        return order

    def first_alike(self, order: Sequence[int]) -> Places:
        """Return the lexicographically first order that looks the same as this one."""
        waiting = [iter(places) for places in self.kinds]
        return tuple(next(waiting[self.kind_of[place]]) for place in order)

    def all_alike(self, order: Sequence[int]) -> Iterator[Places]:
        """Return all orders that look the same as this one, lexicographically."""
        kinds = [self.kind_of[place] for place in order]
        free = [[*places] for places in self.kinds]

        def begun(column: int) -> Iterator[Places]:
            if column == self.size:
                yield ()
                return
            own = free[kinds[column]]
            for index in range(len(own)):
                place = own.pop(index)
                for rest in begun(column + 1):
                    yield (place, *rest)
                own.insert(index, place)

        return begun(0)
