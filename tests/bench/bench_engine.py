"""Speed of the engine on random 10 v 10 battles; `make bench` prints medians of one core."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, median
from time import perf_counter
from typing import Any

import engine
from engine.rulesets.manymarios.kernel import batch as kernels
from tests.bench import report
from tests.games.manymarios.kernel_cases import Draw, army, battle

BATTLES = 200
PASSES = 7
PLAY_TARGET = 1_000
BULK_TARGET = 5_000
PAIRS = 500_000

FIRST_CALL = """
from time import perf_counter
start = perf_counter()
import engine
engine.warm("manymarios")
print(perf_counter() - start)
"""


def rate(work: Callable[[], object], count: int) -> float:
    """How many a second: the median over the passes, after one that does not count."""
    work()
    seconds = []
    for _ in range(PASSES):
        start = perf_counter()
        work()
        seconds.append(perf_counter() - start)
    return count / median(seconds)


def bench_battles() -> None:
    draw = Draw(10)
    documents = [
        {**battle(draw, [army(draw, 10, 10), army(draw, 10, 10)]), "seed": seed}
        for seed in range(BATTLES)
    ]
    battles = [engine.read(document) for document in documents]
    draw = Draw(10)
    crowd = engine.read(battle(draw, [army(draw, 40, 40), army(draw, 40, 40)]))
    packed = kernels.pack([getattr(one.setup, side) for side in "ab" for one in battles])
    recordings = [engine.play(one) for one in battles]
    events = fmean(len(recording.events) for recording in recordings)
    size = fmean(len(recording.lines()) for recording in recordings) / 1000
    rows = [(f"Many Marios 10 v 10, median of {PASSES}", "a second", "goal")]
    for what, work, count, least in (
        (
            f"full battles, {events:.0f} events and {size:.0f} kB of JSON on average",
            *(lambda: [engine.play(one) for one in battles], BATTLES, PLAY_TARGET),
        ),
        ("the same, encoded as JSON", lambda: [*map(encoded, battles)], BATTLES, None),
        ("the same, from battle file to JSON", lambda: [*map(encoded, documents)], BATTLES, None),
        (
            "exact odds (up to two battles each)",
            *(lambda: [engine.odds(one, "exact") for one in battles], BATTLES, None),
        ),
        (
            "outcomes in bulk, armies packed anew",
            *(lambda: engine.outcomes(battles), BATTLES, BULK_TARGET),
        ),
        (
            "outcomes in bulk, all pairs of packed armies",
            *(lambda: kernels.matchups(packed, BATTLES), 2 * BATTLES**2, PAIRS),
        ),
        (
            "sampled battles of 40 v 40",
            *(lambda: engine.odds(crowd, "sample", engine.SAMPLES), engine.SAMPLES, None),
        ),
        (
            "the same by the rules",
            *(lambda: [engine.play(crowd, seed) for seed in range(20)], 20, None),
        ),
    ):
        per_second = rate(work, count)
        goal = report.goal(per_second, f"{least:,}", least, at_least=True) if least else ""
        rows.append((what, f"{per_second:,.0f}", goal))
    report.table("manymarios", *rows)


def encoded(source: Any) -> bytes:
    return engine.play(source).lines()


def bench_first_call(tmp_path: Path) -> None:
    def seconds() -> float:
        command = [sys.executable, "-c", FIRST_CALL]
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return float(run.stdout)

    cold = seconds()
    warm = median(seconds() for _ in range(3))
    report.table(
        "first-call",
        ("first call of a kernel in a process, with the import of numba", "seconds"),
        ("nothing compiled yet", f"{cold:.2f}"),
        ("compiled before, median of 3", f"{warm:.2f}"),
    )
    assert warm < cold
