"""`battlereel tournament`: play or continue the tournament in a folder."""

import sys
from pathlib import Path

import click
import msgspec

from engine import InputError, search
from webapp.base import display_names, games
from webapp.base.localized_click import argument, command
from webapp.base.texts import N_, _
from webapp.commands import search_options
from webapp.commands.console import Refused, json_option, progress, write
from webapp.tournaments import tables
from webapp.tournaments.folder import RECORDINGS, Folder
from webapp.tournaments.tables import report


@command()
@argument("folder", type=click.Path(path_type=Path))
@search_options.workers
@search_options.scheduler
@json_option
def tournament(folder: Path, workers: int, scheduler: str | None, *, as_json: bool) -> None:
    """Play the tournament in FOLDER and print its standings.

    FOLDER has a tournament.json and the armies that it names; each game is kept there as a
    recording. After a stop, the same command continues, as it does for a ladder with more rounds or
    armies. On a terminal the standings are a table, elsewhere JSON.
    """
    done = of = 0
    try:
        found = Folder(folder)
        of = found.tournament.plan.matches
        crew = search.Workers(workers, scheduler=scheduler)
        with search_options.clustered(), progress(_("matches played")) as tell, crew:

            def count(matches: int) -> None:
                nonlocal done
                done = matches
                tell(done, of)

            matches = found.play(crew, count)
            tell(of, of)
    except InputError as error:
        raise Refused(str(folder), error) from None
    except KeyboardInterrupt:
        text = N_("Stopped after {done:,} of {of:,} matches; the same command continues.")
        click.echo(_(text, done=done, of=of), err=True)
        raise
    for path in found.strays():
        click.echo(_("{file}: belongs to no game of this tournament", file=path), err=True)
    if as_json or not sys.stdout.isatty():
        told_all = report(found.tournament, matches, lambda game: f"{RECORDINGS}/{game}.jsonl")
        write(msgspec.json.encode(told_all) + b"\n")
    else:
        game = games.game(found.tournament.ruleset)
        tables.print_standings(display_names.in_tournament(game, found.tournament), matches)
