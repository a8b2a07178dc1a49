"""The player for other people's pages: its files, battles as reel files, and the page about it."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from flask import Blueprint, Response, render_template, request, send_from_directory
from werkzeug.exceptions import NotFound

from webapp.base import assets, games, icons, samples
from webapp.base.jobs import in_thread
from webapp.battles import store as battles
from webapp.battles.pages import download, viewer
from webapp.battles.playback import Playback
from webapp.guard.limits import heavy
from webapp.html import scenes

blueprint = Blueprint("reels", __name__)

FILES: Final = re.compile(r"(battle-reel|reel-\w+)\.(js|css)|text-\w+\.js")
"""The files of the package in static/dist."""
MAX_AGE_SECONDS: Final = 3600
MIMETYPE: Final = "application/vnd.battlereel+json"
CREDITS: Final = "Icons from game-icons.net, CC BY 3.0"


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
    """A battle that is over as a reel file, which `<battle-reel>` plays. Any page may fetch it."""
    battle = viewer.over(id_)
    game = games.game(battle.ruleset)
    show = battles.playback_of(game, battle)
    scripts = assets.path("offline.js").read_text("utf-8") + scenes.inlined(game)[0]
    # In a thread, since the longest recordings have 2.5 MB.
    text = in_thread(_encoded, show, viewer.page_data(battle), scripts, icons.symbols())
    return Response(text, mimetype=MIMETYPE)


@blueprint.get("/player")
def page() -> str:
    """How to show a battle in another page with `<battle-reel>`, with an example that plays."""
    listed = [samples.load(game) for game in games.games().values() if game.scene.built]
    ids = [one.page_id(sample) for one in listed for sample in one.battles.values()]
    root = request.url_root.rstrip("/")
    return render_template(
        "player.html", module=f"{root}/player/1/battle-reel.js", example=f"{root}/b/{ids[0]}"
    )


def _encoded(
    show: Playback, data: dict[str, Any], scripts: str, symbols: Mapping[str, str]
) -> bytes:
    catalog = data["catalog"]
    events = msgspec.json.encode(show.events).decode()
    shown = download.icons_in(scripts + events, catalog, symbols)
    body = {
        "reel": 1,
        "scene": data["battle"]["ruleset"],
        "recording": [show.header, *show.events],
        "cues": show.schedule.cues,
        "end_ms": show.schedule.duration_ms,
        "battle": {name: value for name, value in data["battle"].items() if name != "ground"},
        "catalog": catalog,
        "figures": {name: _drawing(symbol) for name, symbol in shown.items()},
        "credits": CREDITS,
        **show.extras(slice(None), over=True),
    }
    return msgspec.json.encode(body)


def _drawing(symbol: str) -> str:
    opened = re.sub(r'^<symbol id="[^"]*"', '<svg xmlns="http://www.w3.org/2000/svg"', symbol)
    return opened.replace("</symbol>", "</svg>")


@blueprint.after_request
def _open(response: Response) -> Response:
    """Let pages of any origin read files and battles, and why there is none."""
    if request.endpoint != "reels.page":
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
