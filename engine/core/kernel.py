"""What a ruleset's kernel is: compiled twins of its rules, for what is done in bulk."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from engine.core.battlefile import Battle
    from engine.core.win_chances import WinChances


class Outcomes(Protocol):
    """How battles ended, in NumPy arrays with one row a battle; a kernel may add fields.

    winner: 0 draw, 1 side a, 2 side b.
    rounds: how many rounds were played.
    left: how many units are left, of side a and of side b.
    """

    @property
    def winner(self) -> Any: ...

    @property
    def rounds(self) -> Any: ...

    @property
    def left(self) -> Any: ...


@dataclass(frozen=True)
class Kernel:
    """Compiled functions of one ruleset, each None where the ruleset has none.

    `warm` compiles everything here, or loads it from the cache. `outcomes` plays battles of the
    ruleset under their own seeds, or under the seeds given, one a battle. `odds` gives the exact
    win chances of each battle. `gauge` gives side a's exact chance to win in each state of one
    battle, read while the states change in place.
    """

    warm: Callable[[], None]
    outcomes: "Callable[[Sequence[Battle], Sequence[int] | None], Outcomes] | None" = None
    odds: "Callable[[Sequence[Battle]], Sequence[WinChances]] | None" = None
    gauge: Callable[[Iterable[Any]], Sequence[float]] | None = None
