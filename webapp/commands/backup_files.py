"""Shared by commands that open the database: row counts in words, errors of the settings."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import click
from sqlalchemy import Engine

from webapp.base.config import ConfigError, Settings, from_environment
from webapp.base.texts import ngettext
from webapp.store import backup as backups
from webapp.store import database

# row counts of a backup in words
COUNTED: Final[dict[str, Callable[[int], str]]] = {
    "recordings": lambda count: ngettext("{count} recording", "{count} recordings", count),
    "battles": lambda count: ngettext("{count} battle", "{count} battles", count),
    "armies": lambda count: ngettext("{count} army", "{count} armies", count),
    "challenges": lambda count: ngettext("{count} challenge", "{count} challenges", count),
    "matches": lambda count: ngettext("{count} match", "{count} matches", count),
    "tournaments": lambda count: ngettext("{count} tournament", "{count} tournaments", count),
}


def rows_in_words(manifest: dict[str, Any]) -> str:
    return ", ".join(COUNTED[table](count) for table, count in manifest["rows"].items())


@contextmanager
def usable_settings() -> Iterator[Settings]:
    """Return the environment's settings; an error of theirs or of a backup ends the command."""
    try:
        yield from_environment(os.environ)
    except (ConfigError, backups.BackupError) as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def open_database() -> Iterator[Engine]:
    """Connect to the environment's database, migrated; an error ends the command."""
    with usable_settings() as settings:
        engine = database.connect(settings.database_url)
        database.migrate(engine)
    try:
        yield engine
    finally:
        engine.dispose()
