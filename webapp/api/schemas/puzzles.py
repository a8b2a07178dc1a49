"""The puzzle of a day, and the grade of an order."""

from typing import Final

from marshmallow import Schema, fields, validate

UNITS_MOST: Final = 32


class PuzzleSchema(Schema):
    """The puzzle of a day: which order of side a's units has the best chance to win."""

    ok = fields.Boolean()
    day = fields.Date(metadata={"description": "its day, which begins at 0:00 UTC"})
    ruleset = fields.String()
    battle = fields.Dict(metadata={"description": "the battle file, without a seed"})
    orders = fields.Integer(
        metadata={"description": "how many orders differ by more than the places of equal units"}
    )
    url = fields.String(metadata={"description": "its page"})


class PuzzleOrderSchema(Schema):
    """An order of side a's units."""

    order = fields.List(
        fields.Integer(strict=True),
        required=True,
        validate=validate.Length(1, UNITS_MOST),
        metadata={"description": "places, from 0, in the army of side a, each once"},
    )


class GradeSchema(Schema):
    """What an order gets; a draw counts half."""

    ok = fields.Boolean()
    day = fields.Date()
    win = fields.Float(metadata={"description": "the exact chance to win in this order"})
    best = fields.Float(metadata={"description": "that of the best order"})
    is_best = fields.Boolean()
