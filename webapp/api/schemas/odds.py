"""Win chances."""

from marshmallow import Schema, fields, validate

import engine
from engine import SAMPLES_MOST

SAMPLES_LIVE_MOST = min(10_000, SAMPLES_MOST)
"""Of one request; the command line takes more."""


class OddsArguments(Schema):
    """How odds are found."""

    method = fields.String(
        load_default="auto", validate=validate.OneOf(["auto", "exact", "sample"])
    )
    samples = fields.Integer(
        load_default=min(engine.SAMPLES, SAMPLES_LIVE_MOST),
        validate=validate.Range(1, SAMPLES_LIVE_MOST),
    )


class OddsSchema(Schema):
    """Win chances, with the way they were found."""

    ok = fields.Boolean()
    method = fields.String(validate=validate.OneOf(["exact", "sample"]))
    a = fields.Float()
    b = fields.Float()
    draw = fields.Float()
    samples = fields.Integer(allow_none=True)
    interval = fields.List(fields.Float(), allow_none=True)
    survivors = fields.Dict(keys=fields.String(), values=fields.List(fields.Float()))
    units = fields.Dict(
        keys=fields.String(),
        values=fields.Float(),
        metadata={"description": "the chance that each unit is left, where the ruleset tells it"},
    )


class BonusSchema(Schema):
    """What one bonus is worth."""

    kind = fields.String(metadata={"description": "what sort of thing it is, such as item"})
    id = fields.String(metadata={"description": "word or catalog id of the thing"})
    side = fields.String(allow_none=True, metadata={"description": "whose; null: the field's"})
    units = fields.List(fields.String(), metadata={"description": "who bears it"})
    amount = fields.Integer(allow_none=True)
    a = fields.Float(metadata={"description": "the chance that a wins without it"})
    b = fields.Float(metadata={"description": "the chance that b wins without it"})
    draw = fields.Float(metadata={"description": "the chance of a draw without it"})
    gain = fields.Float(
        metadata={"description": "the owner's chance with it minus without; of the field's, a's"}
    )


class WorthSchema(Schema):
    """What each bonus of a battle is worth, the largest effect first."""

    ok = fields.Boolean()
    method = fields.String(validate=validate.OneOf(["exact"]))
    bonuses = fields.List(fields.Nested(BonusSchema))


class WishArguments(Schema):
    """How a battle is wanted to end."""

    wish = fields.String(
        required=True,
        metadata={
            "description": "a, b or draw: who wins; a=3: exactly three of a left; 'a3 left': that "
            "unit left; likeliest; closest"
        },
    )
    seed = fields.Integer(
        load_default=0,
        validate=validate.Range(0, 2**32 - 1),
        metadata={"description": "another one finds another battle"},
    )


class WantedSchema(Schema):
    """A battle file with dice that make its battle end as wanted."""

    ok = fields.Boolean()
    battle = fields.Dict()
