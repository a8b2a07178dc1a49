"""The ruleset record of Many Marios 0."""

from pathlib import Path
from typing import Final

from engine.core.ruleset import Kernel, Ruleset
from engine.rulesets.manymarios import army, bonuses, catalog, stages
from engine.rulesets.manymarios.apply import APPLY
from engine.rulesets.manymarios.army import Setup
from engine.rulesets.manymarios.events import EVENTS
from engine.rulesets.manymarios.recruiting import RECRUITING
from engine.rulesets.manymarios.state import State


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
    bonuses=bonuses.bonuses,
    ordered="lineup",
    line_up=stages.LINE_UP,
    recruiting=RECRUITING,
    kernel=kernel,
)
