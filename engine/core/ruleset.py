"""What a ruleset is: a frozen record of data and functions, found through its entry point."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.core.bots import Bots
from engine.core.errors import RecordingError
from engine.core.events import CORE_EVENTS, BattleEnded, Event, SideId, Stage
from engine.core.recruiting import Recruiting

if TYPE_CHECKING:
    from engine.core.battlefile import Battle
    from engine.core.changes import Replacement
    from engine.core.reading import Reader
    from engine.core.rng import Rng
    from engine.core.win_chances import Bonus, Counts, Ends, Rolled, WinChances


class BattleState(Protocol):
    """What the engine needs to know of a ruleset's state."""

    ended: bool

    def snapshot(self) -> Any:
        """The state as plain data: equal ones stand for equal states."""
        ...


Setup = TypeVar("Setup")
S = TypeVar("S", bound=BattleState)


WINNERS: Final[tuple[SideId | None, ...]] = (None, "a", "b")
"""What `Outcomes.winner` stands for, as `battle_ended` says it."""


class Outcomes(Protocol):
    """How battles ended, in NumPy arrays with one row a battle; a kernel may add fields.

    winner: 0 draw, 1 side a, 2 side b, as in `WINNERS`.
    rounds: how many rounds were played.
    left: how many units are left, of side a and of side b.
    """

    @property
    def winner(self) -> Any: ...

    @property
    def rounds(self) -> Any: ...

    @property
    def left(self) -> Any: ...


class UnitOrder(NamedTuple):
    """A unit that was given an order in a round.

    unit: its key in orders, as battle files have it. values: what it had then, by name. order: what
    it did. may: what it might have been ordered to do.
    """

    unit: str
    values: Mapping[str, int]
    order: str
    may: tuple[str, ...]


class RoundOrders(NamedTuple):
    """What a side was asked in a round: event `at` shows its orders.

    bot: whether a bot gave them, so that nobody else can.
    """

    at: int
    side: SideId
    round: int
    bot: bool
    units: tuple[UnitOrder, ...]


WithOrders: TypeAlias = (
    "Callable[[dict[str, Any], Sequence[Event], int, SideId, Reader], dict[str, Any]]"
)


@dataclass(frozen=True)
class Kernel:
    """Compiled functions of one ruleset, each None where the ruleset has none.

    `warm` compiles everything here, or loads it from the cache. `outcomes` plays battles of the
    ruleset under their own seeds, or under the seeds given, one a battle. `sampler` makes a
    function of numbers and a seed: how the battles with these numbers in a sample of one battle
    end, as the rules would play them. It raises KernelError for a battle that the kernel cannot
    play, and can be called without waiting once `warm` has returned. `odds` gives the exact
    win chances of each battle. `gauge` gives side a's exact chance to win in each state of one
    battle, read while the states change in place. `orders` gives the exact share of one side in a
    battle for each order of its units, a row of places from 0; `table` gives the exact share of
    side a of each battle of the first list against side b of each of the second one, all on the
    same terms. A share is the chance to win and half of the chance of a draw.
    """

    warm: Callable[[], None]
    outcomes: "Callable[[Sequence[Battle], Sequence[int] | None], Outcomes] | None" = None
    sampler: "Callable[[Battle], Callable[[Sequence[int], int], Ends]] | None" = None
    odds: "Callable[[Sequence[Battle]], Sequence[WinChances]] | None" = None
    gauge: Callable[[Iterable[Any]], Sequence[float]] | None = None
    orders: "Callable[[Battle, SideId, Any], Any] | None" = None
    table: "Callable[[Sequence[Battle], Sequence[Battle]], Any] | None" = None


@dataclass(frozen=True)
class LineUp(Generic[S]):
    """How the order of the units left is changed while a battle goes on.

    before: the stages before which it can be; never in the middle of one.
    left: the ids of a side's units left, the first to fight in front, and how many of them stay in
        front whatever the order.
    stage: puts a side's units left in an order: ids of all of them, as it then yields them.
    fresh: the ids of a side's units left that have not fought yet, for games that let others come
        in their place.
    replace: lets these come.
    """

    before: "tuple[Stage[S], ...]"
    left: Callable[[S, SideId], tuple[Sequence[str], int]]
    stage: "Callable[[SideId, tuple[str, ...]], Stage[S]]"
    fresh: Callable[[S, SideId], Sequence[str]] | None = None
    replace: "Callable[[SideId, tuple[Replacement, ...]], Stage[S]] | None" = None


