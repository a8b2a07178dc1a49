"""What the API takes and gives for saved armies and the builder."""

from marshmallow import Schema, fields, validate

from engine import SIDES
from webapp.armies.builder.importing import JSON_MOST
from webapp.rest.schemas import GameField, PageArguments, PageSchema, ProblemSchema, about
from webapp.store.models import TITLE_LENGTH

ARMY = {"description": "an army, as in a battle file"}

NOTE = validate.Length(max=TITLE_LENGTH)


class NewArmyBody(Schema):
    ruleset = fields.String(required=True)
    army = fields.Raw(required=True, metadata=ARMY)
    note = fields.String(load_default="", validate=NOTE)
    parent = fields.String(
        load_default=None, allow_none=True, **about("the id of the army that it was forked from")
    )


class ChangedArmyBody(Schema):
    army = fields.Raw(required=True, metadata=ARMY)
    revision = fields.Integer(required=True, strict=True, **about("that it had when it was read"))
    note = fields.String(
        load_default=None, allow_none=True, validate=NOTE, **about("if left out it stays")
    )


class EditArguments(Schema):
    edit = fields.String(load_default="", **about("the token of the edit link"))


class ListArguments(PageArguments):
    ruleset = GameField()


class ArmyLinksSchema(Schema):
    """Links of an army; `edit`, `update` and `renew` only for its maker, once."""

    self = fields.Url()
    page = fields.Url()
    edit = fields.Url()
    update = fields.Url(**about("where to PUT it"))
    renew = fields.Url(**about("where to POST for another edit link"))


class ArmySummarySchema(Schema):
    id = fields.String()
    ruleset = fields.String()
    name = fields.String()
    note = fields.String()
    cost = fields.Integer(allow_none=True)
    revision = fields.Integer()
    parent = fields.String(allow_none=True)
    links = fields.Nested(ArmyLinksSchema)


class ArmySchema(ArmySummarySchema):
    ok = fields.Boolean()
    army = fields.Dict(metadata=ARMY)
    text = fields.String(**about("compact text"))


class ArmiesSchema(PageSchema):
    armies = fields.List(fields.Nested(ArmySummarySchema))


TERMS = {"description": "members of the battle file beside the sides: ap_limit, field, options"}


class TermsSchema(Schema):
    terms = fields.Dict(load_default=dict, metadata=TERMS)
    limits = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(strict=True, validate=validate.Range(0, 100_000)),
        load_default=dict,
        **about("units, heroes: how many a stack may have"),
    )


class CheckBody(TermsSchema):
    army = fields.Raw(required=True, metadata=ARMY)
    side = fields.String(
        validate=validate.OneOf(SIDES),
        load_default=None,
        allow_none=True,
        **about("b defends; if left out, b for an army too large to attack"),
    )
    against = fields.Raw(
        load_default=None,
        allow_none=True,
        **about("an enemy army: its chaos, fear, siege and Life Drain count"),
    )


class TextBody(Schema):
    text = fields.String(required=True, validate=validate.Length(1, JSON_MOST))


class RandomBody(TermsSchema):
    seed = fields.Integer(
        strict=True, load_default=None, allow_none=True, validate=validate.Range(0, 2**53)
    )


class CheckedSchema(Schema):
    ok = fields.Boolean()
    valid = fields.Boolean()
    garrison = fields.Boolean(**about("it may only defend"))
    problems = fields.List(fields.Nested(ProblemSchema))
    cost = fields.Integer(allow_none=True)
    limit = fields.Integer(allow_none=True)
    meters = fields.List(fields.Dict(), **about("label, value, most"))
    units = fields.List(
        fields.Dict(), **about("id, name, icon, stats with their parts, tags, spent, budget")
    )
    bonuses = fields.List(fields.Dict(), **about("what the units share"))
    text = fields.String(**about("compact text; empty for no army yet"))


class ParsedArmySchema(Schema):
    ok = fields.Boolean()
    army = fields.Dict()
    notes = fields.List(fields.Nested(ProblemSchema), **about("spellings that were mended"))


class RandomSchema(Schema):
    ok = fields.Boolean()
    army = fields.Dict()
    seed = fields.Integer()
