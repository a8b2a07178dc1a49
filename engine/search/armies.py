"""The best armies of a game: by hill climbing with exact odds, otherwise by sequential halving."""

import json
from collections.abc import Sequence
from typing import Final

from engine.core.battlefile import Battle
from engine.core.errors import InputError
from engine.core.events import SIDES, SideId
from engine.core.recruiting import BUDGET_MOST, Recruiting
from engine.core.text import Text
from engine.odds.exact import exact_odds
from engine.search import climbing, halving, shares
from engine.search.bouts import Contest
from engine.search.found_armies import BestArmies
from engine.search.opponents import Opponent
from engine.search.work import Progress, Workers

ROUNDS: Final = 3
"""The default number of halving rounds."""


def best_armies(
    opponents: Sequence[Opponent],
    side: SideId,
    budget: int | None,
    top: int,
    *,
    starts: int | None,
    rounds: int,
    samples: int,
    most: int | None,
    sampled: bool | None,
    workers: Workers,
    progress: Progress | None,
) -> BestArmies:
    """Search armies against these opponents, whose battles differ only in the other side.

    sampled: a known result of `is_sampled`, or None.
    """
    battle = opponents[0].battle
    recruiting = recruiting_of(battle)
    count = recruiting.starts if starts is None else starts
    if top < 1 or count < 1 or rounds < 1:
        raise ValueError(
            f"top is {top}, starts is {count} and rounds is {rounds}; each must be at least 1"
        )
    if recruiting.money is None and budget is not None:
        raise InputError.single(
            "budget", Text("is not asked where all armies cost the same; leave it out")
        )
    spent = budget_of(battle, side) if budget is None else budget
    if spent is not None and not 1 <= spent <= BUDGET_MOST:
        raise ValueError(f"budget is {spent}; it must be from 1 to {BUDGET_MOST}")
    files = tuple(json.dumps(one.battle.without_dice().document) for one in opponents)
    if is_sampled(opponents) if sampled is None else sampled:
        bots = tuple(one.bot for one in opponents)
        contest = Contest(files, bots, side)
        plan = halving.Plan(spent or 0, top, count, rounds, samples)
        return halving.search_armies(contest, recruiting, plan, workers, progress)
    task = climbing.Task(files, side, spent or 0, top, samples)
    return climbing.search_armies(task, recruiting, count, most, workers, progress)


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
            Text(
                "nothing says which armies {game} allows; armies that you choose can be compared",
                game=Text(battle.ruleset.name),
            ),
        )
    return battle.ruleset.recruiting


def budget_of(battle: Battle, side: SideId) -> int | None:
    """Return the default budget: the cost of the side's army, or else of the other side's.

    None where all armies cost the same.
    """
    recruiting = recruiting_of(battle)
    if recruiting.money is None:
        return None
    place = SIDES.index(side)
    costs = [recruiting.price(battle.document["sides"][n]["army"]) for n in (place, 1 - place)]
    return next((cost for cost in costs if cost), recruiting.usual)
