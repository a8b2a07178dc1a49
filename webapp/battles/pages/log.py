"""A battle as plain text."""

from flask import Blueprint, Response, request, url_for

from webapp.base import games
from webapp.base.texts import _
from webapp.base.threads import in_thread
from webapp.battles import store as battles
from webapp.battles.pages import viewer
from webapp.battles.pages.titles import title_of
from webapp.guard.limits import heavy
from webapp.words import log

blueprint = Blueprint("log", __name__)


@blueprint.get("/b/<id_>/log.txt")
@heavy
def text(id_: str) -> Response:
    """All of a battle that is over in words, with the seed and the link to watch it."""
    battle = viewer.over(id_)
    game = games.game(battle.ruleset)
    watch = url_for("watch.watch", id_=battle.id, _external=True)
    recording = battles.recording_of(battle)

    def written() -> bytes:
        head = [title_of(battle), watch, _("Seed {seed}", seed=recording.header.seed), ""]
        return "\n".join([*head, *log.whole(game, recording), ""]).encode()

    # In a thread: the longest battles have 16,000 events.
    response = Response(in_thread(written), mimetype="text/plain")
    response.add_etag()
    response.make_conditional(request)
    return response
