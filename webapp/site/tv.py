"""TV: battles and matches on air on one page."""

from typing import Any, Final

from flask import Blueprint, Response, jsonify, render_template, request, url_for

from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.inputs import number_up_to
from webapp.battles import gallery
from webapp.battles.pages import viewer
from webapp.matches import pages as match_pages
from webapp.matches import store as matches
from webapp.site.home import highlights
from webapp.store.models import Battle

blueprint = Blueprint("tv", __name__)

SHOWN_MOST: Final = 9  # streams of a page
MATCHES_SHOWN_MOST: Final = 4  # of these, matches, which last long: leave room for battles
NAMED_MOST: Final = 30  # battles, and as many matches, that wait for room
RECENT_MOST: Final = 6


PAGES_MOST: Final = 30


@blueprint.get("/tv")
def tv() -> str:
    """The TV page, which reveals nothing that has not been on air."""
    page = _page()
    shown, recent, more = _now(page)
    best = highlights(games.games().values())
    data = {
        "most": SHOWN_MOST,
        "matches_most": MATCHES_SHOWN_MOST,
        "url": url_for("tv.on_air", page=page) if page > 1 else url_for("tv.on_air"),
        "next": url_for("tv.tv", page=page + 1) if page < PAGES_MOST else None,
        "battles": shown,
        "more": more,
        "samples": [_needed("sample", viewer.page_data(battle)) for battle, _moment in best],
    }
    return render_template("tv/page.html", page_data=data, recent=recent, page=page)


@blueprint.get("/tv/on-air")
def on_air() -> Response:
    """What is on air now, for the page's script."""
    shown, _recent, more = _now(_page())
    answer = jsonify(battles=shown, more=more)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _page() -> int:
    """Return the requested page: each begins after the screens of the one before."""
    return max(1, number_up_to(PAGES_MOST, request.args.get("page", "")) or 1)


def _now(page: int) -> tuple[list[dict[str, Any]], list[Battle], int]:
    """Return battles and matches on air for the script, finished battles, and how many more are."""
    known, now = games.games(), now_ms()
    skipped, matches_skipped = (page - 1) * SHOWN_MOST, (page - 1) * MATCHES_SHOWN_MOST
    lately = gallery.lately(known, now, NAMED_MOST + skipped)
    on_air = lately.on_air[skipped:]
    played = matches.being_played(known, NAMED_MOST + matches_skipped)[matches_skipped:]
    shown = [
        *(_needed("battle", viewer.page_data(battle)) for battle in on_air),
        *(_needed("match", match_pages.page_data(match)) for match in played),
    ]
    more = 0
    if len(on_air) == NAMED_MOST:
        more = max(0, gallery.count_on_air(known, now) - skipped - NAMED_MOST)
    return shown, [*lately.recent[:RECENT_MOST]], more


def _needed(kind: str, data: dict[str, Any]) -> dict[str, Any]:
    del data["catalog"]  # the page fetches one for all battles of a game
    ruleset = data["battle"]["ruleset"]
    return data | {"kind": kind, "catalog_url": url_for("catalogs.get_catalog", ruleset=ruleset)}
