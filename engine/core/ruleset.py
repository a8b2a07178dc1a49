"""A ruleset, a frozen record of data and functions; a battle, which belongs to one; its chances.

Also the armies that a game allows: how a search draws, prices and changes them.
"""

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import nextafter
from pathlib import Path
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from engine.core.changes import Change, Replacement
from engine.core.errors import InputError, RecordingError, Text
from engine.core.events import CORE_EVENTS, BattleEnded, Event, Events, SideId, Stage
from engine.core.reading import Members, Reader
from engine.core.rng import Rng

T = TypeVar("T")

Army: TypeAlias = Mapping[str, Any]  # an army as in a battle file
Row: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Recruiting(ABC):
    """The cost of armies, and how a search gets from one army to the next.

    If `money` is None, all armies cost the same: there is no budget, and `usual`, `least`, `price`
    and the budgets below have no meaning.
    """

    starts: int  # the default number of random armies from which a search starts
    money: str | None = None  # the unit of prices
    usual: int = 0  # the default budget
    # the cost of an army, or None if a part has none
    price: Callable[[Army], int | None] = lambda _army: None

    @property
    def least(self) -> int:
        """The cost of the cheapest army."""
        return 0

    @abstractmethod
    def draw(self, budget: int, rng: Rng) -> Army | None:
        """Return a random army that spends the budget; None if the budget pays for no army."""

    @abstractmethod
    def kinds(self, army: Army) -> int:
        """Return the number of kinds of changes to an army."""

    @abstractmethod
    def changes(self, army: Army, kind: int, budget: int) -> list[Army]:
        """Return the armies within the budget that one change of this kind (by number) leads to."""

    @abstractmethod
    def alike(self, army: Army) -> str:
        """Return a key: of all armies with the same key, a search lists only the best."""


@dataclass(frozen=True, kw_only=True)
class Roster(Recruiting):
    """Armies of catalog units that fight in an order."""

    key: str  # the member of an army that lists its units
    # the price of each unit, whose row in a battle file is `{"unit": id}`
    prices: Mapping[str, int]
    most: int  # the most units in an army
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


BELOW_ONE = nextafter(1.0, 0.0)  # a share that rounding would make certain, such as 1 - 1e-20


class WinChances(msgspec.Struct, frozen=True):
    """The exact chances of a battle's results, from some state of it."""

    a: float  # sums to 1 with `b` and `draw`
    b: float
    draw: float
    # the chance that exactly k units of a side are left, by k from 0 (it lost)
    survivors: dict[SideId, tuple[float, ...]]
    # the chance that a unit is among them, if the ruleset computes it
    units: dict[str, float] | None = None


class Odds(msgspec.Struct, frozen=True, omit_defaults=True):
    """Win chances of one battle, and how they were found."""

    method: Literal["exact", "sample"]
    a: float  # sums to 1 with `b` and `draw`
    b: float
    draw: float
    samples: int | None  # None for exact odds, as `interval`
    interval: tuple[float, float] | None  # of `a`, at 95 %
    # the chance that exactly k units of a side are left, by k from 0
    survivors: dict[str, tuple[float, ...]]
    # the chance that a unit is left, if the ruleset computes it
    units: dict[str, float] | None = None


Ends: TypeAlias = Counter[tuple[SideId | None, int, int]]
"""Number of battles by winner, units left of a and units left of b."""


class Rolled(msgspec.Struct, frozen=True):
    """One roll of a side: its chance to succeed, and whether it did."""

    side: SideId
    chance: float
    succeeded: bool


class BonusName(msgspec.Struct, frozen=True):
    """Something that helps or hinders an army."""

    kind: str  # its category, such as `item` or `ability`
    id: str  # the word or catalog id of the thing
    side: SideId | None  # whose it is, or None for the field's
    units: tuple[str, ...]  # ids of the units that have it; none if it is the whole army's
    amount: int | None  # how much of it there is, or None if it has no measure


class Bonus(BonusName, frozen=True):
    """A bonus, and the battle without it."""

    without: Any  # the setup without it, or the battle file without it, to be read anew


Counts: TypeAlias = Callable[[SideId, int], bool]
"""Whether to count a battle that this side wins with this number of units left."""


SEED_MOST: Final = 2**64 - 1
DICE: Final = ("seed", "rolls", "changes")  # members of a battle file that determine its dice


class BattleState(Protocol):
    """The part of a ruleset's state that the engine uses."""

    ended: bool

    def snapshot(self) -> Any:
        """Return the state as plain data; equal data means equal states."""


Setup = TypeVar("Setup")
S = TypeVar("S", bound=BattleState)


Handlers: TypeAlias = Mapping[type[Event], Callable[[S, Any], object]]
"""By event class, the function that applies it to the state."""

