"""The pages for people."""

from flask import Flask, request

from webapp.pages import (
    about,
    again,
    armies,
    builder,
    gallery,
    home,
    log,
    odds,
    quick,
    rules,
    spoilers,
    watch,
)

THEMES = ("dark", "light")


def attach(app: Flask) -> None:
    """Adds the pages to the application."""
    for module in (home, quick, gallery, watch, again, log, odds, builder, armies, rules, about):
        app.register_blueprint(module.blueprint)
    app.context_processor(_settings)


def _settings() -> dict[str, str | bool | None]:
    """What every template knows of the visitor's own settings."""
    theme = request.cookies.get("theme")
    return {
        "theme": theme if theme in THEMES else None,
        "spoilers_hidden": spoilers.are_hidden(),
    }
