"""What the watch page shows of a battle besides the battle itself: from all its sources."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from webapp.battles.pages import again, branches
from webapp.challenges.pages import context
from webapp.store.models import Battle

Source = Callable[[Battle], Iterator[dict[str, Any]]]
"""Gives extras: plain data with a `kind`, which static/js/ui/extras.js draws.

Nothing in them tells of a battle what has not been on air yet.
"""

SOURCES: Final[tuple[Source, ...]] = (
    context.beside_battle,
    again.extras,
    branches.extras,
)


def beside(battle: Battle) -> list[dict[str, Any]]:
    """The extras of a battle, in the order in which the page shows them."""
    return [extra for source in SOURCES for extra in source(battle)]
