"""Challenges: bodies that make and join one and seal an army, and the answers to each asker."""

from marshmallow import Schema, validate

from engine import SIDES
from webapp.challenges.limits import HOURS_MOST, LEAD_LEAST_S, LEAD_MOST_S, LEAD_S
from webapp.challenges.store import BEST_OF
from webapp.challenges.views import STATUSES
from webapp.rest import fields
from webapp.rest.schemas import Answer, both


class NewChallengeSchema(Schema):
    ruleset = fields.String(required=True)
    terms = fields.Dict(
        "members of the battle file beside sides, seed and rolls, such as ap_limit, options, field",
        load_default=dict,
    )
    limits = fields.Dict(
        "how much of what an army may hold at most, such as heroes; inventory: what it may use, as "
        "text or as an object",
        load_default=dict,
    )
    name = fields.String("whose challenge it is", load_default="")
    title = fields.String(load_default="")
    opponent = fields.String("id of a bot; without one, the holder of the link", load_default="")
    best_of = fields.Integer(load_default=1, strict=True, one_of=BEST_OF)
    listed = fields.Boolean("whether lists show its battles", load_default=False)
    hours = fields.Integer(
        "until it expires, unless both have sealed by then",
        load_default=168,
        strict=True,
        validate=validate.Range(1, HOURS_MOST),
    )
    starts_at_ms = fields.Integer(
        "makes an appointment: when the battle begins; armies are drafts until the deadline",
        load_default=None,
        allow_none=True,
        strict=True,
    )
    seal_before_s = fields.Integer(
        "from the deadline of an appointment to its start",
        load_default=LEAD_S,
        strict=True,
        validate=validate.Range(LEAD_LEAST_S, LEAD_MOST_S),
    )


class ProposalSchema(Schema):
    starts_at_ms = fields.Integer(
        "the proposed start; what the other player has proposed is agreed; null takes a proposal "
        "back, or declines it",
        required=True,
        allow_none=True,
        strict=True,
    )


class JoinSchema(Schema):
    token = fields.String(
        "the last part of the opponent's link, the maker's invitation", required=True
    )
    name = fields.String(load_default="")


class SaltedArmySchema(Schema):
    army = fields.Dict(required=True)
    salt = fields.String(
        "32 bytes that you have drawn, as 64 small hexadecimal digits; without it the server "
        "draws them, and everybody can see that",
        load_default="",
    )


class SealSchema(SaltedArmySchema):
    seal = fields.String(
        "the seal that you expect; another one is refused with 422", load_default=""
    )


class RenewSchema(Schema):
    link = fields.String(
        "your seat's own, or the opponent's", required=True, one_of=["seat", "invitation"]
    )


class SeatSchema(Schema):
    player = fields.String("the side of its holder in the series' first game", one_of=SIDES)
    name = fields.String()
    taken = fields.Boolean()
    sealed = fields.Boolean()
    seal = fields.String("the hash of army and salt, once it is sealed", allow_none=True)
    salted_by = fields.String(
        "who has drawn the salt", allow_none=True, one_of=["player", "server", "bot"]
    )


CountsSchema = both("Counts", fields.Integer())


class SeriesSchema(Schema):
    id = fields.String("of the first game")
    number = fields.Integer()
    best_of = fields.Integer()
    points = fields.Nested(CountsSchema)
    draws = fields.Integer()
    won = fields.Nested(CountsSchema, "whole series won, rematches included")
    winner = fields.String("the player who has won the series", allow_none=True)


class AppointmentSchema(Schema):
    starts_at_ms = fields.Integer()
    seals_at_ms = fields.Integer("the deadline: drafts are sealed then")
    proposed_at_ms = fields.Integer("another start that a player proposes", allow_none=True)
    proposed_by = fields.String("the side", allow_none=True, one_of=SIDES)


class AskerLinksSchema(Schema):
    seat = fields.Url("gives the seat back on any device")
    join = fields.Url("the opponent's link, as long as a seat is free")


class AskerSchema(Schema):
    side = fields.String(one_of=SIDES)
    seat = fields.String("the token to send as Authorization: Bearer; keep it secret")
    army = fields.Dict("what they have sealed", allow_none=True)
    draft = fields.Raw("of an appointment: what is sealed at the deadline", allow_none=True)
    salt = fields.String("what it was sealed with; secret until the end", allow_none=True)
    invitation = fields.String("the token that takes the other seat, as long as it is free")
    links = fields.Nested(AskerLinksSchema)


class ChallengeLinksSchema(Schema):
    self = fields.Url()
    page = fields.Url("for everybody: players and spectators")
    card = fields.Url("a picture of how it stands, PNG")
    series = fields.Url("all games between the same two, one page")
    battle = fields.Url("where its battle is watched, once there is one")
    calendar = fields.Url("its appointment as a calendar file, if it has one")
    proof = fields.Url("to check it by, when it is over")
    next = fields.Url("the next game, once there is one")


class ChallengeSchema(Answer):
    """A challenge, as far as the asker may know it."""

    id = fields.String()
    status = fields.String(one_of=STATUSES)
    ruleset = fields.String()
    title = fields.String()
    terms = fields.Dict()
    limits = fields.Dict()
    listed = fields.Boolean()
    created_at_ms = fields.Integer()
    expires_at_ms = fields.Integer()
    appointment = fields.Nested(AppointmentSchema, allow_none=True)
    seats = fields.Nested(both("Seats", fields.Nested(SeatSchema)))
    series = fields.Nested(SeriesSchema)
    battle = fields.String(allow_none=True)
    address = fields.String("the path of its page", allow_none=True)
    starts_at_ms = fields.Integer(allow_none=True)
    winner = fields.String("the side; null before the end, or for a draw", allow_none=True)
    next = fields.String(allow_none=True)
    commitment = fields.String("the hash of the server's secret, published before anybody seals")
    provable = fields.Boolean("whether it can be checked; not what was made before Nov 2026")
    secret = fields.String(
        "the server's part of the dice, null until the battle is over", allow_none=True
    )
    seed = fields.String("null until the battle is over", allow_none=True)
    nonce = fields.String(
        "only where it is not provable: its commitment is the SHA-256 of '<seed>:<nonce>'",
        allow_none=True,
    )
    you = fields.Nested(AskerSchema, allow_none=True)
    links = fields.Nested(ChallengeLinksSchema)


class ProvenSeatSchema(Schema):
    name = fields.String()
    seal = fields.String()
    salt = fields.String()
    salted_by = fields.String(one_of=["player", "server", "bot"])
    army = fields.Dict()


class AnyProofSchema(Answer):
    format = fields.String("battlereel/1")
    ruleset = fields.String()
    terms = fields.Dict()
    limits = fields.Dict()
    commitment = fields.String()
    secret = fields.String()
    seed = fields.String()


class ProofSchema(AnyProofSchema):
    challenge = fields.String("its id")
    seats = fields.Nested(both("ProvenSeats", fields.Nested(ProvenSeatSchema)))
    recording = fields.List(fields.Dict(), "the battle's: its header, then all events")
