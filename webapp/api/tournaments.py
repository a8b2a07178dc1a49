"""Tournaments: make one of armies or of people, join it, seal an army, look at it.

Who takes part shows who they are by the token of their place, in the header `Authorization: Bearer
TOKEN`, or by the session of one of our pages; who has made it by `?edit=`.
"""

import secrets
from typing import Any, Final

import msgspec
from flask import Response, request, url_for
from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict, Forbidden, NotFound

import engine
from engine import InputError, Problem, Reader, Text, unknown
from webapp import games
from webapp.api import bodies
from webapp.api.refusals import refuses
from webapp.api.schemas.armies import EditArguments
from webapp.api.schemas.tournaments import (
    EnterSchema,
    NewTournamentSchema,
    TournamentProofSchema,
    TournamentSchema,
)
from webapp.base.game import Game
from webapp.base.threads import in_thread
from webapp.challenges.seal import Salt
from webapp.guard import keys
from webapp.guard.limits import heavy
from webapp.guard.request_guard import small
from webapp.store.gatherings import Entrant, Gathering
from webapp.store.models import Tournament
from webapp.tournaments import beginning, entering, gathering, joining, playing, store, views
from webapp.tournaments.report import report

Described = tuple[dict[str, Any], int, dict[str, str]]

NO_PLACE: Final = (
    "You do not take part in this tournament. Send your place's token in the header "
    "Authorization: Bearer TOKEN."
)
BEGUN: Final = "This tournament has begun: nobody can join it any more, or change an army."
OWN: Final = Text("is each entrant's own; leave it out")

blueprint = Blueprint("tournaments", __name__, description="Tournaments of armies or people")


@blueprint.post("/tournaments")
@blueprint.doc(requestBody=bodies.described(NewTournamentSchema))
@blueprint.response(201, TournamentSchema)
@refuses(blueprint, 422, 503)
@heavy
def make_tournament() -> Described:
    """Make a tournament: of `entrants` it is played at once, without them people may join.

    `you.edit` is the maker's token.
    """
    wanted = bodies.read(NewTournamentSchema)
    game = games.games().get(wanted["ruleset"])
    if game is None:
        raise InputError.single("ruleset", unknown("ruleset", wanted["ruleset"], games.games()))
    name = Reader(wanted["name"], "name")
    called = name.text()
    name.finish()
    side = dict(game.undecided) if wanted["side"] is None else wanted["side"]
    if own := [Problem(f"side.{key}", OWN) for key in ("army", "name") if key in side]:
        raise InputError(own)
    file = _file(game, wanted)
    if wanted["entrants"] is None:
        agreed = gathering.agree(game, file, side, wanted["limits"], wanted["places"])
        new = gathering.New(
            game.id, called, keys.visitor(), agreed, wanted["places"], wanted["hours"]
        )
        return _created(gathering.create(new))
    sides = [{**side, **one} for one in wanted["entrants"]]
    whole = {**file, "name": called, "seed": secrets.randbits(store.SEED_BITS), "entrants": sides}
    row = store.create(whole, keys.visitor())
    playing.go_on(row)
    return _created(row)


def _file(game: Game, wanted: dict[str, Any]) -> dict[str, Any]:
    """The tournament file that a body asks for, without name, seed and entrants."""
    file = {"kind": wanted["kind"], "ruleset": game.id, "best_of": wanted["best_of"]}
    if "rounds" in wanted:
        file["rounds"] = wanted["rounds"]
    problems = [
        Problem(f"terms.{key}", unknown("key", key, game.ruleset.battle_keys))
        for key in wanted["terms"]
        if key not in game.ruleset.battle_keys
    ]
    if problems:
        raise InputError(problems)
    return {**file, **wanted["terms"]}


@blueprint.get("/tournaments/<id_>")
@blueprint.response(200, TournamentSchema)
@refuses(blueprint, 404)
@heavy
def get_tournament(id_: str) -> dict[str, Any]:
    """A tournament: who takes part; once it is played standings, ratings and all matches.

    Your own place beside it if you send its token.
    """
    row = found(id_)
    people = row if isinstance(row, Gathering) else _climbed(row)
    return described(row, _asker(people) if people else None)


@blueprint.post("/tournaments/<id_>/join")
@blueprint.doc(requestBody=bodies.described(EnterSchema))
@blueprint.response(201, TournamentSchema)
@refuses(blueprint, 404, 409, 410, 422)
@heavy
def join_tournament(id_: str) -> Described:
    """Take a place with a sealed army; `you` has the token of your place.

    In a ladder that has begun it takes part from the next round on that its maker asks for.
    """
    entry = _entry()
    own = joining.enter(_open(id_), keys.visitor(), entry)
    return _created(found(id_), own)


@blueprint.put("/tournaments/<id_>/army")
@blueprint.doc(requestBody=bodies.described(EnterSchema))
@blueprint.response(200, TournamentSchema)
@refuses(blueprint, 403, 404, 409, 410, 422)
@heavy
def change_entry(id_: str) -> dict[str, Any]:
    """Seal another army in your place, or take another name, until it begins."""
    row = _open(id_)
    entry = _entry()
    return described(row, entering.change(row, _taking_part(row).number, entry))


@blueprint.post("/tournaments/<id_>/leave")
@blueprint.response(200, TournamentSchema)
@refuses(blueprint, 403, 404, 409, 410, 422)
@small
def leave_tournament(id_: str) -> dict[str, Any]:
    """Give your place back, until it begins.

    Of a ladder that has begun your army takes no part in the rounds to come, and stays in the
    standings.
    """
    row = _open(id_)
    joining.leave(row, _taking_part(row).number)
    return described(found(id_), None)


