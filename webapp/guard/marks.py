"""Marks that decorators put on views, for checks of their requests."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import current_app, request

View = TypeVar("View", bound=Callable[..., Any])


def marked(name: str, value: object = True) -> Callable[[View], View]:  # noqa: FBT002
    """Return a decorator that marks a view.

    It goes right above the function, below the decorators of its blueprint.
    """

    def mark_view(view: View) -> View:
        setattr(view, f"battlereel_{name}", value)
        return view

    return mark_view


def mark(name: str, default: Any = None) -> Any:
    """Return a mark of the requested view."""
    view = current_app.view_functions.get(request.endpoint or "")
    return getattr(view, f"battlereel_{name}", default)
