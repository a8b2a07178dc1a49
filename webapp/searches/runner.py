"""Searches that somebody waits for: by the cluster of the settings if it answers, and else here."""

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import current_app

from engine import search
from webapp.base.config import Settings
from webapp.guard.job_pool import work_out_long

T = TypeVar("T")

KEY: Final = "battlereel.cluster"
RESTING_SECONDS: Final = 60
"""A cluster that has failed is not asked again for so long: each try takes seconds of a thread."""


def scheduler() -> str | None:
    """The address of the cluster that works for this application, unless it has just failed."""
    failed_at = current_app.extensions.get(KEY)
    if failed_at is not None and time.monotonic() < failed_at + RESTING_SECONDS:
        return None
    settings: Settings = current_app.config["SETTINGS"]
    return settings.scheduler or None


def search_out(function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """What a search gives, worked out as `work_out_long` does; it takes a `scheduler`.

    Results are the same wherever they are found, so a cluster that fails costs only time.
    """
    if address := scheduler():
        try:
            return work_out_long(function, *args, scheduler=address, **kwargs)
        except search.ClusterError as error:
            note(error)
    return work_out_long(function, *args, **kwargs)


def note(error: search.ClusterError) -> None:
    """Says in the log that the cluster has failed; the server works in its place for a while."""
    current_app.extensions[KEY] = time.monotonic()
    current_app.logger.warning("the cluster does not work, so this server does: %s", error)
