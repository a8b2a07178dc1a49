"""Schemas shared by all resources: errors, pages, battle files; bodies and answers of calls."""

from collections.abc import Callable
from functools import wraps
from itertools import islice
from typing import Any, Final, TypeVar, cast

from flask import g, request
from flask_smorest import Blueprint
from marshmallow import Schema, ValidationError, validate

import engine
from engine import InputError, Problem, decode
from webapp.base.errors import by_path
from webapp.rest import fields
from webapp.store.paging import PAGES_MOST, PLACE_DIGITS, PageRequest


def both(name: str, field: Any) -> type[Schema]:
    return Schema.from_dict(dict.fromkeys(engine.SIDES, field), name=f"{name}Schema")


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
    """A page of a list, by number or by a row above it, so that no row is missed or repeated."""

    page = fields.Integer(load_default=1, validate=validate.Range(1, 10_000))
    before = fields.String("rows below: a page's `older`", load_default="", validate=PLACE)
    after = fields.String("rows above: a page's `newer`", load_default="", validate=PLACE)


def page_request(arguments: dict[str, Any]) -> PageRequest:
    return PageRequest(arguments.pop("page"), arguments.pop("before"), arguments.pop("after"))


PROBLEMS_MOST: Final = 50  # reported problems of a body


def read_body(schema: type[Schema]) -> dict[str, Any]:
    """Return the request's JSON body as loaded by the schema. Raise InputError, with paths."""
    document = g.document if "document" in g else decode(request.get_data())
    if not isinstance(document, dict):
        raise InputError.single("", "must be a JSON object")
    try:
        return cast("dict[str, Any]", schema().load(document))
    except ValidationError as error:
        found = islice(by_path(error.messages), PROBLEMS_MOST)
        problems = [Problem(path, " ".join(map(str, texts))) for path, texts in found]
        raise InputError(problems) from None


BATTLE_FILE: Final = {"type": "object", "title": "A battle file"}  # as OpenAPI describes it
View = TypeVar("View", bound=Callable[..., Any])


def answers(
    blueprint: Blueprint,
    status: int,
    schema: Any,
    *refusals: int,
    of: Callable[[str], Any] | None = None,
    body: Any = None,
) -> Callable[[View], View]:
    """Document a call in OpenAPI: its answer, its errors, and the schema of its body.

    The view gets what `of` finds by the address's `id_` in place of it, one or several arguments,
    and the loaded body as `body`, unless that is described by OpenAPI alone. The answer 201 has the
    header Location.
    """
    is_read = isinstance(body, type)

    def describe(view: View) -> View:
        @wraps(view)
        def answered(*args: Any, **kwargs: Any) -> Any:
            if of is not None:
                found = of(kwargs.pop("id_"))
                args += found if type(found) is tuple else (found,)
            if is_read:
                kwargs["body"] = read_body(body)
            answer = view(*args, **kwargs)
            if status == 201:
                return answer, status, {"Location": answer["links"]["self"]}
            return answer

        described: Any = answered
        for refusal in refusals:
            described = blueprint.alt_response(refusal, schema=ErrorSchema)(described)
        described = blueprint.response(status, schema)(described)
        content = {"application/json": {"schema": body}}
        if body:
            described = blueprint.doc(requestBody={"required": True, "content": content})(described)
        return cast("View", described)

    return describe
