"""The built files of the page: addresses with content hash, cache lifetime, pictures of stages."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, cast

from flask import Flask, Response, current_app, g, request, url_for

from webapp.base.game import Game

FOR_EVER_SECONDS: Final = 31_536_000
FILES: Final = ("static", "scenes.file", "icons")  # endpoints, also loaded by other sites' frames
# Files with a hash in their name, loaded without a query.
HASHED: Final = ("chunk-", "display-face-", "display-accents-")
# Headers about documents, downloads and media.
FOR_DOCUMENTS: Final = (
    *("Content-Disposition", "Content-Security-Policy", "Cross-Origin-Opener-Policy"),
    *("Accept-Ranges", "Permissions-Policy", "Referrer-Policy", "X-Frame-Options"),
    "Last-Modified",  # ETag is more exact
)
LIGHT: Final = ("text/javascript", "text/css", "font/woff2")


class BuildMissingError(Exception):
    """A file of the page was not built; the message says how to build it."""


def attach(app: Flask) -> None:
    """Give templates `asset` and `chunks`; cache files with a hash in the address for ever."""
    app.jinja_env.globals["asset"] = asset
    app.jinja_env.globals["chunks"] = chunks
    app.get_send_file_max_age = _max_age  # type: ignore[method-assign]
    app.after_request(_finish)
    plain = {"Content-Type": "text/plain; charset=utf-8"}
    app.register_error_handler(BuildMissingError, lambda error: (f"{error}\n", 500, plain))


def asset(name: str) -> str:
    """Return the address of a file in static/dist. Raise BuildMissingError if it was not built."""
    return url_for("static", filename=f"dist/{name}", v=version(name))


def chunks(name: str) -> list[str]:
    """Return the addresses of everything that a module in static/dist imports."""
    try:
        found = json.loads(path("chunks.json").read_bytes())
    except FileNotFoundError:
        return []
    return [url_for("static", filename=f"dist/{chunk}") for chunk in found.get(name, ())]


def version(name: str) -> str:
    """Return the hash of a file in static/dist. Raise BuildMissingError if it was not built."""
    try:
        # Read for each request: it is small, and a build may replace it while the server runs.
        if "manifest" not in g:
            g.manifest = json.loads(path("manifest.json").read_bytes())
        return cast("str", g.manifest[name])
    except (FileNotFoundError, KeyError):
        message = f"static/dist has no {name}: run `make build`, then reload"
        raise BuildMissingError(message) from None


def path(name: str) -> Path:
    assert current_app.static_folder
    return Path(current_app.static_folder, "dist", name)


def use_built_brotli(response: Response) -> None:
    """Send the Brotli copy of a file that the build made, at its slowest level."""
    name = str((request.view_args or {}).get("filename", ""))
    if request.endpoint != "static" or not name.startswith("dist/") or request.method != "GET":
        return
    copy = path(f"{name.removeprefix('dist/')}.br")
    if response.status_code != HTTPStatus.OK or not copy.is_file():
        return
    response.close()
    response.set_data(copy.read_bytes())
    response.direct_passthrough = False
    response.headers["Content-Encoding"] = "br"
    if etag := response.get_etag()[0]:
        response.set_etag(f"{etag}:br")
        response.make_conditional(request)


def _max_age(filename: str | None) -> int | None:
    name = (filename or "").removeprefix("dist/")
    is_fixed = name.startswith(HASHED) or ("v" in request.args and not _is_of_another_build(name))
    return FOR_EVER_SECONDS if is_fixed else None


def _is_of_another_build(name: str) -> bool:
    """Whether the requesting page comes from a server of another version."""
    try:
        return request.endpoint == "static" and request.args["v"] != version(name)
    except BuildMissingError:
        return True


def _finish(response: Response) -> Response:
    """Finish the headers of a file: no revalidation if it never changes, and only what it needs."""
    if request.endpoint not in FILES:
        return response
    headers, max_age = response.headers, response.cache_control.max_age
    if response.mimetype in LIGHT:
        for name in FOR_DOCUMENTS:  # 10 kB of a first visit
            headers.pop(name, None)
        if max_age is not None:
            headers.pop("Expires", None)  # Cache-Control says the same
    if max_age == FOR_EVER_SECONDS:
        response.cache_control.immutable = True
    # An embedded battle loads its scripts from a sandbox, which has no origin.
    allow_any_origin(response)
    return response


def allow_any_origin(response: Response) -> None:
    """Let pages of any origin read a response."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"


def keep_for_ever(response: Response) -> None:
    """Let all caches keep a response without asking again."""
    response.cache_control.public = True
    response.cache_control.max_age = FOR_EVER_SECONDS
    response.cache_control.immutable = True


def stage_name(game: Game, file: Mapping[str, Any]) -> str:
    """Return the name of the stage on which a battle file is fought."""
    return f"{game.id}-{game.stage(file)}" if game.stage else game.id


def empty_stage(game: Game, file: Mapping[str, Any]) -> str:
    """Return the address of a picture of an empty stage, or "" without one."""
    return _address(f"{stage_name(game, file)}-empty") or _address(f"{stage_name(game, {})}-empty")


def battle_picture(game: Game) -> str:
    """Return the address of a picture of a battle of this game, or "" without one."""
    return _address(game.id)


def _address(name: str) -> str:
    try:
        return asset(f"{name}.webp")
    except BuildMissingError:
        return ""
