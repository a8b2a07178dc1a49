"""Running ladders: more rounds, more armies, armies taken out, by the maker's token (`?edit=`)."""

from typing import Any, Final

from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict, Forbidden

from engine import InputError, Problem
from webapp.armies.schemas import EditArguments
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.guard.request_guard import small
from webapp.rest import bodies
from webapp.rest.schemas import answers
from webapp.store.models import Tournament
from webapp.tournaments import ladders, registration, store
from webapp.tournaments.api import tournaments
from webapp.tournaments.schemas import (
    MoreRoundsSchema,
    NewEntrantSchema,
    PartSchema,
    TournamentSchema,
)
from webapp.tournaments.views import described

NOT_MAKER: Final = "Only the maker's token can change this ladder: ?edit=TOKEN."
NO_LINK: Final = "This ladder has no registration: there is nothing to close."

blueprint = heavy(private(Blueprint("ladders", __name__, description="Tournaments that go on")))


@blueprint.post("/tournaments/<id_>/rounds")
@blueprint.arguments(EditArguments, location="query")
@answers(blueprint, 200, TournamentSchema, 403, 404, 409, 422, 503, body=MoreRoundsSchema)
@small
def play_more_rounds(arguments: dict[str, Any], id_: str) -> dict[str, Any]:
    """Play more rounds of a ladder, after those that were asked for."""
    row = _by_token(id_, arguments["edit"])
    return _described(ladders.play_more(row, bodies.read(MoreRoundsSchema)["rounds"]))


@blueprint.post("/tournaments/<id_>/entrants")
@blueprint.arguments(EditArguments, location="query")
@answers(blueprint, 200, TournamentSchema, 403, 404, 409, 422, body=NewEntrantSchema)
def add_entrant(arguments: dict[str, Any], id_: str) -> dict[str, Any]:
    """Let another army take part in a ladder, from the next round on that is asked for."""
    row = _by_token(id_, arguments["edit"])
    new = bodies.read(NewEntrantSchema)
    try:
        return _described(ladders.add(row, [new]))
    except InputError as error:
        start = "entrants[0]"
        raise InputError(
            Problem(path.removeprefix(start).removeprefix("."), message)
            for path, message in error.problems
        ) from None


@blueprint.put("/tournaments/<id_>/entrants/<int:number>")
@blueprint.arguments(EditArguments, location="query")
@answers(blueprint, 200, TournamentSchema, 403, 404, 409, 422, body=PartSchema)
@small
def change_part(arguments: dict[str, Any], id_: str, number: int) -> dict[str, Any]:
    """Take an army out of a ladder, or let it come back, from the next round on.

    `number` is its `seed`. It stays in the standings.
    """
    row = _by_token(id_, arguments["edit"])
    takes_part = bodies.read(PartSchema)["takes_part"]
    return _described(ladders.set_part(row, number, takes_part=takes_part))


@blueprint.post("/tournaments/<id_>/close")
@blueprint.arguments(EditArguments, location="query")
@answers(blueprint, 200, TournamentSchema, 403, 404, 409)
@small
def close_joining(arguments: dict[str, Any], id_: str) -> dict[str, Any]:
    """Close a running ladder's registration for good, which reveals its dice.

    From then on no army is taken out or comes back.
    """
    row = _by_token(id_, arguments["edit"])
    before = registration.find(row.id)
    if before is None:
        raise Conflict(NO_LINK)
    registration.close(before)
    return _described(row)


def _by_token(id_: str, token: str) -> Tournament:
    row = tournaments.found(id_)
    if not isinstance(row, Tournament) or not ladders.is_one(row):
        raise Conflict(ladders.NO_LADDER)
    if not store.may_edit(row, token):
        raise Forbidden(NOT_MAKER)
    return row


def _described(row: Tournament) -> dict[str, Any]:
    return described(row, None)
