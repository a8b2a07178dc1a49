"""What the API takes and gives for saved armies and the builder."""

from typing import Any

from marshmallow import Schema, ValidationError, validate

from engine import SIDES
from webapp.armies.builder import inventory
from webapp.armies.limits import JSON_MOST
from webapp.rest import fields
from webapp.rest.schemas import Answer, PageArguments, PageSchema, ProblemSchema
from webapp.store.models import TITLE_LENGTH

ARMY = {"description": "an army, as in a battle file"}

NOTE = validate.Length(max=TITLE_LENGTH)


class NewArmyBody(Schema):
    ruleset = fields.String(required=True)
    army = fields.Raw(required=True, metadata=ARMY)
    note = fields.String(load_default="", validate=NOTE)
    parent = fields.String("the id of the army that it was forked from", load_default=None)


class ChangedArmyBody(Schema):
    army = fields.Raw(required=True, metadata=ARMY)
    revision = fields.Integer("that it had when it was read", required=True, strict=True)
    note = fields.String("if left out it stays", load_default=None, validate=NOTE)


class EditArguments(Schema):
    edit = fields.String("the token of the edit link", load_default="")


class ListArguments(PageArguments):
    ruleset = fields.Game()


class ArmyLinksSchema(Schema):
    """Links of an army; `edit`, `update` and `renew` only for its maker, once."""

    self = fields.Url()
    page = fields.Url()
    edit = fields.Url()
    update = fields.Url("where to PUT it")
    renew = fields.Url("where to POST for another edit link")

    def get_attribute(self, obj: dict[str, str], attr: str, default: Any) -> Any:
        return obj.get(attr, default)  # a dict has a method `update`, too


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
    text = fields.String("compact text")


class ArmiesSchema(PageSchema):
    armies = fields.List(fields.Nested(ArmySummarySchema))


TERMS = {"description": "members of the battle file beside the sides: ap_limit, field, options"}


class _LimitField(fields.Integer):
    """A number, or the object of an inventory, of which what means nothing is passed over."""

    def deserialize(self, value: Any, *rest: Any, **more: Any) -> Any:
        return value if isinstance(value, dict) else super().deserialize(value, *rest, **more)


def _refuse_objects(limits: dict[str, Any]) -> None:
    """Refuse an object as any other limit than an inventory."""
    for key, value in limits.items():
        if isinstance(value, dict) is not (key == inventory.KEY):
            raise ValidationError({key: {"value": ["Not a valid integer."]}})


class TermsSchema(Schema):
    terms = fields.Dict(load_default=dict, metadata=TERMS)
    limits = fields.Dict(
        "units, heroes: how many a stack may have; inventory: what an army may use",
        keys=fields.String(),
        values=_LimitField(strict=True, validate=validate.Range(0, 100_000)),
        validate=_refuse_objects,
        load_default=dict,
    )


class CheckBody(TermsSchema):
    army = fields.Raw(required=True, metadata=ARMY)
    side = fields.String(
        "b defends; if left out, b for an army too large to attack", one_of=SIDES, load_default=None
    )
    against = fields.Raw(
        "an enemy army: its chaos, fear, siege and Life Drain count", load_default=None
    )


class TextBody(Schema):
    text = fields.String(required=True, validate=validate.Length(1, JSON_MOST))
    is_partial = fields.Boolean(load_default=False, data_key="partial")


class RandomBody(TermsSchema):
    seed = fields.Integer(strict=True, load_default=None, validate=validate.Range(0, 2**53))


class CheckedSchema(Answer):
    valid = fields.Boolean()
    garrison = fields.Boolean("it may only defend")
    problems = fields.List(fields.Nested(ProblemSchema))
    cost = fields.Integer(allow_none=True)
    limit = fields.Integer(allow_none=True)
    meters = fields.List(fields.Dict(), "label, value, most")
    units = fields.List(
        fields.Dict(), "id, name, icon, stats with their parts, tags, spent, budget"
    )
    bonuses = fields.List(fields.Dict(), "what the units share")
    text = fields.String("compact text; empty for no army yet")


class ParsedArmySchema(Answer):
    army = fields.Dict()
    notes = fields.List(fields.Nested(ProblemSchema), "spellings that were mended")
    unread = fields.List(fields.Nested(ProblemSchema), "with `partial`, parts that are left out")


class RandomSchema(Answer):
    army = fields.Dict()
    seed = fields.Integer()