@dataclass(frozen=True)
class Ruleset(Generic[Setup, S]):
    """A game's combat rules: data and functions, the optional ones None where there is nothing.

    id: its name in battle files, recordings and addresses, in small letters.
    name: what people call it.
    version: of the rules; raised when a battle comes out otherwise than before.
    folder: holds RULES.md.
    battle_keys: members of its battle files beside those that every battle file has.
    read: makes a setup of a battle file's members, and notes problems on their readers.
    new_state: makes an empty state.
    begin: opens a battle; its first event alone is enough to build the state.
    opening: stages that run once, after `begin`.
    round: stages that run again and again until the battle has ended.
    round_of: makes these stages from the setup instead, where they need what no event may reveal
        beforehand, such as later orders.
    apply: by event, the function that changes the state by it.
    events: the events of the ruleset's own.
    reasons: why its battles end, as `battle_ended` says.
    sizes: how many units each side has at the start.
    catalog: all its data as plain data.
    catalog_hash: SHA-256 of its data files.
    chances: the exact chances from any state, where enumerating all outcomes takes too long.
    outlook: makes a function that gives the chance of certain ends in the states of one battle, or
        None where that would take long.
    rolls: which rolls the sides made in a battle's events; without it luck is not known.
    bonuses: the bonuses in a battle, each with the battle without it.
    slow: players that make a battle take seconds: paths in the battle file, and names.
    ordered: the member of an army in a battle file that lists its units in the order in which they
        fight, if they have one.
    line_up: changes the order of those left in the middle of a battle, where the rules allow it;
        unit ids are the side's letter and the place in the army, from 1.
    recruiting: which armies it allows: what they cost and how they are drawn and changed, for
        searches for the best.
    bots: who can play a side, where rules let sides decide.
    with_orders: a battle file in which one side gives other orders for the first round that it
        orders from some event on; problems are noted on the orders' reader.
    asked: what each side was asked to order in the round that is on at some event, or else in the
        first one.
    kernel: imports compiled versions of the rules, and numba with them.
    """

    id: str
    name: str
    version: int
    folder: Path
    battle_keys: tuple[str, ...]
    read: "Callable[[dict[str, Reader]], Setup]"
    new_state: Callable[[], S]
    begin: "Callable[[Setup, Rng], Iterator[Event | None]]"
    opening: tuple[Stage[S], ...]
    round: tuple[Stage[S], ...]
    apply: Mapping[type[Event], Callable[[S, Any], object]]
    events: tuple[type[Event], ...]
    sizes: Callable[[Setup], tuple[int, int]]
    catalog: Callable[[], Mapping[str, Any]]
    catalog_hash: str
    reasons: tuple[str, ...] = ("defeat", "stalemate")
    round_of: Callable[[Setup], tuple[Stage[S], ...]] | None = None
    chances: "Callable[[S], WinChances] | None" = None
    outlook: "Callable[[Counts], Callable[[S], float | None]] | None" = None
    rolls: "Callable[[Sequence[Event]], Iterator[Rolled]] | None" = None
    bonuses: "Callable[[Setup, Mapping[str, Any]], Iterator[Bonus]] | None" = None
    slow: Callable[[Setup], Iterator[tuple[str, str]]] | None = None
    ordered: str | None = None
    line_up: LineUp[S] | None = None
    recruiting: Recruiting | None = None
    bots: Bots | None = None
    with_orders: "WithOrders | None" = None
    asked: "Callable[[Setup, Sequence[Event], int], tuple[RoundOrders, ...]] | None" = None
    kernel: Callable[[], Kernel] | None = None

    def check(self, event: Event) -> Event:
        """The event. Raises RecordingError for an end of which the ruleset does not know why."""
        if isinstance(event, BattleEnded) and event.reason not in self.reasons:
            known = ", ".join(self.reasons)
            raise RecordingError(
                f"a battle of {self.id} ends by {known}, not {event.reason[:40]!r}"
            )
        return event

    @property
    def all_events(self) -> tuple[type[Event], ...]:
        """The events that a battle of this ruleset may contain."""
        return CORE_EVENTS + self.events
