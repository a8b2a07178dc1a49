"""`battlereel best-order`: the best order of a side's units."""

from typing import Any

import click

import engine
from engine import search
from webapp.base import games
from webapp.base.localized_click import argument, command, option
from webapp.base.texts import _
from webapp.commands import search_options
from webapp.commands.console import STDIN, answer, json_option, progress
from webapp.searches import tables


@command("best-order")
@argument("file")
@search_options.side
@option(
    "--top", type=click.IntRange(1, 1_000), default=search.TOP, help="How many orders are listed."
)
@search_options.against
@option(
    "--search",
    type=click.Choice(search.SEARCHES),
    default="auto",
    help="All orders, or a local search among them; auto is all where they are few enough.",
)
@search_options.samples
@search_options.workers
@search_options.scheduler
@json_option
def best_order(file: str, against: tuple[str, ...], *, as_json: bool, **asked: Any) -> None:
    """Find the best order of a side's units against the other side as it is.

    FILE is a battle file; with - one battle file per line is read, and each is answered by a line
    of JSON.
    """
    further = search_options.opponents_in(against)

    def best(data: bytes) -> tuple[engine.Battle, search.BestOrder]:
        battle = engine.read(data)
        search_options.compiled(battle)
        asked["distinct"] = not as_json and file != STDIN
        with search_options.clustered(), progress(_("orders compared")) as tell:
            return battle, search.best_order(battle, against=further, progress=tell, **asked)

    def show(battle: engine.Battle, found: search.BestOrder) -> None:
        tables.print_best_order(games.game(battle.ruleset.id), battle, found)

    answer(file, best, show, as_json=as_json)
