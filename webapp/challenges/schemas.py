"""Challenges: bodies that make and join one and seal an army, and what each asker is told."""

from marshmallow import Schema, fields, validate

from engine import SIDES
from webapp.challenges.store import BEST_OF, HOURS_MOST
from webapp.challenges.views import STATUSES
from webapp.rest.schemas import about, both

SIDE = validate.OneOf(SIDES)


class NewChallengeSchema(Schema):
    """A challenge to make; who makes it takes side a."""

    ruleset = fields.String(required=True)
    terms = fields.Dict(
        load_default=dict,
        **about(
            "members of the battle file beside sides, seed and rolls, such as ap_limit, options, "
            "field"
        ),
    )
    limits = fields.Dict(
        load_default=dict, **about("how much of what an army may hold at most, such as heroes")
    )
    name = fields.String(load_default="", **about("whose challenge it is"))
    title = fields.String(load_default="")
    opponent = fields.String(
        load_default="", **about("id of a bot; without one, whoever has the link")
    )
    best_of = fields.Integer(load_default=1, strict=True, validate=validate.OneOf(BEST_OF))
    listed = fields.Boolean(load_default=False, **about("whether lists show its battles"))
    hours = fields.Integer(
        load_default=168,
        strict=True,
        validate=validate.Range(1, HOURS_MOST),
        **about("until it expires, unless both have sealed by then"),
    )


class JoinSchema(Schema):
    """Taking the second seat."""

    token = fields.String(
        required=True, **about("the last part of the opponent's link, the maker's invitation")
    )
    name = fields.String(load_default="")


class SealSchema(Schema):
    """An army to seal, as in a battle file, with a salt that only you know."""

    army = fields.Dict(required=True)
    salt = fields.String(
        load_default="",
        **about(
            "32 bytes that you have drawn, as 64 small hexadecimal digits; without it the server "
            "draws them, and everybody is told so"
        ),
    )
    seal = fields.String(
        load_default="", **about("the seal that you expect; another one is refused with 422")
    )


class RenewSchema(Schema):
    """Which link is to be made anew."""

    link = fields.String(
        required=True,
        validate=validate.OneOf(["seat", "invitation"]),
        **about("your seat's own, or the opponent's"),
    )


class SeatSchema(Schema):
    """One side, as everybody may know it."""

    player = fields.String(
        validate=SIDE, **about("the side of its holder in the series' first game")
    )
    name = fields.String()
    taken = fields.Boolean()
    sealed = fields.Boolean()
    seal = fields.String(allow_none=True, **about("the hash of army and salt, once it is sealed"))
    salted_by = fields.String(
        allow_none=True,
        validate=validate.OneOf(["player", "server", "bot"]),
        **about("who has drawn the salt"),
    )


CountsSchema = both("Counts", fields.Integer())


class SeriesSchema(Schema):
    """Where a game stands in its series, up to and with this game if it is over."""

    id = fields.String(**about("of the first game"))
    number = fields.Integer()
    best_of = fields.Integer()
    points = fields.Nested(CountsSchema)
    draws = fields.Integer()
    won = fields.Nested(CountsSchema, **about("whole series won, rematches included"))
    winner = fields.String(allow_none=True, **about("the player who has won the series"))


class AskerLinksSchema(Schema):
    """Links that only the asker may know."""

    seat = fields.Url(**about("gives the seat back on any device"))
    join = fields.Url(**about("the opponent's link, as long as a seat is free"))


class AskerSchema(Schema):
    side = fields.String(validate=SIDE)
    seat = fields.String(**about("the token to send as Authorization: Bearer; keep it secret"))
    army = fields.Dict(allow_none=True, **about("what they have sealed"))
    salt = fields.String(allow_none=True, **about("what it was sealed with; secret until the end"))
    invitation = fields.String(
        **about("the token that takes the other seat, as long as it is free")
    )
    links = fields.Nested(AskerLinksSchema)


class ChallengeLinksSchema(Schema):
    self = fields.Url()
    page = fields.Url(**about("for everybody: players and spectators"))
    card = fields.Url(**about("a picture of how it stands, PNG"))
    series = fields.Url(**about("all games between the same two, one page"))
    battle = fields.Url(**about("where its battle is watched, once there is one"))
    proof = fields.Url(**about("to check it by, when it is over"))
    next = fields.Url(**about("the next game, once there is one"))


class ChallengeSchema(Schema):
    """A challenge, as far as the asker may know it."""

    ok = fields.Boolean()
    id = fields.String()
    status = fields.String(validate=validate.OneOf(STATUSES))
    ruleset = fields.String()
    title = fields.String()
    terms = fields.Dict()
    limits = fields.Dict()
    listed = fields.Boolean()
    created_at_ms = fields.Integer()
    expires_at_ms = fields.Integer()
    seats = fields.Nested(both("Seats", fields.Nested(SeatSchema)))
    series = fields.Nested(SeriesSchema)
    battle = fields.String(allow_none=True)
    address = fields.String(allow_none=True, **about("the path of its page"))
    starts_at_ms = fields.Integer(allow_none=True)
    winner = fields.String(allow_none=True, **about("the side; null before the end, or for a draw"))
    next = fields.String(allow_none=True)
    commitment = fields.String(
        **about("the hash of the server's secret, published before anybody seals")
    )
    provable = fields.Boolean(
        **about("whether it can be checked; not what was made before Nov 2026")
    )
    secret = fields.String(
        allow_none=True, **about("the server's part of the dice, null until the battle is over")
    )
    seed = fields.String(allow_none=True, **about("null until the battle is over"))
    nonce = fields.String(
        allow_none=True,
        **about("only where it is not provable: its commitment is the SHA-256 of '<seed>:<nonce>'"),
    )
    you = fields.Nested(AskerSchema, allow_none=True)
    links = fields.Nested(ChallengeLinksSchema)


class ProvenSeatSchema(Schema):
    """What was sealed on a side."""

    name = fields.String()
    seal = fields.String()
    salt = fields.String()
    salted_by = fields.String(validate=validate.OneOf(["player", "server", "bot"]))
    army = fields.Dict()


class ProofSchema(Schema):
    """The proof of a challenge: all hashes, and what they are of."""

    ok = fields.Boolean()
    format = fields.String(**about("battlereel/1"))
    challenge = fields.String(**about("its id"))
    ruleset = fields.String()
    terms = fields.Dict()
    limits = fields.Dict()
    commitment = fields.String()
    secret = fields.String()
    seed = fields.String()
    seats = fields.Nested(both("ProvenSeats", fields.Nested(ProvenSeatSchema)))
    recording = fields.List(fields.Dict(), **about("the battle's: its header, then all events"))
