"""`battlereel odds`: the win chances of a battle."""

import json
import os
import sys
from collections import Counter
from contextlib import suppress
from functools import partial
from typing import Final

import click

import engine
from engine import SAMPLES_MOST, Ends, InputError, Text, ends, odds_of, read_once
from webapp.base import games
from webapp.base.localized_click import argument, command, option
from webapp.commands.console import answer, json_option

SAMPLES: Final = 400  # default: some minutes for an interval of ± 5 %
AT_ONCE: Final = 4  # battles per progress report of a process
QUICK_AT_ONCE: Final = 1_000  # the same without slow bots, one kernel batch
TOGETHER: Final = 10  # the most parts sent to another machine at a time


@command()
@argument("file")
@option(
    "--method",
    type=click.Choice(["auto", "exact", "sample"]),
    default="auto",
    help="auto is exact where possible, otherwise sampled.",
)
@option(
    "--samples",
    type=click.IntRange(1, SAMPLES_MOST),
    help=Text(
        "Battles to play when sampling.  [default: {samples}, or {slow} if a player thinks long]",
        samples=engine.SAMPLES,
        slow=SAMPLES,
    ),
)
@option(
    "--scheduler",
    metavar="ADDRESS",
    help="A Dask cluster that plays what has to be sampled, by its scheduler's address.",
)
@json_option
def odds(
    file: str, method: engine.Method, samples: int | None, scheduler: str | None, *, as_json: bool
) -> None:
    """Win chances of a battle, with their method; - always answers in JSON.

    A battle with a bot that thinks long (in the siege: strong) is sampled on all cores.
    """

    def weigh(data: bytes) -> tuple[engine.Battle, engine.Odds]:
        read = engine.read(data)
        is_slow = bool(read.slow_bots())
        if scheduler and method == "auto" and not is_slow:
            with suppress(InputError):  # exact odds are immediate
                return read, engine.odds(read, "exact")
        if method != "exact" and (scheduler or is_slow):
            count = samples or (SAMPLES if is_slow else engine.SAMPLES)
            return read, sampled_odds(read, count, scheduler)
        return read, engine.odds(read, method, samples or engine.SAMPLES)

    def show(battle: engine.Battle, chances: engine.Odds) -> None:
        from webapp.words.terminal import print_odds

        print_odds(games.game(battle.ruleset.id), battle, chances)

    answer(file, weigh, show, as_json=as_json)


def sampled_odds(battle: engine.Battle, samples: int, scheduler: str | None) -> engine.Odds:
    """Return the odds from this many battles, with a progress bar on a terminal.

    The battles are those of `engine.odds`, played on all cores. With the address of a Dask
    `scheduler` its workers play. Raises Refused if it cannot be used.
    """
    # Exact odds need no numpy, which loads slowly.
    from engine import search
    from webapp.commands.search_options import clustered

    found: Ends = Counter()
    bar = click.progressbar(
        length=samples, label="battles", file=sys.stderr, hidden=not sys.stderr.isatty()
    )
    play = partial(_ends, json.dumps(battle.document), battle.seed or 0)
    together = 1 if battle.slow_bots() else TOGETHER
    with clustered(), bar, search.Workers(os.cpu_count() or 1, scheduler=scheduler) as workers:
        parts = parts_of(battle, samples)
        for part in workers.each(play, parts, by_kernel=False, together=together):
            found.update(part)
            bar.update(part.total())
    return odds_of(battle, found)


def parts_of(battle: engine.Battle, samples: int) -> list[range]:
    """Return the numbers of the battles that are played together."""
    size = AT_ONCE if battle.slow_bots() else QUICK_AT_ONCE
    return [range(n, min(n + size, samples)) for n in range(0, samples, size)]


def _ends(file: str, seed: int, numbers: range) -> Ends:
    return ends(read_once(file), numbers, seed)
