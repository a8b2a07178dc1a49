"""Lists in bodies that are counted before they are read."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate


class Counted(fields.List[Any]):
    """`least` to `most` of `what`; more are refused before any of them is looked at."""

    def __init__(
        self, inner: fields.Field[Any], most: int, *, what: str, least: int = 0, **more: Any
    ) -> None:
        super().__init__(inner, validate=validate.Length(least, most), **more)
        self.what, self.least, self.most = what, least, most

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any
    ) -> list[Any]:
        if isinstance(value, list) and len(value) > self.most:
            raise ValidationError(
                f"Holds {len(value):,} {self.what}; it takes {self.least} to {self.most}."
            )
        return super()._deserialize(value, attr, data, **options)
