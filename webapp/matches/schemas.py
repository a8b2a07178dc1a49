"""Matches: how one stands, what has happened in it, what is ordered."""

from marshmallow import Schema, fields, validate

from engine import SIDES
from webapp.base.match import ROUNDS_MOST
from webapp.rest.schemas import about, both


class RoundSchema(Schema):
    """A round; the answer is 409 unless it is the current one."""

    round = fields.Integer(required=True, strict=True, validate=validate.Range(1, ROUNDS_MOST))


class OrdersSchema(RoundSchema):
    orders = fields.Dict(
        required=True,
        **about(
            "by unit, one of the orders that `you.refusals` lists for it; whoever is left out does "
            "nothing"
        ),
    )


class NothingSchema(Schema):
    """An empty object."""


class FromSchema(Schema):
    from_seq = fields.Integer(load_default=0, validate=validate.Range(0, 1_000_000))


class PlayerSchema(Schema):
    name = fields.String()
    bot = fields.String(allow_none=True, **about("id of the bot that plays it"))


class MissedSchema(Schema):
    """A round that ended before the orders were locked."""

    round = fields.Integer()
    saved = fields.Boolean(**about("whether orders were saved: those were played"))


class OwnSideSchema(Schema):
    """What only its player may know of a side."""

    side = fields.String(validate=validate.OneOf(SIDES))
    orders = fields.Dict(**about("what is ordered for this round, by unit"))
    locked = fields.Boolean()
    missed = fields.Nested(
        MissedSchema,
        allow_none=True,
        **about("the last round, if its time was up before it was locked"),
    )
    units = fields.Dict(**about("by unit, its values now"))
    refusals = fields.Dict(**about("by unit and order, why it may not carry it out, or null"))


class MatchLinksSchema(Schema):
    self = fields.Url()
    page = fields.Url(**about("for everybody: players and spectators"))
    events = fields.Url()
    notebook = fields.Url()
    challenge = fields.Url()
    replay = fields.Url(**about("with everything open, when the match is over"))


class MatchSchema(Schema):
    ok = fields.Boolean()
    match = fields.String()
    challenge = fields.String()
    state = fields.String(validate=validate.OneOf(["playing", "over"]))
    round = fields.Integer(**about("the one that is being ordered, from 1"))
    rounds = fields.Integer()
    clock_s = fields.Integer()
    clock_ms = fields.Integer(**about("the server's time, ms since 1970, UTC"))
    deadline_ms = fields.Integer(**about("when the round is played at the latest, on that clock"))
    show_until_ms = fields.Integer(
        **about("until when the last round is watched before the clock runs")
    )
    locked = fields.Nested(both("Locked", fields.Boolean()))
    preparing = fields.Boolean(
        **about("whether its bot waits for a compiler, once after an installation")
    )
    sides = fields.Nested(both("Players", fields.Nested(PlayerSchema)))
    you = fields.Nested(OwnSideSchema, allow_none=True)
    winner = fields.String(allow_none=True)
    reason = fields.String(allow_none=True)
    battle = fields.String(allow_none=True, **about("the replay"))
    links = fields.Nested(MatchLinksSchema)


class MatchEventsSchema(Schema):
    """Events that the caller may see, numbered for that viewer."""

    ok = fields.Boolean()
    match = fields.String()
    from_seq = fields.Integer()
    events = fields.List(fields.Dict())
    cues = fields.List(fields.Integer(), **about("ms, one for each event"))
    until_ms = fields.Integer()
    over = fields.Boolean(**about("whether the last of all is among them"))


class NotebookSchema(Schema):
    ok = fields.Boolean()
    viewer = fields.String(validate=validate.OneOf(SIDES))
    exact = fields.Boolean(
        **about("whether every value here can indeed be true, or only the others not")
    )
    cases = fields.Float(**about("how many states of all hidden units together can be true"))
    rounds = fields.List(fields.Dict(), **about("what each round revealed"))
    units = fields.Dict(
        **about(
            "by id of each hidden unit and by stat, what it can be now and can have been at the "
            "start: low, high, values"
        )
    )
    previews = fields.Dict(
        **about(
            "by own unit and order, what it may meet: a list of place, units, rows, and the best "
            "and worst that may become of the own unit: row, changes"
        )
    )
