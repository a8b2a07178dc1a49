"""What the API takes and gives for saved armies and the builder."""

from marshmallow import Schema, fields, validate

from engine import SIDES
from webapp.armies.builder.importing import JSON_MOST
from webapp.rest.schemas import GameField, PageArguments, PageSchema, ProblemSchema
from webapp.store.models import TITLE_LENGTH

ARMY = {"description": "an army, as in a battle file"}

NOTE = validate.Length(max=TITLE_LENGTH)


class NewArmyBody(Schema):
    """An army to be kept."""

    ruleset = fields.String(required=True)
    army = fields.Raw(required=True, metadata=ARMY)
    note = fields.String(load_default="", validate=NOTE)
    parent = fields.String(
        load_default=None,
        allow_none=True,
        metadata={"description": "the id of the army that it was forked from"},
    )


class ChangedArmyBody(Schema):
    """A saved army as it is to be."""

    army = fields.Raw(required=True, metadata=ARMY)
    revision = fields.Integer(
        required=True, strict=True, metadata={"description": "that it had when it was read"}
    )
    note = fields.String(
        load_default=None,
        allow_none=True,
        validate=NOTE,
        metadata={"description": "if left out it stays"},
    )


class EditArguments(Schema):
    """The token that allows changing an army."""

    edit = fields.String(load_default="", metadata={"description": "the token of the edit link"})


class ListArguments(PageArguments):
    """Which armies are listed."""

    ruleset = GameField()


class ArmyLinksSchema(Schema):
    """Where an army is; `edit`, `update` and `renew` are given to its maker only, once."""

    self = fields.Url()
    page = fields.Url()
    edit = fields.Url()
    update = fields.Url(metadata={"description": "where to PUT it"})
    renew = fields.Url(metadata={"description": "where to POST for another edit link"})


class ArmySummarySchema(Schema):
    """A saved army as lists show it."""

    id = fields.String()
    ruleset = fields.String()
    name = fields.String()
    note = fields.String()
    cost = fields.Integer(allow_none=True)
    revision = fields.Integer()
    parent = fields.String(allow_none=True)
    links = fields.Nested(ArmyLinksSchema)


class ArmySchema(ArmySummarySchema):
    """A saved army."""

    ok = fields.Boolean()
    army = fields.Dict(metadata=ARMY)
    text = fields.String(metadata={"description": "compact text"})


class ArmiesSchema(PageSchema):
    """A page of the armies that the asking browser has saved, the last changed first."""

    armies = fields.List(fields.Nested(ArmySummarySchema))


TERMS = {"description": "members of the battle file beside the sides: ap_limit, field, options"}


class TermsSchema(Schema):
    """The terms of the battle for which an army is checked."""

    terms = fields.Dict(load_default=dict, metadata=TERMS)
    limits = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(strict=True, validate=validate.Range(0, 100_000)),
        load_default=dict,
        metadata={"description": "units, heroes: how many a stack may have"},
    )


class CheckBody(TermsSchema):
    """An army that is being built."""

    army = fields.Raw(required=True, metadata=ARMY)
    side = fields.String(
        validate=validate.OneOf(SIDES),
        load_default=None,
        allow_none=True,
        metadata={"description": "b defends; if left out, b for an army too large to attack"},
    )
    against = fields.Raw(
        load_default=None,
        allow_none=True,
        metadata={"description": "an enemy army: its chaos, fear, siege and Life Drain count"},
    )


class TextBody(Schema):
    """An army as people paste it."""

    text = fields.String(required=True, validate=validate.Length(1, JSON_MOST))


class RandomBody(TermsSchema):
    """What a random army has to keep to."""

    seed = fields.Integer(
        strict=True, load_default=None, allow_none=True, validate=validate.Range(0, 2**53)
    )


class CheckedSchema(Schema):
    """What is wrong with an army, and its figures."""

    ok = fields.Boolean()
    valid = fields.Boolean()
    garrison = fields.Boolean(metadata={"description": "it may only defend"})
    problems = fields.List(fields.Nested(ProblemSchema))
    cost = fields.Integer(allow_none=True)
    limit = fields.Integer(allow_none=True)
    meters = fields.List(fields.Dict(), metadata={"description": "label, value, most"})
    units = fields.List(
        fields.Dict(),
        metadata={"description": "id, name, icon, stats with their parts, tags, spent, budget"},
    )
    bonuses = fields.List(fields.Dict(), metadata={"description": "what the units share"})
    text = fields.String(metadata={"description": "compact text; empty for no army yet"})


class ParsedArmySchema(Schema):
    """An army that was read from text."""

    ok = fields.Boolean()
    army = fields.Dict()
    notes = fields.List(
        fields.Nested(ProblemSchema), metadata={"description": "spellings that were mended"}
    )


class RandomSchema(Schema):
    """A random army."""

    ok = fields.Boolean()
    army = fields.Dict()
    seed = fields.Integer()
