from collections import Counter
from collections.abc import Iterable

from engine import Battle, SideId
from webapp.base.game import Game, NamedUnit
from webapp.base.texts import _


def unit_names(army: Iterable[NamedUnit]) -> dict[str, str]:
    """Return a side's unit names by id, numbered by place (`Griffons 2`) if several are alike."""
    units = list(army)
    alike = Counter(unit.name for unit in units)
    return {
        unit.id: _(unit.name) if alike[unit.name] == 1 else f"{_(unit.name)} {unit.id[1:]}"
        for unit in units
    }


def by_places(game: Game, battle: Battle, side: SideId) -> list[str]:
    """Return unit names of a battle file in army order, then those of replacements."""
    units = game.army_card(battle.setup, side).units
    names = [*unit_names(units).values()]
    called = [unit.name for unit in units]
    changes = [change for change in battle.changes if change.side == side]
    for replacement in (one for change in changes for one in change.replacements):
        name = game.army_card(replacement.setup, side).units[replacement.row].name
        names.append(f"{_(name)} {replacement.new_id[1:]}" if name in called else _(name))
        called.append(name)
    return names
