"""Searches: many battles weighed to answer one question. `best_order`, `matchups`, `verdict`.

`branch` plays one battle again with a change from a moment on; `Played` does so many times.

Work is cut into large parts that `workers` processes do, and results are the same for any number of
them, bit for bit. A script that asks for more than one needs `if __name__ == "__main__":`, since
its processes import it. `progress` is told how much is done, of how much; `stop` is asked whether
to end, with StoppedError. SEARCH.md says how each answer is found and what it proves. `styles`
puts the armies of a table in order.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.battlefile import Battle, read_battle, with_army
from engine.core.changes import Draw
from engine.core.errors import InputError, unknown
from engine.core.events import SIDES, SideId
from engine.rulesets import rulesets
from engine.search.branches import PLAYED_MOST, Played, WinningOrder, branch
from engine.search.entrants import Entrant, read_entrants
from engine.search.orders import SEARCHES, BestOrder, Order, Search
from engine.search.orders import best_order as _best_order
from engine.search.puzzles import MadePuzzle, WeighedOrders, make_puzzle, weigh_all
from engine.search.styles import APART_MOST, Styles, styles
from engine.search.table import Matchups
from engine.search.table import matchups as _matchups
from engine.search.verdict import Verdict
from engine.search.verdict import verdict as _verdict
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
    first = source if isinstance(source, Battle) else read_battle(source, rulesets())
    enemy = 1 - SIDES.index(side)
    others = [read_battle(with_army(first.document, enemy, army), rulesets()) for army in against]
    with Workers(workers, stop) as crew:
        return _best_order(
            [first, *others],
            side,
            top,
            search=search,
            distinct=distinct,
            samples=samples,
            most=most,
            workers=crew,
            progress=progress,
        )


def matchups(
    sources: Sequence[Any],
    *,
    names: Sequence[str] = (),
    samples: int = SAMPLES,
    workers: int = 1,
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
    with Workers(workers, stop) as crew:
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


__all__ = [
    "APART_MOST",
    "PLAYED_MOST",
    "SAMPLES",
    "SEARCHES",
    "TOP",
    "BestOrder",
    "Draw",
    "Entrant",
    "MadePuzzle",
    "Matchups",
    "Order",
    "Played",
    "Progress",
    "Search",
    "Stop",
    "Styles",
    "Verdict",
    "WeighedOrders",
    "WinningOrder",
    "Workers",
    "best_order",
    "branch",
    "make_puzzle",
    "matchups",
    "read_entrants",
    "styles",
    "verdict",
    "weigh_all",
]
