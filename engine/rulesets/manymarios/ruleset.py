"""The ruleset record of Many Marios 0: bonuses, prices, and what survivors keep."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.core.battlefile import with_army
from engine.core.errors import Text
from engine.core.events import SIDES, SideId
from engine.core.ruleset import Aftermath, Army, Bonus, Kernel, Roster, Row, Ruleset
from engine.rulesets.manymarios import army, catalog, stages
from engine.rulesets.manymarios.army import BUILDINGS, COMBAT_ITEMS, EQUIPMENT, UNITS, Setup
from engine.rulesets.manymarios.events import EVENTS
from engine.rulesets.manymarios.state import APPLY, State

RULE: Final = Text(
    "Survivors keep what they carry and their combat buildings, stand in the order of their army, "
    "and enter with all their AE and DE."
)


def rows(state: State, side: SideId, given: Mapping[str, Row]) -> list[Row]:
    """Return the survivors of a side, in the army's order."""
    left = {unit.id for unit in state.sides[side].lineup}
    return [row for id_, row in given.items() if id_ in left]


TABLES: Final = {"equipment": EQUIPMENT, "combat_items": COMBAT_ITEMS}


def price(army: Army) -> int | None:
    """Return the AP cost of an army, or None if it has custom units."""
    total = sum(BUILDINGS[id_].ap for id_ in army.get("buildings", ()))
    for row in army["lineup"]:
        if "unit" not in row:
            return None
        total += UNITS[row["unit"]].ap
        total += sum(table[id_].ap for key, table in TABLES.items() for id_ in row.get(key, ()))
    return total


def extras(army: Army) -> Iterator[Army]:
    """Yield the armies that have one carried item or one building more or less."""
    for place, row in enumerate(army["lineup"]):
        unit = UNITS[row["unit"]]
        for key, table in TABLES.items():
            may = unit.kind != "building_unit" if key == "equipment" else unit.allows_combat_items
            if may:
                for changed in _one_more_or_less(row, key, [*table]):
                    lineup = [*army["lineup"]]
                    lineup[place] = changed
                    yield {**army, "lineup": lineup}
    yield from _one_more_or_less(army, "buildings", [*BUILDINGS])


def _one_more_or_less(row: Row, key: str, ids: Sequence[str]) -> Iterator[Row]:
    carried: Sequence[str] = row.get(key, ())
    yield from ({**row, key: [*carried, id_]} for id_ in ids)
    for place in range(len(carried)):
        left = _without_index(carried, place)
        yield {**row, key: left} if left else {k: v for k, v in row.items() if k != key}


RECRUITING: Final = Roster(
    key="lineup",
    money=Text("AP"),
    prices={unit.id: unit.ap for unit in UNITS.values()},
    most=12,  # the longest lineup that a search tries; the rules allow more
    usual=40,
    starts=100,  # many, since chances of 0, 0.5 or 1 give climbs little to follow
    price=price,
    extras=extras,
)


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


def _without_index(rows: Sequence[str], place: int) -> list[str]:
    return [*rows[:place], *rows[place + 1 :]]


def kernel() -> Kernel:
    from engine.rulesets.manymarios.kernel import batch

    plays = batch.warm, batch.outcomes, batch.sampler
    return Kernel(*plays, orders=batch.orders, table=batch.table)


RULESET: Final[Ruleset[Setup, State]] = Ruleset(
    id="manymarios",
    name="Many Marios 0",
    version=2,
    folder=Path(__file__).parent,
    battle_keys=("ap_limit", "options"),
    read=army.read,
    new_state=State,
    begin=stages.begin,
    opening=stages.OPENING,
    round=stages.ROUND,
    apply=APPLY,
    events=EVENTS,
    sizes=army.sizes,
    catalog=catalog.as_data,
    catalog_hash=catalog.CATALOG_HASH,
    bonuses=bonuses,
    ordered="lineup",
    line_up=stages.LINE_UP,
    aftermath=Aftermath(RULE, rows),
    recruiting=RECRUITING,
    kernel=kernel,
)
