"""Searches: `battlereel best-order`, `battlereel best-armies` and `battlereel matchups`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import click
import msgspec

import engine
from engine import InputError, search
from webapp.base import games
from webapp.base.localized_click import argument, command, option
from webapp.base.texts import _
from webapp.commands import search_options
from webapp.commands.archive import format_option, ready, write_folder
from webapp.commands.console import STDIN, Refused, answer, json_option, progress, refusing, write
from webapp.searches import matchup_tables, tables

# options by the engine's names in problem paths
OPTIONS: Final = {
    "played_by": "--played-by",
    "bots": "--bot",
    "against": "--against",
    "budget": "--budget",
}


@command("best-order")
@argument("file")
@search_options.side
@option(
    "--top",
    type=click.IntRange(1, 1_000),
    default=search.TOP,
    help="How many orders are listed.",
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
    further = [refusing(name, search_options.army_in) for name in against]

    def best(data: bytes) -> tuple[engine.Battle, search.BestOrder]:
        battle = engine.read(data)
        search_options.compiled(battle)
        with search_options.clustered(), progress(_("orders compared")) as tell:
            distinct = not as_json and file != STDIN
            return battle, search.best_order(
                battle, against=further, distinct=distinct, progress=tell, **asked
            )

    def show(battle: engine.Battle, found: search.BestOrder) -> None:
        tables.print_best_order(games.game(battle.ruleset.id), battle, found)

    answer(file, best, show, as_json=as_json)


@command("best-armies")
@argument("file")
@search_options.side
@option(
    "--budget",
    type=click.IntRange(1, engine.BUDGET_MOST),
    help="What an army may cost.  [default: what the side's army costs, or else the other one's]",
)
@option(
    "--top",
    type=click.IntRange(1, 1_000),
    default=search.TOP,
    help="How many armies are listed.",
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
    further = [refusing(name, search_options.army_in) for name in against]

    def best(data: bytes) -> tuple[engine.Battle, search.BestArmies]:
        battle = engine.read(data)
        search_options.compiled(battle)
        try:
            with search_options.clustered(), progress(_("searched")) as tell:
                return battle, search.best_armies(battle, against=further, progress=tell, **asked)
        except engine.InputError as error:
            raise engine.InputError(map(_by_option, error.problems)) from None

    def show(battle: engine.Battle, found: search.BestArmies) -> None:
        opponents = search.opponents_of(
            battle, found.side, further, asked["played_by"], asked["bots"]
        )
        tables.print_best_armies(games.game(battle.ruleset.id), found, opponents)

    answer(file, best, show, as_json=as_json)


def _by_option(problem: engine.Problem) -> engine.Problem:
    name, bracket, rest = problem.path.partition("[")
    # For bots the message has the name; for files the number matters.
    inside = "" if name == "bots" else f"{bracket}{rest}"
    return problem._replace(path=f"{OPTIONS.get(name, name)}{inside}")


@command()
@argument("files", nargs=-1, required=True, metavar="FILE...")
@search_options.samples
@search_options.workers
@search_options.scheduler
@format_option
@option(
    "--out",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write tables, and a manifest that describes them, into this folder, which is created.",
)
@json_option
def matchups(
    files: tuple[str, ...], format_: str | None, out: Path | None, *, as_json: bool, **asked: Any
) -> None:
    """Show who beats whom: every army against every other, and the mixture that none beats.

    Each FILE is an army, or a battle file whose side a takes part; - reads one per line.
    """
    if format_ and not out:
        raise click.UsageError(_("--format needs --out FOLDER, where the tables are written"))
    if out:
        format_ = ready(out, format_)
    given = [*search_options.sources_in(files)]
    labels, sources = [label for label, _data in given], [data for _label, data in given]
    names = [Path(label).stem for label in labels]
    try:
        search_options.compiled(_any_of(sources))
        with search_options.clustered(), progress(_("pairs compared")) as tell:
            found = search.matchups(sources, names=names, progress=tell, **asked)
    except InputError as error:
        raise Refused(files[0], search_options.labelled(error, labels)) from None
    if out and format_:
        entrants = search.read_entrants(sources, names)
        files_ = [entrant.battle.without_dice().document for entrant in entrants]
        facts = matchup_tables.manifest(found, files_)
        write_folder(out, matchup_tables.tables(found, files_), format_, facts, datetime.now(UTC))
    elif as_json:
        write(msgspec.json.encode(found) + b"\n")
    else:
        tables.print_matchups(found)


def _any_of(sources: list[bytes]) -> engine.Battle:
    """Return a battle of one of the armies: the first, unless another names the rules."""
    try:
        return search.read_entrants(sources[:1])[0].battle
    except InputError:
        return search.read_entrants(sources)[0].battle
