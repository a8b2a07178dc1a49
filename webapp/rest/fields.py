"""Fields of the API's schemas, which describe themselves in OpenAPI.

The first argument is the description, or the second one after a list's items or a nested schema.
"""

from collections.abc import Iterable
from typing import Any

from marshmallow import fields, validate


class _Described:
    def __init__(
        self, about: str = "", *, one_of: Iterable[Any] | None = None, **more: Any
    ) -> None:
        if about:
            more["metadata"] = {"description": about}
        if one_of is not None:
            more["validate"] = validate.OneOf(one_of)
        super().__init__(**more)


class Boolean(_Described, fields.Boolean): ...


class Date(_Described, fields.Date): ...


class Dict(_Described, fields.Dict): ...


class Float(_Described, fields.Float): ...


class Integer(_Described, fields.Integer): ...


class Raw(_Described, fields.Raw): ...


class String(_Described, fields.String): ...


class Url(_Described, fields.Url): ...


class _DescribedInner:
    def __init__(self, inner: Any, about: str = "", **more: Any) -> None:
        if about:
            more["metadata"] = {"description": about}
        super().__init__(inner, **more)  # type: ignore[call-arg]


class List(_DescribedInner, fields.List[Any]): ...


class Nested(_DescribedInner, fields.Nested): ...
