"""What lineups cost: Army Points, for units, what they carry, and combat buildings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.core.recruiting import Army, Recruiting, Roster
from engine.core.text import Text
from engine.rulesets.manymarios.army import BUILDINGS, COMBAT_ITEMS, EQUIPMENT, UNITS

USUAL: Final = 40
STARTS: Final = 100
"""Many, since chances are 0, a half or 1 here, and give little to climb by."""
MOST: Final = 12
"""Units of a lineup that is searched for; more are allowed."""
CARRIED: Final = {"equipment": EQUIPMENT, "combat_items": COMBAT_ITEMS}


def price(army: Army) -> int | None:
    """The AP that an army costs; None with units of one's own."""
    total = sum(BUILDINGS[id_].ap for id_ in army.get("buildings", ()))
    for row in army["lineup"]:
        if "unit" not in row:
            return None
        total += UNITS[row["unit"]].ap
        total += sum(table[id_].ap for key, table in CARRIED.items() for id_ in row.get(key, ()))
    return total


def extras(army: Army) -> Iterator[Army]:
    """Each unit with a thing more or less, and the army with a building more or less."""
    for place, row in enumerate(army["lineup"]):
        for key, table in CARRIED.items():
            if _may_carry(row, key):
                for changed in _more_or_less(row, key, [*table]):
                    lineup = [*army["lineup"]]
                    lineup[place] = changed
                    yield {**army, "lineup": lineup}
    yield from _more_or_less(army, "buildings", [*BUILDINGS])


def _may_carry(row: Mapping[str, Any], key: str) -> bool:
    unit = UNITS[row["unit"]]
    if key == "equipment":
        return unit.kind != "building_unit"
    return unit.allows_combat_items


def _more_or_less(
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
