"""Battles embedded in other sites: the only page that may be framed, and oEmbed."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import exceptions
from werkzeug.exceptions import NotFound, UnprocessableEntity

from webapp.base import assets
from webapp.base.inputs import number_up_to
from webapp.battles.limits import EVENT_MOST
from webapp.battles.pages import cards, viewer
from webapp.guard.headers import framed
from webapp.html import spoilers
from webapp.store.models import Battle

NAME: Final = "embed"

blueprint = Blueprint(NAME, __name__)

SPEEDS: Final = {f"{speed}": speed for speed in (0.25, 0.5, 1, 2, 4, 8, 16)}
THEMES: Final = {theme: theme for theme in ("auto", "dark", "light")}
FLAGS: Final = {"0": False, "1": True, "false": False, "true": True}
_FLAG: Final = (FLAGS.get, "0 or 1")
# parser (None for an invalid text), its values in words, and default of each option
OPTIONS: Final[Mapping[str, tuple[Callable[[str], Any], str, Any]]] = {
    "autoplay": (*_FLAG, False),
    "speed": (SPEEDS.get, f"one of {', '.join(SPEEDS)}", 1),
    "loop": (*_FLAG, False),
    "controls": (*_FLAG, True),
    "title": (*_FLAG, True),
    "beat": (partial(number_up_to, EVENT_MOST), f"a number from 0 to {EVENT_MOST}", None),
    "theme": (THEMES.get, f"one of {', '.join(THEMES)}", "auto"),
    spoilers.NAME: (*_FLAG, False),
}


def options(given: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Return the options in an address, and a message for each invalid one, which is ignored."""
    found, problems = {}, []
    for name, (read, takes, default) in OPTIONS.items():
        value = read(given[name]) if name in given else default
        found[name] = default if value is None else value
        if name in given and value is None:
            held = {None: "the beginning", True: "1", False: "0"}.get(default, default)
            problems.append(f"{name}={given[name][:40]}: takes {takes}; {held} is used")
    return found, problems


@blueprint.get("/embed/<id_>")
@framed
def embed(id_: str) -> str:
    """Show a battle in a frame, without cookies."""
    battle = viewer.found(id_)
    chosen, problems = options(request.args)
    data = viewer.page_data(battle) | {
        "spoilers_hidden": not chosen[spoilers.NAME],
        "embed": {"options": chosen, "problems": problems},
    }
    return render_template("embed/battle.html", battle=battle, page_data=data)


def missing(error: NotFound) -> ResponseReturnValue:
    return render_template("embed/missing.html", text=error.description), 404


oembed_blueprint = Blueprint("oembed", __name__)

FORMATS: Final = {"json": "application/json", "xml": "text/xml"}
WIDTH: Final = 720
WIDTH_LEAST, HEIGHT_LEAST = 200, 200
AROUND_STAGE: Final = 240  # px of title, subtitle, film and controls around the stage
PIXELS_MOST: Final = 99_999
KEPT_SECONDS: Final = 86_400
SHARED: Final = re.compile(r"/(?:b|embed)/(\w++)\W*")


@oembed_blueprint.get("/oembed")
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
    assets.allow_any_origin(response)  # all of it is public at the address itself
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
    options = {name: value for name, value in parse_qsl(parts.query) if name in OPTIONS}
    return viewer.found(found[1].lower()), options


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
