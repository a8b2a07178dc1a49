"""Bonuses of a battle: combat buildings, equipment and combat items."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.core.battlefile import with_army
from engine.core.events import SIDES
from engine.core.win_chances import Bonus
from engine.rulesets.manymarios.army import Setup

CARRIED: Final = {"equipment": "equipment", "combat_items": "combat item"}


def bonuses(_setup: Setup, document: Mapping[str, Any]) -> Iterator[Bonus]:
    """Yield each bonus of both armies with the battle file that lacks it."""
    for place, side in enumerate(SIDES):
        army = document["sides"][place]["army"]
        for index, id_ in enumerate(army.get("buildings", ())):
            rest = _without_index(army["buildings"], index)
            without = with_army(document, place, {**army, "buildings": rest})
            yield Bonus("building", id_, side, (), None, without)
        for row, unit in enumerate(army["lineup"]):
            for key, kind in CARRIED.items():
                for index, id_ in enumerate(unit.get(key, ())):
                    lineup = [*army["lineup"]]
                    lineup[row] = {**unit, key: _without_index(unit[key], index)}
                    without = with_army(document, place, {**army, "lineup": lineup})
                    yield Bonus(kind, id_, side, (f"{side}{row + 1}",), None, without)


def _without_index(rows: list[str], place: int) -> list[str]:
    return [*rows[:place], *rows[place + 1 :]]
