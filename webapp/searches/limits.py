"""Searches for the web: what would take too long while somebody waits is refused."""

import time
from collections.abc import Sequence
from typing import Any, Final

import engine
from engine import SideId, Text, search
from webapp.base.errors import by_command
from webapp.guard import readiness, slow_bots

BEST_ORDER: Final = "battlereel best-order FILE --side {side}"
MATCHUPS: Final = "battlereel matchups FILE…"
ORDERS_MOST: Final = 50_000
"""Battles of a search through all orders: those of eight units. Others are searched locally."""
ARMIES_MOST: Final = 64
BATTLES_MOST: Final = 4_000
"""Battles that are played for a table: those of sieges take half a minute."""
SAMPLES_LEAST: Final = 40
"""Battles of a pair, at least: an interval of 30 points."""
TRIED: Final = 5
"""Battles by which it is told how long a table takes."""


def best_order(
    battle: engine.Battle,
    side: SideId,
    top: int = search.TOP,
    *,
    against: Sequence[Any] = (),
    distinct: bool = False,
    scheduler: str | None = None,
    progress: search.Progress | None = None,
    stop: search.Stop | None = None,
) -> search.BestOrder:
    """The best orders of a side's units. Raises InputError where they cannot be found exactly."""
    if battle.ruleset.ordered is not None:
        refuse_sampled(battle, side)
        readiness.refuse_search(battle)
    return search.best_order(
        battle,
        side,
        top,
        against=against,
        distinct=distinct,
        most=ORDERS_MOST,
        scheduler=scheduler,
        progress=progress,
        stop=stop,
    )


class TooLargeError(engine.InputError):
    """What would take too long while somebody waits; the command line does it."""


def matchups(
    sources: Sequence[Any],
    *,
    names: Sequence[str] = (),
    scheduler: str | None = None,
    progress: search.Progress | None = None,
    stop: search.Stop | None = None,
) -> search.Matchups:
    """Who beats whom: exactly by a kernel, and else with fewer samples the more pairs there are.

    Raises InputError for what is wrong, TooLargeError for more than is done while somebody waits.
    """
    try:
        entrants = search.read_entrants(sources, names)
        samples = _affordable([entrant.battle for entrant in entrants])
        return search.matchups(
            sources,
            names=names,
            samples=samples,
            scheduler=scheduler,
            progress=progress,
            stop=stop,
        )
    except TooLargeError:
        raise
    except engine.InputError as error:
        # The engine numbers its sources, which are the members of a list here.
        raise engine.InputError(
            engine.Problem(f"armies{path}" if path.startswith("[") else path, message)
            for path, message in error.problems
        ) from None


def _affordable(battles: Sequence[engine.Battle]) -> int:
    """How many battles of each pair are played, where they have to be."""
    count = len(battles)
    pairs = count * count
    if count > ARMIES_MOST:
        raise TooLargeError.single(
            "armies",
            by_command(
                Text(
                    "are {count}, which is {pairs:,} pairs; at most {most} are compared while you "
                    "wait",
                    count=count,
                    pairs=pairs,
                    most=ARMIES_MOST,
                ),
                MATCHUPS,
            ),
        )
    if has_table(battles[0]):
        readiness.refuse_search(battles[0])
        return search.SAMPLES
    problems = [
        engine.Problem(f"[{place}].{path.partition('.')[2]}", message)
        for place, battle in enumerate(battles)
        for path, message in slow_bots.problems_of(battle, MATCHUPS)
        if path.startswith("sides[0]")
    ]
    if problems:
        raise engine.InputError(problems)
    samples = min(search.SAMPLES, BATTLES_MOST // pairs)
    if samples < SAMPLES_LEAST:
        needed = pairs * SAMPLES_LEAST
        raise TooLargeError.single(
            "armies",
            by_command(
                Text(
                    "are {count}, which is {pairs:,} pairs: {battles:,} battles to play with "
                    "{least} for each pair, about {seconds:,} seconds of one core; at most "
                    "{most:,} are played while you wait",
                    count=count,
                    pairs=pairs,
                    battles=needed,
                    least=SAMPLES_LEAST,
                    seconds=seconds(battles[0], needed),
                    most=BATTLES_MOST,
                ),
                MATCHUPS,
            ),
        )
    return samples


def has_table(battle: engine.Battle) -> bool:
    """Whether a kernel weighs whole tables of this ruleset exactly."""
    kernel = battle.ruleset.kernel() if battle.ruleset.kernel else None
    return kernel is not None and kernel.table is not None


def seconds(battle: engine.Battle, battles: int) -> int:
    """An estimate of how long so many battles take, from a few of the first army against itself."""
    began = time.monotonic()
    for seed in range(TRIED):
        engine.play(battle.with_seed(seed))
    return max(1, round((time.monotonic() - began) / TRIED * battles))


def refuse_sampled(battle: engine.Battle, side: SideId) -> None:
    """Raises InputError if the ruleset has no kernel that evaluates many orders exactly."""
    kernel = battle.ruleset.kernel() if battle.ruleset.kernel else None
    if kernel is None or kernel.orders is None:
        raise refused_sampled(battle, BEST_ORDER.format(side=side))


def refused_sampled(battle: engine.Battle, instead: str) -> engine.InputError:
    """The error for a game without such a kernel; names the command line's `instead`."""
    return engine.InputError.single(
        "ruleset",
        by_command(
            Text(
                "{game} has to be played for that: about {battles:,} battles for each number, "
                "{seconds:,} seconds of one core, which is too long while you wait",
                game=Text(battle.ruleset.name),
                battles=search.SAMPLES,
                seconds=seconds(battle, search.SAMPLES),
            ),
            instead,
        ),
    )
