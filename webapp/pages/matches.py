"""A match for people: its page, and the plain form by which orders are given without JavaScript."""

import re
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import Conflict, Forbidden, NotFound

import engine
from engine import SIDES, InputError, SideId, shown, unknown
from engine.rulesets.siege.snapshot import LETTERS, ORDERS
from webapp import games
from webapp.base import icons
from webapp.challenges import seats
from webapp.challenges import store as challenges
from webapp.guard.limits import heavy
from webapp.matches import playing, rounds, store, views
from webapp.matches.views import Look
from webapp.pages import challenge_shown, scenes
from webapp.store.models import Challenge, Match
from webapp.words import log

blueprint = Blueprint("match", __name__)

NONE: Final = "No match has this link. It may have been copied without its last letters."
NO_SEAT: Final = (
    "You have no seat in this match. If you had one, follow your seat's link: it gives it back."
)
LATEST_LINES: Final = 40
BUTTONS: Final = ("save", "lock", "unlock", "resign")
NO_ORDERS: Final = ("csrf_token", "round", "do", "sure")
"""What the form has beside the orders."""
ROUND: Final = re.compile("[0-9]{1,3}")


@blueprint.get("/m/<id_>")
def show(id_: str) -> str:
    """The page of a match: for a player who gives orders, or for somebody who looks on."""
    match, challenge = _found(id_)
    return _page(match, challenge, seats.side_here(challenge))


@blueprint.post("/m/<id_>")
@heavy
def act(id_: str) -> ResponseReturnValue:
    """What a button of the plain form does: saves, locks, unlocks, resigns.

    Why not, if it cannot be done: 409, or 422 for orders that units may not carry out.
    """
    match, challenge = _found(id_)
    side = seats.side_here(challenge)
    if side is None:
        raise Forbidden(NO_SEAT)
    try:
        _do(match, side)
    except InputError as error:
        notice = " · ".join(problem.message for problem in error.problems)
        return _page(match, challenge, side, notice), 422
    except Conflict as refused:
        return _page(match, challenge, side, str(refused.description)), 409
    return redirect(url_for(".show", id_=match.id), 303)


def _do(match: Match, side: SideId) -> None:
    command = request.form.get("do", "")
    if command == "save":
        rounds.order(match, side, _round(), _orders())
    elif command == "lock":
        _order_anew(match, side, _round())
        rounds.lock(match, side, _round())
    elif command == "unlock":
        rounds.unlock(match, side, _round())
    elif command != "resign":
        raise InputError.single("do", unknown("button", command, BUTTONS))
    elif not request.form.get("sure"):
        raise Conflict("Nothing has been done: to resign, say that you are sure.")
    else:
        rounds.resign(match, side)


def _round() -> int:
    """The round that the form was drawn for. Raises InputError if it names none."""
    text = request.form.get("round", "")
    if not ROUND.fullmatch(text):
        raise InputError.single("round", f"no round '{shown(text)}'; reload the page")
    return int(text)


def _orders() -> dict[str, str]:
    """The orders in the form: whatever it holds besides would be one to a unit that is not."""
    return {key: word for key, word in request.form.items() if key not in NO_ORDERS and word}


def _order_anew(match: Match, side: SideId, number: int) -> None:
    """Gives the orders in the form that is locked, unless they are given already."""
    orders = _orders()
    own = views.told(views.look(match), side)
    if own["round"] != number or own["you"]["orders"] != orders:
        rounds.order(match, side, number, orders)


def _page(match: Match, challenge: Challenge, side: SideId | None, notice: str = "") -> str:
    seen = views.look(match)
    told = views.told(seen, side)
    return render_template(
        "match/page.html",
        told=told,
        title=_title(told),
        challenge_url=url_for("challenge.show", id_=challenge.id),
        side=side,
        notice=notice,
        letters=LETTERS,
        orders=ORDERS,
        words=engine.rulesets()["siege"].catalog()["entries"],
        seconds_left=max(0, -(-(told["deadline_ms"] - told["clock_ms"]) // 1000)),
        lines=_lines(seen, side),
        page_data=_page_data(told, side, challenge),
    )


def _lines(seen: Look, side: SideId | None) -> list[str]:
    """What has happened lately, in words, as far as the asker may know."""
    return [*log.lines(games.of("siege"), playing.view(seen.game, side))][-LATEST_LINES:]


def _page_data(told: dict[str, Any], side: SideId | None, challenge: Challenge) -> dict[str, Any]:
    id_ = told["match"]
    ruleset = engine.rulesets()["siege"]
    return {
        "match": told,
        "battle": {
            "id": id_,
            "title": _title(told),
            "ruleset": ruleset.id,
            "ruleset_name": ruleset.name,
            "share_url": url_for(".show", id_=id_, _external=True),
            "status": "on_air",
            "starts_at_ms": 0,
            "sides": {side: {"name": told["sides"][side]["name"], "army": ""} for side in SIDES},
        },
        "catalog": ruleset.catalog(),
        "scene": scenes.files(games.of(ruleset.id)),
        "icons_url": icons.url(),
        "recording_url": "",
        "spoilers_hidden": False,
        "csrf_token": generate_csrf() if side else None,
        "challenge": challenge_shown.extra(challenge),
        "links": {
            "self": url_for("matches.get_match", id_=id_),
            "orders": url_for("matches.give_orders", id_=id_),
            "lock": url_for("matches.lock_orders", id_=id_),
            "unlock": url_for("matches.unlock_orders", id_=id_),
            "resign": url_for("matches.resign", id_=id_),
            "notebook": url_for("matches.get_notebook", id_=id_),
        },
    }


def _title(told: dict[str, Any]) -> str:
    return f"{told['sides']['a']['name']} against {told['sides']['b']['name']}"


def _found(id_: str) -> tuple[Match, Challenge]:
    match = store.find(id_)
    challenge = challenges.find(match.challenge_id) if match else None
    if match is None or challenge is None:
        raise NotFound(NONE)
    return match, challenge