WINNERS: Final[tuple[SideId | None, ...]] = (None, "a", "b")
"""The winner, as in `battle_ended`, by its number in `Outcomes.winner`."""


class Outcomes(NamedTuple):
    """Results of battles in NumPy arrays with one row per battle."""

    winner: Any  # 0 draw, 1 side a, 2 side b, as in `WINNERS`
    rounds: Any  # number of rounds played
    left: Any  # number of units left, of side a and of side b


class UnitOrder(NamedTuple):
    unit: str  # its key in orders, as in battle files
    values: Mapping[str, int]  # its stats at that time, by name
    order: str  # what it did
    may: tuple[str, ...]  # the orders that it could have been given


class RoundOrders(NamedTuple):
    """The orders of a side in a round, shown by event `at`; no person can change a `bot`'s."""

    at: int
    side: SideId
    round: int
    bot: bool
    units: tuple[UnitOrder, ...]


WithOrders: TypeAlias = Callable[
    [dict[str, Any], Sequence[Event], int, SideId, Reader], dict[str, Any]
]


@dataclass(frozen=True)
class Kernel:
    """Compiled functions of one ruleset, each None where the ruleset has none."""

    warm: Callable[[], None]  # compiles everything here, or loads it from the cache
    # plays battles under their own seeds, or under the seeds given, one per battle
    outcomes: "Callable[[Sequence[Battle], Sequence[int] | None], Outcomes] | None" = None
    # makes a function of numbers and a seed: the results of the battles with these numbers in a
    # sample of one battle, as by the rules. It raises KernelError for a battle that the kernel
    # cannot play, and never waits for a compiler once `warm` has returned
    sampler: "Callable[[Battle], Callable[[Sequence[int], int], Ends]] | None" = None
    # the exact win chances of each battle
    odds: "Callable[[Sequence[Battle]], Sequence[WinChances]] | None" = None
    # side a's exact chance to win in each state of one battle, read while they change in place
    gauge: Callable[[Iterable[Any]], Sequence[float]] | None = None
    # the exact share of one side (its chance to win plus half the chance of a draw) for each order
    # of its units, a row of places from 0
    orders: "Callable[[Battle, SideId, Any], Any] | None" = None
    # the exact share of side a of each battle of the first list against side b of each of the
    # second one, all on the same terms
    table: "Callable[[Sequence[Battle], Sequence[Battle]], Any] | None" = None


Side: TypeAlias = Mapping[str, Any]  # a side as in a battle file


@dataclass(frozen=True)
class Bots:
    names: Mapping[str, str]  # display names by the ids used in battle files
    # the id of the bot that gives all orders of a side, or None if the file has orders
    playing: Callable[[Side], str | None]
    seat: Callable[[Side, str], Side]  # the side with this bot playing it
    army: Callable[[str, Rng], Army]  # an army chosen by the bot


@dataclass(frozen=True)
class LineUp(Generic[S]):
    """How the order of the units left is changed during a battle."""

    before: "tuple[Stage[S], ...]"  # the stages before which it can be changed
    # the ids of a side's units left, in fighting order, and how many of them stay in front anyway
    left: Callable[[S, SideId], tuple[Sequence[str], int]]
    # puts a side's units left into an order of all their ids
    stage: Callable[[SideId, tuple[str, ...], S, Rng], Events]
    # the ids of a side's units left that have not fought yet, for games with replacements
    fresh: Callable[[S, SideId], Sequence[str]] | None = None
    # puts the replacements in their place
    replace: Callable[[SideId, tuple[Replacement, ...], S, Rng], Events] | None = None


@dataclass(frozen=True)
class Aftermath(Generic[S]):
    """What survivors keep for their next battle. Rows are units as in an army in a battle file."""

    rule: Text  # what carries over, as a sentence for people
    # makes the survivors' rows in their next battle of the state at the end, the side, and all of
    # its rows by unit id, in the army's order
    rows: Callable[[S, SideId, Mapping[str, Row]], Sequence[Row]]
    # what a row brings along from earlier battles, each in a few words
    kept: Callable[[Row], tuple[Text, ...]] = lambda _row: ()
    # makes the row of a unit that is blessed between two battles, or None if it is blessed already
    bless: Callable[[Row], Row | None] | None = None
    # the exact chances of side a's army to win the first battle, then with its survivors the
    # second, and so on. By default all outcomes are enumerated, if there are few
    reach: "Callable[[Sequence[Battle]], Sequence[float]] | None" = None


