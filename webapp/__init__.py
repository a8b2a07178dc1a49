"""The web application and the command line."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from webapp.base.config import Clock, Settings


def create_app(settings: "Settings | None" = None, clock: "Clock | None" = None) -> "Flask":
    """The application, its database migrated; `settings` default to those of the environment.

    All times come from `clock`; a test may pass its own.
    """
    # Imported here because every command of the command line imports this package.
    from webapp.factory import build

    return build(settings, clock)
