"""Challenges; callers authenticate by `Bearer TOKEN` of a seat, or by the session of a page."""

from functools import partial
from typing import Any, Final
from urllib.parse import urljoin

import msgspec
from flask import Response, request, url_for
from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict, Forbidden

from engine import InputError, Reader, SideId, Text, other_side, unknown
from webapp.base import games
from webapp.challenges import appointments, outcome, schemas, series, store, terms, views
from webapp.guard import keys
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.guard.request_guard import small
from webapp.matches import seats
from webapp.rest.schemas import answers
from webapp.store.models import Challenge

blueprint = private(
    Blueprint("challenges", __name__, description="Challenges, in secret until both seal")
)


def _as_player(id_: str) -> tuple[Challenge, SideId]:
    challenge = outcome.found(id_)
    return challenge, seats.caller(challenge)


# describes a player's action, which answers with the challenge
_acts: Final = partial(
    answers, blueprint, 200, schemas.ChallengeSchema, 403, 404, 409, of=_as_player
)


@blueprint.post("/challenges")
@answers(blueprint, 201, schemas.ChallengeSchema, 422, body=schemas.NewChallengeSchema)
def make_challenge(body: dict[str, Any]) -> dict[str, Any]:
    """Make a challenge: its `you` has your seat's token, and the link for your opponent."""
    game = games.named(body["ruleset"])
    if body["opponent"] and body["opponent"] not in game.opponents:
        raise InputError.single("opponent", unknown("bot", body["opponent"], game.opponents))
    name, title = Reader(body["name"], "name"), Reader(body["title"], "title")
    body |= {"name": name.text(), "title": title.text(store.TITLE_MOST)}
    problems = [*name.problems, *title.problems]
    try:
        agreed = terms.read(game, body["terms"], body.pop("limits"))
        start_ms, lead_s = body.pop("starts_at_ms"), body.pop("seal_before_s")
        if start_ms is not None and body["opponent"]:
            raise InputError.single("starts_at_ms", Text(appointments.NOT_BOTS))
        appointment = None if start_ms is None else appointments.read(start_ms, lead_s)
    except InputError as error:
        problems += error.problems
    if problems:
        raise InputError(problems)
    more = {"terms": agreed, "holder": keys.visitor(), "appointment": appointment}
    return _described(store.create(**body | more), "a")


@blueprint.get("/challenges/<id_>")
@answers(blueprint, 200, schemas.ChallengeSchema, 404, of=outcome.found)
def get_challenge(challenge: Challenge) -> dict[str, Any]:
    """How a challenge stands; your own sealed army beside it if you send your seat's token."""
    return _described(challenge, seats.caller_side(challenge))


@blueprint.post("/challenges/<id_>/join")
@answers(
    *(blueprint, 201, schemas.ChallengeSchema, 403, 404, 409, 410, 422),
    of=outcome.found,
    body=schemas.JoinSchema,
)
@small
def join_challenge(challenge: Challenge, body: dict[str, Any]) -> dict[str, Any]:
    """Take the second seat, with the token of the opponent's link; `you` has your seat's token."""
    if not seats.is_invitation(challenge, body["token"]):
        raise Forbidden("The token is not that of this challenge's opponent's link.")
    name = Reader(body["name"], "name")
    called = name.text()
    name.finish()
    seats.take(challenge, keys.visitor(), called)
    return _described(outcome.found(challenge.id), "b")


@blueprint.post("/challenges/<id_>/seal")
@_acts(410, 422, body=schemas.SealSchema)
@heavy
def seal_army(challenge: Challenge, side: SideId, body: dict[str, Any]) -> dict[str, Any]:
    """Seal your army, which cannot be changed after that; the second one begins the battle.

    The same army again is no error, and changes nothing.
    """
    outcome.seal(challenge, side, body["army"], body["salt"], body["seal"])
    return _described(outcome.found(challenge.id), side)


@blueprint.put("/challenges/<id_>/draft")
@_acts(410, 422, body=schemas.SealSchema)
@heavy
def save_draft(challenge: Challenge, side: SideId, body: dict[str, Any]) -> dict[str, Any]:
    """Save the draft of your army for an appointment, finished or not.

    It is sealed at the deadline with the salt that came with it; only you see it until then.
    """
    appointments.save_draft(challenge, side, body["army"], body["salt"], body["seal"])
    return _described(outcome.found(challenge.id), side)


