"""TV: all that is on air on one page, battles and matches that people play, and what else is."""

from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, jsonify, render_template, url_for

from webapp import games
from webapp.base.clock import now_ms
from webapp.battles import gallery
from webapp.matches import store as matches
from webapp.pages import matches as match_pages
from webapp.pages import viewer
from webapp.store.models import Battle

blueprint = Blueprint("tv", __name__)

SHOWN_MOST: Final = 9
"""What is streamed to one page."""
MATCHES_SHOWN_MOST: Final = 4
"""Of these, matches: they take long, and battles, which are soon over, have to find room."""
NAMED_MOST: Final = 30
"""Battles, and as many matches, that it knows of: the rest are named until there is room."""
RECENT_MOST: Final = 6


class OnAir(NamedTuple):
    """What is on air, as the script of the page is told; and battles that are over."""

    shown: list[dict[str, Any]]
    recent: list[Battle]


@blueprint.get("/tv")
def tv() -> str:
    """The page. Nothing in it tells what has not been on air yet."""
    now = _now()
    data = {
        "most": SHOWN_MOST,
        "matches_most": MATCHES_SHOWN_MOST,
        "url": url_for(".on_air"),
        "battles": now.shown,
    }
    return render_template("tv/page.html", page_data=data, recent=now.recent)


@blueprint.get("/tv/on-air")
def on_air() -> Response:
    """What is on air now, for the script of the page."""
    answer = jsonify(battles=_now().shown)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _now() -> OnAir:
    known = games.games()
    lately = gallery.lately(known, now_ms(), NAMED_MOST)
    played = matches.being_played(known, NAMED_MOST)
    shown = [
        *(_needed("battle", viewer.page_data(battle)) for battle in lately.on_air),
        *(_needed("match", match_pages.page_data(match)) for match in played),
    ]
    return OnAir(shown, [*lately.recent[:RECENT_MOST]])


def _needed(kind: str, data: dict[str, Any]) -> dict[str, Any]:
    del data["catalog"]  # one for all battles of a game, which the page fetches
    ruleset = data["battle"]["ruleset"]
    return data | {"kind": kind, "catalog_url": url_for("catalogs.get_catalog", ruleset=ruleset)}
