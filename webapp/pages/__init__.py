"""The pages for people."""

from flask import Flask, request
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from webapp import games
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
    assert app.jinja_loader is not None
    app.jinja_loader = ChoiceLoader([app.jinja_loader, PrefixLoader({"games": _game_templates()})])


def _game_templates() -> PrefixLoader:
    """The templates that games bring along, each under its id."""
    pages = {game.id: game.match.page for game in games.games().values() if game.match}
    return PrefixLoader({id_: FileSystemLoader(page.templates) for id_, page in pages.items()})


def _settings() -> dict[str, str | bool | None]:
    """What every template knows of the visitor's own settings."""
    theme = request.cookies.get("theme")
    return {
        "theme": theme if theme in THEMES else None,
        "spoilers_hidden": spoilers.are_hidden(),
    }
