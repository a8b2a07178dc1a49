"""Tournaments, by `Bearer TOKEN` of a place or a page's session; their makers by `?edit=`."""

import secrets
from functools import partial
from typing import Final

import msgspec
from flask import Response, request, url_for
from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict, Forbidden, NotFound

from engine import InputError, Problem, Reader, Text, unknown
from webapp.armies.schemas import EditArguments
from webapp.base import games
from webapp.base.errors import required
from webapp.base.form import Json
from webapp.base.game import Game
from webapp.guard import keys
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.guard.request_guard import small
from webapp.rest.schemas import answers
from webapp.store.models import Entrant, Gathering, Tournament
from webapp.tournaments import entries, registration, schemas, store, views
from webapp.tournaments.views import described

BEGUN: Final = "This tournament has begun: registration is closed, and armies cannot be changed."

blueprint = private(
    Blueprint("tournaments", __name__, description="Tournaments of armies or people")
)


def found(id_: str) -> Tournament | Gathering:
    """Return the tournament with this id and play its due games. Raise NotFound."""
    row = registration.found(id_)
    if isinstance(row, Tournament):
        store.go_on(row)
    return row


def _open(id_: str) -> Gathering:
    """Return a tournament that accepts entrants, or a running ladder. Raise Conflict."""
    return required(_people(found(id_)), Conflict(BEGUN))


# describes an action of an entrant or the maker, which answers with the tournament
_acts: Final = partial(answers, blueprint, 200, schemas.TournamentSchema, 403, 404)


@blueprint.post("/tournaments")
@answers(blueprint, 201, schemas.TournamentSchema, 422, 503, body=schemas.NewTournamentSchema)
@heavy
def make_tournament(body: Json) -> Json:
    """Make a tournament: of `entrants` it is played at once, without them people may join.

    `you.edit` is the maker's token.
    """
    game = games.named(body["ruleset"])
    name = Reader(body["name"], "name")
    called = name.text()
    name.finish()
    side = dict(game.undecided) if body["side"] is None else body["side"]
    text = Text("is each entrant's own; leave it out")
    if own := [Problem(f"side.{key}", text) for key in ("army", "name") if key in side]:
        raise InputError(own)
    file = _file(game, body)
    if body["entrants"] is None:
        places, hours = body["places"], body["hours"]
        agreed = registration.agree(game, file, side, body["limits"], places)
        return _of_maker(registration.create(game, called, keys.visitor(), agreed, places, hours))
    sides = [{**side, **one} for one in body["entrants"]]
    whole = {**file, "name": called, "seed": secrets.randbits(store.SEED_BITS), "entrants": sides}
    row = store.create(whole, keys.visitor())
    store.go_on(row)
    return _of_maker(row)


def _file(game: Game, wanted: Json) -> Json:
    known = game.ruleset.battle_keys
    if wrong := [key for key in wanted["terms"] if key not in known]:
        raise InputError(Problem(f"terms.{key}", unknown("key", key, known)) for key in wrong)
    file = {key: wanted[key] for key in ("kind", "best_of", "rounds") if key in wanted}
    return {**file, "ruleset": game.id, **wanted["terms"]}


@blueprint.get("/tournaments/<id_>")
@answers(blueprint, 200, schemas.TournamentSchema, 404, of=found)
@heavy
def get_tournament(row: Tournament | Gathering) -> Json:
    """A tournament: who takes part; once it is played standings, ratings and all matches.

    Your own place beside it if you send its token.
    """
    people = _people(row)
    return described(row, _asker(people) if people else None)


@blueprint.post("/tournaments/<id_>/join")
@answers(
    *(blueprint, 201, schemas.TournamentSchema, 404, 409, 410, 422),
    of=_open,
    body=schemas.EnterSchema,
)
@heavy
def join_tournament(row: Gathering, body: Json) -> Json:
    """Take a place with a sealed army; `you` has the token of your place.

    In a ladder that has begun it takes part from the next round on that its maker asks for.
    """
    own = entries.enter(row, keys.visitor(), _entry(body))
    return described(found(row.id), own)


@blueprint.put("/tournaments/<id_>/army")
@_acts(409, 410, 422, of=_open, body=schemas.EnterSchema)
@heavy
def change_entry(row: Gathering, body: Json) -> Json:
    """Seal another army in your place, or take another name, until it begins."""
    entry = _entry(body)
    return described(row, entries.change(row, _as_entrant(row).number, entry))


@blueprint.post("/tournaments/<id_>/leave")
@_acts(409, 410, 422, of=_open)
@small
def leave_tournament(row: Gathering) -> Json:
    """Give your place back, until it begins.

    Of a ladder that has begun your army takes no part in the rounds to come, and stays in the
    standings.
    """
    entries.leave(row, _as_entrant(row).number)
    return described(found(row.id))


@blueprint.post("/tournaments/<id_>/begin")
@blueprint.arguments(EditArguments, location="query")
@_acts(409, 503, of=_open)
@small
def begin_tournament(arguments: Json, row: Gathering) -> Json:
    """Begin now, with those who take part, by the maker's token."""
    if not store.may_edit(row, arguments["edit"]):
        raise Forbidden("Only the maker's token can begin this tournament.")
    if row.begun_at_ms:
        raise Conflict(BEGUN)
    registration.begin(row.id)
    return described(found(row.id))


