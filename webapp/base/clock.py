"""The application's current time."""

from flask import current_app


def now_ms() -> int:
    """Milliseconds since 1970, UTC, by the current application's clock."""
    now: int = current_app.config["CLOCK"].now_ms()
    return now
