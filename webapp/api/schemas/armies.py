"""Saved armies."""

from marshmallow import Schema, fields, validate

from webapp.api.schemas.builder import ARMY
from webapp.rest.schemas import GameField, PageArguments, PageSchema
from webapp.store.models import TITLE_LENGTH

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