@blueprint.post("/tournaments/<id_>/renew")
@blueprint.arguments(EditArguments, location="query")
@_acts(409, 422, body=schemas.RenewedLinkSchema)
@heavy
@small
def renew_link(arguments: Json, id_: str, body: Json) -> Json:
    """Make a link anew, which ends the old one: the maker's by `?edit=`, or your place's."""
    if body["link"] == "seat":
        own = entries.renew(_as_entrant(_open(id_)))
        return described(found(id_), own)
    row = found(id_)
    if not store.may_edit(row, arguments["edit"]):
        raise Forbidden("Only the maker's token can make a new one: ?edit=TOKEN.")
    store.renew(row)
    return _of_maker(found(id_))


@blueprint.get("/tournaments/<id_>/proof")
@answers(blueprint, 200, schemas.TournamentProofSchema, 404, 409)
@heavy
def get_proof(id_: str) -> Response:
    """All that was secret where people joined, to check it by; 409 until all games are played."""
    proof = views.proof_of(required(registration.find(id_), NotFound()))
    return Response(msgspec.json.encode({"ok": True, **proof}), mimetype="application/json")


def _entry(body: Json) -> entries.Entry:
    name = Reader(body["name"], "name")
    called = name.text().strip()
    name.finish()
    return entries.Entry(called, body["army"], body["salt"])


def _people(row: Tournament | Gathering) -> Gathering | None:
    """Return the registration of a tournament that has not begun, or of a running ladder."""
    if isinstance(row, Gathering):
        return row
    before = registration.find(row.id)
    return before if before is not None and registration.is_running(before) else None


def _asker(row: Gathering) -> Entrant | None:
    sent = request.authorization
    if sent is not None and sent.type == "bearer" and sent.token:
        return entries.by_token(row, sent.token)
    return entries.own_entrant(row)


def _as_entrant(row: Gathering) -> Entrant:
    message = (
        "You do not take part in this tournament. Send your place's token in the header "
        "Authorization: Bearer TOKEN."
    )
    return required(_asker(row), Forbidden(message))


def _of_maker(row: Tournament | Gathering) -> Json:
    token = store.edit_token(row)
    edit = url_for("tournament.edit", id_=row.id, token=token, _external=True)
    return {**described(row), "you": {"edit": token, "links": {"edit": edit}}}


ladders_blueprint = heavy(
    private(Blueprint("ladders", __name__, description="Tournaments that go on"))
)
# describes an action of a ladder's maker
_changes: Final = partial(
    answers, ladders_blueprint, 200, schemas.TournamentSchema, 403, 404, 409, of=found
)


@ladders_blueprint.post("/tournaments/<id_>/rounds")
@ladders_blueprint.arguments(EditArguments, location="query")
@_changes(422, 503, body=schemas.MoreRoundsSchema)
@small
def play_more_rounds(arguments: Json, row: Tournament | Gathering, body: Json) -> Json:
    """Play more rounds of a ladder, after those that were asked for."""
    row = _by_token(row, arguments["edit"])
    return described(entries.play_more(row, body["rounds"]))


@ladders_blueprint.post("/tournaments/<id_>/entrants")
@ladders_blueprint.arguments(EditArguments, location="query")
@_changes(422, body=schemas.NewEntrantSchema)
def add_entrant(arguments: Json, row: Tournament | Gathering, body: Json) -> Json:
    """Let another army take part in a ladder, from the next round on that is asked for."""
    row = _by_token(row, arguments["edit"])
    try:
        return described(entries.add_armies(row, [body]))
    except InputError as error:
        raise InputError(
            Problem(path.removeprefix("entrants[0]").removeprefix("."), message)
            for path, message in error.problems
        ) from None


@ladders_blueprint.put("/tournaments/<id_>/entrants/<int:number>")
@ladders_blueprint.arguments(EditArguments, location="query")
@_changes(422, body=schemas.PartSchema)
@small
def change_part(arguments: Json, row: Tournament | Gathering, number: int, body: Json) -> Json:
    """Take an army out of a ladder, or let it come back, from the next round on.

    `number` is its `seed`. It stays in the standings.
    """
    row = _by_token(row, arguments["edit"])
    return described(entries.set_part(row, number, takes_part=body["takes_part"]))


@ladders_blueprint.post("/tournaments/<id_>/close")
@ladders_blueprint.arguments(EditArguments, location="query")
@_changes()
@small
def close_joining(arguments: Json, row: Tournament | Gathering) -> Json:
    """Close a running ladder's registration for good, which reveals its dice.

    From then on no army is taken out or comes back.
    """
    row = _by_token(row, arguments["edit"])
    message = "This ladder has no registration: there is nothing to close."
    registration.close(required(registration.find(row.id), Conflict(message)))
    return described(row)


def _by_token(row: Tournament | Gathering, token: str) -> Tournament:
    if not entries.is_ladder(row):
        raise Conflict(entries.NO_LADDER)
    if not store.may_edit(row, token):
        raise Forbidden("Only the maker's token can change this ladder: ?edit=TOKEN.")
    return row
