"""What the page of a battle shows besides the battle itself, gathered from all features."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from flask import Flask, current_app

from webapp.store.models import Battle

KEY: Final = "battlereel.extras"

Source = Callable[[Battle], Iterator[dict[str, Any]]]
"""Gives extras: plain data with a `kind`, which static/js/site/watch/extras.js draws.

Nothing in them tells of a battle what has not been on air yet.
"""


def attach(app: Flask, sources: tuple[Source, ...]) -> None:
    """Set where extras come from, in the order in which the page shows them."""
    app.extensions[KEY] = sources


def beside(battle: Battle) -> list[dict[str, Any]]:
    """Return the extras of a battle."""
    sources: tuple[Source, ...] = current_app.extensions[KEY]
    return [extra for source in sources for extra in source(battle)]
