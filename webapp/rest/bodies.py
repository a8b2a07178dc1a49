"""JSON bodies, read as battle files are: every problem with its path, in the one shape."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from flask import request
from marshmallow import Schema, ValidationError

from engine import InputError, Problem, Text, decode

PROBLEMS_MOST: Final = 50
"""Problems of a body that are told, as of a battle file."""


def read(schema: type[Schema]) -> dict[str, Any]:
    """The body of this request as the schema loads it. Raises InputError."""
    document = decode(request.get_data())
    if not isinstance(document, dict):
        raise InputError.single("", Text("must be a JSON object"))
    try:
        loaded: dict[str, Any] = schema().load(document)
    except ValidationError as error:
        messages = error.messages if isinstance(error.messages, dict) else {"": error.messages}
        raise InputError(islice(_problems(messages), PROBLEMS_MOST)) from None
    return loaded


def described(schema: type[Schema]) -> dict[str, Any]:
    """The OpenAPI description of a body of this schema."""
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _problems(messages: dict[Any, Any], path: str = "") -> Iterator[Problem]:
    for key, inner in messages.items():
        here = "" if key == "_schema" else str(key)[:60]
        in_list = isinstance(key, int)
        place = f"{path}[{key}]" if in_list else ".".join(filter(None, (path, here)))
        if isinstance(inner, dict):
            yield from _problems(inner, place)
        else:
            yield Problem(place, " ".join(map(str, inner)))
