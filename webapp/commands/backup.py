"""`battlereel backup`: the database and its key in one file."""

from pathlib import Path

import click

from webapp.base.localized_click import argument, command
from webapp.base.texts import _
from webapp.commands.backup_files import rows_in_words, usable_settings
from webapp.store import backup as backups


@command()
@argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Write a backup of database and key into FILE; the server can keep running."""
    with usable_settings() as settings:
        manifest = backups.back_up(settings, file)
    click.echo(_("{file} has {rows}", file=str(file), rows=rows_in_words(manifest)))