@blueprint.post("/challenges/<id_>/appointment")
@_acts(410, 422, body=schemas.ProposalSchema)
@small
def move_appointment(challenge: Challenge, side: SideId, body: dict[str, Any]) -> dict[str, Any]:
    """Propose another start, agree to the other player's proposal, or decline it.

    The time from the deadline to the start stays the same. While the other seat is free, you alone
    decide.
    """
    if body["starts_at_ms"] is None:
        appointments.withdraw(challenge)
    else:
        appointments.propose(challenge, side, body["starts_at_ms"])
    return _described(outcome.found(challenge.id), side)


@blueprint.get("/challenges/<id_>/proof")
@answers(blueprint, 200, schemas.ProofSchema, 404, 409, of=outcome.found)
@heavy
def get_proof(challenge: Challenge) -> Response:
    """All that was secret, to check armies and dice by; 409 until the battle is over.

    `battlereel verify FILE` checks it; its address under `/fair` says how it is done by hand.
    """
    found = msgspec.json.encode({"ok": True, **outcome.proof_of(challenge)})
    return Response(found, mimetype="application/json")


@blueprint.post("/challenges/<id_>/next")
@answers(blueprint, 201, schemas.ChallengeSchema, 403, 404, 409, of=_as_player)
@small
def play_next(challenge: Challenge, side: SideId) -> dict[str, Any]:
    """The next game with sides swapped, in the series or as a rematch; the same for both players.

    Your seat's token is good for it, too.
    """
    return _described(series.start_next(challenge), other_side(side))


@blueprint.post("/challenges/<id_>/renew")
@_acts(422, body=schemas.RenewSchema)
@small
def renew_link(challenge: Challenge, side: SideId, body: dict[str, Any]) -> dict[str, Any]:
    """Make a link anew, which ends the old one: your seat's, or the opponent's while it is free.

    A seat's token is another one from then on, in all games of the series.
    """
    if body["link"] == "seat":
        seats.renew(challenge, side)
    elif views.public(challenge)["status"] == "open":
        seats.renew(challenge, other_side(side))
    else:
        raise Conflict("The opponent's link has been used: the other seat is taken.")
    return _described(outcome.found(challenge.id), side)


def _described(challenge: Challenge, side: SideId | None) -> dict[str, Any]:
    public = views.public(challenge)
    links = {
        "self": url_for("challenges.get_challenge", id_=challenge.id, _external=True),
        "page": url_for("challenge.show", id_=challenge.id, _external=True),
        "card": url_for("challenge_cards.card", id_=challenge.id, _external=True),
        "series": url_for("series.show", id_=challenge.series_id, _external=True),
    }
    if public["appointment"]:
        links["calendar"] = url_for("appointment.calendar", id_=challenge.id, _external=True)
    if public["address"]:
        links["battle"] = urljoin(request.host_url, public["address"])
    if public["status"] == "over" and public["provable"]:
        links["proof"] = url_for("challenges.get_proof", id_=challenge.id, _external=True)
    if public["next"]:
        links["next"] = url_for("challenge.show", id_=public["next"], _external=True)
    you = _you(challenge, side, is_open=public["status"] == "open") if side else None
    return {"ok": True, **public, "you": you, "links": links}


def _you(challenge: Challenge, side: SideId, *, is_open: bool) -> dict[str, Any]:
    """Return a seat holder's secrets: its token, and the opponent's link until it is used."""
    link = partial(url_for, id_=challenge.id, _external=True)
    seat = seats.token(challenge, side)
    links = {"seat": link("challenge.come_back", token=seat)}
    you = {
        "side": side,
        "seat": seat,
        "army": store.army_of(challenge, side),
        "draft": appointments.draft_of(challenge, side),
        "salt": seats.seat_of(challenge, side).salt,
        "links": links,
    }
    if is_open:
        you["invitation"] = seats.invitation(challenge)
        links["join"] = link("challenge.invitation", token=you["invitation"])
    return you
