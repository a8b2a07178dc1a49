"""The page's icons, of the build and of installed games, in an SVG file with those of one page."""

import base64
import functools
import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from flask import Flask, Response, current_app, g, request, url_for
from markupsafe import escape
from werkzeug.exceptions import NotFound, UnprocessableEntity

from engine import shown
from webapp.base import assets
from webapp.base.game import symbols_in

BUILT: Final = "icons.svg"
ENDPOINT: Final = "icons"
KEY: Final = "battlereel.icons"
NAMES_MOST: Final = 100  # in `?names=`
CREDIT: Final = "<!-- Icons from game-icons.net, CC BY 3.0: see the credits page -->"


def attach(app: Flask, files: Iterable[Path]) -> None:
    """Add the symbols of these SVG files; give templates `icons_url()`, limited to their page."""
    app.extensions[KEY] = {
        name: symbol
        for path in files
        for name, symbol in symbols_in(path.read_text("utf-8")).items()
    }
    app.jinja_env.globals["icons_url"] = url
    app.add_url_rule("/icons.svg", ENDPOINT, _send)
    app.after_request(_ask_for_those_shown)


def url(names: Iterable[str] = ()) -> str:
    """Return the address of these icons, or of all. Raise BuildMissingError if not built."""
    if names:
        return url_for(ENDPOINT, v=version(), of=_packed(names))
    if "icons_url" not in g:  # pages show hundreds
        g.icons_url = url_for(ENDPOINT, v=version())
    return str(g.icons_url)


def version() -> str:
    """Return the icons' version. Raise BuildMissingError if they were not built."""
    built = assets.version(BUILT)
    brought: Mapping[str, str] = current_app.extensions[KEY]
    if not brought:
        return built
    return hashlib.sha256("".join([built, *brought.values()]).encode()).hexdigest()[:12]


def symbols() -> Mapping[str, str]:
    """Return every icon as a `<symbol>`, by name. Raise BuildMissingError if not built."""
    return {**_built(assets.path(BUILT), assets.version(BUILT)), **current_app.extensions[KEY]}


@functools.lru_cache(2)
def _built(path: Path, _version: str) -> dict[str, str]:
    return symbols_in(path.read_text("utf-8"))


def _packed(names: Iterable[str]) -> str:
    """Encode icons of this version as base64 bits: pages repeat the address hundreds of times."""
    places = {name: place for place, name in enumerate(sorted(symbols()))}
    bits = sum(1 << places[name] for name in set(names))
    held = bits.to_bytes(len(places) // 8 + 1, "little")
    return base64.urlsafe_b64encode(held).rstrip(b"=").decode()


def _unpacked(text: str) -> list[str]:
    """Decode packed icons. Raise NotFound for an invalid code."""
    known = sorted(symbols())
    try:
        held = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except ValueError:
        held = b""
    bits = int.from_bytes(held, "little")
    if not 0 < bits < 1 << len(known):
        raise NotFound("?of= is for addresses that pages of this version have.")
    return [name for place, name in enumerate(known) if bits >> place & 1]


def _requested(found: Mapping[str, str], *, is_this_version: bool) -> Iterable[str]:
    """Return the requested names. Raises NotFound and UnprocessableEntity."""
    if (packed := request.args.get("of")) is not None:
        # Bits of another version have no known meaning: send all.
        return _unpacked(packed) if is_this_version else found
    if (listed := request.args.get("names")) is None:
        return found
    names = listed.split(",")
    if len(names) > NAMES_MOST:
        raise UnprocessableEntity(f"?names= takes at most {NAMES_MOST} icons.")
    if strange := [name for name in names if name not in found]:
        raise NotFound(f"There is no icon '{shown(strange[0])}'.")
    return names


def _send() -> Response:
    """The icons in `?names=`, which commas part, or in `?of=`, as pages pack them; or all."""
    found = symbols()
    is_this_version = request.args.get("v") == version()
    names = [*_requested(found, is_this_version=is_this_version)]
    symbols_ = [found[name] for name in names]
    svg = ['<svg xmlns="http://www.w3.org/2000/svg">', CREDIT, *symbols_, "</svg>\n"]
    response = Response("\n".join(svg), mimetype="image/svg+xml")
    asked = hashlib.sha256(",".join(names).encode()).hexdigest()
    response.set_etag(f"{version()}-{asked[:12]}")
    if is_this_version:
        assets.keep_for_ever(response)
    response.make_conditional(request)
    return response


def _ask_for_those_shown(response: Response) -> Response:
    """Put the icons that are on a page in their address: all of them would be a megabyte."""
    if response.mimetype != "text/html" or b'<use href="' not in response.get_data():
        return response
    html = response.get_data(as_text=True)
    address = f'<use href="{escape(url())}#'
    names = set(re.findall(re.escape(address) + r"([\w-]+)", html)) & symbols().keys()
    if names:
        response.set_data(html.replace(address, f'<use href="{escape(url(names))}#'))
    return response
