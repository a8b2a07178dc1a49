"""Commands for who runs a server: backup, restore, doctor, remove; and what it does by itself."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import gevent
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from webapp.base.clock import DAY_MS, now_ms
from webapp.base.commands import argument, command, confirm, option
from webapp.base.config import ConfigError, Settings, from_environment
from webapp.base.texts import _, ngettext
from webapp.store import backup as backups
from webapp.store import database, removal
from webapp.store.gatherings import Gathering
from webapp.store.models import Army, Battle, Challenge, Tournament

ID: Final = re.compile(r"(?:\S*/(?:b|a|c|m|t|embed)/)?(\w{8})(?:[/?#]\S*)?")
ROUND_SECONDS: Final = 3_600
PAUSE_SECONDS: Final = 1.0
COUNTED: Final[dict[str, Callable[[int], str]]] = {
    "recordings": lambda count: ngettext("{count} recording", "{count} recordings", count),
    "battles": lambda count: ngettext("{count} battle", "{count} battles", count),
    "armies": lambda count: ngettext("{count} army", "{count} armies", count),
    "challenges": lambda count: ngettext("{count} challenge", "{count} challenges", count),
    "matches": lambda count: ngettext("{count} match", "{count} matches", count),
    "tournaments": lambda count: ngettext("{count} tournament", "{count} tournaments", count),
}
"""What a backup counts, in words."""
T = TypeVar("T")


@command()
@argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Write a backup of database and key into FILE; the server may go on meanwhile."""
    manifest = _with_settings(lambda settings: backups.back_up(settings, file))
    click.echo(_("{file} has {rows}", file=str(file), rows=_rows(manifest)))


@command()
@argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@option("--yes", is_flag=True, help="Do not ask.")
def restore(file: Path, yes: bool) -> None:  # noqa: FBT001 - click's flag
    """Put the backup in FILE in place of database and key. Stop the server before.

    What has happened since the backup is lost.
    """
    manifest = _with_settings(lambda _settings: backups.read_manifest(file))
    if not yes:
        there = _with_settings(lambda settings: backups.counts(settings.database_url))
        click.echo(_("The backup has {rows}.", rows=_rows(manifest)))
        click.echo(_("It replaces {rows}.", rows=_rows({"rows": there})))
        confirm(_("Is the server stopped, and all of this to be replaced?"))
    _with_settings(lambda settings: backups.restore(settings, file))
    click.echo(_("Restored: {rows}", rows=_rows(manifest)))
    if kept := _with_settings(backups.overruled_key):
        click.echo(
            _(
                "SECRET_KEY is set to another key than the backup's. Set it to what stands in"
                " {file}: until then no edit link, seat or session of the backup is good.",
                file=str(kept),
            )
        )


@command()
def doctor() -> None:
    """Look for damage: recordings, missing rows, open files. Exit status 1 if there is any."""
    from webapp.store.doctor import examine

    problems = _with_settings(lambda settings: [*examine(settings)])
    for problem in problems:
        click.echo(problem)
    if problems:
        raise click.exceptions.Exit(1)
    click.echo(_("All is well."))


@command()
@argument("id_", metavar="ID")
@option("--yes", is_flag=True, help="Do not ask.")
def remove(id_: str, yes: bool) -> None:  # noqa: FBT001 - click's flag
    """Remove a battle, an army, a challenge, a match or a tournament; ID may be its address."""
    match = ID.fullmatch(id_.strip())
    engine = _with_settings(lambda settings: database.connect(settings.database_url))
    try:
        database.migrate(engine)
        with Session(engine, expire_on_commit=False) as db:
            things = removal.things(db, match[1]) if match else []
            if not things:
                raise click.ClickException(
                    _("no battle, army, challenge, match or tournament has the id {id}", id=id_)
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
    except ConfigError as error:
        raise click.ClickException(str(error)) from None
    finally:
        engine.dispose()
    click.echo(_("Removed."))


def _doomed(db: Session, thing: removal.Thing) -> list[str]:
    """What goes, in words."""
    if isinstance(thing, Army):
        return [_("army {id}: {name}", id=thing.id, name=thing.name)]
    if isinstance(thing, Tournament):
        return [_("tournament {id}, with its battles: {name}", id=thing.id, name=thing.name)]
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


def _rows(manifest: dict[str, Any]) -> str:
    return ", ".join(COUNTED[table](count) for table, count in manifest["rows"].items())


def _with_settings(act: Callable[[Settings], T]) -> T:
    """What an act gives for the environment's settings; an error ends the command, in words."""
    try:
        return act(from_environment(os.environ))
    except (ConfigError, backups.BackupError) as error:
        raise click.ClickException(str(error)) from None


def forget_unlisted(app: Flask) -> None:
    """Takes out what is unlisted and outdated, now and every hour; without the setting, nothing."""
    settings: Settings = app.config["SETTINGS"]
    if settings.unlisted_days is None:
        return
    with app.app_context():
        while True:
            before = now_ms() - settings.unlisted_days * DAY_MS
            try:
                removed = database.looked_up(lambda db: removal.remove_outdated(db, before))  # noqa: B023
            except SQLAlchemyError:
                app.logger.exception("what is outdated could not be removed")
                removed = 0
            if removed:
                app.logger.info("removed what is outdated", extra={"removed": removed})
            gevent.sleep(PAUSE_SECONDS if removed else ROUND_SECONDS)
