"""Lists of armies in bodies."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate


class Armies(fields.List[Any]):
    """`least` to `most` armies; more are refused before any of them is looked at."""

    def __init__(self, inner: fields.Field[Any], most: int, *, least: int = 0, **more: Any) -> None:
        super().__init__(inner, validate=validate.Length(least, most), **more)
        self.least, self.most = least, most

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any
    ) -> list[Any]:
        if isinstance(value, list) and len(value) > self.most:
            raise ValidationError(
                f"Holds {len(value):,} armies; it takes {self.least} to {self.most}."
            )
        return super()._deserialize(value, attr, data, **options)
