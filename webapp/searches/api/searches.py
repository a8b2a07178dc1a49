"""Searches: which order of units is best, and who beats whom."""

from typing import Any

import msgspec
from flask import request
from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict

import engine
from engine import SideId
from webapp.base.clock import now_ms
from webapp.battles import store as battles
from webapp.guard.admission import equivalent, work_out_long
from webapp.guard.limits import heavy
from webapp.rest import bodies
from webapp.rest.schemas import ErrorSchema, battle_file
from webapp.searches import limits, verdicts
from webapp.searches.limits import search_out
from webapp.searches.schemas import (
    BestArmiesArguments,
    BestArmiesBodySchema,
    BestArmiesSchema,
    BestOrderArguments,
    BestOrderBodySchema,
    BestOrderSchema,
    MatchupsBodySchema,
    MatchupsSchema,
    SeriesBodySchema,
    SeriesVerdictSchema,
)


def _order_body() -> dict[str, Any]:
    body = battle_file()
    schema = body["content"]["application/json"]
    schema["schema"] = {"anyOf": [schema["schema"], BestOrderBodySchema]}
    return body


blueprint = Blueprint("searches", __name__, description="Which order, and who beats whom")


@blueprint.post("/best-order")
@blueprint.doc(requestBody=_order_body())
@blueprint.arguments(BestOrderArguments, location="query")
@blueprint.response(200, BestOrderSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
@equivalent("battlereel best-order FILE")
def find_best_order(arguments: dict[str, Any]) -> dict[str, Any]:
    """The best orders of one side's units in the battle in the body.

    The body is a battle file, or has one as `battle`, with further opponents as `against`.
    All orders are weighed exactly where they are no more than those of eight units; others are
    searched locally, and the answer says so. It stops when the client hangs up.
    """
    data, against = engine.decode(request.get_data()), []
    if isinstance(data, dict) and "battle" in data:
        body = bodies.read(BestOrderBodySchema)
        data, against = body["battle"], body["against"]
    found = search_out(
        limits.best_order, engine.read(data), arguments["side"], arguments["top"], against=against
    )
    return {"ok": True, **msgspec.to_builtins(found)}


@blueprint.post("/best-armies")
@blueprint.arguments(BestArmiesArguments, location="query")
@blueprint.arguments(BestArmiesBodySchema)
@blueprint.response(200, BestArmiesSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
@equivalent(limits.BEST_ARMIES)
def find_best_armies(arguments: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """The best armies of one side that cost at most a budget, against the other side as it is.

    A local search by exact chances where there are some; else battles are played, and the answer
    has intervals. Bots can be met by name. It is the same each time, and stops when the client
    hangs up.
    """
    battle = engine.read(body["battle"])
    found = search_out(
        limits.best_armies,
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
@equivalent(limits.MATCHUPS)
def compare_armies(body: dict[str, Any]) -> dict[str, Any]:
    """Every army against every other, and the mixture of them that no other beats.

    Exact where a kernel knows whole tables; else battles are played, fewer of a pair the more pairs
    there are, and each share has an interval.
    """
    found = search_out(limits.matchups, body["armies"])
    return {"ok": True, **msgspec.to_builtins(found)}


@blueprint.post("/verdict")
@blueprint.doc(requestBody=bodies.described(SeriesBodySchema))
@blueprint.response(200, SeriesVerdictSchema)
@blueprint.alt_response(409, schema=ErrorSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
@equivalent("battlereel verdict FILE…")
def sum_verdicts() -> dict[str, Any]:
    """Why somebody won as many of these battles as they did: the armies, the orders, the dice.

    Battles are named by their ids, or given as battle files, up to a hundred. Refused where odds
    are not exact, for battles of older rules, and while one of them is on air. What was weighed is
    remembered; it stops when the client hangs up.
    """
    found = work_out_long(verdicts.summed, _fought(bodies.read(SeriesBodySchema)["battles"]))
    return {"ok": True, **msgspec.to_builtins(found)}


def _fought(rows: list[dict[str, Any]]) -> list[verdicts.Fought | tuple[Any, SideId]]:
    """Return the battles of a body. Raise InputError or Conflict (one is on air)."""
    stored = battles.find_all([row["id"] for row in rows if "id" in row])
    unknown = [
        engine.Problem(f"battles[{place}].id", engine.Text("there is no battle with this id"))
        for place, row in enumerate(rows)
        if "id" in row and row["id"] not in stored
    ]
    if unknown:
        raise engine.InputError(unknown)
    if on_air := [id_ for id_, battle in stored.items() if not battle.is_over(now_ms())]:
        raise Conflict(
            engine.Text(
                "Still on air: {ids}. Why a battle ended so is told when it is over.",
                ids=", ".join(on_air),
            )
        )
    headers = battles.headers_of([*stored.values()])
    return [
        verdicts.Fought(
            headers[stored[row["id"]].digest], row["side"], stored[row["id"]].recording.winner
        )
        if "id" in row
        else (row["battle"], row["side"])
        for row in rows
    ]
