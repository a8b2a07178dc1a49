"""What every resource shares: the one shape of errors, a battle file as a body."""

from typing import Any

from marshmallow import Schema, fields


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


def battle_file() -> dict[str, Any]:
    """The OpenAPI description of a request body that is a battle file."""
    content = {"application/json": {"schema": {"type": "object", "title": "A battle file"}}}
    return {"required": True, "content": content}
