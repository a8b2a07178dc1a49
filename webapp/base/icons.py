"""The icons of the page: those of the build, and those that installed games bring.

All are symbols of one SVG file: whoever draws one needs its name and the address of that file.
"""

import functools
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from flask import Flask, Response, current_app, request, url_for

from webapp.base import assets
from webapp.base.svg import symbols_in

BUILT: Final = "icons.svg"
ENDPOINT: Final = "icons"
KEY: Final = "battlereel.icons"


def attach(app: Flask, files: Iterable[Path]) -> None:
    """Adds the symbols in these SVG files to those of the build; gives templates `icons_url()`."""
    app.extensions[KEY] = {
        name: symbol
        for path in files
        for name, symbol in symbols_in(path.read_text("utf-8")).items()
    }
    app.jinja_env.globals["icons_url"] = url
    app.add_url_rule("/icons.svg", ENDPOINT, _send)


def url() -> str:
    """The address of all icons. Raises BuildMissingError if they were not built."""
    if not _brought():
        return assets.asset(BUILT)
    return url_for(ENDPOINT, v=version())


def version() -> str:
    """What changes with the icons. Raises BuildMissingError if they were not built."""
    built = assets.version(BUILT)
    if not (brought := _brought()):
        return built
    return hashlib.sha256("".join([built, *brought.values()]).encode()).hexdigest()[:12]


def symbols() -> Mapping[str, str]:
    """Every icon as a `<symbol>`, by name. Raises BuildMissingError if they were not built."""
    return {**_built(assets.path(BUILT), assets.version(BUILT)), **_brought()}


@functools.lru_cache(2)
def _built(path: Path, _version: str) -> dict[str, str]:
    return symbols_in(path.read_text("utf-8"))


def _brought() -> Mapping[str, str]:
    brought: Mapping[str, str] = current_app.extensions[KEY]
    return brought


def _send() -> Response:
    """The file: what was built, with the symbols of installed games at its end."""
    svg = assets.path(BUILT).read_text("utf-8").removesuffix("\n").removesuffix("</svg>")
    response = Response("\n".join([svg, *_brought().values(), "</svg>"]), mimetype="image/svg+xml")
    response.set_etag(version())
    if "v" in request.args:
        response.cache_control.public = True
        response.cache_control.max_age = assets.FOR_EVER_SECONDS
    response.make_conditional(request)
    return response
