"""Odds of slow battles for the command line: on all cores, with progress.

The sampled battles are those of `engine.odds`, so the odds are the same.
"""

import json
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

import click

import engine
from engine import Ends, ends, odds_of, read_once

SAMPLES: Final = 400  # default: some minutes for an interval of ± 5 %
SLOW_SECONDS: Final = 5  # About how long a core plays a siege of two slow bots.
AT_ONCE: Final = 4  # battles per progress report of a process
QUICK_AT_ONCE: Final = 1_000  # the same without slow bots, one kernel batch
TOGETHER: Final = 10  # the most parts sent to another machine at a time


def is_slow(battle: engine.Battle) -> bool:
    """Whether a slow bot takes part."""
    slow = battle.ruleset.slow
    return slow is not None and any(True for _ in slow(battle.setup))


def odds(
    battle: engine.Battle, samples: int | None = None, scheduler: str | None = None
) -> engine.Odds:
    """Return the odds from this many battles, with a progress bar on a terminal.

    With the address of a Dask `scheduler` its workers play; may raise ClusterError.
    """
    count = SAMPLES if samples is None else samples
    found: Ends = Counter()
    bar = click.progressbar(
        length=count, label="battles", file=sys.stderr, hidden=not sys.stderr.isatty()
    )
    with bar:
        played = _by_cluster(battle, count, scheduler) if scheduler else _played(battle, count)
        for part in played:
            found.update(part)
            bar.update(part.total())
    return odds_of(battle, found)


def parts_of(battle: engine.Battle, samples: int) -> list[range]:
    """Return the numbers of the battles that are played together."""
    size = AT_ONCE if is_slow(battle) else QUICK_AT_ONCE
    return [range(n, min(n + size, samples)) for n in range(0, samples, size)]


def _played(battle: engine.Battle, samples: int) -> Iterator[Ends]:
    """Yield the outcomes of a sample, a few at a time."""
    parts = parts_of(battle, samples)
    file = json.dumps(battle.document)
    # An interrupt is meant for this process; the workers stop with it.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    with ProcessPoolExecutor(initializer=signal.signal, initargs=ignore) as pool:
        try:
            yield from pool.map(partial(_ends, file, battle.seed or 0), parts)
        finally:
            pool.shutdown(cancel_futures=True)


def _by_cluster(battle: engine.Battle, samples: int, scheduler: str) -> Iterator[Ends]:
    from engine import search

    parts = parts_of(battle, samples)
    play = partial(_ends, json.dumps(battle.document), battle.seed or 0)
    together = 1 if is_slow(battle) else TOGETHER
    with search.Workers(1, scheduler=scheduler) as workers:
        yield from workers.each(play, parts, by_kernel=False, together=together)


def _ends(file: str, seed: int, numbers: range) -> Ends:
    return ends(read_once(file), numbers, seed)
