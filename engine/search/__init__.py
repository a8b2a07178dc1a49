"""Searches: many battles weighed for one question.

`best_order`, `best_armies`, `matchups` and `verdict`; `budget_of` is what `best_armies` may spend,
`opponents_of` whom it meets, `is_sampled` whether it plays battles, `battle_told` one of these.
`owed` and `series_verdict` add up over several battles what came out of them, each `judged`.

`branch` plays one battle again with a change from a moment on; `Played` does so many times.

Work is cut into large parts that `workers` processes do, or those of a Dask cluster, of which
`scheduler` is the address; results are the same for any number of them, bit for bit. A script that
asks for more than one needs `if __name__ == "__main__":`, since its processes import it. `progress`
is told how much is done, of how much; `stop` is asked whether to end, with StoppedError. SEARCH.md
says how each answer is found and what it proves. `styles` puts the armies of a table in order.
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
"""Battles that are played for each number that cannot be exact."""


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
    """The `top` best orders of a side's units in a battle file or a Battle, the best first.

    `against` are armies of further opponents: then an order gets the mean over all of them.
    With `distinct`, of orders that only swap equal units the first alone is listed.
    `search` "auto" weighs all orders where they come to no more than `most` battles, and else is
    the local one. Raises InputError for a bad file, for a game whose units have no order and for
    "all" where there are too many; ValueError for another search or side, or a number below 1.
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
    """The `top` best armies that a budget pays for, against the other side of a battle file.

    `budget` is what the side's army costs if nothing is said, or else the other side's; where all
    armies cost the same there is none. `against` are armies of further opponents: then an army gets
    the mean over all of them. `bots` by their ids, each with armies of its own, stand in the place
    of the other side as it is; `played_by` plays the side itself. Where odds are exact no climb
    more is begun after `most` operations (see Budget), and `starts` says how many there were.
    `sampled` is what `is_sampled` says of these opponents, for whoever has asked it. Raises
    InputError for a bad file, a game that does not say which armies it allows, a budget that pays
    for nothing and a side that no bot plays in a game that has bots; ValueError for another side,
    and for numbers out of range.
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
    """The table of armies against each other: row against column, the row as side a.

    `sources` are battle files, of which side a takes part, or armies by themselves; all are of one
    game, and battle files have the same terms. `names` are what nameless armies are called. Raises
    InputError for a bad source, whose path begins with its place in the list, and for too many.
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
    """Why a battle ended with this winner (None: a draw): armies, orders and dice, adding up.

    Raises InputError for a bad file, where the odds are not exact, and where no kernel weighs
    orders and there are too many for the rules.
    """
    battle = source if isinstance(source, Battle) else read_battle(source, rulesets())
    with Workers(1, stop) as crew:
        return _verdict(battle, winner, crew)


def judge(source: Any, side: SideId = "a", *, stop: Stop | None = None) -> JudgedBattle:
    """A battle of somebody who was on this side, for `series_verdict`.

    `source` is a recording, or a battle file or Battle with a seed, which is played. Raises
    InputError as `verdict` does, and for a recording of older rules; RecordingError for one that
    breaks off; ValueError for another side.
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
    """What `judged` says of each of these sources, of whoever was on this side of it.

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
