"""The player for other people's pages: its files, battles as reel files, and the page about it."""

import re
from typing import Any, Final

import msgspec
from flask import Blueprint, Response, render_template, request, send_from_directory
from werkzeug.exceptions import NotFound, UnprocessableEntity

from webapp.base import assets, figures, games, icons, samples
from webapp.base.clock import now_ms
from webapp.battles import store as battles
from webapp.battles.limits import LEAD_MS
from webapp.battles.pages import reel_file, viewer
from webapp.battles.playback import Playback, chunk
from webapp.guard.limits import heavy
from webapp.store.models import Battle

blueprint = Blueprint("reels", __name__)

FILES: Final = re.compile(
    r"(battle-reel|reel-[\w-]+)\.(js|css)|text-\w+\.js|display-(face|accents)\.woff2|display-face\.LICENSE\.txt"
)
"""The files of the package in static/dist."""
MAX_AGE_SECONDS: Final = 3600
MIMETYPE: Final = "application/vnd.battlereel+json"
FROM_DIGITS: Final = 9


@blueprint.get("/player/<name>")
@blueprint.get("/player/1/<name>")
def file(name: str) -> Response:
    """A file of `<battle-reel>`: of major version 1, or of the newest. Any page may load it."""
    if not FILES.fullmatch(name):
        raise NotFound("The player has no such file.")
    path = assets.path(name)
    return send_from_directory(path.parent, path.name, max_age=MAX_AGE_SECONDS)


@blueprint.get("/b/<id_>/reel.json")
@heavy
def reel(id_: str) -> Response:
    """A battle as a reel file, which `<battle-reel>` plays. Any page may fetch it.

    One on air has the events that are due, and `live` says where the next ones are.
    """
    battle = viewer.found(id_)
    show = battles.playback_of(games.game(battle.ruleset), battle)
    piece = None if viewer.is_over(battle) else _piece(battle, show, 0)
    return _answer(battle, reel_file.encoded(battle, show, viewer.page_data(battle), piece))


@blueprint.get("/b/<id_>/reel-events.json")
def reel_events(id_: str) -> Response:
    """The due events of a battle on air, from the query's `from` on. Any page may fetch them."""
    battle = viewer.found(id_)
    start = request.args.get("from", "0")
    if not start.isdecimal() or len(start) > FROM_DIGITS:
        raise UnprocessableEntity("`from` must be the number of the first event, 0 or more.")
    game = games.game(battle.ruleset)
    show = battles.playback_of(game, battle)
    piece = _piece(battle, show, int(start))
    catalog = figures.of_catalog(game.ruleset.catalog())
    shown = reel_file.figures_of(reel_file.text_of(show, piece), catalog, icons.symbols())
    return _answer(battle, msgspec.json.encode({**piece, "figures": shown}))


def _piece(battle: Battle, show: Playback, seq: int) -> dict[str, Any]:
    """Return the events that are due from this one on, as live viewers get them."""
    position = now_ms() - battle.starts_at_ms
    due = chunk(show.schedule, seq, position + LEAD_MS)
    begin = min(seq, len(show.events))
    end = due.to_seq if due else begin
    over = due is not None and due.over
    span = slice(begin, end)
    cues = show.schedule.cues
    return {
        "from_seq": begin,
        "events": show.events[span],
        "cues": cues[span],
        "until_ms": due.until_ms if due else (cues[begin] if begin < len(cues) else position),
        "clock_ms": position,
        "over": over,
        **show.extras(span, over=over),
    }


def _answer(battle: Battle, body: bytes) -> Response:
    response = Response(body, mimetype=MIMETYPE)
    if not viewer.is_over(battle):
        response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/player")
def page() -> str:
    """How to show a battle in another page with `<battle-reel>`, with an example that plays."""
    listed = [samples.load(game) for game in games.games().values() if game.scene.built]
    ids = [one.page_id(sample) for one in listed for sample in one.battles.values()]
    root = request.url_root.rstrip("/")
    return render_template(
        "player.html", module=f"{root}/player/1/battle-reel.js", example=f"{root}/b/{ids[0]}"
    )


@blueprint.after_request
def _open(response: Response) -> Response:
    """Let pages of any origin read files and battles, and why there is none."""
    if request.endpoint != "reels.page":
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
