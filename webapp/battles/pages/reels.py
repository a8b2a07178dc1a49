"""The player for other people's pages: its files, the page about it, and battles as reel files."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from flask import Blueprint, Response, render_template, request, send_from_directory
from werkzeug.exceptions import NotFound, UnprocessableEntity

from webapp.base import assets, figures, games, icons, samples
from webapp.base.clock import now_ms
from webapp.base.jobs import in_thread
from webapp.battles import store as battles
from webapp.battles.limits import LEAD_MS
from webapp.battles.pages import viewer
from webapp.battles.playback import Chunk, Playback, chunk
from webapp.guard.limits import heavy
from webapp.html import scenes
from webapp.store.models import Battle

blueprint = Blueprint("reels", __name__)

FILES: Final = re.compile(  # the files of the package in static/dist
    r"(battle-reel|reel-[\w-]+)\.(js|css)|text-\w+\.js|display-(face|accents)\.woff2|display-face\.LICENSE\.txt"
)
FROM_DIGITS: Final = 9


@blueprint.get("/player/<name>")
@blueprint.get("/player/1/<name>")
def file(name: str) -> Response:
    """A file of `<battle-reel>`: of major version 1, or of the newest. Any page may load it."""
    if not FILES.fullmatch(name):
        raise NotFound("The player has no such file.")
    path = assets.path(name)
    return send_from_directory(path.parent, path.name, max_age=3600)  # an hour


@blueprint.get("/b/<id_>/reel.json")
@heavy
def reel(id_: str) -> Response:
    """A battle as a reel file, which `<battle-reel>` plays. Any page may fetch it.

    One on air has the events that are due, and `live` says where the next ones are.
    """
    battle = viewer.found(id_)
    show = battles.playback_of(battle)
    piece = None if viewer.is_over(battle) else _piece(battle, show, 0)
    return _answer(battle, encoded(battle, show, viewer.page_data(battle), piece))


@blueprint.get("/b/<id_>/reel-events.json")
def reel_events(id_: str) -> Response:
    """The due events of a battle on air, from the query's `from` on. Any page may fetch them."""
    battle = viewer.found(id_)
    start = request.args.get("from", "0")
    if not start.isdecimal() or len(start) > FROM_DIGITS:
        raise UnprocessableEntity("`from` must be the number of the first event, 0 or more.")
    show = battles.playback_of(battle)
    piece = _piece(battle, show, int(start))
    catalog = figures.of_catalog(games.game(battle.ruleset).ruleset.catalog())
    shown = figures_of(text_of(show, piece), catalog, icons.symbols())
    return _answer(battle, msgspec.json.encode({**piece, "figures": shown}))


def _piece(battle: Battle, show: Playback, seq: int) -> dict[str, Any]:
    """Return the events that are due from this one on, as live viewers get them."""
    position, cues = now_ms() - battle.starts_at_ms, show.schedule.cues
    begin = min(seq, len(cues))
    until = cues[begin] if begin < len(cues) else position
    due = chunk(show.schedule, seq, position + LEAD_MS) or Chunk(begin, begin, until, over=False)
    return show.message(due, position)


def _answer(battle: Battle, body: bytes) -> Response:
    response = Response(body, mimetype="application/vnd.battlereel+json")
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
        assets.allow_any_origin(response)
    return response


PLAYED_PARTS: Final = ("abilities", "entries", "terrains", "bots")
PLAYED: Final = ("id", "name", "icon", "kind", "text")
CREDITS: Final = "Icons from game-icons.net, CC BY 3.0"
QUOTED: Final = re.compile(r"""["'`]([\w-]+)["'`]""")  # names of icons, in scripts


def encoded(
    battle: Battle, show: Playback, data: Mapping[str, Any], piece: Mapping[str, Any] | None = None
) -> bytes:
    """Return the reel file of a battle as JSON, whole or up to the end of a piece.

    `data` is that of the battle's page: `viewer.page_data`. On air the file has no header, whose
    seed is secret.
    """
    game, symbols = games.game(battle.ruleset), icons.symbols()
    scripts = assets.path("offline.js").read_text("utf-8") + scenes.inlined(game)[0]
    catalog = _played(data["catalog"]) if game.scene.built else data["catalog"]

    def written() -> bytes:
        text = text_of(show, piece)
        shown: Mapping[str, Any] = piece or {
            "events": show.events,
            "cues": show.schedule.cues,
            "until_ms": show.schedule.duration_ms,
            **show.extras(slice(None), over=True),
        }
        body: dict[str, Any] = {
            "reel": 1,
            "scene": data["battle"]["ruleset"],
            "recording": [None if piece else show.header, *shown["events"]],
            "cues": shown["cues"],
            "end_ms": shown["until_ms"],
            "battle": {k: v for k, v in data["battle"].items() if piece or k != "ground"},
            "catalog": catalog if piece else _named(catalog, scripts + text),
            "figures": figures_of(text, catalog, symbols, scripts),
            "credits": CREDITS,
            **{name: shown[name] for name in ("chances", "luck") if name in shown},
        }
        if piece:
            body["live"] = {"clock_ms": piece["clock_ms"], "events": "reel-events.json"}
        return msgspec.json.encode(body)

    # In a thread, since the longest recordings have 2.5 MB.
    return in_thread(written)


def text_of(show: Playback, piece: Mapping[str, Any] | None) -> str:
    """Return the events of a piece, or all, as text."""
    return msgspec.json.encode(piece["events"] if piece else show.events).decode()


def _named(catalog: dict[str, Any], text: str) -> dict[str, Any]:
    """Return a catalog without the entries and abilities that a text does not name."""
    words = set(re.findall(r"[\w-]+", text))
    parts = ("entries", "abilities")
    few = {part: {k: row for k, row in catalog[part].items() if k in words} for part in parts}
    return {**catalog, **few, "figures": figures.shown(catalog, words)}


def _played(catalog: dict[str, Any]) -> dict[str, Any]:
    """Return what our own scenes read of a catalog: names, texts and icons."""
    played: dict[str, Any] = {part: catalog[part] for part in ("ruleset", "figures")}
    for part in PLAYED_PARTS:
        rows = catalog.get(part, {})
        played[part] = {id_: {k: row[k] for k in PLAYED if k in row} for id_, row in rows.items()}
    return played


def figures_of(
    text: str, catalog: dict[str, Any], symbols: Mapping[str, str], scripts: str = ""
) -> dict[str, str]:
    """Return icons as SVG files: those of units and items in a text, and those in scripts."""
    words = set(re.findall(r"[\w-]+", text))
    named = {row.get("icon") for row in catalog["entries"].values() if row["id"] in words}
    units = {f"{catalog['ruleset']}-unit-{id_}" for id_ in figures.shown(catalog, words)}
    wanted = words | named | units | set(QUOTED.findall(scripts))
    return {name: _drawing(symbol) for name, symbol in symbols.items() if name in wanted}


def _drawing(symbol: str) -> str:
    opened = re.sub(r'^<symbol id="[^"]*"', '<svg xmlns="http://www.w3.org/2000/svg"', symbol)
    return opened.replace("</symbol>", "</svg>")
