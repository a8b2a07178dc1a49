"""Lists in bodies that are counted before they are read."""

from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate

from webapp.base.errors import by_command


class Counted(fields.List[Any]):
    """`least` to `most` of `what`; more are refused before any of them is looked at.

    cost: what so many would come to. command: what takes more.
    """

    def __init__(
        self,
        inner: fields.Field[Any],
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
            told = f"Holds {len(value):,} {self.what}{cost}; it takes {self.least} to {self.most}"
            raise ValidationError(
                f"{by_command(told, self.command) if self.command else told + '.'}"
            )
        return super()._deserialize(value, attr, data, **options)
