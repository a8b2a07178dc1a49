"""Searches for armies for the web: what would take too long while somebody waits is refused."""

import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

import engine
from engine import SIDES, SideId, Text, search
from webapp.base.errors import by_command
from webapp.guard import readiness, slow_bots
from webapp.searches import limits

BEST_ARMIES: Final = "battlereel best-armies FILE"
OPPONENTS_MOST: Final = 8
"""Opponents against which armies are searched for."""
BATTLES_MOST: Final = 3_000
"""Battles that are played where they have to be: the longest sieges, of 600 events, have room."""
SAMPLES_LEAST: Final = 30
"""Battles against each opponent by which an army is told, at least."""
ROUNDS: Final = 2
"""Rounds of choosing where battles have to be played."""
STARTS: Final = 20
"""Armies that are drawn for that."""
CLIMBS_MOST: Final = 1_500_000
"""Operations after which no climb more is begun where odds are exact: a quarter of a minute."""
LISTED: Final = 5
"""Armies that are told then, unless somebody asks for another number."""


def best_armies(
    battle: engine.Battle,
    side: SideId,
    budget: int | None = None,
    top: int | None = None,
    *,
    against: Sequence[Any] = (),
    played_by: str | None = None,
    bots: Sequence[str] = (),
    scheduler: str | None = None,
    progress: search.Progress | None = None,
    stop: search.Stop | None = None,
) -> search.BestArmies:
    """The best armies that a budget pays for. Raises InputError for more than is done at once."""
    search.recruiting_of(battle)
    more: dict[str, Any] = {}
    instead = command(side, budget, top, len(against), played_by, bots)
    if not limits.has_table(battle):
        opponents = search.opponents_of(battle, side, against, played_by, bots)
        if not search.is_sampled(opponents):
            raise limits.refused_sampled(battle, instead)
        if problems := [*_slow(opponents, side, played_by)]:
            raise engine.InputError(problems)
        top = LISTED if top is None else top
        samples = _affordable(opponents, top, instead)
        more = {"starts": STARTS, "rounds": ROUNDS, "samples": samples, "sampled": True}
    else:
        readiness.refuse_search(battle)
    began = time.monotonic()
    try:
        return search.best_armies(
            battle,
            side,
            budget,
            search.TOP if top is None else top,
            against=against,
            played_by=played_by,
            bots=bots,
            scheduler=scheduler,
            progress=progress,
            most=CLIMBS_MOST,
            stop=stop,
            **more,
        )
    except engine.SpentError as error:
        raise limits.TooLargeError.single(
            "",
            by_command(
                Text.counted(
                    "takes over {count} second of one core, longer than is searched while you "
                    "wait; ask for a smaller budget or fewer opponents",
                    "takes over {count:,} seconds of one core, longer than is searched while you "
                    "wait; ask for a smaller budget or fewer opponents",
                    max(1, int(time.monotonic() - began)),
                ),
                instead,
            ),
        ) from error


def command(
    side: SideId,
    budget: int | None,
    top: int | None,
    others: int,
    played_by: str | None,
    bots: Sequence[str],
) -> str:
    """The same search on the command line."""
    parts = [BEST_ARMIES, f"--side {side}"]
    parts += [f"--budget {budget}"] * (budget is not None)
    parts += [f"--top {top}"] * (top is not None)
    parts += ["--against FILE"] * others
    parts += [f"--played-by {played_by}"] * (played_by is not None)
    return " ".join([*parts, *(f"--bot {bot}" for bot in bots)])


def _slow(
    opponents: Sequence[search.Opponent], side: SideId, played_by: str | None
) -> Iterator[engine.Problem]:
    """The bots that think too long, where they were named."""
    own = f"sides[{SIDES.index(side)}].bot"
    seen: set[str] = set()
    for place, opponent in enumerate(opponents):
        for path, message in slow_bots.problems_of(opponent.battle, BEST_ARMIES):
            where = path
            if path == own:
                where = path if played_by is None else "played_by"
            elif opponent.bot is not None:
                where = f"bots[{place}]"
            if where not in seen:
                yield engine.Problem(where, message)
            seen.add(where)


def _affordable(opponents: Sequence[search.Opponent], top: int, instead: str) -> int:
    """How many battles against each opponent tell what an army gets."""
    count = len(opponents)
    each = search.Plan(0, top, STARTS, ROUNDS, samples=1).battles(count)
    samples = min(search.SAMPLES, BATTLES_MOST // each)
    if samples < SAMPLES_LEAST:
        needed = each * SAMPLES_LEAST
        raise limits.TooLargeError.single(
            "",
            by_command(
                Text(
                    "{opponents} opponents and {top} armies to be told take {battles:,} battles "
                    "with {least} for each number, about {seconds:,} seconds of one core; at most "
                    "{most:,} are played while you wait. Ask for fewer of them",
                    opponents=count,
                    top=top,
                    battles=needed,
                    least=SAMPLES_LEAST,
                    seconds=limits.seconds(opponents[0].battle, needed),
                    most=BATTLES_MOST,
                ),
                instead,
            ),
        )
    return samples
