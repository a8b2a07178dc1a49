"""Odds of battles that take long to play, for the command line: on all cores, with their progress.

The same battles are played as `engine.odds` would play, so the odds are the same.
"""

import json
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import Final

import click

import engine
from engine import Ends, ends, odds_of

SAMPLES: Final = 400
"""Battles that are played where nobody says how many: some minutes, for an interval of ± 5 %."""
AT_ONCE: Final = 4
"""Battles that a process plays between two reports of its progress."""


def is_slow(battle: engine.Battle) -> bool:
    """Whether a bot takes part that makes a battle take long to play."""
    slow = battle.ruleset.slow
    return slow is not None and any(True for _ in slow(battle.setup))


def odds(battle: engine.Battle, samples: int | None = None) -> engine.Odds:
    """The odds of a battle from so many battles; on a terminal, with their progress."""
    count = SAMPLES if samples is None else samples
    found: Ends = Counter()
    bar = click.progressbar(
        length=count, label="battles", file=sys.stderr, hidden=not sys.stderr.isatty()
    )
    with bar:
        for part in _played(battle, count):
            found.update(part)
            bar.update(part.total())
    return odds_of(battle, found)


def _played(battle: engine.Battle, samples: int) -> Iterator[Ends]:
    """How the battles of a sample end, a few at a time."""
    parts = [range(n, min(n + AT_ONCE, samples)) for n in range(0, samples, AT_ONCE)]
    file = json.dumps(battle.document)
    # Whoever interrupts the command means this process; the others stop with it.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    with ProcessPoolExecutor(initializer=signal.signal, initargs=ignore) as pool:
        try:
            yield from pool.map(partial(_ends, file, battle.seed or 0), parts)
        finally:
            pool.shutdown(cancel_futures=True)


def _ends(file: str, seed: int, numbers: range) -> Ends:
    return ends(_read(file), numbers, seed)


_read = cache(engine.read)
