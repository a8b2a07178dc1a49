"""Matches: how one stands, orders for a round, locked and unlocked, and giving up.

Callers show who they are by the token of a seat, in the header `Authorization: Bearer TOKEN`, or by
the session of one of our pages. Each is told what they may know.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Response, url_for
from flask_smorest import Blueprint
from marshmallow import Schema
from werkzeug.exceptions import Conflict, NotFound

from engine import SideId
from webapp.guard.limits import heavy
from webapp.guard.request_guard import small
from webapp.matches import auth, resolution, rounds, store, views
from webapp.matches.schemas import (
    FromSchema,
    MatchEventsSchema,
    MatchSchema,
    NotebookSchema,
    NothingSchema,
    OrdersSchema,
    RoundSchema,
)
from webapp.rest import bodies
from webapp.rest.error_responses import View, refuses
from webapp.store.models import Match

blueprint = Blueprint("matches", __name__, description="Matches, round by round")


def _does(body: type[Schema]) -> Callable[[View], View]:
    """Describes a player's action in OpenAPI: it takes this body and answers with the match."""

    def describe(view: View) -> View:
        view = blueprint.response(200, MatchSchema)(refuses(blueprint, 403, 404, 409, 422)(view))
        described: View = blueprint.doc(requestBody=bodies.described(body))(view)
        return described

    return describe


@blueprint.get("/matches/<id_>")
@blueprint.response(200, MatchSchema)
@refuses(blueprint, 404)
def get_match(id_: str) -> dict[str, Any]:
    """How a match stands; your own side beside it if you send your seat's token."""
    match = _found(id_)
    return _described(match, auth.side(match.challenge))


@blueprint.get("/matches/<id_>/events")
@blueprint.arguments(FromSchema, location="query")
@blueprint.response(200, MatchEventsSchema)
@refuses(blueprint, 404, 422)
def get_events(asked: dict[str, int], id_: str) -> Response:
    """What has happened in a match, as far as you may see it: about 500 events at once."""
    match = _found(id_)
    side = auth.side(match.challenge)
    events = views.events(resolution.position(match), side, asked["from_seq"])
    return Response(msgspec.json.encode({"ok": True, **events}), mimetype="application/json")


@blueprint.get("/matches/<id_>/notebook")
@blueprint.response(200, NotebookSchema)
@refuses(blueprint, 403, 404, 409)
@heavy
def get_notebook(id_: str) -> dict[str, Any]:
    """What follows from what a player was shown: every value that the enemy's units can have."""
    match, side = _playing(id_)
    if match.ended:
        raise Conflict("The match is over, and everything is open: the replay shows it.")
    return {"ok": True, **views.notebook(resolution.position(match), side)}


@blueprint.put("/matches/<id_>/orders")
@_does(OrdersSchema)
@small
def give_orders(id_: str) -> dict[str, Any]:
    """Give orders for this round, in place of those that you gave before.

    The same orders again, those of a round that is over, and what a unit may not carry out are
    refused, and nothing changes.
    """
    match, side = _playing(id_)
    wanted = bodies.read(OrdersSchema)
    return _described(rounds.order(match, side, wanted["round"], wanted["orders"]), side)


@blueprint.post("/matches/<id_>/lock")
@_does(RoundSchema)
@heavy
@small
def lock_orders(id_: str) -> dict[str, Any]:
    """Lock your orders; when both sides have, the round is played at once."""
    return _done(id_, rounds.lock)


@blueprint.post("/matches/<id_>/unlock")
@_does(RoundSchema)
@small
def unlock_orders(id_: str) -> dict[str, Any]:
    """Unlock your orders, as long as the other side has not locked its own."""
    return _done(id_, rounds.unlock)


@blueprint.post("/matches/<id_>/resign")
@_does(NothingSchema)
@heavy
@small
def resign(id_: str) -> dict[str, Any]:
    """Give up: the other side has won."""
    match, side = _playing(id_)
    bodies.read(NothingSchema)
    return _described(rounds.resign(match, side), side)


def _done(id_: str, act: Callable[[Match, SideId, int], Match]) -> dict[str, Any]:
    """Does this for the caller's side in the body's round; gives the match as it is afterwards."""
    match, side = _playing(id_)
    return _described(act(match, side, bodies.read(RoundSchema)["round"]), side)


def _found(id_: str) -> Match:
    match = store.find(id_)
    if match is None:
        raise NotFound
    return match


def _playing(id_: str) -> tuple[Match, SideId]:
    """The match and the caller's side. Raises Forbidden for a caller without a seat."""
    match = _found(id_)
    return match, auth.player(match.challenge)


def _described(match: Match, side: SideId | None) -> dict[str, Any]:
    status = views.status(resolution.position(match), side)
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
