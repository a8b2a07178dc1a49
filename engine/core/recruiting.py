"""Armies that a game allows: how a search draws one, what it costs, how it is changed a little."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, Final, Protocol, TypeAlias

from engine.core.rng import Rng

Army: TypeAlias = Mapping[str, Any]
"""An army as in a battle file."""
Row: TypeAlias = Mapping[str, Any]


def _no_changes(_army: Army) -> Iterator[Army]:
    return iter(())


class Recruiting(Protocol):
    """What armies cost, and how a search comes from one to another.

    Where `money` is None all armies cost the same: no budget is asked for or told, and `usual`,
    `least`, `price` and the budgets below say nothing.
    """

    @property
    def money(self) -> str | None:
        """What prices are counted in."""
        ...

    @property
    def usual(self) -> int:
        """A budget, where nothing says one."""
        ...

    @property
    def least(self) -> int:
        """What the cheapest army costs."""
        ...

    @property
    def starts(self) -> int:
        """From so many armies drawn at random a search begins, where nobody says."""
        ...

    @property
    def price(self) -> Callable[[Army], int | None]:
        """Gives what an army costs; None for one that has what has no price."""
        ...

    def draw(self, budget: int, rng: Rng, /) -> Army | None:
        """An army drawn at random that spends the budget; None where it pays for none."""
        ...

    def kinds(self, army: Army, /) -> int:
        """How many kinds of changes an army has."""
        ...

    def changes(self, army: Army, kind: int, budget: int, /) -> list[Army]:
        """The armies within the budget that are a change of this kind away, by its number."""
        ...

    def alike(self, army: Army, /) -> str:
        """The same for all armies of which only the best is told."""
        ...


@dataclass(frozen=True)
class Roster:
    """Armies of units of the catalog that fight in an order.

    key: the member of an army that lists them. prices: of each unit, whose row in a battle file is
    `{"unit": id}`. most: units of an army. extras: armies that differ in what units carry or in
    what the army owns, whatever they cost. The others are as Recruiting has them.
    """

    key: str
    money: str
    prices: Mapping[str, int]
    most: int
    usual: int
    starts: int
    price: Callable[[Army], int | None]
    extras: Callable[[Army], Iterator[Army]] = _no_changes

    @property
    def least(self) -> int:
        """What the cheapest army costs."""
        return min(self.prices.values())

    def alike(self, army: Army) -> str:
        """The same for armies that differ in their order alone."""
        rows = sorted(json.dumps(row, sort_keys=True) for row in army[self.key])
        others = {key: value for key, value in army.items() if key != self.key}
        return json.dumps([rows, others], sort_keys=True)

    def draw(self, budget: int, rng: Rng) -> Army | None:
        """An army drawn at random, until there is no room or nothing that can be paid for."""
        rows: list[Row] = []
        left = budget
        while len(rows) < self.most:
            # Dearer ones too have their turn: of all that can be paid for each is as likely.
            affordable = [id_ for id_, price in self.prices.items() if price <= left]
            if not affordable:
                break
            id_ = affordable[rng.below(len(affordable), "recruit", "")]
            rows.append({"unit": id_})
            left -= self.prices[id_]
        return {self.key: rows} if rows else None

    def kinds(self, army: Army) -> int:
        """How many kinds of changes an army has."""
        return len(army[self.key]) + 3

    def changes(self, army: Army, kind: int, budget: int) -> list[Army]:
        """The armies within the budget that are a change of this kind away, by its number.

        First for each place another unit there, or none; then a unit more; then two units change
        places, or one moves; and at last the game's extras.
        """
        rows: Sequence[Row] = army[self.key]
        count = len(rows)
        if kind == count + 2:
            return self._within(self.extras(army), budget)
        if kind < count:
            changed = self._at(rows, kind)
        else:
            changed = self._more(rows) if kind == count else _orders(rows)
        return self._within(({**army, self.key: row} for row in changed), budget)

    def _within(self, armies: Iterable[Army], budget: int) -> list[Army]:
        prices = ((self.price(army), army) for army in armies)
        return [army for price, army in prices if price is not None and price <= budget]

    def _at(self, rows: Sequence[Row], place: int) -> Iterator[Sequence[Row]]:
        for id_ in self.prices:
            yield [*rows[:place], {"unit": id_}, *rows[place + 1 :]]
        if len(rows) > 1:
            yield [*rows[:place], *rows[place + 1 :]]

    def _more(self, rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
        if len(rows) >= self.most:
            return
        for place in range(len(rows) + 1):
            for id_ in self.prices:
                yield [*rows[:place], {"unit": id_}, *rows[place:]]


def _orders(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    for i, j in combinations(range(len(rows)), 2):
        swapped = [*rows]
        swapped[i], swapped[j] = swapped[j], swapped[i]
        yield swapped
    for i, j in permutations(range(len(rows)), 2):
        if abs(i - j) > 1:
            moved = [*rows]
            moved.insert(j, moved.pop(i))
            yield moved


BUDGET_MOST: Final = 1_000_000
"""What a search may spend, at most, whatever it is counted in."""
