"""Calls of matches, by `Bearer TOKEN` of a seat or a page's session: state, orders, locks."""

from functools import partial
from typing import Any, Final

import msgspec
from flask import Response, url_for
from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict

from engine import SideId
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.guard.request_guard import small
from webapp.matches import schemas, seats, store, views
from webapp.matches.pages import found
from webapp.rest.schemas import answers
from webapp.store.models import Match

blueprint = private(Blueprint("matches", __name__, description="Matches, round by round"))


def _as_player(id_: str) -> tuple[Match, SideId]:
    match = found(id_)
    return match, seats.caller(match.challenge)


# describes a player's action, which answers with the match
_acts: Final = partial(
    answers, blueprint, 200, schemas.MatchSchema, 403, 404, 409, 422, of=_as_player
)


@blueprint.get("/matches/<id_>")
@answers(blueprint, 200, schemas.MatchSchema, 404, of=found)
def get_match(match: Match) -> dict[str, Any]:
    """Return a match's state; with a seat's token also your own side."""
    return _described(match, seats.caller_side(match.challenge))


@blueprint.get("/matches/<id_>/events")
@blueprint.arguments(schemas.FromSchema, location="query")
@answers(blueprint, 200, schemas.MatchEventsSchema, 404, 422, of=found)
def get_events(asked: dict[str, int], match: Match) -> Response:
    """Return the events that you may see, about 500 at a time."""
    side = seats.caller_side(match.challenge)
    events = views.events(store.position(match), side, asked["from_seq"])
    return Response(msgspec.json.encode({"ok": True, **events}), mimetype="application/json")


@blueprint.get("/matches/<id_>/notebook")
@answers(blueprint, 200, schemas.NotebookSchema, 403, 404, 409, of=_as_player)
@heavy
def get_notebook(match: Match, side: SideId) -> dict[str, Any]:
    """Return every possible value of the enemy's units, as it follows from what you saw."""
    if match.ended:
        raise Conflict("The match is over, and everything is open: the replay shows it.")
    return {"ok": True, **views.notebook(store.position(match), side)}


@blueprint.put("/matches/<id_>/orders")
@_acts(body=schemas.OrdersSchema)
@small
def give_orders(match: Match, side: SideId, body: dict[str, Any]) -> dict[str, Any]:
    """Give orders for this round, replacing earlier ones.

    Identical orders, those for a finished round and those that a unit may not carry out are refused
    without any change.
    """
    return _described(store.order(match, side, body["round"], body["orders"]), side)


@blueprint.post("/matches/<id_>/lock")
@_acts(body=schemas.RoundSchema)
@heavy
@small
def lock_orders(match: Match, side: SideId, body: dict[str, Any]) -> dict[str, Any]:
    """Lock your orders. When both sides have, the round is played immediately."""
    return _described(store.lock(match, side, body["round"]), side)


@blueprint.post("/matches/<id_>/unlock")
@_acts(body=schemas.RoundSchema)
@small
def unlock_orders(match: Match, side: SideId, body: dict[str, Any]) -> dict[str, Any]:
    """Unlock your orders, unless the other side has locked too."""
    return _described(store.unlock(match, side, body["round"]), side)


@blueprint.post("/matches/<id_>/resign")
@_acts(body=schemas.NothingSchema)
@heavy
@small
def resign(match: Match, side: SideId, body: dict[str, Any]) -> dict[str, Any]:
    """Resign: the other side wins."""
    return _described(store.resign(match, side), side)


def _described(match: Match, side: SideId | None) -> dict[str, Any]:
    status = views.status(store.position(match), side)
    links = {
        "self": url_for("matches.get_match", id_=match.id, _external=True),
        "page": url_for("match.show", id_=match.id, _external=True),
        "events": url_for("matches.get_events", id_=match.id, _external=True),
        "notebook": url_for("matches.get_notebook", id_=match.id, _external=True),
        "challenge": url_for("challenge.show", id_=match.challenge_id, _external=True),
    }
    if status["battle"]:
        links["replay"] = url_for("watch.watch", id_=status["battle"], _external=True)
    return {"ok": True, **status, "links": links}
