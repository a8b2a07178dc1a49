"""Files of games' scenes."""

import hashlib
import json
from typing import Any, Final, Literal

from flask import Blueprint, Response, send_from_directory, url_for
from werkzeug.exceptions import NotFound

from webapp.base import assets, games
from webapp.base.game import Game, symbols_in
from webapp.base.texts import _

blueprint = Blueprint("scenes", __name__)

TOUR: Final = "tour.json"


def files(game: Game) -> dict[str, Any]:
    """Return the URLs of a scene's files, and its icons' names, for static/js/site/start.js."""
    scene = game.scene
    found: dict[str, Any] = _addresses(game, scene.module, scene.style)
    found["icons"] = _icons(game)
    if not scene.built:
        found["words"] = json.loads((scene.folder / "words.json").read_bytes())
    return found


def match_files(game: Game) -> dict[str, Any]:
    """Return the URLs of a match page's module and style."""
    scene = game.scene
    if scene.match is None:
        return files(game)
    return {**files(game), "match": _addresses(game, scene.match, scene.match_style)}


def tour(game: Game, part: Literal["battle", "match"]) -> dict[str, Any] | None:
    """Return the tour of a game's battles or matches from its scene's `tour.json`, or None."""
    file = game.scene.folder / TOUR
    steps = json.loads(file.read_bytes()).get(part) if file.is_file() else None
    if not steps:
        return None
    return {
        "name": f"tour.{part}.{game.id}",
        "module": assets.asset("tour.js"),
        "style": assets.asset("tour.css"),
        "steps": [{**step, "text": _(step["text"])} for step in steps],
    }


def inlined(game: Game) -> tuple[str, str]:
    """Return a scene's module without imports, and its style, to inline."""
    scene = game.scene
    files = [scene.folder / name for name in (scene.module, scene.style) if name]
    if scene.built:
        # The build makes a second version of both that needs no other file.
        files = [assets.path(f"offline-{game.id}.{end}") for end in ("js", "css")]
    module, *style = (file.read_text("utf-8") for file in files)
    return module, "".join(style)


@blueprint.get("/scenes/<id_>/<name>")
def file(id_: str, name: str) -> Response:
    """Serve a scene's file that was installed separately."""
    scene = games.game(id_).scene
    if scene.built or name not in scene.files:
        raise NotFound("No scene has such a file.")
    return send_from_directory(scene.folder, name)


def _icons(game: Game) -> list[str]:
    scene = game.scene
    if scene.icons:
        return [*symbols_in((scene.folder / scene.icons).read_text("utf-8"))]
    listed = scene.folder / "icons.json"
    return list(json.loads(listed.read_bytes())) if listed.is_file() else []


def _addresses(game: Game, module: str, style: str | None) -> dict[str, str | None]:
    return {"module": _address(game, module), "style": style and _address(game, style)}


def _address(game: Game, name: str) -> str:
    """Return the file's address with a content hash, so that browsers cache it for ever."""
    if game.scene.built:
        return assets.asset(name)
    digest = hashlib.sha256((game.scene.folder / name).read_bytes()).hexdigest()
    return url_for("scenes.file", id_=game.id, name=name, v=digest[:12])
