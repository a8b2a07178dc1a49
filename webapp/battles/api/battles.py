"""Calls that start a battle, describe it and return its recording."""

from typing import Any

import msgspec
from flask import Response, request, url_for
from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict, NotFound, UnprocessableEntity

import engine
from webapp.base import assets, games
from webapp.base.clock import now_ms
from webapp.base.errors import required
from webapp.base.scene_files import pace_of
from webapp.battles import analysis, gallery, schemas
from webapp.battles import store as battles
from webapp.battles.gallery import Search
from webapp.guard.admission import equivalent, playing, work_out_long
from webapp.guard.limits import heavy
from webapp.rest.schemas import answers, battle_file, page_request
from webapp.store.models import Battle

blueprint = Blueprint("battles", __name__, description="Battles, on air and over")


@blueprint.post("/battles")
@blueprint.doc(requestBody=battle_file())
@blueprint.arguments(schemas.NewBattleArguments, location="query")
@answers(blueprint, 201, schemas.BattleSchema, 422, 503)
@heavy
def start_battle(arguments: dict[str, Any]) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Start a battle from the battle file in the body.

    It goes on air three seconds later. The server draws the seed if the file has none.
    """
    with playing() as run:
        recording = battles.play(run(engine.read, request.get_data()), run)
        game = games.game(recording.header.ruleset)
        battle = battles.put_on_air(game, recording, battles.Airing(**arguments), run)
    body = described(battle)
    return body, 201, {"Location": body["links"]["self"]}


@blueprint.get("/battles")
@blueprint.arguments(schemas.SearchArguments, location="query")
@answers(blueprint, 200, schemas.BattlesSchema, 422)
@heavy
def list_battles(arguments: dict[str, Any]) -> dict[str, Any]:
    """List public battles, the newest first, 20 a page."""
    asked = page_request(arguments)
    page = gallery.find(games.games().values(), Search(**arguments), now_ms(), asked)
    return {"ok": True, "battles": [described(row) for row in page.rows], **page.described()}


@blueprint.get("/battles/<id_>")
@answers(blueprint, 200, schemas.BattleSchema, 404)
def get_battle(id_: str) -> dict[str, Any]:
    """Describe a battle; its result is included once it is over."""
    return described(found(id_))


@blueprint.get("/battles/<id_>/recording")
@answers(blueprint, 200, schemas.RecordingSchema, 404, 409)
def get_recording(id_: str) -> Response:
    """Return the whole recording of a battle that is over, with the cue of each event."""
    battle = over(
        id_,
        "The battle is still on air: its recording may be had when it is over. "
        "Until then watch it, live.",
    )
    playback = battles.playback_of(games.game(battle.ruleset), battle)
    body = {
        "header": playback.header,
        "events": playback.events,
        "cues": playback.schedule.cues,
        "duration_ms": playback.schedule.duration_ms,
        **playback.extras(slice(None), over=True),
    }
    response = Response(msgspec.json.encode(body), mimetype="application/json")
    response.set_etag(battle.digest)
    # Pages of any origin may read it, as embedded battles do: access needs the id, no cookie.
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    _keep(response, battle)
    response.make_conditional(request)
    return response


@blueprint.get("/battles/<id_>/verdict")
@answers(blueprint, 200, schemas.VerdictSchema, 404, 409, 422, 503)
@heavy
@equivalent("battlereel verdict FILE…")
def get_verdict(id_: str) -> Response:
    """Split the result of a battle that is over into armies, order and dice.

    Seen from side a; the parts add up to `result` - 1/2. Refused for battles without exact odds and
    for battles that were played by older rules.
    """
    battle = over(
        id_,
        "The battle is still on air: its verdict is available when it is over. "
        "Until then watch it, live.",
    )
    header, winner = battles.header_of(battle), battle.recording.winner
    read = engine.read(header["battle"])
    if header["ruleset_version"] != read.ruleset.version:
        raise UnprocessableEntity(
            "The rules have changed since this battle was fought: its chances were others."
        )
    side = next((side for side in engine.SIDES if side == winner), None)
    verdict = analysis.known_verdict(read, side)
    if verdict is None:
        found_ = work_out_long(analysis.verdict, read, side)
        verdict = analysis.remember(read, side, found_)
    body = {"ok": True, **msgspec.to_builtins(verdict)}
    response = Response(msgspec.json.encode(body), mimetype="application/json")
    _keep(response, battle)
    return response


def found(id_: str) -> Battle:
    """Return a battle by id, or raise NotFound."""
    return required(battles.find(id_), NotFound())


def over(id_: str, otherwise: str) -> Battle:
    """Return a battle by id. Raises NotFound, or Conflict with this message while it is on air."""
    battle = found(id_)
    if not battle.is_over(now_ms()):
        raise Conflict(otherwise)
    return battle


def _keep(response: Response, battle: Battle) -> None:
    """Allow caching if the request names the recording's version: samples can be played again."""
    if request.args.get("v") == battle.version:
        response.cache_control.public = True
        response.cache_control.max_age = assets.FOR_EVER_SECONDS
        response.cache_control.immutable = True


def described(battle: Battle) -> dict[str, Any]:
    """Return a battle as JSON, with its links."""
    over = battle.is_over(now_ms())
    stored = battle.recording
    return {
        "ok": True,
        "id": battle.id,
        "title": battle.title,
        "ruleset": stored.ruleset,
        "status": "over" if over else "on_air",
        "starts_at_ms": battle.starts_at_ms,
        # While on air, the latest possible end, which does not depend on who wins.
        "ends_at_ms": battle.ends_at_ms
        if over
        else battle.starts_at_ms + pace_of(games.game(battle.ruleset)).latest_ms,
        "sides": {
            "a": {"name": battle.name_a, "army": battle.army_a},
            "b": {"name": battle.name_b, "army": battle.army_b},
        },
        "result": stored if over else None,
        "links": _links(battle),
    }


def _links(battle: Battle) -> dict[str, str]:
    def to(endpoint: str, **values: str) -> str:
        return url_for(endpoint, id_=battle.id, _external=True, **values)

    return {
        "self": to("battles.get_battle"),
        "watch": to("watch.watch"),
        "embed": to("embed.embed"),
        "card": to("cards.of_battle"),
        "qr": to("watch.qr_code", kind="svg"),
        "recording": to("battles.get_recording", v=battle.version),
        "log": to("download.log_text"),
        "html": to("download.page"),
        "file": to("download.battle_file"),
    }
