"""`battlereel doctor`: look for damage in the database."""

import click

from webapp.base.localized_click import command
from webapp.base.texts import _
from webapp.commands.backup_files import usable_settings


@command()
def doctor() -> None:
    """Look for damage: recordings, missing rows, open files. Exit status 1 if there is any."""
    from webapp.store.doctor import examine

    with usable_settings() as settings:
        problems = [*examine(settings)]
    for problem in problems:
        click.echo(problem)
    if problems:
        raise click.exceptions.Exit(1)
    click.echo(_("All is well."))
