"""Limits of searches for armies on the web."""

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
# battles of a sampled search: enough for the longest sieges, of 600 events
BATTLES_MOST: Final = 3_000
SAMPLES_LEAST: Final = 30  # battles against each opponent for an army's share, at least
ROUNDS: Final = 2  # rounds of selection in a sampled search
STARTS: Final = 20  # drawn armies of a sampled search
# operations of an exact search, a quarter of a minute; then no new climb begins
CLIMBS_MOST: Final = 1_500_000
LISTED: Final = 5  # default number of armies in a sampled answer


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
    """Return the best armies of a budget. Raise InputError for a search that is too large."""
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
    """Return the equivalent command."""
    parts = [BEST_ARMIES, f"--side {side}"]
    parts += [f"--budget {budget}"] * (budget is not None)
    parts += [f"--top {top}"] * (top is not None)
    parts += ["--against FILE"] * others
    parts += [f"--played-by {played_by}"] * (played_by is not None)
    return " ".join([*parts, *(f"--bot {bot}" for bot in bots)])


def _slow(
    opponents: Sequence[search.Opponent], side: SideId, played_by: str | None
) -> Iterator[engine.Problem]:
    """Yield the bots that are too slow, at the paths that name them."""
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
    """Return the affordable number of battles against each opponent."""
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
