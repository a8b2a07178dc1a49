"""Lists in bodies, counted before they are read."""

from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import ValidationError, validate

from webapp.base.errors import by_command
from webapp.rest import fields


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

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any
    ) -> list[Any]:
        if isinstance(value, list) and len(value) > self.most:
            cost = f", {self.cost(len(value))}" if self.cost else ""
            message = (
                f"Holds {len(value):,} {self.what}{cost}; it takes {self.least} to {self.most}"
            )
            raise ValidationError(
                f"{by_command(message, self.command) if self.command else message + '.'}"
            )
        return super()._deserialize(value, attr, data, **options)
