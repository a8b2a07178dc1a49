"""TV: all battles that are on air on one page, and who else is."""

from typing import Any, Final

from flask import Blueprint, Response, jsonify, render_template, url_for

from webapp import games
from webapp.base.clock import now_ms
from webapp.battles import gallery
from webapp.pages import viewer
from webapp.store.models import Battle

blueprint = Blueprint("tv", __name__)

SHOWN_MOST: Final = 9
"""Battles that are streamed to one page."""
NAMED_MOST: Final = 30
"""Battles that it knows of: the rest are listed by name until one of those has ended."""
RECENT_MOST: Final = 6


@blueprint.get("/tv")
def tv() -> str:
    """The page. Nothing in it tells what has not been on air yet."""
    now = gallery.lately(games.games(), now_ms(), NAMED_MOST)
    data = {"most": SHOWN_MOST, "url": url_for(".on_air"), "battles": _told(now)}
    return render_template("tv/page.html", page_data=data, recent=now.recent[:RECENT_MOST])


@blueprint.get("/tv/on-air")
def on_air() -> Response:
    """The battles that are on air now, for the script of the page."""
    answer = jsonify(battles=_told(gallery.lately(games.games(), now_ms(), NAMED_MOST)))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _told(now: gallery.Lately) -> list[dict[str, Any]]:
    return [_needed(battle) for battle in now.on_air]


def _needed(battle: Battle) -> dict[str, Any]:
    data = viewer.page_data(battle)
    del data["catalog"]  # one for all battles of a game, which the page fetches
    return data | {"catalog_url": url_for("catalogs.get_catalog", ruleset=battle.ruleset)}
