"""Schemas shared by all resources: errors, pages, battle files; the documentation of calls."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask_smorest import Blueprint
from marshmallow import Schema, ValidationError, validate

import engine
from engine import Reader, unknown
from webapp.base import games
from webapp.rest import fields
from webapp.store.paging import PAGES_MOST, PLACE_DIGITS, PageRequest


def both(name: str, field: Any) -> type[Schema]:
    return Schema.from_dict(dict.fromkeys(engine.SIDES, field), name=f"{name}Schema")


class LineField(fields.String):
    """One line of text, trimmed, by the engine's rules for names."""

    def __init__(self, most: int, **more: Any) -> None:
        super().__init__(validate=validate.Length(max=most), **more)
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        reader = Reader(super()._deserialize(value, attr, data, **more))
        text = reader.text(self.most)
        if reader.problems:
            raise ValidationError([reader.problems[0].message])
        return text


class GameField(fields.String):
    """The id of an installed game; empty for all games."""

    def __init__(self) -> None:
        super().__init__(load_default="", metadata={"enum": ["", *engine.rulesets()]})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        id_: str = super()._deserialize(value, attr, data, **more)
        if id_ and id_ not in games.games():
            raise ValidationError([unknown("ruleset", id_, games.games())])
        return id_


class Answer(Schema):
    ok = fields.Boolean()


class ProblemSchema(Schema):
    path = fields.String("where, such as sides[0].army.lineup[2].unit")
    message = fields.String("what is wrong, and what to do")


class ErrorSchema(Schema):
    ok = fields.Boolean("always false")
    error = fields.String()
    errors = fields.List(fields.Nested(ProblemSchema))
    status = fields.Integer()


class PageSchema(Answer):
    """A page of a list; a resource adds its rows."""

    page = fields.Integer("its number, from 1")
    pages = fields.Integer(f"how many have a number: {PAGES_MOST} at most")
    total = fields.Integer("rows on all of these")
    more = fields.Boolean("whether there are rows beyond them")
    newer = fields.String("what `after` takes for the page above this one", allow_none=True)
    older = fields.String("what `before` takes for the page below this one", allow_none=True)


PLACE = validate.Regexp(
    f"[0-9a-f]{{0,{PLACE_DIGITS}}}\\Z", error="Must be what an answer named `newer` or `older`."
)


class PageArguments(Schema):
    """A page of a list; a number past the end is the last page.

    `before` returns each row exactly once; page numbers shift when rows are added.
    """

    page = fields.Integer(load_default=1, validate=validate.Range(1, 10_000))
    before = fields.String("rows below: a page's `older`", load_default="", validate=PLACE)
    after = fields.String("rows above: a page's `newer`", load_default="", validate=PLACE)


def page_request(arguments: dict[str, Any]) -> PageRequest:
    return PageRequest(arguments.pop("page"), arguments.pop("before"), arguments.pop("after"))


BATTLE_FILE: Final = {"type": "object", "title": "A battle file"}  # as OpenAPI describes it
View = TypeVar("View", bound=Callable[..., Any])


def answers(
    blueprint: Blueprint, status: int, schema: Any, *refusals: int, body: Any = None
) -> Callable[[View], View]:
    """Document a call in OpenAPI: its answer, its errors, and the schema of its body."""

    def describe(view: View) -> View:
        for refusal in refusals:
            view = blueprint.alt_response(refusal, schema=ErrorSchema)(view)
        view = blueprint.response(status, schema)(view)
        content = {"application/json": {"schema": body}}
        whole = {"required": True, "content": content}
        return blueprint.doc(requestBody=whole)(view) if body else view

    return describe
