"""Win chances."""

from typing import Any, Literal

import msgspec
from flask import request
from flask_smorest import Blueprint

import engine
from webapp.guard.admission import work_out
from webapp.guard.limits import heavy
from webapp.rest.schemas import ErrorSchema, battle_file
from webapp.searches import limits
from webapp.searches.schemas import (
    OddsArguments,
    OddsSchema,
    WantedSchema,
    WishArguments,
    WorthSchema,
)

blueprint = Blueprint("odds", __name__, description="Win chances, exact or sampled")


@blueprint.post("/odds")
@blueprint.doc(requestBody=battle_file())
@blueprint.arguments(OddsArguments, location="query")
@blueprint.response(200, OddsSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
def weigh(arguments: dict[str, Any]) -> dict[str, Any]:
    """The win chances in the battle in the body, a battle file, and how they were found.

    A battle with a bot that thinks long is refused where its odds would have to be sampled. Of
    others a sample that would take too long is refused with its cost; fewer `samples` are quicker.
    """
    battle = engine.read(request.get_data())
    method: Literal["auto", "exact", "sample"] = arguments["method"]
    odds = work_out(limits.odds, battle, method, arguments["samples"])
    return {"ok": True, **msgspec.to_builtins(odds)}


@blueprint.post("/odds/worth")
@blueprint.doc(requestBody=battle_file())
@blueprint.response(200, WorthSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
def weigh_bonuses() -> dict[str, Any]:
    """What each bonus in the battle in the body is worth: the exact chances without it.

    What makes no difference is left out. A battle whose odds have to be sampled is refused.
    """
    battle = engine.read(request.get_data())
    bonuses = work_out(engine.ablation, battle)
    return {"ok": True, "method": "exact", "bonuses": msgspec.to_builtins(bonuses)}


@blueprint.post("/odds/wanted")
@blueprint.doc(requestBody=battle_file())
@blueprint.arguments(WishArguments, location="query")
@blueprint.response(200, WantedSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
def find_wanted(arguments: dict[str, Any]) -> dict[str, Any]:
    """The battle file in the body with dice that make its battle end as wanted.

    They are a seed, or for a rare end the rolls that the battle begins with, and a seed for the
    rest. The file can be put on air as it is.
    """
    battle = engine.read(request.get_data())
    found = work_out(limits.conditioned, battle, arguments["wish"], arguments["seed"])
    return {"ok": True, "battle": found.document}
