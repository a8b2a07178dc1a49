"""What a ruleset is: a frozen record of data and functions, found through its entry point."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from engine.core.events import CORE_EVENTS, Event, Stage

if TYPE_CHECKING:
    from engine.core.kernel import Kernel
    from engine.core.reading import Reader
    from engine.core.rng import Rng
    from engine.core.win_chances import Bonus, Counts, Rolled, WinChances


class BattleState(Protocol):
    """All that the runner needs to know of a state: whether the battle goes on."""

    ended: bool


Setup = TypeVar("Setup")
S = TypeVar("S", bound=BattleState)


@dataclass(frozen=True)
class Ruleset(Generic[Setup, S]):
    """A game's combat rules, in the parts that the runner, the odds and the documents ask for.

    `read` turns the members of a battle file (`battle_keys` and those that every battle file has)
    into a setup, noting problems on their readers. `begin` opens the battle: its first event is
    enough to build the state from nothing. `opening` stages run once, `round` stages again and
    again until the battle has ended; `round_of` makes them where they depend on what the setup
    holds and no event tells beforehand, such as orders to come. `chances` gives the exact chances
    from any state, where the tree of outcomes is too big to be walked; `outlook` makes a function
    that gives the chance of certain ends in state after state of one battle, or None before it can
    tell that quickly. `rolls` tells which rolls the sides made in a battle's events, where luck is
    to be told.
    `bonuses` lists what a battle's armies could do without, each with the battle without it.
    `slow` tells who makes a battle take seconds to play: places in the battle file, and names.
    `kernel` imports the compiled twins of the rules, and numba with them, when it is called.
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
    round_of: Callable[[Setup], tuple[Stage[S], ...]] | None = None
    chances: "Callable[[S], WinChances] | None" = None
    outlook: "Callable[[Counts], Callable[[S], float | None]] | None" = None
    rolls: "Callable[[Sequence[Event]], Iterator[Rolled]] | None" = None
    bonuses: "Callable[[Setup, Mapping[str, Any]], Iterator[Bonus]] | None" = None
    slow: Callable[[Setup], Iterator[tuple[str, str]]] | None = None
    kernel: "Callable[[], Kernel] | None" = None

    @property
    def all_events(self) -> tuple[type[Event], ...]:
        """The events that a battle of this ruleset may contain."""
        return CORE_EVENTS + self.events
