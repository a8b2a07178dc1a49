"""`battlereel best-armies`: the best allowed armies of a game."""

from typing import Any, Final

import click

import engine
from engine import search
from webapp.base import games
from webapp.base.localized_click import argument, command, option
from webapp.base.texts import _
from webapp.commands import search_options
from webapp.commands.console import answer, json_option, progress
from webapp.searches import tables

# options by the engine's names in problem paths
OPTIONS: Final = {
    "played_by": "--played-by",
    "bots": "--bot",
    "against": "--against",
    "budget": "--budget",
}


@command("best-armies")
@argument("file")
@search_options.side
@option(
    "--budget",
    type=click.IntRange(1, engine.BUDGET_MOST),
    help="What an army may cost.  [default: what the side's army costs, or else the other one's]",
)
@option(
    "--top", type=click.IntRange(1, 1_000), default=search.TOP, help="How many armies are listed."
)
@search_options.against
@option(
    "--played-by",
    metavar="BOT",
    help="The bot that plays the side.  [default: the one in the battle file]",
)
@option(
    "--bot",
    "bots",
    multiple=True,
    metavar="BOT",
    help="A bot with armies of its own as opponent, in place of the other side; can be repeated.",
)
@option(
    "--starts",
    type=click.IntRange(1, 10_000),
    help="Random armies the search starts from, besides the side's own.  [default: the game's]",
)
@option(
    "--rounds",
    type=click.IntRange(1, 100),
    default=search.ROUNDS,
    help="Rounds of selection where battles have to be played.",
)
@search_options.samples
@search_options.workers
@search_options.scheduler
@json_option
def best_armies(file: str, against: tuple[str, ...], *, as_json: bool, **asked: Any) -> None:
    """Find the best armies of a side against the other side, or against bots that you name.

    FILE is a battle file; with - one battle file per line is read, and each is answered by a line
    of JSON. Where armies have prices, they cost at most a budget.
    """
    further = search_options.opponents_in(against)

    def best(data: bytes) -> tuple[engine.Battle, search.BestArmies]:
        battle = engine.read(data)
        search_options.compiled(battle)
        try:
            with search_options.clustered(), progress(_("searched")) as tell:
                return battle, search.best_armies(battle, against=further, progress=tell, **asked)
        except engine.InputError as error:
            raise engine.InputError(map(_by_option, error.problems)) from None

    def show(battle: engine.Battle, found: search.BestArmies) -> None:
        played_by, bots = asked["played_by"], asked["bots"]
        opponents = search.opponents_of(battle, found.side, further, played_by, bots)
        tables.print_best_armies(games.game(battle.ruleset.id), found, opponents)

    answer(file, best, show, as_json=as_json)


def _by_option(problem: engine.Problem) -> engine.Problem:
    name, bracket, rest = problem.path.partition("[")
    # For bots the message has the name; for files the number matters.
    inside = "" if name == "bots" else f"{bracket}{rest}"
    return problem._replace(path=f"{OPTIONS.get(name, name)}{inside}")
