"""Odds of battles that take long to play, for the command line: on all cores, with their progress.

The same battles are played as `engine.odds` would play, so the odds are the same.
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

SAMPLES: Final = 400
"""Battles that are played where nobody says how many: some minutes, for an interval of ± 5 %."""
SLOW_SECONDS: Final = 5
"""About how long a core plays a battle in which somebody thinks long: a siege of two such bots."""
AT_ONCE: Final = 4
"""Battles that a process plays between two reports of its progress."""
QUICK_AT_ONCE: Final = 1_000
"""The same where nobody thinks long: enough for the kernel, few enough for all of a cluster."""
TOGETHER: Final = 10
"""So many of these parts are sent to another machine at a time, at most."""


def is_slow(battle: engine.Battle) -> bool:
    """Whether a bot takes part that makes a battle take long to play."""
    slow = battle.ruleset.slow
    return slow is not None and any(True for _ in slow(battle.setup))


def odds(
    battle: engine.Battle, samples: int | None = None, scheduler: str | None = None
) -> engine.Odds:
    """The odds of a battle from so many battles; on a terminal, with their progress.

    With the address of a Dask `scheduler`, by its workers: then it may raise ClusterError.
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
    """The numbers of the battles of a sample that are played together."""
    size = AT_ONCE if is_slow(battle) else QUICK_AT_ONCE
    return [range(n, min(n + size, samples)) for n in range(0, samples, size)]


def _played(battle: engine.Battle, samples: int) -> Iterator[Ends]:
    """How the battles of a sample end, a few at a time."""
    parts = parts_of(battle, samples)
    file = json.dumps(battle.document)
    # Whoever interrupts the command means this process; the others stop with it.
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
