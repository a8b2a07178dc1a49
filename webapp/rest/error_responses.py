"""The OpenAPI description of what a call may be refused with."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask_smorest import Blueprint

from webapp.rest.schemas import ErrorSchema

View = TypeVar("View", bound=Callable[..., Any])


def refuses(blueprint: Blueprint, *statuses: int) -> Callable[[View], View]:
    """Describes with which errors a call may be answered."""

    def describe(view: View) -> View:
        for status in statuses:
            view = blueprint.alt_response(status, schema=ErrorSchema)(view)
        return view

    return describe
