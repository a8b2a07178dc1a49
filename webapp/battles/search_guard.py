"""Searches for the web: what would take too long while somebody waits is refused."""

from collections.abc import Sequence
from typing import Any, Final

import engine
from engine import SideId, Text, search

ORDERS_MOST: Final = 50_000
"""Battles of a search through all orders: those of eight units. Others are searched locally."""
ARMIES_MOST: Final = 64


def best_order(
    battle: engine.Battle,
    side: SideId,
    top: int = search.TOP,
    *,
    distinct: bool = False,
    progress: search.Progress | None = None,
    stop: search.Stop | None = None,
) -> search.BestOrder:
    """The best orders of a side's units. Raises InputError where they cannot be found exactly."""
    if battle.ruleset.ordered is not None:
        refuse_sampled(battle)
    return search.best_order(
        battle,
        side,
        top,
        distinct=distinct,
        most=ORDERS_MOST,
        progress=progress,
        stop=stop,
    )


def matchups(sources: Sequence[Any], *, progress: search.Progress | None = None) -> search.Matchups:
    """Who beats whom. Raises InputError where that cannot be found exactly."""
    if len(sources) > ARMIES_MOST:
        raise engine.InputError.single(
            "armies",
            Text("are {count}; at most {most}", count=len(sources), most=ARMIES_MOST),
        )
    try:
        for entrant in search.read_entrants(sources)[:1]:
            refuse_sampled(entrant.battle)
        return search.matchups(sources, progress=progress)
    except engine.InputError as error:
        # The engine numbers its sources, which are the members of a list here.
        raise engine.InputError(
            engine.Problem(f"armies{path}" if path.startswith("[") else path, message)
            for path, message in error.problems
        ) from None


def refuse_sampled(battle: engine.Battle) -> None:
    """Raises InputError if the ruleset has no kernel that weighs many battles exactly."""
    kernel = battle.ruleset.kernel() if battle.ruleset.kernel else None
    if kernel is None or kernel.orders is None or kernel.table is None:
        raise engine.InputError.single(
            "ruleset",
            Text(
                "{game} has to be played many times for that, which takes too long while you "
                "wait; the command line does it: battlereel matchups",
                game=Text(battle.ruleset.name),
            ),
        )
