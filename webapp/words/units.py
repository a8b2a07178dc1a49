"""What units are called, wherever they are named."""

from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from engine import Battle, SideId
from webapp.base.game import Game
from webapp.base.texts import _


class Named(Protocol):
    """A unit: its id and what it is called."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def unit_names(army: Iterable[Named]) -> dict[str, str]:
    """The names of a side's units by id: `Griffons 2`, with its place, where several are alike.

    The same number stands below the unit on the stage.
    """
    units = list(army)
    alike = Counter(unit.name for unit in units)
    return {
        unit.id: _(unit.name) if alike[unit.name] == 1 else f"{_(unit.name)} {unit.id[1:]}"
        for unit in units
    }


def by_places(game: Game, battle: Battle, side: SideId) -> list[str]:
    """The same of a battle that is not yet played, in the order of the army."""
    return [*unit_names(game.army_card(battle.setup, side).units).values()]
