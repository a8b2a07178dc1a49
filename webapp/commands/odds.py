"""`battlereel odds`: the win chances of a battle."""

from typing import Literal

import click
import msgspec

import engine
from engine import SAMPLES_MOST, InputError, Text
from webapp.base import games, parallel_odds
from webapp.base.localized_click import argument, command, option
from webapp.commands.console import STDIN, answer_lines, json_option, refusing, write


@command()
@argument("file")
@option(
    "--method",
    type=click.Choice(["auto", "exact", "sample"]),
    default="auto",
    show_default=True,
    help="auto is exact wherever that can be had.",
)
@option(
    "--samples",
    type=click.IntRange(1, SAMPLES_MOST),
    help=Text(
        "Battles to play when sampling.  [default: {samples}, or {slow} if a player thinks long]",
        samples=engine.SAMPLES,
        slow=parallel_odds.SAMPLES,
    ),
)
@option(
    "--scheduler",
    metavar="ADDRESS",
    help="A Dask cluster that plays what has to be sampled, by its scheduler's address.",
)
@json_option
def odds(
    file: str,
    method: Literal["auto", "exact", "sample"],
    samples: int | None,
    scheduler: str | None,
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Win chances of a battle, with the way they were found; - always answers in JSON.

    A battle with a bot that thinks long (of the siege's: strong) is sampled on all cores.
    """

    def weigh(data: bytes) -> tuple[engine.Battle, engine.Odds]:
        read = engine.read(data)
        if scheduler:
            return read, _by_cluster(read, method, samples, scheduler)
        if method != "exact" and parallel_odds.is_slow(read):
            return read, parallel_odds.odds(read, samples)
        return read, engine.odds(read, method, samples or engine.SAMPLES)

    if file == STDIN:
        answer_lines(lambda line: weigh(line)[1])
        return
    read, chances = refusing(file, weigh)
    if as_json:
        write(msgspec.json.encode(chances) + b"\n")
    else:
        from webapp.words.terminal import print_odds

        print_odds(games.game(read.ruleset.id), read, chances)


def _by_cluster(
    battle: engine.Battle, method: engine.Method, samples: int | None, scheduler: str
) -> engine.Odds:
    """Return the odds by a cluster, unless they are exact and thus immediate."""
    from webapp.commands.console import clustered

    is_slow = parallel_odds.is_slow(battle)
    if method == "exact" or (method == "auto" and not is_slow):
        try:
            return engine.odds(battle, "exact")
        except InputError:
            if method == "exact":
                raise
    count = samples or (parallel_odds.SAMPLES if is_slow else engine.SAMPLES)
    with clustered():
        return parallel_odds.odds(battle, count, scheduler)
