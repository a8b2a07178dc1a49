"""`battlereel archive`: all public battles as data tables."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from webapp.base import tables
from webapp.base.localized_click import argument, command, option
from webapp.base.tables import Table
from webapp.base.texts import N_, _
from webapp.commands.backup_files import open_database

format_option = option(
    "--format",
    "format_",
    type=click.Choice(tables.FORMATS),
    help="Format of the tables; parquet needs the extra of that name.  [default: csv]",
)


@command()
@argument("out", type=click.Path(file_okay=False, path_type=Path))
@format_option
def archive(out: Path, format_: str | None) -> None:
    """Write all public battles as tables into the folder OUT, which is created.

    Battles that are listed and over are public. The tables have their armies, results and turning
    points. The server can keep running.
    """
    from webapp.battles import archive as archive_tables

    format_ = ready(out, format_)
    now = datetime.now(UTC)
    with open_database() as engine:
        found = archive_tables.tables(engine, int(now.timestamp() * 1000))
        write_folder(out, found, format_, archive_tables.manifest(), now)


def ready(out: Path, format_: str | None) -> str:
    """Create the folder of the tables and return their usable format. Raises ClickException."""
    format_ = format_ or tables.FORMATS[0]
    if format_ == "parquet" and not tables.has_parquet():
        raise click.ClickException(
            _("Parquet needs pyarrow, which is not installed: pip install 'battlereel[parquet]'")
        )
    try:
        out.mkdir(parents=True, exist_ok=True)
        is_empty = not any(out.iterdir())
    except OSError as error:
        raise _failed(out, error) from None
    if not is_empty:
        text = N_("{folder} is not empty; name an empty or a new folder")
        raise click.ClickException(_(text, folder=str(out)))
    return format_


def write_folder(
    out: Path, found: Sequence[Table], format_: str, facts: Mapping[str, Any], made_at: datetime
) -> None:
    """Write tables and their manifest, and list the files."""
    try:
        manifest = tables.write(out, found, format_, facts, made_at)
    except OSError as error:
        raise _failed(out, error) from None
    for file in manifest["files"]:
        click.echo(_("{file}: {rows:,} rows", file=str(out / file["file"]), rows=file["rows"]))
    click.echo(str(out / tables.MANIFEST))


def _failed(out: Path, error: OSError) -> click.ClickException:
    why = error.strerror or str(error)
    return click.ClickException(_("{folder} cannot be written: {why}", folder=str(out), why=why))
