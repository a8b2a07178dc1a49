"""Searches: which order of units is best, and who beats whom."""

from typing import Any

import msgspec
from flask import request
from flask_smorest import Blueprint

import engine
from webapp.api.schemas.common import ErrorSchema, battle_file
from webapp.api.schemas.searches import (
    BestOrderArguments,
    BestOrderSchema,
    MatchupsBodySchema,
    MatchupsSchema,
)
from webapp.battles import search_guard
from webapp.guard.limits import heavy
from webapp.guard.workshop import work_out

blueprint = Blueprint("searches", __name__, description="Which order, and who beats whom")


@blueprint.post("/best-order")
@blueprint.doc(requestBody=battle_file())
@blueprint.arguments(BestOrderArguments, location="query")
@blueprint.response(200, BestOrderSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
def find_best_order(arguments: dict[str, Any]) -> dict[str, Any]:
    """The best orders of one side's units in the battle in the body, a battle file.

    All orders are weighed exactly where they are no more than those of eight units; others are
    searched locally, and the answer says so. It stops when the client hangs up.
    """
    battle = engine.read(request.get_data())
    found = work_out(search_guard.best_order, battle, arguments["side"], arguments["top"])
    return {"ok": True, **msgspec.to_builtins(found)}


@blueprint.post("/matchups")
@blueprint.arguments(MatchupsBodySchema)
@blueprint.response(200, MatchupsSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
def compare_armies(body: dict[str, Any]) -> dict[str, Any]:
    """Every army against every other, and the mixture of them that no other beats.

    Exact where a kernel knows whole tables; else battles are played, fewer of a pair the more pairs
    there are, and each share has an interval.
    """
    found = work_out(search_guard.matchups, body["armies"])
    return {"ok": True, **msgspec.to_builtins(found)}
