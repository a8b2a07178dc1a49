"""Saved armies: keep one, read it, change it by its edit link."""

from typing import Any

from flask import Response, jsonify, request
from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict, Forbidden, NotFound

from webapp.armies import store as armies
from webapp.armies.builder import checking
from webapp.armies.schemas import (
    ArmiesSchema,
    ArmySchema,
    ChangedArmyBody,
    EditArguments,
    ListArguments,
    NewArmyBody,
)
from webapp.base import games
from webapp.guard import keys
from webapp.guard.request_guard import small
from webapp.rest import bodies
from webapp.rest.schemas import ErrorSchema, page_request
from webapp.store.models import Army

blueprint = Blueprint("armies", __name__, description="Saved armies")


@blueprint.post("/armies")
@blueprint.doc(requestBody=bodies.described(NewArmyBody))
@blueprint.response(201, ArmySchema)
@blueprint.alt_response(422, schema=ErrorSchema)
def save_army() -> tuple[dict[str, Any], int, dict[str, str]]:
    """Keep an army under a link. The answer holds the edit link, which is not shown again."""
    body = bodies.read(NewArmyBody)
    army = armies.save(
        games.game(body["ruleset"]),
        body["army"],
        owner=keys.visitor(),
        note=body["note"],
        parent=body["parent"],
    )
    described = _described(army)
    described["links"] = {**described["links"], **armies.edit_links(army)}
    return described, 201, {"Location": described["links"]["self"]}


@blueprint.get("/armies")
@blueprint.arguments(ListArguments, location="query")
@blueprint.response(200, ArmiesSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
def list_armies(arguments: dict[str, Any]) -> dict[str, Any]:
    """The armies that this browser has saved; nobody else's are listed anywhere."""
    ruleset = arguments["ruleset"]
    known = [ruleset] if ruleset else games.games()
    page = armies.owned(keys.visitor(), known, page_request(arguments))
    return {"ok": True, "armies": [_summary(row) for row in page.rows], **page.described()}


@blueprint.get("/armies/<id_>")
@blueprint.response(200, ArmySchema)
@blueprint.alt_response(404, schema=ErrorSchema)
def get_army(id_: str) -> Response:
    """An army as it is now."""
    army = _found(id_)
    response = jsonify(_described(army))
    response.set_etag(f"{army.id}-{army.revision}")
    response.make_conditional(request)
    return response


@blueprint.put("/armies/<id_>")
@blueprint.arguments(EditArguments, location="query")
@blueprint.doc(requestBody=bodies.described(ChangedArmyBody))
@blueprint.response(200, ArmySchema)
@blueprint.alt_response(403, schema=ErrorSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@blueprint.alt_response(409, schema=ErrorSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
def change_army(arguments: dict[str, Any], id_: str) -> dict[str, Any]:
    """Change an army: with the token of its edit link and the revision that was read."""
    army = _found(id_)
    if not armies.may_edit(army, arguments["edit"]):
        raise Forbidden("Only the edit link of this army can change it; fork it instead.")
    body = bodies.read(ChangedArmyBody)
    try:
        changed = armies.change(
            games.game(army.ruleset),
            army,
            body["army"],
            revision=body["revision"],
            note=body["note"],
        )
    except armies.ConflictError:
        raise Conflict(armies.MOVED_ON) from None
    return _described(changed)


@blueprint.post("/armies/<id_>/renew")
@blueprint.arguments(EditArguments, location="query")
@blueprint.response(200, ArmySchema)
@blueprint.alt_response(403, schema=ErrorSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@small
def renew_link(arguments: dict[str, Any], id_: str) -> dict[str, Any]:
    """Make the edit link anew, by the token of the old one, which ends with that."""
    army = _found(id_)
    if not armies.may_edit(army, arguments["edit"]):
        raise Forbidden("Only the edit link of this army can make a new one.")
    army = armies.renew(army)
    described = _described(army)
    described["links"] = {**described["links"], **armies.edit_links(army)}
    return described


def _found(id_: str) -> Army:
    army = armies.find(id_)
    if army is None:
        raise NotFound("No army has this id. It may have been copied without its last letters.")
    return army


def _summary(army: Army) -> dict[str, Any]:
    return {
        "id": army.id,
        "ruleset": army.ruleset,
        "name": army.name,
        "note": army.note,
        "cost": army.cost,
        "revision": army.revision,
        "parent": army.parent_id,
        "links": dict(armies.links(army)),
    }


def _described(army: Army) -> dict[str, Any]:
    document = armies.document(army)
    text = checking.text_of(games.game(army.ruleset).builder, document)
    return {"ok": True, **_summary(army), "army": document, "text": text}