@dataclass(frozen=True)
class Ruleset(Generic[Setup, S]):
    """A game's combat rules: data and functions. Optional ones are None where a game has none."""

    id: str  # its name in battle files, recordings and addresses, in small letters
    name: str  # the name shown to people
    version: int  # of the rules; increased when a battle has another result than before
    folder: Path  # holds RULES.md
    battle_keys: tuple[str, ...]  # members of its battle files in addition to the common ones
    # makes a setup of a battle file's members, and notes problems on their readers
    read: Callable[[Members], Setup]
    new_state: Callable[[], S]  # makes an empty state
    # opens a battle; its first event alone is enough to build the state
    begin: Callable[[Setup, Rng], Events]
    opening: tuple[Stage[S], ...]  # stages that run once, after `begin`
    round: tuple[Stage[S], ...]  # stages that repeat until the battle has ended
    apply: Handlers[S]
    events: tuple[type[Event], ...]  # the ruleset's own event classes
    sizes: Callable[[Setup], tuple[int, int]]  # number of units of each side at the start
    catalog: Callable[[], Mapping[str, Any]]  # all its data as plain data
    catalog_hash: str  # SHA-256 of its data files
    reasons: tuple[str, ...] = ("defeat", "stalemate")  # why its battles end, as in `battle_ended`
    # makes these stages from the setup instead, if they need data that events must not reveal
    # beforehand, such as later orders
    round_of: Callable[[Setup], tuple[Stage[S], ...]] | None = None
    # the exact chances from any state, if enumerating all outcomes takes too long
    chances: Callable[[S], WinChances] | None = None
    # makes a function that returns the chance of certain results in the states of one battle, or
    # None where that would take long
    outlook: Callable[[Counts], Callable[[S], float | None]] | None = None
    # the rolls that the sides made in a battle's events; luck is unknown without it
    rolls: Callable[[Sequence[Event]], Iterator[Rolled]] | None = None
    # the bonuses in a battle, each with the battle without it
    bonuses: Callable[[Setup, Mapping[str, Any]], Iterator[Bonus]] | None = None
    # players that make a battle take seconds: paths in the battle file, and names
    slow: Callable[[Setup], Iterator[tuple[str, str]]] | None = None
    # the member of an army in a battle file that lists its units in fighting order
    ordered: str | None = None
    # changes the order of the units left during a battle, if the rules allow it; unit ids are the
    # side's letter and the place in the army, from 1
    line_up: LineUp[S] | None = None
    # what survivors keep for their next battle; None if nothing carries over
    aftermath: Aftermath[S] | None = None
    # prices, draws and changes armies, for searches for the best
    recruiting: Recruiting | None = None
    bots: Bots | None = None  # who can play a side, if sides make decisions
    # a battle file with other orders of one side in the first round that it orders from some event
    # on; problems are noted on the orders' reader
    with_orders: WithOrders | None = None
    # the orders of each side in the round of some event, or in the first round
    asked: Callable[[Setup, Sequence[Event], int], tuple[RoundOrders, ...]] | None = None
    # imports compiled versions of the rules, and numba with them
    kernel: Callable[[], Kernel] | None = None

    def check(self, event: Event) -> Event:
        """Return the event. Raises RecordingError if it has an unknown reason for the end."""
        if isinstance(event, BattleEnded) and event.reason not in self.reasons:
            ends = ", ".join(self.reasons)
            raise RecordingError(f"a battle of {self.id} ends by {ends}, not {event.reason[:40]!r}")
        return event

    @property
    def all_events(self) -> tuple[type[Event], ...]:
        """The event classes that a battle of this ruleset may contain."""
        return CORE_EVENTS + self.events


AnyRuleset: TypeAlias = Ruleset[Any, Any]


@dataclass(frozen=True, slots=True)
class Battle:
    """A parsed battle file: its ruleset, its setup, and its seed if it has one.

    `rolls` fixes the results of the first rolls, from 0 (D-010); later rolls follow from the seed.
    `changes` sets other dice from later events on (D-107). Odds depend on none of these.
    """

    ruleset: AnyRuleset
    setup: Any
    seed: int | None
    document: dict[str, Any]
    rolls: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()

    def with_seed(self, seed: int) -> "Battle":
        """Return the battle under this seed. Raises InputError unless it is from 0 to 2**64 - 1."""
        if not 0 <= seed <= SEED_MOST:
            raise InputError.single("seed", "must be a whole number from 0 to 2**64 - 1")
        return replace(self, seed=seed, document={**self.document, "seed": seed})

    def with_rolls(self, rolls: Sequence[int]) -> "Battle":
        return replace(self, rolls=tuple(rolls), document={**self.document, "rolls": [*rolls]})

    def slow_bots(self) -> list[tuple[str, str]]:
        """Return the place in the file and the name of each bot that takes long to decide."""
        return [*self.ruleset.slow(self.setup)] if self.ruleset.slow else []

    def without_dice(self) -> "Battle":
        document = {k: v for k, v in self.document.items() if k not in DICE}
        return replace(self, seed=None, rolls=(), changes=(), document=document)
