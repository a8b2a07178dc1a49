"""Matches: how one stands, orders for a round, locked and unlocked, and giving up.

Who asks is told by the token of a seat, in the header `Authorization: Bearer TOKEN`, or by the
session of one of our pages; everybody is told what they may know.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from flask import Response, url_for
from flask_smorest import Blueprint
from marshmallow import Schema
from werkzeug.exceptions import Conflict, NotFound

from engine import SideId
from webapp.api import auth, bodies
from webapp.api.schemas.common import ErrorSchema
from webapp.api.schemas.matches import (
    FromSchema,
    MatchEventsSchema,
    MatchSchema,
    NotebookSchema,
    NothingSchema,
    OrdersSchema,
    RoundSchema,
)
from webapp.challenges import store as challenges
from webapp.guard.limits import heavy
from webapp.matches import rounds, store, views
from webapp.store.models import Challenge, Match

blueprint = Blueprint("matches", __name__, description="Matches, round by round")

View = TypeVar("View", bound=Callable[..., Any])


def _refuses(*statuses: int) -> Callable[[View], View]:
    """Describes with which errors a call may be answered."""

    def describe(view: View) -> View:
        for status in statuses:
            view = blueprint.alt_response(status, schema=ErrorSchema)(view)
        return view

    return describe


def _does(body: type[Schema]) -> Callable[[View], View]:
    """Describes what a player does: it takes such a body, and tells how the match stands then."""

    def describe(view: View) -> View:
        view = blueprint.response(200, MatchSchema)(_refuses(403, 404, 409, 422)(view))
        described: View = blueprint.doc(requestBody=bodies.described(body))(view)
        return described

    return describe


@blueprint.get("/matches/<id_>")
@blueprint.response(200, MatchSchema)
@_refuses(404)
def get_match(id_: str) -> dict[str, Any]:
    """How a match stands; your own side beside it if you send your seat's token."""
    match, challenge = _found(id_)
    return _described(match, auth.side(challenge))


@blueprint.get("/matches/<id_>/events")
@blueprint.arguments(FromSchema, location="query")
@blueprint.response(200, MatchEventsSchema)
@_refuses(404, 422)
def get_events(asked: dict[str, int], id_: str) -> Response:
    """What has happened in a match, as far as you may see it: about 500 events at once."""
    match, challenge = _found(id_)
    told = views.events(views.look(match), auth.side(challenge), asked["from_seq"])
    return Response(msgspec.json.encode({"ok": True, **told}), mimetype="application/json")


@blueprint.get("/matches/<id_>/notebook")
@blueprint.response(200, NotebookSchema)
@_refuses(403, 404, 409)
@heavy
def get_notebook(id_: str) -> dict[str, Any]:
    """What follows from what a player was shown: every value that the enemy's units can have."""
    match, side = _playing(id_)
    seen = views.look(match)
    if seen.match.ended:
        raise Conflict("The match is over, and everything is open: the replay shows it.")
    return {"ok": True, **views.notebook(seen, side)}


@blueprint.put("/matches/<id_>/orders")
@_does(OrdersSchema)
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
def lock_orders(id_: str) -> dict[str, Any]:
    """Lock your orders; when both sides have, the round is played at once."""
    match, side = _playing(id_)
    wanted = bodies.read(RoundSchema)
    return _described(rounds.lock(match, side, wanted["round"]), side)


@blueprint.post("/matches/<id_>/unlock")
@_does(RoundSchema)
def unlock_orders(id_: str) -> dict[str, Any]:
    """Unlock your orders, as long as the other side has not locked its own."""
    match, side = _playing(id_)
    wanted = bodies.read(RoundSchema)
    return _described(rounds.unlock(match, side, wanted["round"]), side)


@blueprint.post("/matches/<id_>/resign")
@_does(NothingSchema)
@heavy
def resign(id_: str) -> dict[str, Any]:
    """Give up: the other side has won."""
    match, side = _playing(id_)
    bodies.read(NothingSchema)
    return _described(rounds.resign(match, side), side)


def _found(id_: str) -> tuple[Match, Challenge]:
    match = store.find(id_)
    challenge = challenges.find(match.challenge_id) if match else None
    if match is None or challenge is None:
        raise NotFound
    return match, challenge


def _playing(id_: str) -> tuple[Match, SideId]:
    """The match, and the side of whoever asks. Raises Forbidden for whoever has none."""
    match, challenge = _found(id_)
    return match, auth.player(challenge)


def _described(match: Match, side: SideId | None) -> dict[str, Any]:
    told = views.told(views.look(match), side)
    links = {
        "self": url_for("matches.get_match", id_=match.id, _external=True),
        "page": url_for("match.show", id_=match.id, _external=True),
        "events": url_for("matches.get_events", id_=match.id, _external=True),
        "notebook": url_for("matches.get_notebook", id_=match.id, _external=True),
        "challenge": url_for("challenge.show", id_=match.challenge_id, _external=True),
    }
    if told["battle"]:
        links["replay"] = url_for("watch.watch", id_=told["battle"], _external=True)
    return {"ok": True, **told, "links": links}
