"""JSON bodies, validated like battle files: every problem has a path."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

from flask import g, request
from marshmallow import Schema, ValidationError, validate

from engine import InputError, Problem, decode
from webapp.base.errors import by_command
from webapp.rest import fields

PROBLEMS_MOST: Final = 50  # reported problems of a body


def read(schema: type[Schema]) -> dict[str, Any]:
    """Return the request's body as loaded by the schema. Raises InputError."""
    document = g.document if "document" in g else decode(request.get_data())
    if not isinstance(document, dict):
        raise InputError.single("", "must be a JSON object")
    try:
        loaded: dict[str, Any] = schema().load(document)
    except ValidationError as error:
        messages = error.messages if isinstance(error.messages, dict) else {"": error.messages}
        raise InputError(islice(_problems(messages), PROBLEMS_MOST)) from None
    return loaded


def _problems(messages: dict[Any, Any], path: str = "") -> Iterator[Problem]:
    for key, inner in messages.items():
        here = "" if key == "_schema" else str(key)[:60]
        in_list = isinstance(key, int)
        place = f"{path}[{key}]" if in_list else ".".join(filter(None, (path, here)))
        if isinstance(inner, dict):
            yield from _problems(inner, place)
        else:
            yield Problem(place, " ".join(map(str, inner)))


class Counted(fields.List):
    """A list of `least` to `most` of `what`; longer ones are refused unread.

    cost: work that this many would cause. command: accepts more.
    """

    def __init__(
        self,
        inner: Any,
        most: int,
        *,
        what: str,
        least: int = 0,
        cost: Callable[[int], str] | None = None,
        command: str = "",
        **more: Any,
    ) -> None:
        super().__init__(inner, validate=validate.Length(least, most), **more)
        self.what, self.least, self.most = what, least, most
        self.cost, self.command = cost, command

    def _deserialize(self, value: Any, *rest: Any, **options: Any) -> list[Any]:
        if isinstance(value, list) and len(value) > self.most:
            cost = f", {self.cost(len(value))}" if self.cost else ""
            message = (
                f"Has {len(value):,} {self.what}{cost}; it must have {self.least} to {self.most}"
            )
            full = by_command(message, self.command) if self.command else f"{message}."
            raise ValidationError(str(full))
        return super()._deserialize(value, *rest, **options)
