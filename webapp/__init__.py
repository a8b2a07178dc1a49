"""The web application and the command line."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from webapp.base.config import Clock, Settings


def create_app(settings: "Settings | None" = None, clock: "Clock | None" = None) -> "Flask":
    """Create the application and migrate its database; a test may pass `settings` and `clock`."""
    # Imported late because every command imports this package.
    from webapp.factory import build

    return build(settings, clock)
