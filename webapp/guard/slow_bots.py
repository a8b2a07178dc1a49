"""Refuse to play a thousand battles with a bot that thinks long."""

from typing import Final

import engine
from engine import Text
from webapp.base.parallel_odds import SLOW_SECONDS

BATTLES: Final = 1_000
"""Played where odds cannot be exact."""


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
