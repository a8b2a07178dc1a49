"""What the API takes and gives, beside battle files, which the engine reads itself."""

from typing import Any

from marshmallow import Schema, fields, validate

import engine
from engine.odds.sample import SAMPLES_MOST
from webapp.models import TITLE_LENGTH

SAMPLES_LIVE_MOST = min(10_000, SAMPLES_MOST)
"""Of one request; the command line takes more."""


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


class NewBattleArguments(Schema):
    """How a new battle goes on air."""

    title = fields.String(
        load_default="",
        validate=[
            validate.Length(max=TITLE_LENGTH),
            validate.Predicate("isprintable", error="Must be printable, on one line."),
        ],
    )
    listed = fields.Boolean(
        load_default=False, metadata={"description": "whether the home page lists it"}
    )


class OddsArguments(Schema):
    """How odds are found."""

    method = fields.String(
        load_default="auto", validate=validate.OneOf(["auto", "exact", "sample"])
    )
    samples = fields.Integer(
        load_default=min(engine.SAMPLES, SAMPLES_LIVE_MOST),
        validate=validate.Range(1, SAMPLES_LIVE_MOST),
    )


class SideSchema(Schema):
    """One side, as lists name it."""

    name = fields.String()
    army = fields.String()


class SidesSchema(Schema):
    """Both sides."""

    a = fields.Nested(SideSchema)
    b = fields.Nested(SideSchema)


class ResultSchema(Schema):
    """How a battle ended."""

    winner = fields.String(allow_none=True)
    reason = fields.String()
    rounds = fields.Integer()
    events = fields.Integer()


class LinksSchema(Schema):
    """Where the rest of a battle is."""

    self = fields.Url()
    watch = fields.Url()
    recording = fields.Url()


class BattleSchema(Schema):
    """A battle on air or over; there is no result as long as it is on air."""

    ok = fields.Boolean()
    id = fields.String()
    title = fields.String()
    ruleset = fields.String()
    status = fields.String(validate=validate.OneOf(["on_air", "over"]))
    starts_at_ms = fields.Integer(metadata={"description": "milliseconds since 1970, UTC"})
    ends_at_ms = fields.Integer()
    sides = fields.Nested(SidesSchema)
    result = fields.Nested(ResultSchema, allow_none=True)
    links = fields.Nested(LinksSchema)


class RecordingSchema(Schema):
    """A recording with its cues; PROTOCOL.md describes the events."""

    header = fields.Dict()
    events = fields.List(fields.Dict())
    cues = fields.List(fields.Integer(), metadata={"description": "ms, one for each event"})
    duration_ms = fields.Integer()
    chances = fields.List(
        fields.Float(),
        metadata={
            "description": "side a's exact chance to win, one for each event; "
            "absent for rulesets without exact odds"
        },
    )
    luck = fields.Dict(
        metadata={
            "description": "how the dice of sides a and b fell: rolls, successes, expected, "
            "difference, result_percentile; absent for rulesets without exact odds"
        },
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
    """What each bonus of a battle is worth, the weightiest first."""

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


def battle_file() -> dict[str, Any]:
    """The OpenAPI description of a request body that is a battle file."""
    content = {"application/json": {"schema": {"type": "object", "title": "A battle file"}}}
    return {"required": True, "content": content}
