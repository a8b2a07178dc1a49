"""Extra parts of a battle's page, which higher features register."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from flask import Flask, current_app

from webapp.store.models import Battle

KEY: Final = "battlereel.extras"

# Gives extras: plain data with a `kind`, which static/js/site/watch/extras.js draws. Nothing in
# them tells of a battle what has not been on air yet.
Source = Callable[[Battle], Iterator[dict[str, Any]]]


def attach(app: Flask, sources: tuple[Source, ...]) -> None:
    """Register the sources of extras, in display order."""
    app.extensions[KEY] = sources


def beside(battle: Battle) -> list[dict[str, Any]]:
    sources: tuple[Source, ...] = current_app.extensions[KEY]
    return [extra for source in sources for extra in source(battle)]
