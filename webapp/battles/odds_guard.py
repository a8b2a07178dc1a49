"""Odds and wishes for the web: refused where they would take too long to find.

Where odds cannot be exact, a thousand battles are played. The command line does so for all battles;
here a battle with a slow bot is refused, with the bot's place in the battle file.
"""

from typing import Final, Literal

import engine
from engine import Text
from webapp.battles.parallel_odds import SLOW_SECONDS

Method = Literal["auto", "exact", "sample"]

BATTLES: Final = 1_000
"""Played where odds cannot be exact."""


def odds(battle: engine.Battle, method: Method = "auto", samples: int = BATTLES) -> engine.Odds:
    """The odds of a battle. Raises InputError where they would take too long to find."""
    if method != "exact":
        refuse_long(battle)
    return engine.odds(battle, method, samples)


def conditioned(battle: engine.Battle, wish: str, seed: int = 0) -> engine.Battle:
    """The battle with dice that make it end as wished. Raises InputError, as `odds` does."""
    refuse_long(battle)
    return engine.conditioned(battle, wish, seed)


def refuse_long(battle: engine.Battle) -> None:
    """Raises InputError if a thousand of these battles would take too long."""
    if problems := problems_of(battle):
        raise engine.InputError(problems)


def problems_of(
    battle: engine.Battle, command: str = "battlereel odds FILE"
) -> list[engine.Problem]:
    """The sides whose bots think too long for that, each at its place in the battle file."""
    slow = battle.ruleset.slow
    found = slow(battle.setup) if slow else ()
    return [
        engine.Problem(
            place,
            Text(
                "{name} thinks too long for a thousand battles to be played while you wait, up to "
                "{seconds:,} seconds of one core; choose another bot, or use the command line, "
                "which plays them on all cores: {command}",
                name=Text(name),
                seconds=BATTLES * SLOW_SECONDS,
                command=command,
            ),
        )
        for place, name in found
    ]
