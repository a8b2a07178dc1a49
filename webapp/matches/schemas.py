"""Matches: how one stands, what has happened in it, what is ordered."""

from marshmallow import Schema, fields, validate

from engine import SIDES
from webapp.base.match import ROUNDS_MOST


class RoundSchema(Schema):
    """A round of a match; the answer is 409 unless it is the current one."""

    round = fields.Integer(required=True, strict=True, validate=validate.Range(1, ROUNDS_MOST))


class OrdersSchema(RoundSchema):
    """A side's orders for a round, in place of those that it gave before."""

    orders = fields.Dict(
        required=True,
        metadata={
            "description": "by unit, one of the orders that `you.refusals` lists for it; whoever "
            "is left out does nothing"
        },
    )


class NothingSchema(Schema):
    """An empty object."""


class FromSchema(Schema):
    """The number of the first event to be sent."""

    from_seq = fields.Integer(load_default=0, validate=validate.Range(0, 1_000_000))


class PlayerSchema(Schema):
    """A side, as everybody may know it."""

    name = fields.String()
    bot = fields.String(allow_none=True, metadata={"description": "id of the bot that plays it"})


class PlayersSchema(Schema):
    """Both sides."""

    a = fields.Nested(PlayerSchema)
    b = fields.Nested(PlayerSchema)


class LockedSchema(Schema):
    """Which sides have locked their orders."""

    a = fields.Boolean()
    b = fields.Boolean()


class MissedSchema(Schema):
    """A round whose time was up before the orders were locked."""

    round = fields.Integer()
    saved = fields.Boolean(metadata={"description": "whether orders were saved: those were played"})


class OwnSideSchema(Schema):
    """What only its player may know of a side."""

    side = fields.String(validate=validate.OneOf(SIDES))
    orders = fields.Dict(metadata={"description": "what is ordered for this round, by unit"})
    locked = fields.Boolean()
    missed = fields.Nested(
        MissedSchema,
        allow_none=True,
        metadata={"description": "the last round, if its time was up before it was locked"},
    )
    units = fields.Dict(metadata={"description": "by unit, its values now"})
    refusals = fields.Dict(
        metadata={"description": "by unit and order, why it may not carry it out, or null"}
    )


class MatchLinksSchema(Schema):
    """Where a match is."""

    self = fields.Url()
    page = fields.Url(metadata={"description": "for everybody: players and spectators"})
    events = fields.Url()
    notebook = fields.Url()
    challenge = fields.Url()
    replay = fields.Url(metadata={"description": "with everything open, when the match is over"})


class MatchSchema(Schema):
    """A match, as far as the asker may know it."""

    ok = fields.Boolean()
    match = fields.String()
    challenge = fields.String()
    state = fields.String(validate=validate.OneOf(["playing", "over"]))
    round = fields.Integer(metadata={"description": "the one that is being ordered, from 1"})
    rounds = fields.Integer()
    clock_s = fields.Integer()
    clock_ms = fields.Integer(metadata={"description": "the server's time, ms since 1970, UTC"})
    deadline_ms = fields.Integer(
        metadata={"description": "when the round is played at the latest, on that clock"}
    )
    show_until_ms = fields.Integer(
        metadata={"description": "until when the last round is watched before the clock runs"}
    )
    locked = fields.Nested(LockedSchema)
    preparing = fields.Boolean(
        metadata={"description": "whether its bot waits for a compiler, once after an installation"}
    )
    sides = fields.Nested(PlayersSchema)
    you = fields.Nested(OwnSideSchema, allow_none=True)
    winner = fields.String(allow_none=True)
    reason = fields.String(allow_none=True)
    battle = fields.String(allow_none=True, metadata={"description": "the replay"})
    links = fields.Nested(MatchLinksSchema)


class MatchEventsSchema(Schema):
    """Events of a match as the asker may see them, in the asker's own numbering."""

    ok = fields.Boolean()
    match = fields.String()
    from_seq = fields.Integer()
    events = fields.List(fields.Dict())
    cues = fields.List(fields.Integer(), metadata={"description": "ms, one for each event"})
    until_ms = fields.Integer()
    over = fields.Boolean(metadata={"description": "whether the last of all is among them"})


class NotebookSchema(Schema):
    """What a player knows of the enemy."""

    ok = fields.Boolean()
    viewer = fields.String(validate=validate.OneOf(SIDES))
    exact = fields.Boolean(
        metadata={
            "description": "whether every value here can indeed be true, or only the others not"
        }
    )
    cases = fields.Float(
        metadata={"description": "how many states of all hidden units together can be true"}
    )
    rounds = fields.List(
        fields.Dict(),
        metadata={"description": "what each round revealed"},
    )
    units = fields.Dict(
        metadata={
            "description": "by id of each hidden unit and by stat, what it can be now and can have "
            "been at the start: low, high, values"
        }
    )
    previews = fields.Dict(
        metadata={
            "description": "by own unit and order, what it may meet: a list of place, units, rows, "
            "and the best and worst that may become of the own unit: row, changes"
        }
    )
