"""Fields of the API's schemas, which describe themselves in OpenAPI by their argument `about`."""

from collections.abc import Callable, Iterable
from typing import Any

from marshmallow import ValidationError, fields, validate

import engine
from engine import Reader, unknown
from webapp.base import games
from webapp.base.errors import by_command


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


class Line(String):
    """One line of text, trimmed, by the engine's rules for names."""

    def __init__(self, most: int, about: str = "", **more: Any) -> None:
        super().__init__(about, validate=validate.Length(max=most), **more)
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        reader = Reader(super()._deserialize(value, attr, data, **more))
        text = reader.text(self.most)
        if reader.problems:
            raise ValidationError([reader.problems[0].message])
        return text


class Game(String):
    """The id of an installed game; empty for all games."""

    def __init__(self) -> None:
        super().__init__(load_default="", metadata={"enum": ["", *engine.rulesets()]})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        id_: str = super()._deserialize(value, attr, data, **more)
        if id_ and id_ not in games.games():
            raise ValidationError([unknown("ruleset", id_, games.games())])
        return id_


class Counted(List):
    """A list of `least` to `most` of `what`; longer ones are refused unread."""

    def __init__(
        self,
        inner: Any,
        most: int,
        *,
        what: str,
        least: int = 0,
        cost: Callable[[int], str] | None = None,  # work that so long a list would cause
        command: str = "",  # accepts more
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
