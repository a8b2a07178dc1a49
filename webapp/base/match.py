"""The interface between a match played in rounds and its game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import engine
from engine import Reader, SideId

ROUNDS_MOST: Final = 999

Orders: TypeAlias = Any  # a side's orders in a round, as JSON; {} for none


class RunningMatch(Protocol):
    @property
    def events(self) -> Sequence[engine.Event]:
        """All events so far, with their audiences."""

    @property
    def ended(self) -> bool: ...

    @property
    def rounds_played(self) -> int: ...

    @property
    def winner(self) -> SideId | None:
        """None before the end."""

    @property
    def reason(self) -> str | None:
        """Why it ended, in a word; None before the end."""

    def resolve(self, orders_a: Orders, orders_b: Orders, /) -> object:
        """Play a round. Orders that are not allowed count as none."""

    def resign(self, side: SideId, /) -> object:
        """End the match: the other side wins."""

    def document(self) -> dict[str, Any]:
        """Return the battle file that plays to the same events."""


M = TypeVar("M", bound=RunningMatch)


class MatchPage(NamedTuple):
    """The game-specific parts of a match's page, besides the script in its `Scene`."""

    templates: Path  # a folder of Jinja templates, included as `games/<id>/NAME`
    # the template of the no-JavaScript order fields, one per unit, named as in the orders; it gets
    # `match`, the API's representation, and `catalog`
    orders: str
    explains: bool = False  # whether the script explains results of a match against the weakest bot


@dataclass(frozen=True)
class MatchRules(Generic[M]):
    """How a game is played in rounds with secret simultaneous orders."""

    rounds: int  # the maximum
    begin: Callable[[engine.Battle], M]  # start a match of a battle without decisions
    read_orders: Callable[[Reader], Orders]  # parse orders from JSON, reporting errors
    judge: Callable[[M, SideId, Orders, Reader], None]  # report orders that are refused now
    # a player's view of their side: `units`, current values by unit, and `refusals`, by unit and
    # order why it is refused, or None; no refusals after the end
    own: Callable[[M, SideId], dict[str, Any]]
    page: MatchPage
    # a bot's orders from what its side has seen and random numbers
    decide: Callable[[M, SideId, str, Any], Orders] | None = None
    # deductions from what a player (None: a spectator) has been shown, in the API's shape
    notebook: Callable[[M, SideId | None], dict[str, Any]] | None = None
    idle: str = ""  # the order of a unit without one
    # what to confirm before locking these orders, which may lose the match by an omission, or ""
    risk: Callable[[M, SideId, Orders], str] | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= ROUNDS_MOST:
            raise ValueError(f"rounds is {self.rounds}; it must be from 1 to {ROUNDS_MOST}")
