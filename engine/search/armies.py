"""The best armies of a game: by hill climbing with exact odds, otherwise by sequential halving."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.errors import InputError, unknown
from engine.core.events import SIDES, SideId
from engine.core.recruiting import BUDGET_MOST, Recruiting
from engine.core.ruleset import Battle
from engine.core.text import Text
from engine.odds.exact import exact_odds
from engine.search import climbing, halving, shares
from engine.search.bouts import Contest
from engine.search.found_armies import BestArmies
from engine.search.opponents import Opponent, opponents_of
from engine.search.shares import SAMPLES, TOP
from engine.search.work import Progress, Stop, Workers

ROUNDS: Final = 3  # the default number of halving rounds


def best_armies(
    source: Any,
    side: SideId = "a",
    budget: int | None = None,
    top: int = TOP,
    *,
    against: Sequence[Mapping[str, Any]] = (),
    played_by: str | None = None,
    bots: Sequence[str] = (),
    starts: int | None = None,
    rounds: int = ROUNDS,
    samples: int = SAMPLES,
    most: int | None = None,
    sampled: bool | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> BestArmies:
    """Return the `top` best armies within a budget, against the other side of a battle file.

    `budget` defaults to the cost of the side's army, or else of the other side's; there is none
    where all armies cost the same. `against` are armies of further opponents: then an army gets the
    mean over all of them. `bots` (ids) replace the other side, each with armies of its own;
    `played_by` is the bot that plays the side itself. With exact odds, no further climb begins
    after `most` operations (see Budget); `starts` in the result counts the climbs. `sampled` passes
    a known result of `is_sampled`. Raises InputError for a bad file, a game without Recruiting, a
    budget that is too small and a side without a bot in a game with bots; ValueError for another
    side, and for numbers out of range.
    """
    if side not in SIDES:
        raise ValueError(unknown("side", side, SIDES))
    opponents = opponents_of(source, side, against, played_by, bots)
    battle = opponents[0].battle
    recruiting = recruiting_of(battle)
    count = recruiting.starts if starts is None else starts
    if top < 1 or count < 1 or rounds < 1:
        raise ValueError(
            f"top is {top}, starts is {count} and rounds is {rounds}; each must be at least 1"
        )
    if recruiting.money is None and budget is not None:
        raise InputError.single(
            "budget", "has no effect where all armies cost the same; leave it out"
        )
    spent = budget_of(battle, side) if budget is None else budget
    if spent is not None and not 1 <= spent <= BUDGET_MOST:
        raise ValueError(f"budget is {spent}; it must be from 1 to {BUDGET_MOST}")
    files = tuple(json.dumps(one.battle.without_dice().document) for one in opponents)
    with Workers(workers, stop, scheduler) as crew:
        if is_sampled(opponents) if sampled is None else sampled:
            contest = Contest(files, tuple(one.bot for one in opponents), side)
            plan = halving.Plan(spent or 0, top, count, rounds, samples)
            return halving.search_armies(contest, recruiting, plan, crew, progress)
        task = climbing.Task(files, side, spent or 0, top, samples)
        return climbing.search_armies(task, recruiting, count, most, crew, progress)


def is_sampled(opponents: Sequence[Opponent]) -> bool:
    """Whether shares against these opponents can only be sampled."""
    if any(one.bot is not None for one in opponents):
        return True
    battle = opponents[0].battle
    if shares.of_table([battle], [battle]) is not None:
        return False
    try:
        exact_odds(battle)
    except InputError:
        return True
    return False


def recruiting_of(battle: Battle) -> Recruiting:
    """Return the game's Recruiting. Raises InputError if it has none."""
    if battle.ruleset.recruiting is None:
        raise InputError.single(
            "ruleset",
            "{game} does not define which armies are allowed; compare armies of your choice",
            game=Text(battle.ruleset.name),
        )
    return battle.ruleset.recruiting


def budget_of(battle: Battle, side: SideId) -> int | None:
    """Return the cost of the side's army, or else the other side's; None if all cost the same."""
    recruiting = recruiting_of(battle)
    if recruiting.money is None:
        return None
    place = SIDES.index(side)
    costs = [recruiting.price(battle.document["sides"][n]["army"]) for n in (place, 1 - place)]
    return next((cost for cost in costs if cost), recruiting.usual)
