"""Prices of lineups in Army Points: units, what they carry, and combat buildings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.core.recruiting import Army, Recruiting, Roster
from engine.core.text import Text
from engine.rulesets.manymarios.army import BUILDINGS, COMBAT_ITEMS, EQUIPMENT, UNITS

USUAL: Final = 40
STARTS: Final = 100  # many, since chances of 0, 0.5 or 1 give climbs little to follow
MOST: Final = 12  # the longest lineup that a search tries; the rules allow more
CARRIED: Final = {"equipment": EQUIPMENT, "combat_items": COMBAT_ITEMS}


def price(army: Army) -> int | None:
    """Return the AP cost of an army, or None if it has custom units."""
    total = sum(BUILDINGS[id_].ap for id_ in army.get("buildings", ()))
    for row in army["lineup"]:
        if "unit" not in row:
            return None
        total += UNITS[row["unit"]].ap
        total += sum(table[id_].ap for key, table in CARRIED.items() for id_ in row.get(key, ()))
    return total


def extras(army: Army) -> Iterator[Army]:
    """Yield the armies that have one carried item or one building more or less."""
    for place, row in enumerate(army["lineup"]):
        for key, table in CARRIED.items():
            if _may_carry(row, key):
                for changed in _one_more_or_less(row, key, [*table]):
                    lineup = [*army["lineup"]]
                    lineup[place] = changed
                    yield {**army, "lineup": lineup}
    yield from _one_more_or_less(army, "buildings", [*BUILDINGS])


def _may_carry(row: Mapping[str, Any], key: str) -> bool:
    unit = UNITS[row["unit"]]
    if key == "equipment":
        return unit.kind != "building_unit"
    return unit.allows_combat_items


def _one_more_or_less(
    row: Mapping[str, Any], key: str, ids: Sequence[str]
) -> Iterator[Mapping[str, Any]]:
    carried: Sequence[str] = row.get(key, ())
    for id_ in ids:
        yield {**row, key: [*carried, id_]}
    for place in range(len(carried)):
        left = [*carried[:place], *carried[place + 1 :]]
        yield {**row, key: left} if left else {k: v for k, v in row.items() if k != key}


RECRUITING: Final[Recruiting] = Roster(
    key="lineup",
    money=Text("AP"),
    prices={unit.id: unit.ap for unit in UNITS.values()},
    most=MOST,
    usual=USUAL,
    starts=STARTS,
    price=price,
    extras=extras,
)
