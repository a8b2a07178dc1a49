"""`battlereel restore`: replace the database and its key by a backup."""

from pathlib import Path

import click

from webapp.base.localized_click import argument, command, confirm, option
from webapp.base.texts import N_, _
from webapp.commands.backup_files import rows_in_words, with_settings
from webapp.store import backup as backups


@command()
@argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@option("--yes", is_flag=True, help="Do not ask.")
def restore(file: Path, yes: bool) -> None:  # noqa: FBT001 - click's flag
    """Put the backup in FILE in place of database and key. Stop the server before.

    What has happened since the backup is lost.
    """
    manifest = with_settings(lambda _settings: backups.read_manifest(file))
    if not yes:
        there = with_settings(lambda settings: backups.counts(settings.database_url))
        click.echo(_("The backup has {rows}.", rows=rows_in_words(manifest)))
        click.echo(_("It replaces {rows}.", rows=rows_in_words({"rows": there})))
        confirm(_("Is the server stopped, and all of this to be replaced?"))
    with_settings(lambda settings: backups.restore(settings, file))
    click.echo(_("Restored: {rows}", rows=rows_in_words(manifest)))
    if kept := with_settings(backups.overruled_key):
        text = N_(
            "SECRET_KEY is set to another key than the backup's. Set it to what stands in {file}: "
            "until then no edit link, seat or session of the backup is good."
        )
        click.echo(_(text, file=str(kept)))
