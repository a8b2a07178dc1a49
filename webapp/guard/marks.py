"""Marks that decorators put on views and blueprints, for checks of their requests."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import current_app, request

T = TypeVar("T")


def marked(name: str, value: object = True) -> Callable[[T], T]:  # noqa: FBT002
    """Return a decorator that marks a view, right above the function, or all of a blueprint."""

    def mark_it(owner: T) -> T:
        setattr(owner, f"battlereel_{name}", value)
        return owner

    return mark_it


def mark(name: str, default: Any = None) -> Any:
    view = current_app.view_functions.get(request.endpoint or "")
    blueprint = current_app.blueprints.get(request.blueprint or "")
    key = f"battlereel_{name}"
    return getattr(view, key, getattr(blueprint, key, default))
