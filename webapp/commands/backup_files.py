"""What `backup` and `restore` share: rows counted in words, errors of the settings."""

import os
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from webapp.base.config import ConfigError, Settings, from_environment
from webapp.base.texts import ngettext
from webapp.store import backup as backups

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


def rows_in_words(manifest: dict[str, Any]) -> str:
    return ", ".join(COUNTED[table](count) for table, count in manifest["rows"].items())


def with_settings(act: Callable[[Settings], T]) -> T:
    """What an act gives for the environment's settings; an error ends the command, in words."""
    try:
        return act(from_environment(os.environ))
    except (ConfigError, backups.BackupError) as error:
        raise click.ClickException(str(error)) from None
