"""Tournaments: bodies that make and join one, and the answers to each asker."""

from marshmallow import Schema, validate

from engine.tournament import ENTRANTS_MOST as ENTRANTS_READ
from engine.tournament import KINDS
from webapp.challenges.limits import HOURS_MOST
from webapp.challenges.schemas import AnyProofSchema, SaltedArmySchema
from webapp.rest import fields
from webapp.rest.schemas import Answer
from webapp.tournaments.limits import ENOUGH, ENTRANTS_MOST


class NewEntrantSchema(Schema):
    name = fields.String()
    army = fields.Dict(required=True)


class NewTournamentSchema(Schema):
    """A tournament to make: of `entrants`, or without them with registration."""

    ruleset = fields.String(required=True)
    kind = fields.String(required=True, one_of=KINDS)
    name = fields.String(load_default="")
    best_of = fields.Integer(load_default=1, strict=True)
    rounds = fields.Integer("of a Swiss tournament; of a ladder to begin with", strict=True)
    terms = fields.Dict(
        "members of the battle file beside sides, seed and rolls", load_default=dict
    )
    side = fields.Dict(
        "what each side has beside its army, such as the bot that orders",
        load_default=None,
        allow_none=True,
    )
    entrants = fields.Counted(
        fields.Nested(NewEntrantSchema),
        ENTRANTS_READ,
        what="armies",
        load_default=None,
        allow_none=True,
        about="the armies, the strongest first; without them people join",
    )
    limits = fields.Dict(
        "where people join: how much of what an army may hold at most", load_default=dict
    )
    places = fields.Integer(
        "where people join: how many may",
        load_default=ENTRANTS_MOST,
        strict=True,
        validate=validate.Range(ENOUGH, ENTRANTS_MOST),
    )
    hours = fields.Integer(
        "where people join: until it begins, unless its maker says so",
        load_default=24,
        strict=True,
        validate=validate.Range(1, HOURS_MOST),
    )


class MoreRoundsSchema(Schema):
    rounds = fields.Integer(required=True, strict=True)


class PartSchema(Schema):
    takes_part = fields.Boolean(required=True)


class EnterSchema(SaltedArmySchema):
    name = fields.String("what everybody calls you", required=True)


class RenewedLinkSchema(Schema):
    link = fields.String(
        "the maker's, or that of your own place", required=True, one_of=["edit", "seat"]
    )


class EntrantSchema(Schema):
    number = fields.Integer()
    name = fields.String()
    seal = fields.String("the hash of army and salt")
    salted_by = fields.String(one_of=["player", "server"])


class StandingSchema(Schema):
    rank = fields.Integer()
    name = fields.String()
    seed = fields.Integer("its place in the tournament's file, from 1")
    points = fields.Float()
    won = fields.Integer()
    drawn = fields.Integer()
    lost = fields.Integer()
    byes = fields.Integer()
    games = fields.Float()
    head_to_head = fields.Float()
    buchholz = fields.Float()
    sonneborn_berger = fields.Float()
    rating = fields.Integer()
    interval = fields.List(fields.Integer())
    takes_part = fields.Boolean("of a ladder: whether it plays in the rounds to come")


class GameSchema(Schema):
    id = fields.String()
    a = fields.String()
    b = fields.String()
    winner = fields.String("the side; null for a draw", allow_none=True)
    battle = fields.Url("where it is watched; null if it was removed", allow_none=True)


class MatchRowSchema(Schema):
    """A match: of a bracket `bracket` and `round` say where it stands."""

    id = fields.String()
    round = fields.Integer()
    bracket = fields.String()
    a = fields.String(allow_none=True)
    b = fields.String(allow_none=True)
    state = fields.String(one_of=["pending", "bye", "open", "done"])
    points = fields.List(fields.Float())
    winner = fields.String(allow_none=True)
    by_seed = fields.Boolean()
    games = fields.List(fields.Nested(GameSchema))


class TournamentAskerSchema(Schema):
    """The asker's secrets: the maker's token, or their own place."""

    edit = fields.String("the maker's token, for `?edit=`")
    number = fields.Integer()
    seat = fields.String("the token to send as Authorization: Bearer; keep it secret")
    army = fields.Dict()
    salt = fields.String()
    links = fields.Dict(keys=fields.String(), values=fields.Url())


class TournamentLinksSchema(Schema):
    self = fields.Url()
    page = fields.Url("for everybody")
    file = fields.Url("its tournament file, when it is over")
    proof = fields.Url("to check it by, when it is over")


class TournamentSchema(Answer):
    """A tournament; standings and matches once it is played, and then no places and limits."""

    id = fields.String()
    state = fields.String(
        "open: people may join; few: too few did; void: rules changed",
        one_of=("open", "begins", "few", "void", "playing", "over"),
    )
    name = fields.String()
    ruleset = fields.String()
    kind = fields.String(one_of=KINDS)
    best_of = fields.Integer()
    rounds = fields.Integer(allow_none=True)
    terms = fields.Dict()
    side = fields.Dict()
    limits = fields.Dict()
    places = fields.Integer()
    created_at_ms = fields.Integer()
    closes_at_ms = fields.Integer()
    joining = fields.Boolean("of a ladder that people joined: whether more may")
    commitment = fields.String("the hash of the server's secret")
    secret = fields.String("the server's part of the dice, when over")
    entrants = fields.List(fields.Nested(EntrantSchema))
    seed = fields.String(
        "of all dice, when it is over; of a ladder while it rests and registration is closed"
    )
    done = fields.Integer("matches that are over")
    of = fields.Integer("matches in all")
    standings = fields.List(fields.Nested(StandingSchema))
    matches = fields.List(fields.Nested(MatchRowSchema))
    you = fields.Nested(TournamentAskerSchema, allow_none=True)
    links = fields.Nested(TournamentLinksSchema)


class TournamentProofSchema(AnyProofSchema):
    tournament = fields.String("its id")
    entrants = fields.List(fields.Dict())
    file = fields.Dict("the tournament file that was played")
