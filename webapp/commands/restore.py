"""`battlereel restore`: replace the database and its key by a backup."""

from pathlib import Path

import click

from webapp.base.localized_click import argument, command, confirm, option
from webapp.base.texts import N_, _
from webapp.commands.backup_files import rows_in_words, usable_settings
from webapp.store import backup as backups


@command()
@argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@option("--yes", is_flag=True, help="Do not ask.")
def restore(file: Path, yes: bool) -> None:  # noqa: FBT001 - click's flag
    """Replace database and key with the backup in FILE. Stop the server first.

    Everything since the backup is lost.
    """
    with usable_settings() as settings:
        manifest = backups.read_manifest(file)
        if not yes:
            there = backups.counts(settings.database_url)
            click.echo(_("The backup has {rows}.", rows=rows_in_words(manifest)))
            click.echo(_("It replaces {rows}.", rows=rows_in_words({"rows": there})))
            confirm(_("Is the server stopped, and should all of this be replaced?"))
        backups.restore(settings, file)
        click.echo(_("Restored: {rows}", rows=rows_in_words(manifest)))
        kept = backups.overruled_key(settings)
    if kept:
        text = N_(
            "SECRET_KEY is not the backup's key. Set it to the key in {file}: until then no edit "
            "link, seat or session of the backup works."
        )
        click.echo(_(text, file=str(kept)))
