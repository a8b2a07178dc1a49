"""The application's current time."""

from typing import Final

from flask import current_app

HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS


def now_ms() -> int:
    """Return milliseconds since 1970, UTC, by the current application's clock."""
    return int(current_app.config["CLOCK"].now_ms())
