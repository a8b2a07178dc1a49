"""Battles and recordings."""

from marshmallow import Schema, fields, validate

from webapp.battles.index_terms import RESULTS
from webapp.rest.schemas import GameField, LineField, PageArguments, PageSchema
from webapp.store.models import TITLE_LENGTH

SHORT = validate.Length(max=100)


class NewBattleArguments(Schema):
    """How a new battle goes on air."""

    title = LineField(
        TITLE_LENGTH,
        load_default="",
        metadata={"description": "what it is called; left out: by its sides"},
    )
    listed = fields.Boolean(
        load_default=False,
        metadata={"description": "whether the home page and the gallery list it"},
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
    embed = fields.Url(metadata={"description": "for frames of other pages"})
    card = fields.Url(metadata={"description": "a picture of both armies, PNG"})
    qr = fields.Url(metadata={"description": "the link as a QR code, SVG"})
    recording = fields.Url(metadata={"description": "when it is over; may be kept for ever"})
    log = fields.Url(metadata={"description": "in words, when it is over"})
    html = fields.Url(metadata={"description": "a page that plays offline, when it is over"})
    file = fields.Url(metadata={"description": "the battle file, when it is over"})


class ListedBattleSchema(Schema):
    """A battle on air or over; there is no result as long as it is on air."""

    id = fields.String()
    title = fields.String()
    ruleset = fields.String()
    status = fields.String(validate=validate.OneOf(["on_air", "over"]))
    starts_at_ms = fields.Integer(metadata={"description": "milliseconds since 1970, UTC"})
    ends_at_ms = fields.Integer(
        metadata={
            "description": "when it was over; of a battle on air the latest that it can be, "
            "the same for all of a game"
        }
    )
    sides = fields.Nested(SidesSchema)
    result = fields.Nested(ResultSchema, allow_none=True)
    links = fields.Nested(LinksSchema)


class BattleSchema(ListedBattleSchema):
    """A battle on air or over."""

    ok = fields.Boolean()


class SearchArguments(PageArguments):
    """Which battles to list; whatever is left out does not matter."""

    unit = fields.String(
        load_default="",
        validate=SHORT,
        metadata={"description": "who takes part: an id, a name or a part of it"},
    )
    ruleset = GameField()
    result = fields.String(
        load_default="",
        validate=validate.OneOf(["", *RESULTS]),
        metadata={"description": "of battles that are over; upset: nobody expected the winner"},
    )
    text = fields.String(
        load_default="",
        validate=SHORT,
        metadata={
            "description": "words, or their beginnings, of the names of battle, sides and armies"
        },
    )


class BattlesSchema(PageSchema):
    """Listed battles, the newest first."""

    battles = fields.List(fields.Nested(ListedBattleSchema))


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


class VerdictSchema(Schema):
    """Why side a won or lost: `armies` + `order` + `dice` = `result` - 1/2."""

    ok = fields.Boolean()
    result = fields.Float(metadata={"description": "1 if side a won, 1/2 for a draw, else 0"})
    chance = fields.Float(
        metadata={"description": "its exact share at the beginning: a draw counts half"}
    )
    mean = fields.Float(
        metadata={"description": "the mean of its shares over all orders of both sides' units"}
    )
    armies = fields.Float(metadata={"description": "`mean` - 1/2"})
    order = fields.Float(
        allow_none=True,
        metadata={"description": "`chance` - `mean`; null where units have no order"},
    )
    dice = fields.Float(metadata={"description": "`result` - `chance`"})
    method = fields.String(
        validate=validate.OneOf(["exact", "sample"]),
        metadata={"description": "of the mean: over all pairs of orders, or over some drawn"},
    )
    pairs = fields.Integer(metadata={"description": "pairs of orders that were weighed"})
    interval = fields.List(
        fields.Float(),
        allow_none=True,
        metadata={"description": "of a mean over some: its interval at 95 %"},
    )
