"""Duration of searches (orders of eight, tables of 256 stacks), one run each with a kernel."""

from collections.abc import Callable
from functools import partial
from math import factorial
from time import perf_counter, process_time

import engine
from engine import search
from tests.bench import report
from tests.games.manymarios import kernel_cases as lineups
from tests.games.warlords.test_kernel_parity import Draw
from tests.stacks import battle_file

WORKERS = (1, 2, 4)
ARMIES = (8, 32, 64, 128, 256)
ORDER_TARGET_S = 10
TABLE_TARGET_S = 15


def timed(work: Callable[[], object], count: int, target_s: float | None = None) -> tuple[str, ...]:
    """Cells of a row: seconds by the clock, seconds of the processor, µs of it for each."""
    clock, processor = perf_counter(), process_time()
    work()
    taken, worked = perf_counter() - clock, process_time() - processor
    seconds = f"{taken:.2f}"
    if target_s:
        seconds = report.goal(taken, seconds, target_s, at_least=False)
    return seconds, f"{worked:.2f}", f"{worked / count * 1e6:.1f}"


def bench_best_order() -> None:
    engine.warm()
    draw = Draw(88)
    file = battle_file(*([draw.unit() for _ in range(8)] for _ in "ab"))
    rows: list[tuple[str, ...]] = [
        ("search", "workers", "seconds", "of the processor", "µs each order")
    ]
    what = f"Warlords 8 v 8, {factorial(8):,} orders (goal {ORDER_TARGET_S} s)"
    for workers in WORKERS:
        work = partial(search.best_order, file, workers=workers)
        rows.append((what, str(workers), *timed(work, factorial(8), ORDER_TARGET_S)))
    drawn = lineups.Draw(10)
    lineup = lineups.battle(drawn, [lineups.army(drawn, 10, 10) for _ in "ab"])
    tried = search.best_order(lineup, search="local").tried
    local, whole = (
        partial(search.best_order, lineup, search="local"),
        partial(search.best_order, lineup, search="all", workers=2),
    )
    rows.append((f"Many Marios 10 v 10, local, {tried:,} orders", "1", *timed(local, tried)))
    rows.append((f"the same, all {factorial(10):,} orders", "2", *timed(whole, factorial(10))))
    report.table("best-order", *rows)


def bench_matchups() -> None:
    draw = Draw(808)
    armies = [{"stack": [draw.unit() for _ in range(8)]} for _ in range(ARMIES[-1])]
    rows: list[tuple[str, ...]] = [
        ("Warlords, stacks of 8", "workers", "seconds", "of the processor", "µs each pair")
    ]
    for count in ARMIES:
        what = f"{count} x {count}" + (f" (goal {TABLE_TARGET_S} s)" if count == 256 else "")
        for workers in WORKERS:
            work = partial(search.matchups, armies[:count], workers=workers)
            rows.append((what, str(workers), *timed(work, count**2, TABLE_TARGET_S)))
    report.table("matchups", *rows)
