"""The bonuses of a battle: combat buildings, equipment and combat items."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.core.battlefile import with_army
from engine.core.events import SIDES
from engine.core.win_chances import Bonus
from engine.rulesets.manymarios.army import Setup

CARRIED: Final = {"equipment": "equipment", "combat_items": "combat item"}


def bonuses(_setup: Setup, document: Mapping[str, Any]) -> Iterator[Bonus]:
    """What both armies carry, each with the battle file without it."""
    for place, side in enumerate(SIDES):
        army = document["sides"][place]["army"]
        for at, id_ in enumerate(army.get("buildings", ())):
            rest = _but(army["buildings"], at)
            without = with_army(document, place, {**army, "buildings": rest})
            yield Bonus("building", id_, side, (), None, without)
        for row, unit in enumerate(army["lineup"]):
            for key, kind in CARRIED.items():
                for at, id_ in enumerate(unit.get(key, ())):
                    lineup = [*army["lineup"]]
                    lineup[row] = {**unit, key: _but(unit[key], at)}
                    without = with_army(document, place, {**army, "lineup": lineup})
                    yield Bonus(kind, id_, side, (f"{side}{row + 1}",), None, without)


def _but(rows: list[str], place: int) -> list[str]:
    return [*rows[:place], *rows[place + 1 :]]
