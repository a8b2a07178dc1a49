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
    """The same of a battle that is not yet played, in the order of the army; then who comes later.

    Those have their numbers if anybody is called so.
    """
    units = game.army_card(battle.setup, side).units
    names = [*unit_names(units).values()]
    called = [unit.name for unit in units]
    for replacement in (
        one for change in battle.changes if change.side == side for one in change.replacements
    ):
        name = game.army_card(replacement.setup, side).units[replacement.row].name
        names.append(f"{_(name)} {replacement.new_id[1:]}" if name in called else _(name))
        called.append(name)
    return names
