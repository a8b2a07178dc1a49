"""Calls of saved armies, by link and edit link, and of the builder."""

import secrets
from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from flask import Response, jsonify, request
from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict, Forbidden

from engine import InputError, Problem
from webapp.armies import schemas
from webapp.armies import store as armies
from webapp.armies.builder import checking, drawing, importing
from webapp.base import games, texts
from webapp.base.form import as_data
from webapp.guard import keys
from webapp.guard.headers import private
from webapp.guard.request_guard import small
from webapp.rest.schemas import answers, page_request
from webapp.store.models import Army

blueprint = Blueprint("armies", __name__, description="Saved armies")
# describes what the holder of an edit link does
_changes: Final = partial(answers, blueprint, 200, schemas.ArmySchema, 403, 404, of=armies.found)


@blueprint.post("/armies")
@answers(blueprint, 201, schemas.ArmySchema, 422, body=schemas.NewArmyBody)
@private
def save_army(body: dict[str, Any]) -> dict[str, Any]:
    """Save an army. The answer contains the edit link, which is not shown again."""
    game, army = games.game(body.pop("ruleset")), body.pop("army")
    return _described(armies.save(game, army, owner=keys.visitor(), **body), for_maker=True)


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
@answers(blueprint, 200, schemas.ArmySchema, 404, of=armies.found)
def get_army(army: Army) -> Response:
    """Return a saved army."""
    response = jsonify(_described(army))
    response.set_etag(f"{army.id}-{army.revision}")
    response.make_conditional(request)
    return response


@blueprint.put("/armies/<id_>")
@blueprint.arguments(schemas.EditArguments, location="query")
@_changes(409, 422, body=schemas.ChangedArmyBody)
@private
def change_army(arguments: dict[str, Any], army: Army, body: dict[str, Any]) -> dict[str, Any]:
    """Change an army, with the token of its edit link and the revision that was read."""
    if not armies.may_edit(army, arguments["edit"]):
        raise Forbidden("Only the edit link of this army can change it; fork it instead.")
    try:
        changed = armies.change(games.game(army.ruleset), army, body.pop("army"), **body)
    except armies.ConflictError:
        raise Conflict(armies.MOVED_ON) from None
    return _described(changed)


@blueprint.post("/armies/<id_>/renew")
@blueprint.arguments(schemas.EditArguments, location="query")
@_changes()
@small
@private
def renew_link(arguments: dict[str, Any], army: Army) -> dict[str, Any]:
    """Replace the edit link, with the old one's token. The old link stops working."""
    if not armies.may_edit(army, arguments["edit"]):
        raise Forbidden("Only the edit link of this army can make a new one.")
    return _described(armies.renew(army), for_maker=True)


def _summary(army: Army) -> dict[str, Any]:
    columns = ("id", "ruleset", "name", "note", "cost", "revision")
    shown = {name: getattr(army, name) for name in columns}
    return {**shown, "parent": army.parent_id, "links": dict(armies.links(army))}


def _described(army: Army, *, for_maker: bool = False) -> dict[str, Any]:
    document = armies.document(army)
    text = checking.text_of(games.game(army.ruleset).builder, document)
    links = {**armies.links(army), **(armies.edit_links(army) if for_maker else {})}
    return {"ok": True, **_summary(army), "links": links, "army": document, "text": text}


builder_blueprint = Blueprint("building", __name__, description="Armies while they are built")


@builder_blueprint.post("/builder/<ruleset>/check")
@answers(builder_blueprint, 200, schemas.CheckedSchema, 404, 422, body=schemas.CheckBody)
def check_army(ruleset: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return an army's problems and figures, also while it is unfinished."""
    checked = checking.inspect(games.game(ruleset), **body)
    return {
        "ok": True,
        "valid": checked.valid,
        "garrison": checked.garrison,
        "problems": _listed(checked.problems),
        **as_data(checked.figures),
        "text": checked.text,
    }


@builder_blueprint.post("/builder/<ruleset>/text")
@answers(builder_blueprint, 200, schemas.ParsedArmySchema, 404, 422, body=schemas.TextBody)
def read_text(ruleset: str, body: dict[str, Any]) -> dict[str, Any]:
    """Parse an army from compact text or JSON; it can still break rules. Errors name the line.

    With `partial`, unreadable parts are left out and listed, and errors name fields of the form.
    """
    game = games.game(ruleset)
    try:
        parsed = importing.read(game, body["text"], partial=body["is_partial"])
    except InputError as error:
        if body["is_partial"]:
            raise InputError(importing.in_form_words(game, error)) from None
        raise
    notes, unread = _listed(parsed.notes), _listed(parsed.unread)
    return {"ok": True, "army": parsed.army, "notes": notes, "unread": unread}


def _listed(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    return [texts.translated(problem)._asdict() for problem in problems]


@builder_blueprint.post("/builder/<ruleset>/random")
@answers(builder_blueprint, 200, schemas.RandomSchema, 404, 422, body=schemas.RandomBody)
def draw_army(ruleset: str, body: dict[str, Any]) -> dict[str, Any]:
    """Draw a random army within the terms and limits; equal seeds draw equal armies."""
    game = games.game(ruleset)
    seed = secrets.randbits(drawing.SEED_BITS) if body["seed"] is None else body["seed"]
    army = drawing.draw(game, body["terms"], body["limits"], seed)
    _, problems = checking.judge(game, army, body["terms"], body["limits"])
    if problems:
        raise InputError(problems)
    return {"ok": True, "army": army, "seed": seed}
