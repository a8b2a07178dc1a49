"""`battlereel matchups`: each army against each, and the best mixture."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import msgspec

import engine
from engine import InputError, search
from webapp.base.file_kinds import BATTLE_OR_ARMY
from webapp.base.localized_click import argument, command, option
from webapp.base.texts import _
from webapp.commands import search_options
from webapp.commands.archive import format_option, ready, write_folder
from webapp.commands.console import Refused, json_option, progress, write
from webapp.searches import tables


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
    given = [*search_options.sources_in(files, BATTLE_OR_ARMY)]
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
        facts = tables.matchup_manifest(found, files_)
        write_folder(out, tables.matchup_tables(found, files_), format_, facts, datetime.now(UTC))
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
