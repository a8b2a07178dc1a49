"""How long searches take: the best order of eight against eight, and up to 256 stacks as a table.

The stacks are drawn from a fixed seed. Times are of one run each, after the kernel was loaded; the
processor's time tells more than the clock where others use the machine.
"""

from collections.abc import Callable
from functools import partial
from math import factorial
from time import perf_counter, process_time

import engine
from engine import search
from tests.games.manymarios import kernel_cases as lineups
from tests.games.warlords.test_kernel_parity import Draw
from tests.stacks import battle_file

WORKERS = (1, 2, 4)
ARMIES = (8, 32, 64, 128, 256)
ORDER_TARGET_S = 10
TABLE_TARGET_S = 15


def show(what: str, work: Callable[[], object], count: int, target_s: float | None = None) -> None:
    clock, processor = perf_counter(), process_time()
    work()
    taken, worked = perf_counter() - clock, process_time() - processor
    verdict = f"   (target {target_s} s)" if target_s else ""
    verdict += ": MISSED" if target_s and taken > target_s else ""
    print(
        f"  {what:<40}{taken:>7.2f} s, {worked:>6.2f} s of the processor,"
        f" {worked / count * 1e6:>7.1f} µs each{verdict}"
    )


def bench_best_order() -> None:
    engine.warm()
    draw = Draw(88)
    file = battle_file(*([draw.unit() for _ in range(8)] for _ in "ab"))
    print(f"\nbest order, warlords 8 v 8: {factorial(8):,} orders")
    for workers in WORKERS:
        show(
            f"{workers} workers",
            partial(search.best_order, file, workers=workers),
            factorial(8),
            ORDER_TARGET_S,
        )
    drawn = lineups.Draw(10)
    lineup = lineups.battle(drawn, [lineups.army(drawn, 10, 10) for _ in "ab"])
    found = search.best_order(lineup, search="local")
    print(f"best order, manymarios 10 v 10: local, {found.tried:,} orders; then all")
    show("local", lambda: search.best_order(lineup, search="local"), found.tried)
    show(
        "all, 2 workers", lambda: search.best_order(lineup, search="all", workers=2), factorial(10)
    )


def bench_matchups() -> None:
    draw = Draw(808)
    armies = [{"stack": [draw.unit() for _ in range(8)]} for _ in range(ARMIES[-1])]
    for count in ARMIES:
        print(f"\nmatchups, warlords stacks of 8: {count} x {count}, with the mixed strategy")
        for workers in WORKERS:
            show(
                f"{workers} workers",
                partial(search.matchups, armies[:count], workers=workers),
                count**2,
                TABLE_TARGET_S,
            )
