"""Battles: start one, ask about it, fetch its recording when it is over."""

from typing import Any

import msgspec
from flask import Response, request, url_for
from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict, NotFound, UnprocessableEntity

import engine
from webapp.base import assets, games
from webapp.base.clock import now_ms
from webapp.base.scene_files import pace_of
from webapp.battles import gallery
from webapp.battles import store as battles
from webapp.battles import verdicts as battle_verdicts
from webapp.battles.schemas import (
    BattleSchema,
    BattlesSchema,
    NewBattleArguments,
    RecordingSchema,
    SearchArguments,
    VerdictSchema,
)
from webapp.battles.search_terms import Search
from webapp.guard.job_pool import playing, work_out_long
from webapp.guard.limits import heavy
from webapp.rest.schemas import ErrorSchema, battle_file, page_request
from webapp.store.models import Battle

blueprint = Blueprint("battles", __name__, description="Battles, on air and over")


@blueprint.post("/battles")
@blueprint.doc(requestBody=battle_file())
@blueprint.arguments(NewBattleArguments, location="query")
@blueprint.response(201, BattleSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
def start_battle(arguments: dict[str, Any]) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Put the battle in the body, a battle file, on air.

    It is on air three seconds later. The seed is drawn if the file has none.
    """
    with playing() as run:
        recording = battles.play(run(engine.read, request.get_data()), run)
        game = games.game(recording.header.ruleset)
        battle = battles.put_on_air(game, recording, battles.Airing(**arguments), run)
    body = described(battle)
    return body, 201, {"Location": body["links"]["self"]}


@blueprint.get("/battles")
@blueprint.arguments(SearchArguments, location="query")
@blueprint.response(200, BattlesSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
@heavy
def list_battles(arguments: dict[str, Any]) -> dict[str, Any]:
    """The battles that everybody may see, the newest first, 20 a page."""
    asked = page_request(arguments)
    page = gallery.find(games.games().values(), Search(**arguments), now_ms(), asked)
    return {"ok": True, "battles": [described(row) for row in page.rows], **page.described()}


@blueprint.get("/battles/<id_>")
@blueprint.response(200, BattleSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
def get_battle(id_: str) -> dict[str, Any]:
    """What there is to know about a battle; its result only when it is over."""
    return described(found(id_))


@blueprint.get("/battles/<id_>/recording")
@blueprint.response(200, RecordingSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@blueprint.alt_response(409, schema=ErrorSchema)
def get_recording(id_: str) -> Response:
    """The whole recording of a battle that is over, with the cue of every event."""
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
@blueprint.response(200, VerdictSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@blueprint.alt_response(409, schema=ErrorSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
def get_verdict(id_: str) -> Response:
    """Why a battle that is over ended so: how much was the armies, the order, the dice.

    Of side a, and adding up to `result` - 1/2. Refused where a battle's odds are not exact, and for
    one that was played by older rules.
    """
    battle = over(
        id_,
        "The battle is still on air: why it ended so is told when it is over. "
        "Until then watch it, live.",
    )
    header, winner = battles.header_of(battle), battle.recording.winner
    read = engine.read(header["battle"])
    if header["ruleset_version"] != read.ruleset.version:
        raise UnprocessableEntity(
            "The rules have changed since this battle was fought: its chances were others."
        )
    side = next((side for side in engine.SIDES if side == winner), None)
    told = battle_verdicts.known_verdict(read, side)
    if told is None:
        found_ = work_out_long(battle_verdicts.verdict, read, side)
        told = battle_verdicts.remember(read, side, found_)
    body = {"ok": True, **msgspec.to_builtins(told)}
    response = Response(msgspec.json.encode(body), mimetype="application/json")
    _keep(response, battle)
    return response


def found(id_: str) -> Battle:
    """The battle with this id. Raises NotFound."""
    battle = battles.find(id_)
    if battle is None:
        raise NotFound
    return battle


def over(id_: str, otherwise: str) -> Battle:
    """The battle with this id. Raises NotFound; Conflict with these words while it is on air."""
    battle = found(id_)
    if not battle.is_over(now_ms()):
        raise Conflict(otherwise)
    return battle


def _keep(response: Response, battle: Battle) -> None:
    """Lets an answer be kept that was asked for with the version of the battle's recording.

    A sample keeps its id when it is played anew by changed rules.
    """
    if request.args.get("v") == battle.version:
        response.cache_control.public = True
        response.cache_control.max_age = assets.FOR_EVER_SECONDS
        response.cache_control.immutable = True


def described(battle: Battle) -> dict[str, Any]:
    """What there is to know about a battle, with its links."""
    over = battle.is_over(now_ms())
    stored = battle.recording
    return {
        "ok": True,
        "id": battle.id,
        "title": battle.title,
        "ruleset": stored.ruleset,
        "status": "over" if over else "on_air",
        "starts_at_ms": battle.starts_at_ms,
        "ends_at_ms": battle.ends_at_ms if over else _latest_end_ms(battle),
        "sides": {
            "a": {"name": battle.name_a, "army": battle.army_a},
            "b": {"name": battle.name_b, "army": battle.army_b},
        },
        "result": stored if over else None,
        "links": _links(battle),
    }


def _latest_end_ms(battle: Battle) -> int:
    """By when a battle is over: the same whoever wins, since its length would tell who does."""
    return battle.starts_at_ms + pace_of(games.game(battle.ruleset)).latest_ms


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
        "log": to("log.text"),
        "html": to("download.page"),
        "file": to("download.battle_file"),
    }
