"""Limits of odds and searches on the web, and where a search runs.

The constants are the table of what an operator may want to know. The command line has no limits: it
plays what is refused here.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, TypeVar

from flask import current_app

import engine
from engine import SIDES, SideId, Text, search
from webapp.base.config import Settings
from webapp.base.errors import by_command
from webapp.base.texts import N_
from webapp.guard import admission

SAMPLES_MOST: Final = min(10_000, engine.SAMPLES_MOST)  # of sampled odds
# operations of the sampled odds in one answer, some seconds; pages show a first figure meanwhile
ANSWER_OPERATIONS_MOST: Final = 600_000
GROWTH: Final = 8  # factor between refinements of sampled odds
ORDERS_MOST: Final = 50_000  # battles of an exhaustive search: eight units; larger ones are local
ARMIES_MOST: Final = 64  # of a table of match-ups
TABLE_BATTLES_MOST: Final = 4_000  # battles of a sampled table: half a minute of sieges
TABLE_SAMPLES_LEAST: Final = 40  # battles of a pair, at least: an interval of 30 points
OPPONENTS_MOST: Final = 8  # in a search for armies
# battles of a sampled search for armies: enough for the longest sieges, of 600 events
BATTLES_MOST: Final = 3_000
SAMPLES_LEAST: Final = 30  # battles against each opponent for an army's share, at least
ROUNDS: Final = 2  # rounds of selection in a sampled search
STARTS: Final = 20  # drawn armies of a sampled search
# operations of an exact search, a quarter of a minute; then no new climb begins
CLIMBS_MOST: Final = 1_500_000
LISTED: Final = 5  # default number of armies in a sampled answer
VERDICT_BATTLES_MOST: Final = 100
# work of a page's verdicts, some seconds; then no new one begins, but finished ones are cached
VERDICT_OPERATIONS_MOST: Final = 300_000
OPERATION_SECONDS: Final = 5e-6  # estimated seconds of a kernel's operation
CHANCES_KEPT: Final = 2_000  # cached chances of finished battles
TOP_MOST: Final = 100  # orders or armies of an answer
TRIED: Final = 5  # battles that estimate a duration
# pause after a failure of the cluster: each try blocks a thread for seconds
RESTING_SECONDS: Final = 60

BEST_ORDER: Final = "battlereel best-order FILE --side {side}"
BEST_ARMIES: Final = "battlereel best-armies FILE"
MATCHUPS: Final = "battlereel matchups FILE…"
CLUSTER_FAILED_AT: Final = "battlereel.cluster"
Method = Literal["auto", "exact", "sample"]
T = TypeVar("T")


class TooLargeError(engine.InputError):
    """The search takes too long for a request; the command line has no limit."""


def scheduler() -> str | None:
    """Return the address of the cluster, unless it has just failed."""
    failed_at = current_app.extensions.get(CLUSTER_FAILED_AT)
    if failed_at is not None and time.monotonic() < failed_at + RESTING_SECONDS:
        return None
    settings: Settings = current_app.config["SETTINGS"]
    return settings.scheduler or None


def search_out(function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Return the result of a search, by the cluster if it answers, or as by `work_out_long`.

    The function takes a `scheduler`. Results are the same everywhere, so a failing cluster only
    costs time.
    """
    if address := scheduler():
        try:
            return admission.work_out_long(function, *args, scheduler=address, **kwargs)
        except search.ClusterError as error:
            note(error)
    return admission.work_out_long(function, *args, **kwargs)


def note(error: search.ClusterError) -> None:
    """Log that the cluster has failed; this server replaces it for a while."""
    current_app.extensions[CLUSTER_FAILED_AT] = time.monotonic()
    current_app.logger.warning("the cluster does not work, so this server does: %s", error)


def odds(
    battle: engine.Battle, method: Method = "auto", samples: int = admission.BATTLES
) -> engine.Odds:
    """Return the odds of a battle. Raise InputError where they take too long."""
    if method != "exact":
        admission.refuse_slow(battle)
    return engine.odds(battle, method, samples)


def answered_odds(battle: engine.Battle, method: Method, samples: int) -> engine.Odds:
    """Return the odds as `odds` does, for a client that sees nothing before the last battle."""
    with engine.Budget(ANSWER_OPERATIONS_MOST):
        return odds(battle, method, samples)


