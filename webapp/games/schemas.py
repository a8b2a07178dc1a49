"""Catalogs."""

from marshmallow import Schema, fields


class CatalogSchema(Schema):
    """All that armies of a ruleset are made of; each ruleset adds tables of its own."""

    ruleset = fields.String()
    entries = fields.Dict(
        keys=fields.String(), metadata={"description": "units, items and the like, by id"}
    )
    abilities = fields.Dict(keys=fields.String(), metadata={"description": "by id"})
