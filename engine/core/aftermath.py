"""What the survivors of a battle keep for their next one, as a ruleset says it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from engine.core.events import SideId
from engine.core.recruiting import Row
from engine.core.text import Text

if TYPE_CHECKING:
    from engine.core.ruleset import Battle

S = TypeVar("S")

NOTHING_KEPT: Final = Text(
    "Nothing carries over from a battle: the whole army enters the next one as it is."
)
"""The rule of games without an `Aftermath`."""


def _nothing(_row: Row) -> tuple[Text, ...]:
    return ()


@dataclass(frozen=True)
class Aftermath(Generic[S]):
    """What survivors keep. Rows are units as in an army's list in a battle file.

    rule: what carries over, as a sentence for people.
    rows: the survivors' rows in their next battle, made from the state at the end, the side, and
        all of its rows by unit id, in the army's order.
    kept: what a row brings along from earlier battles, each in a few words.
    bless: makes the row of a unit that is blessed between two battles, or None if it is blessed
        already; None in a game without blessings.
    reach: the exact chances of side a's army to win the first battle, then with its survivors the
        second, and so on. By default all outcomes are enumerated, if there are few.
    """

    rule: Text
    rows: Callable[[S, SideId, Mapping[str, Row]], Sequence[Row]]
    kept: Callable[[Row], tuple[Text, ...]] = _nothing
    bless: Callable[[Row], Row | None] | None = None
    reach: "Callable[[Sequence[Battle]], Sequence[float]] | None" = None
