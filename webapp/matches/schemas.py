"""Matches: how one stands, what has happened in it, what is ordered."""

from marshmallow import Schema, validate

from engine import SIDES
from webapp.base.game import ROUNDS_MOST
from webapp.rest import fields
from webapp.rest.schemas import Answer, both


class RoundSchema(Schema):
    """A round; the answer is 409 unless it is the current one."""

    round = fields.Integer(required=True, strict=True, validate=validate.Range(1, ROUNDS_MOST))


class OrdersSchema(RoundSchema):
    orders = fields.Dict(
        "by unit, one of the orders that `you.refusals` lists for it; units left out do nothing",
        required=True,
    )


class NothingSchema(Schema):
    """An empty object."""


class FromSchema(Schema):
    from_seq = fields.Integer(load_default=0, validate=validate.Range(0, 1_000_000))


class PlayerSchema(Schema):
    name = fields.String()
    bot = fields.String("id of the bot that plays it", allow_none=True)


class MissedSchema(Schema):
    round = fields.Integer()
    saved = fields.Boolean("whether orders were saved: those were played")


class OwnSideSchema(Schema):
    side = fields.String(one_of=SIDES)
    orders = fields.Dict("what is ordered for this round, by unit")
    locked = fields.Boolean()
    missed = fields.Nested(
        MissedSchema, "the last round, if its time was up before it was locked", allow_none=True
    )
    units = fields.Dict("by unit, its values now")
    refusals = fields.Dict("by unit and order, why it may not carry it out, or null")


class MatchLinksSchema(Schema):
    self = fields.Url()
    page = fields.Url("for everybody: players and spectators")
    events = fields.Url()
    notebook = fields.Url()
    challenge = fields.Url()
    replay = fields.Url("with everything open, when the match is over")


class MatchSchema(Answer):
    match = fields.String()
    challenge = fields.String()
    state = fields.String(one_of=["playing", "over"])
    round = fields.Integer("the one that is being ordered, from 1")
    rounds = fields.Integer()
    clock_s = fields.Integer()
    clock_ms = fields.Integer("the server's time, ms since 1970, UTC")
    deadline_ms = fields.Integer("when the round is played at the latest, on that clock")
    show_until_ms = fields.Integer("until when the last round is watched before the clock runs")
    locked = fields.Nested(both("Locked", fields.Boolean()))
    preparing = fields.Boolean("whether its bot waits for a compiler, once after an installation")
    sides = fields.Nested(both("Players", fields.Nested(PlayerSchema)))
    you = fields.Nested(OwnSideSchema, allow_none=True)
    winner = fields.String(allow_none=True)
    reason = fields.String(allow_none=True)
    battle = fields.String("the replay", allow_none=True)
    links = fields.Nested(MatchLinksSchema)


class MatchEventsSchema(Answer):
    """Events that the caller may see, numbered for that viewer."""

    match = fields.String()
    from_seq = fields.Integer()
    events = fields.List(fields.Dict())
    cues = fields.List(fields.Integer(), "ms, one for each event")
    until_ms = fields.Integer()
    over = fields.Boolean("whether the last of all is among them")


class NotebookSchema(Answer):
    viewer = fields.String(one_of=SIDES)
    exact = fields.Boolean("whether every value here can indeed be true, or only the others not")
    cases = fields.Float("how many states of all hidden units together can be true")
    rounds = fields.List(fields.Dict(), "what each round revealed")
    units = fields.Dict(
        "by id of each hidden unit and by stat, what it can be now and can have been at the "
        "start: low, high, values"
    )
    previews = fields.Dict(
        "by own unit and order, what it may meet: a list of place, units, rows, and the best and "
        "worst that may become of the own unit: row, changes"
    )
