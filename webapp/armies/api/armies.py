"""Calls for saved armies: save, read, change by edit link."""

from typing import Any

from flask import Response, jsonify, request
from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict, Forbidden, NotFound

from webapp.armies import schemas
from webapp.armies import store as armies
from webapp.armies.builder import checking
from webapp.base import games
from webapp.base.errors import required
from webapp.guard import keys
from webapp.guard.headers import private
from webapp.guard.request_guard import small
from webapp.rest import bodies
from webapp.rest.schemas import answers, page_request
from webapp.store.models import Army

blueprint = Blueprint("armies", __name__, description="Saved armies")


@blueprint.post("/armies")
@answers(blueprint, 201, schemas.ArmySchema, 422, body=schemas.NewArmyBody)
@private
def save_army() -> tuple[dict[str, Any], int, dict[str, str]]:
    """Save an army. The answer contains the edit link, which is not shown again."""
    body = bodies.read(schemas.NewArmyBody)
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
@blueprint.arguments(schemas.ListArguments, location="query")
@answers(blueprint, 200, schemas.ArmiesSchema, 422)
@private
def list_armies(arguments: dict[str, Any]) -> dict[str, Any]:
    """List the armies that this browser has saved; other people's are not listed anywhere."""
    ruleset = arguments["ruleset"]
    known = [ruleset] if ruleset else games.games()
    page = armies.owned(keys.visitor(), known, page_request(arguments))
    return {"ok": True, "armies": [_summary(row) for row in page.rows], **page.described()}


@blueprint.get("/armies/<id_>")
@answers(blueprint, 200, schemas.ArmySchema, 404)
def get_army(id_: str) -> Response:
    """Return a saved army."""
    army = _found(id_)
    response = jsonify(_described(army))
    response.set_etag(f"{army.id}-{army.revision}")
    response.make_conditional(request)
    return response


@blueprint.put("/armies/<id_>")
@blueprint.arguments(schemas.EditArguments, location="query")
@answers(blueprint, 200, schemas.ArmySchema, 403, 404, 409, 422, body=schemas.ChangedArmyBody)
@private
def change_army(arguments: dict[str, Any], id_: str) -> dict[str, Any]:
    """Change an army, with the token of its edit link and the revision that was read."""
    army = _found(id_)
    if not armies.may_edit(army, arguments["edit"]):
        raise Forbidden("Only the edit link of this army can change it; fork it instead.")
    body = bodies.read(schemas.ChangedArmyBody)
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
@blueprint.arguments(schemas.EditArguments, location="query")
@answers(blueprint, 200, schemas.ArmySchema, 403, 404)
@small
@private
def renew_link(arguments: dict[str, Any], id_: str) -> dict[str, Any]:
    """Replace the edit link, with the old one's token. The old link stops working."""
    army = _found(id_)
    if not armies.may_edit(army, arguments["edit"]):
        raise Forbidden("Only the edit link of this army can make a new one.")
    army = armies.renew(army)
    described = _described(army)
    described["links"] = {**described["links"], **armies.edit_links(army)}
    return described


def _found(id_: str) -> Army:
    missing = "No army has this id. It may have been copied without its last letters."
    return required(armies.find(id_), NotFound(missing))


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