@blueprint.post("/tournaments/<id_>/begin")
@blueprint.arguments(EditArguments, location="query")
@blueprint.response(200, TournamentSchema)
@refuses(blueprint, 403, 404, 409, 503)
@small
def begin_tournament(arguments: dict[str, Any], id_: str) -> dict[str, Any]:
    """Begin now, with those who take part, by the maker's token."""
    row = _open(id_)
    if not store.may_edit(row, arguments["edit"]):
        raise Forbidden("Only the maker's token can begin this tournament.")
    if row.begun_at_ms:
        raise Conflict(BEGUN)
    beginning.begin(row.id)
    return described(found(id_), None)


@blueprint.get("/tournaments/<id_>/proof")
@blueprint.response(200, TournamentProofSchema)
@refuses(blueprint, 404, 409)
@heavy
def get_proof(id_: str) -> Response:
    """All that was secret where people joined, to check it by; 409 until all games are played."""
    row = gathering.find(id_)
    if row is None:
        raise NotFound
    found = msgspec.json.encode({"ok": True, **views.proof_of(row)})
    return Response(found, mimetype="application/json")


def _entry() -> entering.Entry:
    wanted = bodies.read(EnterSchema)
    name = Reader(wanted["name"], "name")
    called = name.text().strip()
    name.finish()
    return entering.Entry(called, wanted["army"], Salt(wanted["salt"]) if wanted["salt"] else None)


def found(id_: str) -> Tournament | Gathering:
    """What has this id; what is due of it is played in the background. Raises NotFound."""
    row = beginning.begun_if_due(id_)
    if row is None or row.ruleset not in games.games():
        raise NotFound
    if isinstance(row, Tournament):
        playing.go_on(row)
    return row


def _open(id_: str) -> Gathering:
    """One that people may still join. Raises Conflict for one that has begun, but for a ladder."""
    row = found(id_)
    people = row if isinstance(row, Gathering) else _climbed(row)
    if people is None:
        raise Conflict(BEGUN)
    return people


def _climbed(row: Tournament) -> Gathering | None:
    """Who gathered for a ladder that has begun, and may go on doing so; None of anything else."""
    before = gathering.find(row.id)
    return before if before is not None and gathering.is_running(before) else None


def _asker(row: Gathering) -> Entrant | None:
    sent = request.authorization
    if sent is not None and sent.type == "bearer" and sent.token:
        return entering.by_token(row, sent.token)
    return entering.here(row)


def _taking_part(row: Gathering) -> Entrant:
    own = _asker(row)
    if own is None:
        raise Forbidden(NO_PLACE)
    return own


def _created(row: Tournament | Gathering, own: Entrant | None = None) -> Described:
    body = described(row, own)
    if own is None:
        token = store.edit_token(row)
        edit = url_for("tournament.edit", id_=row.id, token=token, _external=True)
        body["you"] = {"edit": token, "links": {"edit": edit}}
    return body, 201, {"Location": body["links"]["self"]}


def described(row: Tournament | Gathering, own: Entrant | None) -> dict[str, Any]:
    """All that it says of itself to whoever takes part as `own`."""
    links = {
        "self": url_for("tournaments.get_tournament", id_=row.id, _external=True),
        "page": url_for("tournament.show", id_=row.id, _external=True),
    }
    if isinstance(row, Gathering):
        told = views.public(row, gathering.entrants(row))
        return {"ok": True, **told, "you": _you(own) if own else None, "links": links}
    told, before = _played(row), gathering.find(row.id)
    seed = told.pop("seed")
    are_told = gathering.are_dice_told(row, before)
    if are_told:
        told["seed"] = str(seed)
        links["file"] = url_for("tournament.file", id_=row.id, _external=True)
    if before is not None:
        public = views.public(before, gathering.entrants(before))
        told |= {key: public[key] for key in ("commitment", "entrants")}
        if gathering.is_running(before):
            told |= {key: public[key] for key in ("limits", "places", "closes_at_ms")}
            told["joining"] = gathering.may_join(before)
        if are_told:
            told["secret"] = before.secret
            links["proof"] = url_for("tournaments.get_proof", id_=row.id, _external=True)
    return {"ok": True, **told, "you": _you(own) if own else None, "links": links}


def _you(own: Entrant) -> dict[str, Any]:
    token = entering.token(own)
    seat = url_for("gathering.come_back", id_=own.gathering_id, token=token, _external=True)
    return {
        "number": own.number,
        "seat": token,
        "army": gathering.army_of(own),
        "salt": own.salt,
        "links": {"seat": seat},
    }


def _played(row: Tournament) -> dict[str, Any]:
    """How it stands after the games that are stored, with its seed, which tells the rest."""
    try:
        played = store.as_it_stands(row)
    except engine.InputError as error:
        raise Conflict(f"The rules have changed since this tournament was made: {error}") from None

    def link(game: str) -> str | None:
        battle = played.battles.get(game)
        return url_for("watch.watch", id_=battle, _external=True) if battle else None

    addresses = {game: link(game) for game in played.battles}
    # In a thread: the first call loads scipy.
    told = in_thread(report, played.cup, [*played.matches], addresses.get)
    is_over = row.ended_at_ms is not None
    for match in told["matches"]:
        for game in match.get("games", ()):
            game["battle"] = game.pop("file")
            del game["seed"]
    del told["finished"]
    return told | {
        "id": row.id,
        "name": row.name,
        "state": "over" if is_over else "playing",
        "created_at_ms": row.created_at_ms,
        "terms": {k: v for k, v in played.cup.terms.items() if k != "ruleset"},
        "done": played.done,
        "of": played.cup.plan.matches,
    }
