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

from engine.core.battlefile import Moment
from engine.core.changes import Roll
from engine.core.ruleset import RoundOrders
from engine.search.armies import (
    ROUNDS,
    Opponent,
    best_armies,
    budget_of,
    is_sampled,
    opponents_of,
    recruiting_of,
    sample_battle,
)
from engine.search.branches import PLAYED_MOST, PlayedBattle, WinningOrder, branch
from engine.search.climbing import BestArmies, FoundArmy, without_name
from engine.search.halving import Plan
from engine.search.orders import (
    SEARCHES,
    BestOrder,
    MadePuzzle,
    Order,
    WeighedOrders,
    best_order,
    make_puzzle,
    weigh_all,
)
from engine.search.shares import SAMPLES, TOP, lack_of, needs_compiler, reordered
from engine.search.table import APART_MOST, Matchups, Styles, matchups, read_entrants, styles
from engine.search.verdict import (
    FinishedBattle,
    JudgedBattle,
    SeriesVerdict,
    Verdict,
    WinBalance,
    judge,
    judge_all,
    series_verdict,
    verdict,
    verdict_cost,
    win_balance,
)
from engine.search.work import ClusterError, Progress, Stop, Workers

__all__ = ["APART_MOST", "PLAYED_MOST", "ROUNDS", "SAMPLES", "SEARCHES", "TOP", "BestArmies"]
__all__ += ["BestOrder", "ClusterError", "FinishedBattle", "FoundArmy", "JudgedBattle"]
__all__ += ["MadePuzzle", "Matchups", "Moment", "Opponent", "Order", "Plan", "PlayedBattle"]
__all__ += ["Progress", "Roll", "RoundOrders", "SeriesVerdict", "Stop", "Styles", "Verdict"]
__all__ += ["WeighedOrders", "WinBalance", "WinningOrder", "Workers", "best_armies", "best_order"]
__all__ += ["branch", "budget_of", "is_sampled", "judge", "judge_all", "lack_of", "make_puzzle"]
__all__ += ["matchups", "needs_compiler", "opponents_of", "read_entrants", "recruiting_of"]
__all__ += ["reordered", "sample_battle", "series_verdict", "styles", "verdict", "verdict_cost"]
__all__ += ["weigh_all", "win_balance", "without_name"]