def more_samples(odds: engine.Odds, most: int) -> int:
    """Return the number of battles of the next refinement, up to `most`; 0 for none."""
    if odds.samples is None or odds.samples >= most:
        return 0
    following = GROWTH * odds.samples
    return following if 2 * following < most else most


def conditioned(battle: engine.Battle, wish: str, seed: int = 0) -> engine.Battle:
    """Return the battle with dice that make it end as wished. Raise InputError, as `odds` does."""
    admission.refuse_slow(battle)
    return engine.conditioned(battle, wish, seed)


def best_order(
    battle: engine.Battle, side: SideId, top: int = search.TOP, **options: Any
) -> search.BestOrder:
    """Return the result of `search.best_order`. Raises InputError without exact odds."""
    if battle.ruleset.ordered is not None:
        kernel = battle.ruleset.kernel() if battle.ruleset.kernel else None
        if kernel is None or kernel.orders is None:
            raise _refused_sampled(battle, BEST_ORDER.format(side=side))
        admission.refuse_search(battle)
    return search.best_order(battle, side, top, most=ORDERS_MOST, **options)


def matchups(
    sources: Sequence[Any], *, names: Sequence[str] = (), **options: Any
) -> search.Matchups:
    """Return the match-ups: exact by a kernel, or sampled, with fewer battles the more pairs.

    `options` as in `search.matchups`. Raises InputError for what is wrong, TooLargeError for a
    table that takes too long.
    """
    try:
        entrants = search.read_entrants(sources, names)
        samples = _table_samples([entrant.battle for entrant in entrants])
        return search.matchups(sources, names=names, samples=samples, **options)
    except TooLargeError:
        raise
    except engine.InputError as error:
        # The engine numbers its sources, which are list items here.
        raise engine.InputError(
            engine.Problem(f"armies{path}" if path.startswith("[") else path, message)
            for path, message in error.problems
        ) from None


