"""Searches of requests: by the cluster of the settings if it answers, otherwise here."""

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import current_app

from engine import search
from webapp.base.config import Settings
from webapp.guard.job_pool import work_out_long

T = TypeVar("T")

KEY: Final = "battlereel.cluster"
# pause after a failure of the cluster: each try blocks a thread for seconds
RESTING_SECONDS: Final = 60


def scheduler() -> str | None:
    """Return the address of the cluster, unless it has just failed."""
    failed_at = current_app.extensions.get(KEY)
    if failed_at is not None and time.monotonic() < failed_at + RESTING_SECONDS:
        return None
    settings: Settings = current_app.config["SETTINGS"]
    return settings.scheduler or None


def search_out(function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Return the result of a search, computed as by `work_out_long`; it takes a `scheduler`.

    Results are the same everywhere, so a failing cluster only costs time.
    """
    if address := scheduler():
        try:
            return work_out_long(function, *args, scheduler=address, **kwargs)
        except search.ClusterError as error:
            note(error)
    return work_out_long(function, *args, **kwargs)


def note(error: search.ClusterError) -> None:
    """Log that the cluster has failed; this server replaces it for a while."""
    current_app.extensions[KEY] = time.monotonic()
    current_app.logger.warning("the cluster does not work, so this server does: %s", error)
