"""Commands of the database: `battlereel backup`, `restore`, `doctor` and `remove`."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import click
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from webapp.base.config import ConfigError, Settings, from_environment
from webapp.base.localized_click import argument, command, confirm, option
from webapp.base.texts import N_, _, ngettext
from webapp.store import backup as backups
from webapp.store import database, removal
from webapp.store.doctor import examine
from webapp.store.models import Army, Battle, Challenge, Gathering, Gauntlet, Tournament

# row counts of a backup in words
COUNTED: Final[dict[str, Callable[[int], str]]] = {
    "recordings": lambda count: ngettext("{count} recording", "{count} recordings", count),
    "battles": lambda count: ngettext("{count} battle", "{count} battles", count),
    "armies": lambda count: ngettext("{count} army", "{count} armies", count),
    "challenges": lambda count: ngettext("{count} challenge", "{count} challenges", count),
    "matches": lambda count: ngettext("{count} match", "{count} matches", count),
    "tournaments": lambda count: ngettext("{count} tournament", "{count} tournaments", count),
}
ID: Final = re.compile(r"(?:\S*/(?:b|a|c|m|t|g|embed)/)?(\w{8})(?:[/?#]\S*)?")
T = TypeVar("T")


def rows_in_words(rows: dict[str, int]) -> str:
    return ", ".join(COUNTED[table](count) for table, count in rows.items())


def with_settings(act: Callable[[Settings], T]) -> T:
    """Call `act` with the environment's settings; an error ends the command."""
    try:
        return act(from_environment(os.environ))
    except (ConfigError, backups.BackupError) as error:
        raise click.ClickException(str(error)) from None


def open_database() -> Engine:
    """Connect to the environment's database, migrated; an error ends the command."""

    def opened(settings: Settings) -> Engine:
        engine = database.connect(settings.database_url)
        database.migrate(engine)
        return engine

    return with_settings(opened)


@command()
@argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Write a backup of database and key into FILE; the server can keep running."""
    manifest = with_settings(lambda settings: backups.back_up(settings, file))
    click.echo(_("{file} has {rows}", file=str(file), rows=rows_in_words(manifest["rows"])))


@command()
@argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@option("--yes", is_flag=True, help="Do not ask.")
def restore(file: Path, *, yes: bool) -> None:
    """Replace database and key with the backup in FILE. Stop the server first.

    Everything since the backup is lost.
    """
    rows = rows_in_words(with_settings(lambda _settings: backups.read_manifest(file))["rows"])
    if not yes:
        there = with_settings(lambda settings: backups.counts(settings.database_url))
        click.echo(_("The backup has {rows}.", rows=rows))
        click.echo(_("It replaces {rows}.", rows=rows_in_words(there)))
        confirm(_("Is the server stopped, and should all of this be replaced?"))
    with_settings(lambda settings: backups.restore(settings, file))
    click.echo(_("Restored: {rows}", rows=rows))
    if kept := with_settings(backups.overruled_key):
        text = N_(
            "SECRET_KEY is not the backup's key. Set it to the key in {file}: until then no edit "
            "link, seat or session of the backup works."
        )
        click.echo(_(text, file=str(kept)))


@command()
def doctor() -> None:
    """Look for damage: recordings, missing rows, open files. Exit status 1 if there is any."""
    problems = with_settings(lambda settings: [*examine(settings)])
    for problem in problems:
        click.echo(problem)
    if problems:
        raise click.exceptions.Exit(1)
    click.echo(_("All is well."))


@command()
@argument("id_", metavar="ID")
@option("--yes", is_flag=True, help="Do not ask.")
def remove(id_: str, *, yes: bool) -> None:
    """Remove a battle, army, challenge, match, tournament or gauntlet; ID can be its address."""
    match = ID.fullmatch(id_.strip())
    engine = open_database()
    try:
        with Session(engine, expire_on_commit=False) as db:
            things = removal.things(db, match[1]) if match else []
            if not things:
                raise click.ClickException(
                    _(
                        "no battle, army, challenge, match, tournament or gauntlet has the id {id}",
                        id=id_,
                    )
                )
            for thing in things:
                if isinstance(thing, Battle) and thing.sample:
                    raise click.ClickException(
                        _("{id} is a sample battle, which each start would store again", id=id_)
                    )
                click.echo("\n".join(_doomed(db, thing)))
                if not yes:
                    confirm(_("Remove this for good?"))
                removal.remove(db, thing)
            db.commit()
    finally:
        engine.dispose()
    click.echo(_("Removed."))


def _doomed(db: Session, thing: removal.Thing) -> list[str]:
    """Return what is removed, in words."""
    if isinstance(thing, Army):
        return [_("army {id}: {name}", id=thing.id, name=thing.name)]
    if isinstance(thing, Tournament):
        return [_("tournament {id}, with its battles: {name}", id=thing.id, name=thing.name)]
    if isinstance(thing, Gauntlet):
        return [_("gauntlet {id}, with its battles: {name}", id=thing.id, name=thing.name or "?")]
    if isinstance(thing, Gathering):
        return [_("tournament {id}, which has not begun: {name}", id=thing.id, name=thing.name)]
    battle, challenge = removal.belongings(db, thing)
    lines = []
    if challenge is not None:
        lines.append(_("challenge {id}: {name}", id=challenge.id, name=_called(challenge)))
    if battle is not None:
        lines.append(_("battle {id}: {name}", id=battle.id, name=battle.title))
    return lines


def _called(challenge: Challenge) -> str:
    return challenge.title or ", ".join(seat.name or "?" for seat in challenge.seats)
