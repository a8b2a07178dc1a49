"""The page of a battle: live while it is on air, then a replay."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from flask import Blueprint, Flask, Response, current_app, render_template, request, url_for
from werkzeug.exceptions import NotFound

from webapp.base import games, qr
from webapp.base.inputs import number_up_to
from webapp.base.texts import _
from webapp.battles.pages import again, cards, download, viewer
from webapp.html import scenes, spoilers
from webapp.store.models import Battle

blueprint = Blueprint("watch", __name__)

EVENT_MOST: Final = 9_999_999
EXTRAS: Final = "battlereel.extras"

# Yields plain data with a `kind`, which static/js/site/watch/extras.js draws, and which reveals
# nothing that has not been on air yet. `following` replaces the next battle after the end.
Extras = Callable[[Battle], Iterator[dict[str, Any]]]


def attach(app: Flask, sources: tuple[Extras, ...]) -> None:
    """Register the sources of extra parts of a battle's page, in display order."""
    app.extensions[EXTRAS] = sources


@blueprint.get("/b/<id_>")
def watch(id_: str) -> str:
    """Show a battle, live or as a replay."""
    battle = viewer.found(id_)
    extras = [extra for source in current_app.extensions[EXTRAS] for extra in source(battle)]
    following = [("next", extra["following"]) for extra in extras if extra.get("following")]
    data = viewer.page_data(battle) | {
        "spoilers_hidden": spoilers.are_hidden(),
        "share": _links(battle),
        "extras": extras,
        "after": again.after(battle) | dict(following),
        "tour": scenes.tour(games.game(battle.ruleset), "battle"),
    }
    return render_template(
        "watch.html",
        battle=battle,
        game=games.game(battle.ruleset),
        page_data=data,
        card_url=cards.address(battle),
        card_text=cards.question(battle),
    )


@blueprint.get("/b/<id_>/qr.<kind>")
def qr_code(id_: str, kind: str) -> Response:
    """Return the QR code of a battle's link as SVG or PNG; `?at=` adds an event."""
    battle = viewer.found(id_)
    if kind not in qr.MIME_TYPES:
        raise NotFound(_("The QR code is available as qr.svg and as qr.png."))
    path = url_for(".watch", id_=battle.id)
    at = number_up_to(EVENT_MOST, request.args.get("at", ""))
    if at is not None:
        path += f"#at={at}"
    return Response(qr.image(path, kind), mimetype=qr.MIME_TYPES[kind])


def _links(battle: Battle) -> dict[str, Any]:
    return {
        "embed_url": url_for("embed.embed", id_=battle.id, _external=True),
        "qr_url": url_for(".qr_code", id_=battle.id, kind="svg"),
        "qr_png_url": url_for(".qr_code", id_=battle.id, kind="png"),
        "downloads": download.offered(battle),
    }
