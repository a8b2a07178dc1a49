"""What a match that is played round by round asks of its game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

import engine
from engine import Reader, SideId

ROUNDS_MOST: Final = 999
"""No match has more rounds."""

Orders: TypeAlias = Any
"""What a side orders in a round, as JSON; an empty object for a side that orders nothing."""


class RunningMatch(Protocol):
    """A match as far as it has been played; `resolve` and `resign` take it further."""

    @property
    def events(self) -> Sequence[engine.Event]:
        """All events so far, with their audiences."""
        ...

    @property
    def ended(self) -> bool:
        """Whether the match is over."""
        ...

    @property
    def rounds_played(self) -> int:
        """How many rounds have been resolved."""
        ...

    @property
    def winner(self) -> SideId | None:
        """Who has won; None before the end."""
        ...

    @property
    def reason(self) -> str | None:
        """Why it has ended, in a word; None before the end."""
        ...

    def resolve(self, orders_a: Orders, orders_b: Orders, /) -> object:
        """Plays a round. Orders that are not allowed count as none."""
        ...

    def resign(self, side: SideId, /) -> object:
        """Ends the match: the other side has won."""
        ...

    def document(self) -> dict[str, Any]:
        """The battle file that plays to the same events."""
        ...


M = TypeVar("M", bound=RunningMatch)


@dataclass(frozen=True)
class MatchPage:
    """The parts of a match's page that only its game knows, beside the script in its `Scene`.

    templates: a folder of Jinja templates; they include each other as `games/<id>/NAME`.
    orders: the one that draws the fields of the form by which orders are given without JavaScript,
    one a unit, named as in the orders. It finds `match`, what the API tells of the match, and
    `catalog`.
    """

    templates: Path
    orders: str


@dataclass(frozen=True)
class MatchRules(Generic[M]):
    """How a game is played round by round, with orders that are secret until both are given.

    rounds: how many there are at most.
    begin: a new match of a battle whose sides have decided nothing yet.
    read_orders: a round's orders from JSON, whatever is malformed noted in the reader.
    judge: notes in the reader each order that a side's units may not carry out now, and why.
    own: what a player is told of their own side: `units`, by unit its values now, and `refusals`,
    by unit and order why it may not carry it out, or None; after the end there are no refusals.
    page: what only the game knows of its page.
    decide: what a bot orders for a side, from what that side has seen and random numbers.
    idle: the order of a unit that has none, if the game has one.
    notebook: what follows from all that a player, or with None a spectator, has been shown, in
    the shape of the API's notebook.
    """

    rounds: int
    begin: Callable[[engine.Battle], M]
    read_orders: Callable[[Reader], Orders]
    judge: Callable[[M, SideId, Orders, Reader], None]
    own: Callable[[M, SideId], dict[str, Any]]
    page: MatchPage
    decide: Callable[[M, SideId, str, Any], Orders] | None = None
    notebook: Callable[[M, SideId | None], dict[str, Any]] | None = None
    idle: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= ROUNDS_MOST:
            raise ValueError(f"rounds is {self.rounds}; it must be from 1 to {ROUNDS_MOST}")
