"""The best armies of a game against opponents: the other side, further armies, or bots."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from engine.core.battlefile import read_battle
from engine.core.errors import InputError, Problem, Text, unknown
from engine.core.events import SIDES, SideId, other_side
from engine.core.rng import output
from engine.core.ruleset import BUDGET_MOST, Army, Battle, Bots, Recruiting
from engine.odds.chances import exact_odds
from engine.rulesets import battle_of, rulesets
from engine.search import climbing, halving, shares
from engine.search.climbing import BestArmies
from engine.search.halving import ANSWER_SEED, Contest, against_bot
from engine.search.shares import SAMPLES, TOP
from engine.search.work import Progress, Stop, Workers


class Opponent(NamedTuple):
    battle: Battle
    # the bot that plays the other side with its own armies; None: the battle file's army plays
    bot: str | None = None


def battles_with(source: Any, side: SideId, against: Sequence[Army]) -> list[Battle]:
    first, enemy = battle_of(source), other_side(side)
    found = [first]
    for number, army in enumerate(against):
        try:
            found.append(shares.rearmed(first, enemy, army))
        except InputError as error:
            place, inner = f"against[{number}]", f"sides[{SIDES.index(enemy)}].army"
            raise InputError(
                Problem(place + path.removeprefix(inner), message)
                if path.startswith(inner)
                else Problem(f"{place}: {path}", message)
                for path, message in error.problems
            ) from None
    return found


def opponents_of(
    source: Any, side: SideId, against: Sequence[Army], played_by: str | None, bots: Sequence[str]
) -> list[Opponent]:
    """Return the opponents of a side, which is played by `played_by` or as the battle file says.

    `bots` replace the other side of the battle file. Raises InputError for errors in the file, an
    army or a bot, and if the file gives fixed orders for a side that a bot would have to play.
    """
    first, *others = battles_with(source, side, against)
    of_game = first.ruleset.bots
    if of_game is None:
        text = Text("{game} has no bots; leave it out", game=Text(first.ruleset.name))
        unusable = (("played_by", played_by), ("bots", bots))
        if any(value for _, value in unusable):
            raise InputError(Problem(name, text) for name, value in unusable if value)
        return [Opponent(battle) for battle in (first, *others)]
    given = [(f"bots[{number}]", bot) for number, bot in enumerate(bots)]
    if played_by is not None:
        given.insert(0, ("played_by", played_by))
    problems = [
        Problem(name, unknown("bot", bot, of_game.names))
        for name, bot in given
        if bot not in of_game.names
    ]
    place = SIDES.index(side)
    if not problems:
        problems += _fixed_orders(first, of_game, place, played_by, bots, others)
    if problems:
        raise InputError(problems)
    if played_by is not None:
        first, *others = (_with_bot(one, place, played_by) for one in (first, *others))
    by_bots = [Opponent(_with_bot(first, 1 - place, bot), bot) for bot in bots]
    return [*(by_bots or [Opponent(first)]), *map(Opponent, others)]


def _fixed_orders(
    battle: Battle,
    of_game: Bots,
    place: int,
    played_by: str | None,
    bots: Sequence[str],
    others: Sequence[Battle],
) -> Iterator[Problem]:
    """Yield problems of sides that need a bot although the file gives their orders."""
    is_ordered = [of_game.playing(one) is None for one in battle.document["sides"]]
    for name, number, given in (("played_by", place, played_by), ("bots", 1 - place, bots)):
        if given or not is_ordered[number]:
            continue
        text = Text(
            "is missing; choose a bot for side {side}, whose orders in the battle file were given "
            "for one battle; there are {bots}",
            side=SIDES[number],
            bots=", ".join(of_game.names),
        )
        yield Problem(name, text)
    if bots and others and is_ordered[1 - place]:
        text = Text(
            "need a bot for side {side}, whose orders in the battle file were given for one "
            "battle; give it a bot there, or leave these armies out",
            side=SIDES[1 - place],
        )
        yield Problem("against", text)


def _with_bot(battle: Battle, place: int, bot: str) -> Battle:
    of_game = battle.ruleset.bots
    assert of_game is not None
    sides = [*battle.document["sides"]]
    sides[place] = of_game.seat(sides[place], bot)
    return read_battle({**battle.document, "sides": sides}, rulesets())


ROUNDS: Final = 3  # the default number of halving rounds


def best_armies(
    source: Any,
    side: SideId = "a",
    budget: int | None = None,
    top: int = TOP,
    *,
    against: Sequence[Army] = (),
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
    with Workers(workers, stop, scheduler, progress) as crew:
        if is_sampled(opponents) if sampled is None else sampled:
            contest = Contest(files, tuple(one.bot for one in opponents), side)
            plan = halving.Plan(spent or 0, top, count, rounds, samples)
            return halving.search_armies(contest, recruiting, plan, crew)
        task = climbing.Task(files, side, spent or 0, top, samples)
        return climbing.search_armies(task, count, most, crew)


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


def sample_battle(opponent: Opponent, side: SideId, army: Army, number: int = 0) -> Battle:
    """Return battle `number`, with its seed, of the sample behind an army's reported share."""
    battle = shares.rearmed(opponent.battle.without_dice(), side, army)
    if opponent.bot is not None:
        battle = against_bot(battle, side, opponent.bot, number, ANSWER_SEED)
    return battle.with_seed(output(ANSWER_SEED, number))