def _table_samples(battles: Sequence[engine.Battle]) -> int:
    count = len(battles)
    pairs = count * count
    if count > ARMIES_MOST:
        text = N_(
            "are {count}, which is {pairs:,} pairs; at most {most} are compared while you wait"
        )
        raise too_large("armies", Text(text, count=count, pairs=pairs, most=ARMIES_MOST), MATCHUPS)
    if _has_table(battles[0]):
        admission.refuse_search(battles[0])
        return search.SAMPLES
    problems = [
        engine.Problem(f"[{place}].{path.partition('.')[2]}", message)
        for place, battle in enumerate(battles)
        for path, message in admission.slow_bots(battle, MATCHUPS)
        if path.startswith("sides[0]")
    ]
    if problems:
        raise engine.InputError(problems)
    samples = min(search.SAMPLES, TABLE_BATTLES_MOST // pairs)
    if samples < TABLE_SAMPLES_LEAST:
        needed = pairs * TABLE_SAMPLES_LEAST
        refusal = Text(
            "are {count}, which is {pairs:,} pairs: {battles:,} battles to play with {least} for "
            "each pair, about {seconds:,} CPU seconds; at most {most:,} are played while you wait",
            count=count,
            pairs=pairs,
            battles=needed,
            least=TABLE_SAMPLES_LEAST,
            seconds=seconds(battles[0], needed),
            most=TABLE_BATTLES_MOST,
        )
        raise too_large("armies", refusal, MATCHUPS)
    return samples


def best_armies(
    battle: engine.Battle,
    side: SideId,
    budget: int | None = None,
    top: int | None = None,
    *,
    against: Sequence[Any] = (),
    played_by: str | None = None,
    bots: Sequence[str] = (),
    **options: Any,
) -> search.BestArmies:
    """Return the result of `search.best_armies`. Raises InputError for a too large search."""
    search.recruiting_of(battle)
    instead = best_armies_command(side, budget, top, len(against), played_by, bots)
    asked: dict[str, Any] = {"against": against, "played_by": played_by, "bots": bots}
    if not _has_table(battle):
        opponents = search.opponents_of(battle, side, **asked)
        if not search.is_sampled(opponents):
            raise _refused_sampled(battle, instead)
        if slow := _slow_opponents(opponents, side, played_by):
            raise engine.InputError(engine.Problem(*one) for one in slow.items())
        top = top or LISTED
        samples = _army_samples(opponents, top, instead)
        options |= {"starts": STARTS, "rounds": ROUNDS, "samples": samples, "sampled": True}
    else:
        admission.refuse_search(battle)
        top = top or search.TOP
    began = time.monotonic()
    try:
        return search.best_armies(battle, side, budget, top, most=CLIMBS_MOST, **asked, **options)
    except engine.SpentError as error:
        refusal = Text.counted(
            "takes over {count} CPU second, too long while you wait; ask for a smaller budget or "
            "fewer opponents",
            "takes over {count:,} CPU seconds, too long while you wait; ask for a smaller budget "
            "or fewer opponents",
            max(1, int(time.monotonic() - began)),
        )
        raise too_large("", refusal, instead) from error


def best_armies_command(
    side: SideId,
    budget: int | None,
    top: int | None,
    others: int,
    played_by: str | None,
    bots: Sequence[str],
) -> str:
    parts = [BEST_ARMIES, f"--side {side}"]
    parts += [f"--budget {budget}"] * (budget is not None)
    parts += [f"--top {top}"] * (top is not None)
    parts += ["--against FILE"] * others
    parts += [f"--played-by {played_by}"] * (played_by is not None)
    return " ".join([*parts, *(f"--bot {bot}" for bot in bots)])


def _slow_opponents(
    opponents: Sequence[search.Opponent], side: SideId, played_by: str | None
) -> dict[str, str]:
    """Return messages for the bots that are too slow, by the paths that name them."""
    own = f"sides[{SIDES.index(side)}].bot"
    found: dict[str, str] = {}
    for place, opponent in enumerate(opponents):
        for path, message in admission.slow_bots(opponent.battle, BEST_ARMIES):
            if path == own and played_by is not None:
                path = "played_by"
            elif path != own and opponent.bot is not None:
                path = f"bots[{place}]"
            found.setdefault(path, message)
    return found


def _army_samples(opponents: Sequence[search.Opponent], top: int, instead: str) -> int:
    count = len(opponents)
    each = search.Plan(0, top, STARTS, ROUNDS, samples=1).battles(count)
    samples = min(search.SAMPLES, BATTLES_MOST // each)
    if samples < SAMPLES_LEAST:
        needed = each * SAMPLES_LEAST
        refusal = Text(
            "{opponents} opponents and {top} listed armies take {battles:,} battles with {least} "
            "for each number, about {seconds:,} CPU seconds; at most {most:,} are played while "
            "you wait. Ask for fewer opponents or armies",
            opponents=count,
            top=top,
            battles=needed,
            least=SAMPLES_LEAST,
            seconds=seconds(opponents[0].battle, needed),
            most=BATTLES_MOST,
        )
        raise too_large("", refusal, instead)
    return samples


def too_large(path: str, refusal: str, command: str) -> TooLargeError:
    """Return the error for a search that is too large, with the equivalent command."""
    return TooLargeError.single(path, by_command(refusal, command))


def seconds(battle: engine.Battle, battles: int) -> int:
    """Estimate the duration of this many battles from a few of the first army against itself."""
    began = time.monotonic()
    for seed in range(TRIED):
        engine.play(battle.with_seed(seed))
    return max(1, round((time.monotonic() - began) / TRIED * battles))


def _has_table(battle: engine.Battle) -> bool:
    """Whether a kernel computes whole tables of this ruleset exactly."""
    kernel = battle.ruleset.kernel() if battle.ruleset.kernel else None
    return kernel is not None and kernel.table is not None


def _refused_sampled(battle: engine.Battle, instead: str) -> engine.InputError:
    refusal = Text(
        "{game} has to be played for that: about {battles:,} battles for each number, {seconds:,} "
        "CPU seconds, which is too long while you wait",
        game=Text(battle.ruleset.name),
        battles=search.SAMPLES,
        seconds=seconds(battle, search.SAMPLES),
    )
    return engine.InputError.single("ruleset", by_command(refusal, instead))
