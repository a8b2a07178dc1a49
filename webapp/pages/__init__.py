"""The pages for people."""

from flask import Flask, request

from webapp.pages import (
    about,
    again,
    api_page,
    armies,
    builder,
    cards,
    challenge_cards,
    challenges,
    download,
    embed,
    gallery,
    home,
    log,
    matches,
    odds,
    oembed,
    quick,
    rules,
    scenes,
    spoilers,
    watch,
)

THEMES = ("dark", "light")

PAGES = (
    home,
    quick,
    challenges,
    matches,
    gallery,
    watch,
    again,
    embed,
    oembed,
    cards,
    challenge_cards,
    download,
    scenes,
    log,
    odds,
    builder,
    armies,
    rules,
    about,
    api_page,
)


def attach(app: Flask) -> None:
    """Adds the pages to the application."""
    for module in PAGES:
        app.register_blueprint(module.blueprint)
    app.context_processor(_settings)


def _settings() -> dict[str, str | bool | None]:
    """What every template knows of the visitor's own settings."""
    theme = request.cookies.get("theme")
    return {
        "theme": theme if theme in THEMES else None,
        "spoilers_hidden": spoilers.are_hidden(),
    }
