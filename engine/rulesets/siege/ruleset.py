"""The ruleset record of the castle siege."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, get_args

from engine.core.ruleset import Bots, Kernel, Ruleset, Side
from engine.rulesets.siege import army, match, stages
from engine.rulesets.siege import catalog as entries
from engine.rulesets.siege.army import RECRUITING, Bot, Setup, army_of
from engine.rulesets.siege.events import EVENTS
from engine.rulesets.siege.stages import Reason
from engine.rulesets.siege.state import APPLY, State


def ruleset_with(
    bots: Mapping[str, Bot], kernel: Callable[[], Kernel] | None = None
) -> Ruleset[Setup, State]:
    """Return the ruleset with these bots, by id, and their kernel."""
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
        reasons=get_args(Reason),
        sizes=army.sizes,
        catalog=partial(catalog, bots),
        catalog_hash=entries.CATALOG_HASH,
        slow=army.slow,
        recruiting=RECRUITING,
        bots=Bots(
            {bot.id: bot.name for bot in bots.values()},
            _bot_of,
            _with_bot,
            lambda id_, rng: army_of(bots[id_].allot(rng)),
        ),
        with_orders=match.with_orders,
        asked=match.asked,
        kernel=kernel,
    )


def _bot_of(side: Side) -> str | None:
    """Return the bot of a side, or None if the file also orders rounds itself or resigns."""
    decides_alone = not side.get("instead") and "resigns" not in side
    return side.get("bot") if decides_alone else None


def _with_bot(side: Side, bot: str) -> Side:
    kept = {key: value for key, value in side.items() if key in ("name", "army")}
    return {**kept, "bot": bot}


def catalog(bots: Mapping[str, Bot]) -> dict[str, Any]:
    """Return the catalog and the bots as plain data, for the command line, the API and the page."""
    listed = {
        bot.id: {"id": bot.id, "name": bot.name, "text": bot.description} for bot in bots.values()
    }
    return {**entries.as_data(), "bots": listed}
