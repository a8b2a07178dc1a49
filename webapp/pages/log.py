"""A battle as plain text."""

from flask import Blueprint, Response, current_app, request, url_for
from werkzeug.exceptions import Conflict, NotFound

from webapp import battles
from webapp.limits import heavy
from webapp.words import log

blueprint = Blueprint("log", __name__)


@blueprint.get("/b/<id_>/log.txt")
@heavy
def text(id_: str) -> Response:
    """All of a battle that is over in words, with the seed and the link to watch it."""
    battle = battles.find(id_)
    if battle is None:
        raise NotFound("No battle has this link. It may have been copied without its last letters.")
    if not battle.is_over(current_app.config["CLOCK"].now_ms()):
        raise Conflict("This battle is still on air. Its log can be had when it is over.")
    recording = battles.recording_of(battle)
    head = [
        battle.title,
        url_for("watch.watch", id_=battle.id, _external=True),
        f"Seed {recording.header.seed}",
        "",
    ]
    response = Response("\n".join([*head, *log.lines(recording), ""]), mimetype="text/plain")
    response.add_etag()
    response.make_conditional(request)
    return response
