"""Win chances."""

from typing import Any, Literal

import msgspec
from flask import request
from flask_smorest import Blueprint
from gevent import get_hub

import engine
from webapp.schemas import ErrorSchema, OddsArguments, OddsSchema, battle_file

blueprint = Blueprint("odds", __name__, description="Win chances, exact or sampled")


@blueprint.post("/odds")
@blueprint.doc(requestBody=battle_file())
@blueprint.arguments(OddsArguments, location="query")
@blueprint.response(200, OddsSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
def weigh(arguments: dict[str, Any]) -> dict[str, Any]:
    """The win chances in the battle in the body, a battle file, and how they were found."""
    battle = engine.read(request.get_data())
    method: Literal["auto", "exact", "sample"] = arguments["method"]
    # In a thread: sampling takes seconds, and live viewers' chunks are due meanwhile.
    odds = get_hub().threadpool.apply(engine.odds, (battle, method, arguments["samples"]))
    return {"ok": True, **msgspec.to_builtins(odds)}
