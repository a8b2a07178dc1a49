"""What every resource shares: the one shape of errors, a battle file as a body."""

from typing import Any

from marshmallow import Schema, fields, validate


class ProblemSchema(Schema):
    """One thing wrong with a request."""

    path = fields.String(metadata={"description": "where, such as sides[0].army.lineup[2].unit"})
    message = fields.String(metadata={"description": "what is wrong, and what to do"})


class ErrorSchema(Schema):
    """Every error has this shape."""

    ok = fields.Boolean(metadata={"description": "always false"})
    error = fields.String()
    errors = fields.List(fields.Nested(ProblemSchema))
    status = fields.Integer()


class PageSchema(Schema):
    """A page of a list; a resource adds its rows."""

    ok = fields.Boolean()
    page = fields.Integer(metadata={"description": "its number, from 1"})
    pages = fields.Integer(metadata={"description": "how many there are"})
    total = fields.Integer(metadata={"description": "rows on all pages"})


class PageArguments(Schema):
    """Which page of a list; past the end it is the last one."""

    page = fields.Integer(load_default=1, validate=validate.Range(1, 10_000))


def battle_file() -> dict[str, Any]:
    """The OpenAPI description of a request body that is a battle file."""
    content = {"application/json": {"schema": {"type": "object", "title": "A battle file"}}}
    return {"required": True, "content": content}
