"""`battlereel best-order` and `battlereel matchups`: searches over many battles."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import msgspec

import engine
from engine import InputError, Problem, SideId, search
from webapp import games
from webapp.archive import format_option, ready, write_folder
from webapp.base.commands import argument, command, option
from webapp.base.texts import _
from webapp.battles import matchup_tables
from webapp.console import (
    STDIN,
    Refused,
    answer_lines,
    content,
    json_option,
    lines,
    progress,
    refusing,
    write,
)
from webapp.words import search_tables

workers_option = option(
    "--workers",
    type=click.IntRange(1, 1_024),
    default=os.cpu_count() or 1,
    help="How many work at a time; results are the same for any number.  [default: one a core]",
)
scheduler_option = option(
    "--scheduler",
    metavar="ADDRESS",
    help="A Dask cluster that works in their place, by its scheduler, such as tcp://10.0.0.1:8786.",
)
side_option = option(
    "--side", type=click.Choice(engine.SIDES), default="a", show_default=True, help="Whose units."
)
against_option = option(
    "--against",
    multiple=True,
    metavar="FILE",
    help="One more opponent: an army, or a battle file's side a. Then the mean counts.",
)
samples_option = option(
    "--samples",
    type=click.IntRange(1, engine.SAMPLES_MOST),
    default=search.SAMPLES,
    show_default=True,
    help="Battles to play for each number that cannot be exact.",
)


@contextmanager
def clustered() -> Iterator[None]:
    """Ends the command with a line of why if the cluster that it asks cannot be used."""
    try:
        yield
    except search.ClusterError as error:
        raise Refused(error.address, InputError([error.problem])) from None


def compiled(battle: engine.Battle) -> None:
    """Compiles what a search of such battles needs, and says so, if that was never done."""
    if search.needs_compiler(battle):
        game = games.game(battle.ruleset.id).ruleset.name
        told = _(
            "{game}: what searches need is being compiled, once; that takes up to a minute.",
            game=_(game),
        )
        click.echo(told, err=True)
        engine.warm(battle.ruleset.id)


@command("best-order")
@argument("file")
@side_option
@option(
    "--top",
    type=click.IntRange(1, 1_000),
    default=search.TOP,
    show_default=True,
    help="How many orders are listed.",
)
@against_option
@option(
    "--search",
    "kind",
    type=click.Choice(search.SEARCHES),
    default="auto",
    show_default=True,
    help="All orders, or a local search among them; auto is all where they are few enough.",
)
@samples_option
@workers_option
@scheduler_option
@json_option
def best_order(
    file: str,
    side: SideId,
    top: int,
    against: tuple[str, ...],
    kind: search.Search,
    samples: int,
    workers: int,
    scheduler: str | None,
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Find the best order of a side's units against the other side as it is.

    FILE is a battle file; with - one battle file a line is read, and each gets a line of JSON.
    """
    further = [army for name in against for army in refusing(name, armies_in(name))]

    def best(data: bytes) -> tuple[engine.Battle, search.BestOrder]:
        battle = engine.read(data)
        compiled(battle)
        with clustered(), progress(_("orders compared")) as tell:
            found = search.best_order(
                battle,
                side,
                top,
                against=further,
                search=kind,
                distinct=not as_json and file != STDIN,
                samples=samples,
                workers=workers,
                scheduler=scheduler,
                progress=tell,
            )
        return battle, found

    if file == STDIN:
        answer_lines(lambda line: best(line)[1])
        return
    battle, found = refusing(file, best)
    if as_json:
        write(msgspec.json.encode(found) + b"\n")
    else:
        search_tables.print_best_order(games.game(battle.ruleset.id), battle, found)


@command()
@argument("files", nargs=-1, required=True, metavar="FILE...")
@samples_option
@workers_option
@scheduler_option
@format_option
@option(
    "--out",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write tables into this folder, which is made, and a manifest that describes them.",
)
@json_option
def matchups(
    files: tuple[str, ...],
    samples: int,
    workers: int,
    scheduler: str | None,
    format_: str | None,
    out: Path | None,
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Show who beats whom: every army against every other, and the mixture that none beats.

    Each FILE is an army, or a battle file of which side a takes part; - reads one of them a line.
    """
    if format_ and not out:
        raise click.UsageError(_("--format says how tables are written: say where by --out FOLDER"))
    if out:
        format_ = ready(out, format_)
    labels: list[str] = []
    sources: list[bytes] = []
    for label, data in sources_in(files):
        labels.append(label)
        sources.append(data)
    names = [Path(label).stem for label in labels]
    try:
        compiled(_any_of(sources))
        with clustered(), progress(_("pairs compared")) as tell:
            found = search.matchups(
                sources,
                names=names,
                samples=samples,
                workers=workers,
                scheduler=scheduler,
                progress=tell,
            )
    except InputError as error:
        raise Refused(files[0], labelled(error, labels)) from None
    if out and format_:
        entrants = search.read_entrants(sources, names)
        files_ = [entrant.battle.without_dice().document for entrant in entrants]
        told = matchup_tables.manifest(found, files_)
        write_folder(out, matchup_tables.tables(found, files_), format_, told, datetime.now(UTC))
    elif as_json:
        write(msgspec.json.encode(found) + b"\n")
    else:
        search_tables.print_matchups(found)


def _any_of(sources: list[bytes]) -> engine.Battle:
    """One of the armies, in a battle; the first, unless others say by which rules it fights."""
    try:
        return search.read_entrants(sources[:1])[0].battle
    except InputError:
        return search.read_entrants(sources)[0].battle


def sources_in(files: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """What the files hold, each with its name; of standard input each line."""
    for file in files:
        if file == STDIN:
            for number, line in enumerate(lines(sys.stdin.buffer), start=1):
                yield _("line {number}", number=number), line
        else:
            try:
                yield file, content(file)
            except InputError as error:
                raise Refused(file, error) from None


def labelled(error: InputError, labels: list[str]) -> InputError:
    """The error with files in place of their numbers."""
    problems = []
    for path, message in error.problems:
        number, _bracket, rest = path.removeprefix("[").partition("]")
        is_numbered = path.startswith("[") and number.isdigit()
        label = labels[int(number)] if is_numbered else ""
        inner = rest.removeprefix(".") if is_numbered else path
        problems.append(Problem(": ".join(filter(None, (label, inner))), message))
    return InputError(problems)


def armies_in(_file: str) -> Callable[[bytes], list[dict[str, Any]]]:
    """Reads an army to be met, from a battle file's side a or by itself."""

    def read(data: bytes) -> list[dict[str, Any]]:
        (entrant,) = search.read_entrants([data])
        army: dict[str, Any] = entrant.battle.document["sides"][0]["army"]
        return [army]

    return read
