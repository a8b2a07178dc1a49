"""The ruleset record of Warlords III stack combat."""

from pathlib import Path
from typing import Final

from engine.core.ruleset import Kernel, Ruleset
from engine.rulesets.warlords import army, bonuses, catalog, odds, outlook, rolls, stages
from engine.rulesets.warlords.apply import APPLY
from engine.rulesets.warlords.army import Setup
from engine.rulesets.warlords.events import EVENTS
from engine.rulesets.warlords.recruiting import RECRUITING
from engine.rulesets.warlords.state import State


def kernel() -> Kernel:
    """Return the compiled rules and the compiled dynamic programme for exact odds."""
    from engine.rulesets.warlords.kernel import batch, sample

    def warm() -> None:
        batch.warm()
        sample.warm()

    return Kernel(
        warm=warm,
        outcomes=sample.outcomes,
        sampler=sample.sampler,
        odds=batch.odds,
        gauge=batch.gauge,
        orders=batch.orders,
        table=batch.table,
    )


RULESET: Final[Ruleset[Setup, State]] = Ruleset(
    id="warlords",
    name="Warlords III stacks",
    version=2,
    folder=Path(__file__).parent,
    battle_keys=("field",),
    read=army.read,
    new_state=State,
    begin=stages.begin,
    opening=stages.OPENING,
    round=stages.ROUND,
    apply=APPLY,
    events=EVENTS,
    reasons=("defeat",),
    sizes=army.sizes,
    catalog=catalog.as_data,
    catalog_hash=catalog.CATALOG_HASH,
    chances=odds.chances,
    outlook=outlook.outlook,
    rolls=rolls.rolls,
    bonuses=bonuses.bonuses,
    ordered="stack",
    line_up=stages.LINE_UP,
    recruiting=RECRUITING,
    kernel=kernel,
)
