"""The catalogs of the rulesets."""

import msgspec
from flask import Response, request
from flask_smorest import Blueprint
from werkzeug.exceptions import NotFound

import engine
from webapp.games.schemas import CatalogSchema
from webapp.rest.schemas import ErrorSchema

blueprint = Blueprint("catalogs", __name__, description="Units, items and abilities")


@blueprint.get("/catalogs/<ruleset>")
@blueprint.response(200, CatalogSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
def get_catalog(ruleset: str) -> Response:
    """Everything that armies of a ruleset are made of."""
    rules = engine.rulesets().get(ruleset)
    if rules is None:
        raise NotFound(f"no ruleset '{ruleset[:60]}'; there are {', '.join(engine.rulesets())}")
    response = Response(msgspec.json.encode(rules.catalog()), mimetype="application/json")
    response.set_etag(rules.catalog_hash)
    response.make_conditional(request)
    return response
