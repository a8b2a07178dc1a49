"""The record of the castle siege."""

from pathlib import Path
from typing import Any, Final

from engine.core.ruleset import Ruleset
from engine.players.siege.bots import BOTS
from engine.rulesets.siege import army, stages
from engine.rulesets.siege import catalog as entries
from engine.rulesets.siege.apply import APPLY
from engine.rulesets.siege.army import Setup
from engine.rulesets.siege.events import EVENTS
from engine.rulesets.siege.state import State


def catalog() -> dict[str, Any]:
    """The catalog with the bots as plain data, for the command line, the API and the page."""
    bots = {
        bot.id: {"id": bot.id, "name": bot.name, "text": bot.description} for bot in BOTS.values()
    }
    return {**entries.as_data(), "bots": bots}


RULESET: Final[Ruleset[Setup, State]] = Ruleset(
    id="siege",
    name="Castle siege",
    version=1,
    folder=Path(__file__).parent,
    battle_keys=("options",),
    read=army.read,
    new_state=State,
    muster=stages.muster,
    opening=(),
    round=(),
    round_of=stages.round_of,
    apply=APPLY,
    events=EVENTS,
    sizes=army.sizes,
    catalog=catalog,
    catalog_hash=entries.CATALOG_HASH,
    slow=army.slow,
)
