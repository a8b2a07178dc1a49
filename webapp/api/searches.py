"""Searches: which order of units is best, and who beats whom."""

from typing import Any

import msgspec
from flask import request
from flask_smorest import Blueprint

import engine
from webapp.api.schemas.common import ErrorSchema, battle_file
from webapp.api.schemas.searches import (
    BestArmiesArguments,
    BestArmiesBodySchema,
    BestArmiesSchema,
    BestOrderArguments,
    BestOrderSchema,
    MatchupsBodySchema,
    MatchupsSchema,
)
from webapp.battles import armies_guard, search_guard
from webapp.battles.searching import search_out
from webapp.guard.limits import heavy

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
    found = search_out(search_guard.best_order, battle, arguments["side"], arguments["top"])
    return {"ok": True, **msgspec.to_builtins(found)}


@blueprint.post("/best-armies")
@blueprint.arguments(BestArmiesArguments, location="query")
@blueprint.arguments(BestArmiesBodySchema)
@blueprint.response(200, BestArmiesSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
def find_best_armies(arguments: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """The best armies of one side that cost at most a budget, against the other side as it is.

    A local search by exact chances where there are some; else battles are played, and the answer
    has intervals. Bots can be met by name. It is the same each time, and stops when the client
    hangs up.
    """
    battle = engine.read(body["battle"])
    found = search_out(
        armies_guard.best_armies,
        battle,
        arguments["side"],
        arguments.get("budget"),
        arguments.get("top"),
        against=body["against"],
        played_by=body.get("played_by"),
        bots=body["bots"],
    )
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
    found = search_out(search_guard.matchups, body["armies"])
    return {"ok": True, **msgspec.to_builtins(found)}
