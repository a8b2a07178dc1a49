"""Searches: questions that are answered by many battles.

- `best_order`, `best_armies`, `matchups` and `verdict`. For `best_armies`: `budget_of` (the default
  budget), `opponents_of`, `is_sampled` and `sample_battle` (one of its battles).
- `judge` battles of a player, and sum them up: `win_balance` and `series_verdict`.
- `branch` replays one battle with a change at a moment; `PlayedBattle` does so repeatedly.
- `styles` orders and clusters the armies of a table.

Work is cut into large parts, done by `workers` processes or by the Dask cluster at the address
`scheduler`; results are the same for any number of them, bit for bit. A script that uses several
workers needs `if __name__ == "__main__":`, since its processes import it. `progress` is called with
the amounts done and total; `stop` returns whether to end with StoppedError. SEARCH.md explains the
method and proof of each answer.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.battlefile import Battle, read_battle
from engine.core.changes import Roll
from engine.core.errors import InputError, unknown
from engine.core.events import SIDES, SideId
from engine.core.reordering import Moment, UnitsLeft
from engine.core.ruleset import RoundOrders
from engine.rulesets import rulesets
from engine.search.armies import ROUNDS, budget_of, is_sampled, recruiting_of
from engine.search.armies import best_armies as _best_armies
from engine.search.bouts import sample_battle
from engine.search.branches import PLAYED_MOST, PlayedBattle, WinningOrder, branch
from engine.search.cluster import ClusterError
from engine.search.entrants import Entrant, read_entrants
from engine.search.found_armies import BestArmies, FoundArmy, without_name
from engine.search.halving import Plan
from engine.search.opponents import Opponent, battles_with, opponents_of
from engine.search.orders import SEARCHES, BestOrder, Order, Search
from engine.search.orders import best_order as _best_order
from engine.search.puzzles import MadePuzzle, WeighedOrders, make_puzzle, weigh_all
from engine.search.several import JudgedBattle, SeriesVerdict, series_verdict
from engine.search.several import judge as _judge
from engine.search.several import judge_all as _judge_all
from engine.search.shares import lack_of, needs_compiler
from engine.search.styles import APART_MOST, Styles, styles
from engine.search.table import Matchups
from engine.search.table import matchups as _matchups
from engine.search.verdict import Verdict, verdict_cost
from engine.search.verdict import verdict as _verdict
from engine.search.win_balance import FinishedBattle, WinBalance, win_balance
from engine.search.work import Progress, Stop, Workers

TOP: Final = 10
SAMPLES: Final = 1_000
"""Default number of battles played for each number that cannot be exact."""


def best_order(
    source: Any,
    side: SideId = "a",
    top: int = TOP,
    *,
    against: Sequence[Mapping[str, Any]] = (),
    search: Search = "auto",
    distinct: bool = False,
    samples: int = SAMPLES,
    most: int | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> BestOrder:
    """Return the `top` best orders of a side's units in a battle file or a Battle, best first.

    `against` are armies of further opponents: then an order gets the mean over all of them. With
    `distinct`, only the first of orders that just swap equal units is listed. `search` "auto"
    evaluates all orders if these are at most `most` battles, and otherwise searches locally. Raises
    InputError for a bad file, for a game whose units have no order and for "all" with too many
    orders; ValueError for another search or side, or a number below 1.
    """
    if side not in SIDES:
        raise ValueError(unknown("side", side, SIDES))
    battles = battles_with(source, side, against)
    with Workers(workers, stop, scheduler) as crew:
        return _best_order(
            battles,
            side,
            top,
            search=search,
            distinct=distinct,
            samples=samples,
            most=most,
            workers=crew,
            progress=progress,
        )


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
    with Workers(workers, stop, scheduler) as crew:
        return _best_armies(
            opponents,
            side,
            budget,
            top,
            starts=starts,
            rounds=rounds,
            samples=samples,
            most=most,
            sampled=sampled,
            workers=crew,
            progress=progress,
        )


def matchups(
    sources: Sequence[Any],
    *,
    names: Sequence[str] = (),
    samples: int = SAMPLES,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Matchups:
    """Return the table of armies against each other: row against column, the row as side a.

    `sources` are battle files, whose side a takes part, or armies alone; all are of one game, and
    battle files have the same terms. `names` are for armies without a name. Raises InputError for a
    bad source, whose path begins with its place in the list, and for too many.
    """
    if not sources:
        raise InputError.single("", "there are no armies; give at least one")
    entrants = read_entrants(sources, names)
    with Workers(workers, stop, scheduler) as crew:
        return _matchups(
            [entrant.name for entrant in entrants],
            [entrant.battle for entrant in entrants],
            samples=samples,
            workers=crew,
            progress=progress,
        )


def verdict(source: Any, winner: SideId | None, *, stop: Stop | None = None) -> Verdict:
    """Return why a battle ended with this winner (None: a draw): armies, orders and dice.

    Raises InputError for a bad file, for odds that are not exact, and for too many orders without a
    kernel.
    """
    battle = source if isinstance(source, Battle) else read_battle(source, rulesets())
    with Workers(1, stop) as crew:
        return _verdict(battle, winner, crew)


def judge(source: Any, side: SideId = "a", *, stop: Stop | None = None) -> JudgedBattle:
    """Return the verdict on a battle from the view of the player on this side.

    `source` is a recording, or a battle file or Battle with a seed, which is played. Raises
    InputError like `verdict`, and for a recording of older rules; RecordingError for a truncated
    recording; ValueError for another side.
    """
    if side not in SIDES:
        raise ValueError(unknown("side", side, SIDES))
    with Workers(1, stop) as crew:
        return _judge(source, side, crew)


def judge_all(
    battles: Sequence[tuple[Any, SideId]],
    *,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> list[JudgedBattle]:
    """Return the result of `judge` for each of these sources and sides.

    Raises InputError for the first that is refused; its path begins with its place in the list.
    """
    with Workers(workers, stop, scheduler) as crew:
        return _judge_all(battles, crew, progress)


__all__ = [
    "APART_MOST",
    "PLAYED_MOST",
    "ROUNDS",
    "SAMPLES",
    "SEARCHES",
    "TOP",
    "BestArmies",
    "BestOrder",
    "ClusterError",
    "Entrant",
    "FinishedBattle",
    "FoundArmy",
    "JudgedBattle",
    "MadePuzzle",
    "Matchups",
    "Moment",
    "Opponent",
    "Order",
    "Plan",
    "PlayedBattle",
    "Progress",
    "Roll",
    "RoundOrders",
    "Search",
    "SeriesVerdict",
    "Stop",
    "Styles",
    "UnitsLeft",
    "Verdict",
    "WeighedOrders",
    "WinBalance",
    "WinningOrder",
    "Workers",
    "best_armies",
    "best_order",
    "branch",
    "budget_of",
    "is_sampled",
    "judge",
    "judge_all",
    "lack_of",
    "make_puzzle",
    "matchups",
    "needs_compiler",
    "opponents_of",
    "read_entrants",
    "recruiting_of",
    "sample_battle",
    "series_verdict",
    "styles",
    "verdict",
    "verdict_cost",
    "weigh_all",
    "win_balance",
    "without_name",
]
