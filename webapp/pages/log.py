"""A battle as plain text."""

from flask import Blueprint, Response, request, url_for

from webapp import games
from webapp.base.texts import _
from webapp.battles import store as battles
from webapp.guard.limits import heavy
from webapp.pages import viewer
from webapp.pages.titles import title_of
from webapp.words import log

blueprint = Blueprint("log", __name__)


@blueprint.get("/b/<id_>/log.txt")
@heavy
def text(id_: str) -> Response:
    """All of a battle that is over in words, with the seed and the link to watch it."""
    battle = viewer.over(id_)
    game = games.game(battle.ruleset)
    recording = battles.recording_of(battle)
    head = [
        title_of(battle),
        url_for("watch.watch", id_=battle.id, _external=True),
        _("Seed {seed}", seed=recording.header.seed),
        "",
    ]
    response = Response("\n".join([*head, *log.whole(game, recording), ""]), mimetype="text/plain")
    response.add_etag()
    response.make_conditional(request)
    return response
