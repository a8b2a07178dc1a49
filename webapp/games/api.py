"""The call that returns a ruleset's catalog."""

import msgspec
from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema
from werkzeug.exceptions import NotFound

import engine
from webapp.base import figures
from webapp.rest import fields
from webapp.rest.schemas import answers

blueprint = Blueprint("catalogs", __name__, description="Units, items and abilities")


class CatalogSchema(Schema):
    ruleset = fields.String()
    entries = fields.Dict("units, items and the like, by id", keys=fields.String())
    abilities = fields.Dict("by id", keys=fields.String())
    figures = fields.Dict("how units attack and whether they hover, by id", keys=fields.String())


@blueprint.get("/catalogs/<ruleset>")
@answers(blueprint, 200, CatalogSchema, 404)
def get_catalog(ruleset: str) -> Response:
    """Return everything that armies of a ruleset are made of."""
    rules = engine.rulesets().get(ruleset)
    if rules is None:
        raise NotFound(f"no ruleset '{ruleset[:60]}'; there are {', '.join(engine.rulesets())}")
    body = msgspec.json.encode(figures.of_catalog(rules.catalog()))
    return Response(body, mimetype="application/json")
