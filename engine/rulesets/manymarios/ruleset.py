"""The ruleset record of Many Marios 0, and the bonuses of its battles."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from engine.core.battlefile import with_army
from engine.core.events import SIDES
from engine.core.ruleset import Kernel, Ruleset
from engine.core.win_chances import Bonus
from engine.rulesets.manymarios import army, catalog, stages
from engine.rulesets.manymarios.aftermath import AFTERMATH
from engine.rulesets.manymarios.apply import APPLY
from engine.rulesets.manymarios.army import Setup
from engine.rulesets.manymarios.events import EVENTS
from engine.rulesets.manymarios.recruiting import RECRUITING
from engine.rulesets.manymarios.state import State

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


def kernel() -> Kernel:
    from engine.rulesets.manymarios.kernel import batch

    return Kernel(
        warm=batch.warm,
        outcomes=batch.outcomes,
        sampler=batch.sampler,
        orders=batch.orders,
        table=batch.table,
    )


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
    aftermath=AFTERMATH,
    recruiting=RECRUITING,
    kernel=kernel,
)
