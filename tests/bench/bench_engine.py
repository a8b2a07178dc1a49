"""How fast the engine is; `make bench` prints it.

The battles are 10 v 10 lineups of all sorts of units with all that they may carry, drawn from a
fixed seed and read beforehand. Each figure is the median of several passes over them, on one core.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import fmean, median
from time import perf_counter

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


@cache
def documents() -> list[dict[str, object]]:
    draw = Draw(10)
    return [
        {**battle(draw, [army(draw, 10, 10), army(draw, 10, 10)]), "seed": seed}
        for seed in range(BATTLES)
    ]


@cache
def battles() -> list[engine.Battle]:
    return [engine.read(document) for document in documents()]


@cache
def rate(work: Callable[[], object], count: int) -> float:
    """How many a second: the median over the passes, after one that does not count."""
    work()
    seconds = []
    for _ in range(PASSES):
        start = perf_counter()
        work()
        seconds.append(perf_counter() - start)
    return count / median(seconds)


def row(what: str, per_second: float, least: int | None = None) -> tuple[str, ...]:
    goal = report.goal(per_second, f"{least:,}", least, at_least=True) if least else ""
    return what, f"{per_second:,.0f}", goal


def play() -> None:
    for one in battles():
        engine.play(one)


def play_and_encode() -> None:
    for one in battles():
        engine.play(one).lines()


def read_play_and_encode() -> None:
    for document in documents():
        engine.play(document).lines()


def exact_odds() -> None:
    for one in battles():
        engine.odds(one, "exact")


def bulk() -> None:
    engine.outcomes(battles())


@cache
def crowd() -> engine.Battle:
    draw = Draw(10)
    return engine.read(battle(draw, [army(draw, 40, 40), army(draw, 40, 40)]))


def sample() -> None:
    engine.odds(crowd(), "sample", engine.SAMPLES)


def play_crowd() -> None:
    for seed in range(20):
        engine.play(crowd(), seed)


@cache
def packed() -> tuple[kernels.Armies, kernels.Armies]:
    setups = [one.setup for one in battles()]
    return kernels.pack([setup.a for setup in setups]), kernels.pack([s.b for s in setups])


def all_pairs() -> None:
    kernels.matchups(*packed())


def bench_battles() -> None:
    recordings = [engine.play(one) for one in battles()]
    events = fmean(len(recording.events) for recording in recordings)
    size = fmean(len(recording.lines()) for recording in recordings) / 1000
    full = f"full battles, {events:.0f} events and {size:.0f} kB of JSON on average"
    report.table(
        "manymarios",
        (f"Many Marios 10 v 10, median of {PASSES}", "a second", "goal"),
        row(full, rate(play, BATTLES), PLAY_TARGET),
        row("the same, encoded as JSON", rate(play_and_encode, BATTLES)),
        row("the same, from battle file to JSON", rate(read_play_and_encode, BATTLES)),
        row("exact odds (up to two battles each)", rate(exact_odds, BATTLES)),
        row("outcomes in bulk, armies packed anew", rate(bulk, BATTLES), BULK_TARGET),
        row("outcomes in bulk, all pairs of packed armies", rate(all_pairs, 2 * BATTLES**2), PAIRS),
        row("sampled battles of 40 v 40", rate(sample, engine.SAMPLES)),
        row("the same by the rules", rate(play_crowd, 20)),
    )


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
