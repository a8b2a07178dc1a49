"""The page that shows a battle: live as long as it is on air, then as a replay."""

from typing import Any, Final

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import NotFound

from webapp.base import games, qr
from webapp.base.inputs import number_up_to
from webapp.base.texts import _
from webapp.battles.pages import again, cards, download, extras, viewer
from webapp.html import scenes, spoilers
from webapp.store.models import Battle

blueprint = Blueprint("watch", __name__)

EVENT_MOST: Final = 9_999_999


@blueprint.get("/b/<id_>")
def watch(id_: str) -> str:
    """The page of one battle. Nothing in it tells what has not been on air yet."""
    battle = viewer.found(id_)
    data = viewer.page_data(battle) | {
        "spoilers_hidden": spoilers.are_hidden(),
        "share": _links(battle),
        "extras": extras.beside(battle),
        "after": again.after(battle),
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
    """The QR code of a battle's link, as svg or png; `?at=` as the link has it."""
    battle = viewer.found(id_)
    if kind not in qr.MIME_TYPES:
        raise NotFound(_("A QR code is there as qr.svg and as qr.png."))
    path = url_for(".watch", id_=battle.id)
    at = number_up_to(EVENT_MOST, request.args.get("at", ""))
    if at is not None:
        path += f"#at={at}"
    return Response(qr.image(path, kind), mimetype=qr.MIME_TYPES[kind])


def _links(battle: Battle) -> dict[str, Any]:
    """What the share dialog offers."""
    return {
        "embed_url": url_for("embed.embed", id_=battle.id, _external=True),
        "qr_url": url_for(".qr_code", id_=battle.id, kind="svg"),
        "qr_png_url": url_for(".qr_code", id_=battle.id, kind="png"),
        "downloads": download.offered(battle),
    }
