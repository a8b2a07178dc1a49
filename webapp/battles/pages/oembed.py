"""oEmbed: HTML that embeds the battle at an address."""

import re
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from werkzeug import exceptions
from werkzeug.exceptions import NotFound, UnprocessableEntity

from webapp.base.inputs import number_up_to
from webapp.battles.pages import cards, embed, viewer
from webapp.store.models import Battle

blueprint = Blueprint("oembed", __name__)

FORMATS: Final = {"json": "application/json", "xml": "text/xml"}
WIDTH: Final = 720
WIDTH_LEAST, HEIGHT_LEAST = 200, 200
AROUND_STAGE: Final = 240  # px of title, subtitle, film and controls around the stage
PIXELS_MOST: Final = 99_999
KEPT_SECONDS: Final = 86_400
SHARED: Final = re.compile(r"/(?:b|embed)/(\w++)\W*")


@blueprint.get("/oembed")
def oembed() -> Response:
    """Describe how to embed the battle at `?url=`, in `?format=json` or `xml`."""
    form = request.args.get("format", "json")
    if form not in FORMATS:
        raise exceptions.NotImplemented(f"There is no format {form[:20]!r}: ask for json or xml.")
    battle, options = _wanted(request.args.get("url", ""))
    answer = _described(battle, options, _most("maxwidth"), _most("maxheight"))
    if form == "json":
        response = jsonify(answer)
    else:
        response = Response(render_template("oembed.xml", answer=answer), mimetype=FORMATS[form])
    # Any origin may read it: all of it is public at the address itself.
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _wanted(url: str) -> tuple[Battle, dict[str, str]]:
    """Return the battle at a local address, and its options. Raises NotFound for any other."""
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    found = SHARED.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or parts.netloc != request.host or not found:
        raise NotFound(f"?url= has to be the address of a battle at {request.host}.")
    battle = viewer.found(found[1].lower())
    known = {*embed.OPTIONS}
    options = {name: value for name, value in parse_qsl(parts.query) if name in known}
    return battle, options


def _most(name: str) -> int | None:
    text = request.args.get(name)
    if text is None:
        return None
    pixels = number_up_to(PIXELS_MOST, text)
    if not pixels:
        raise UnprocessableEntity(f"?{name}= has to be a number of pixels.")
    return pixels


def _described(
    battle: Battle, options: dict[str, str], width_most: int | None, height_most: int | None
) -> dict[str, Any]:
    width = max(WIDTH_LEAST, min(WIDTH, width_most or WIDTH))
    height = max(HEIGHT_LEAST, min(AROUND_STAGE + width // 2, height_most or PIXELS_MOST))
    src = url_for("embed.embed", id_=battle.id, _external=True, **options)
    answer = {
        "version": "1.0",
        "type": "rich",
        "title": viewer.title_of(battle),
        "provider_name": "Battlereel",
        "provider_url": url_for("home.home", _external=True),
        "cache_age": KEPT_SECONDS if viewer.is_over(battle) else 0,
        "html": render_template(
            "embed/iframe.html", src=src, title=viewer.title_of(battle), width=width, height=height
        ),
        "width": width,
        "height": height,
    }
    for size in cards.SIZES:
        if size[0] <= (width_most or size[0]) and size[1] <= (height_most or size[1]):
            answer["thumbnail_url"] = cards.address(battle, size)
            answer["thumbnail_width"], answer["thumbnail_height"] = size
            break
    return answer
