"""The armies that a game allows: how a search draws, prices and changes them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from engine.core.rng import Rng

T = TypeVar("T")

Army: TypeAlias = Mapping[str, Any]  # an army as in a battle file
Row: TypeAlias = Mapping[str, Any]


class Recruiting(Protocol):
    """The cost of armies, and how a search gets from one army to the next.

    If `money` is None, all armies cost the same: there is no budget, and `usual`, `least`, `price`
    and the budgets below have no meaning.
    """

    @property
    def money(self) -> str | None: ...  # the unit of prices

    @property
    def usual(self) -> int: ...  # the default budget

    @property
    def least(self) -> int: ...  # the cost of the cheapest army

    @property
    def starts(self) -> int: ...  # the default number of random armies from which a search starts

    @property
    def price(self) -> Callable[[Army], int | None]: ...  # the cost, or None if a part has none

    def draw(self, budget: int, rng: Rng, /) -> Army | None:
        """Return a random army that spends the budget; None if the budget pays for no army."""

    def kinds(self, army: Army, /) -> int:
        """Return the number of kinds of changes to an army."""

    def changes(self, army: Army, kind: int, budget: int, /) -> list[Army]:
        """Return the armies within the budget that one change of this kind (by number) leads to."""

    def alike(self, army: Army, /) -> str:
        """Return a key: of all armies with the same key, a search lists only the best."""


@dataclass(frozen=True)
class Roster:
    """Armies of catalog units that fight in an order; other fields are those of Recruiting."""

    key: str  # the member of an army that lists its units
    money: str
    # the price of each unit, whose row in a battle file is `{"unit": id}`
    prices: Mapping[str, int]
    most: int  # the most units in an army
    usual: int
    starts: int
    price: Callable[[Army], int | None]
    # the armies that differ from an army in what its units carry or in what it owns, at any cost
    extras: Callable[[Army], Iterator[Army]] = lambda _army: iter(())

    @property
    def least(self) -> int:
        return min(self.prices.values())

    def alike(self, army: Army) -> str:
        """Return a key that is the same for armies that differ only in their order."""
        rows = sorted(json.dumps(row, sort_keys=True) for row in army[self.key])
        others = {key: value for key, value in army.items() if key != self.key}
        return json.dumps([rows, others], sort_keys=True)

    def draw(self, budget: int, rng: Rng) -> Army | None:
        """Return a random army: units are added until there is no room or no money for another."""
        rows: list[Row] = []
        left = budget
        while len(rows) < self.most:
            # Each affordable unit is equally likely, so that expensive ones are drawn as well.
            affordable = [id_ for id_, price in self.prices.items() if price <= left]
            if not affordable:
                break
            id_ = affordable[rng.below(len(affordable), "recruit", "")]
            rows.append({"unit": id_})
            left -= self.prices[id_]
        return {self.key: rows} if rows else None

    def kinds(self, army: Army) -> int:
        return len(army[self.key]) + 3

    def changes(self, army: Army, kind: int, budget: int) -> list[Army]:
        """Return the armies within the budget that one change of this kind (by number) leads to.

        The first kinds replace or remove the unit at each place. Then come adding a unit,
        reordering (a swap of two units or a move of one) and the game's extras.
        """
        rows: Sequence[Row] = army[self.key]
        count = len(rows)
        if kind == count + 2:
            return self._within(self.extras(army), budget)
        if kind < count:
            changed = self._at(rows, kind)
        else:
            changed = self._more(rows) if kind == count else reorderings(rows)
        return self._within(({**army, self.key: row} for row in changed), budget)

    def _within(self, armies: Iterable[Army], budget: int) -> list[Army]:
        prices = ((self.price(army), army) for army in armies)
        return [army for price, army in prices if price is not None and price <= budget]

    def _at(self, rows: Sequence[Row], place: int) -> Iterator[Sequence[Row]]:
        yield from ([*rows[:place], {"unit": id_}, *rows[place + 1 :]] for id_ in self.prices)
        if len(rows) > 1:
            yield [*rows[:place], *rows[place + 1 :]]

    def _more(self, rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
        if len(rows) >= self.most:
            return
        for place in range(len(rows) + 1):
            yield from ([*rows[:place], {"unit": id_}, *rows[place:]] for id_ in self.prices)


def reorderings(rows: Sequence[T]) -> Iterator[list[T]]:
    """Yield the orders that differ by a swap of two rows, then by a move of one."""
    for i, j in combinations(range(len(rows)), 2):
        swapped = [*rows]
        swapped[i], swapped[j] = swapped[j], swapped[i]
        yield swapped
    for i, j in permutations(range(len(rows)), 2):
        if abs(i - j) > 1:
            moved = [*rows]
            moved.insert(j, moved.pop(i))
            yield moved


BUDGET_MOST: Final = 1_000_000  # the largest budget of a search
