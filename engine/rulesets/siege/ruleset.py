"""The record of the castle siege, made for the bots that are there to play it."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from engine.core.ruleset import Kernel, Ruleset
from engine.rulesets.siege import army, stages, whatif
from engine.rulesets.siege import catalog as entries
from engine.rulesets.siege.apply import APPLY
from engine.rulesets.siege.army import Bot, Setup
from engine.rulesets.siege.events import EVENTS
from engine.rulesets.siege.state import State


def ruleset_with(
    bots: Mapping[str, Bot], kernel: Callable[[], Kernel] | None = None
) -> Ruleset[Setup, State]:
    """The ruleset in which these bots, by id, may decide for a side; `kernel` is the bots' own."""
    return Ruleset(
        id="siege",
        name="Castle siege",
        version=2,
        folder=Path(__file__).parent,
        battle_keys=("options",),
        read=partial(army.read, bots=bots),
        new_state=State,
        begin=stages.begin,
        opening=(),
        round=(),
        round_of=stages.round_of,
        apply=APPLY,
        events=EVENTS,
        sizes=army.sizes,
        catalog=partial(catalog, bots),
        catalog_hash=entries.CATALOG_HASH,
        slow=army.slow,
        with_orders=whatif.with_orders,
        kernel=kernel,
    )


def catalog(bots: Mapping[str, Bot]) -> dict[str, Any]:
    """The catalog with the bots as plain data, for the command line, the API and the page."""
    listed = {
        bot.id: {"id": bot.id, "name": bot.name, "text": bot.description} for bot in bots.values()
    }
    return {**entries.as_data(), "bots": listed}
