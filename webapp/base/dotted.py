"""Dotted paths into documents, such as `field.terrain`: what fields are named by."""

from collections.abc import Mapping
from typing import Any

from webapp.base.form import Json


def value_at(document: Any, path: str) -> Any:
    """The value at a dotted path of a document, or None."""
    for key in path.split("."):
        document = document.get(key) if isinstance(document, Mapping) else None
    return document


def put_at(document: Json, path: str, value: Any) -> None:
    """Puts a value at a dotted path, making the objects on the way."""
    *way, last = path.split(".")
    for key in way:
        document = document.setdefault(key, {})
    document[last] = value
