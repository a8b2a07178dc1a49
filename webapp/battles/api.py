"""Calls of battles: start, describe, recording, verdict; replays with one change."""

from functools import partial
from typing import Any, Final

import msgspec
from flask import Response, request, url_for
from flask_smorest import Blueprint
from werkzeug.exceptions import UnprocessableEntity

import engine
from webapp.base import assets, display_names, games
from webapp.base.clock import now_ms
from webapp.base.game import pace_of
from webapp.base.jobs import Progress
from webapp.battles import analysis, branches, gallery, schemas
from webapp.battles import store as battles
from webapp.battles.pages import viewer
from webapp.guard.admission import equivalent, playing, work_out, work_out_long
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.rest import progress_lines
from webapp.rest.schemas import BATTLE_FILE, answers, page_request
from webapp.store.models import Battle
from webapp.words import changes

blueprint = Blueprint("battles", __name__, description="Battles, on air and over")


@blueprint.post("/battles")
@blueprint.arguments(schemas.NewBattleArguments, location="query")
@answers(blueprint, 201, schemas.BattleSchema, 422, 503, body=BATTLE_FILE)
@heavy
def start_battle(arguments: dict[str, Any]) -> dict[str, Any]:
    """Start a battle from the battle file in the body.

    It goes on air three seconds later. The server draws the seed if the file has none.
    """
    with playing() as run:
        recording = battles.play(run(engine.read, request.get_data()), run)
        game = games.game(recording.header.ruleset)
        battle = battles.put_on_air(game, recording, battles.Airing(**arguments), run)
    return described(battle)


@blueprint.get("/battles")
@blueprint.arguments(schemas.SearchArguments, location="query")
@answers(blueprint, 200, schemas.BattlesSchema, 422)
@heavy
def list_battles(arguments: dict[str, Any]) -> dict[str, Any]:
    """List public battles, the newest first, 20 a page."""
    asked = page_request(arguments)
    page = gallery.find(games.games().values(), gallery.Search(**arguments), now_ms(), asked)
    return {"ok": True, "battles": [described(row) for row in page.rows], **page.described()}


@blueprint.get("/battles/<id_>")
@answers(blueprint, 200, schemas.BattleSchema, 404, of=viewer.found)
def get_battle(battle: Battle) -> dict[str, Any]:
    """Describe a battle; its result is included once it is over."""
    return described(battle)


@blueprint.get("/battles/<id_>/recording")
@answers(blueprint, 200, schemas.RecordingSchema, 404, 409)
def get_recording(id_: str) -> Response:
    """Return the whole recording of a battle that is over, with the cue of each event."""
    battle = viewer.over(
        id_,
        "The battle is still on air: its recording may be had when it is over. "
        "Until then watch it, live.",
    )
    playback = battles.playback_of(battle)
    body = {
        "header": playback.header,
        "events": playback.events,
        "cues": playback.schedule.cues,
        "duration_ms": playback.schedule.duration_ms,
        **playback.extras(slice(None), over=True),
    }
    response = _response(battle, body)
    response.set_etag(battle.digest)
    # Embedded battles read it, too: access needs the id, no cookie.
    assets.allow_any_origin(response)
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
    battle = viewer.over(
        id_,
        "The battle is still on air: its verdict is available when it is over. "
        "Until then watch it, live.",
    )
    header, winner = battles.headers_of([battle])[battle.digest], battle.recording.winner
    read = engine.read(header["battle"])
    if header["ruleset_version"] != read.ruleset.version:
        raise UnprocessableEntity(
            "The rules have changed since this battle was fought: its chances were others."
        )
    side = next((side for side in engine.SIDES if side == winner), None)
    verdict = analysis.known_verdict(read, side)
    if verdict is None:
        verdict = analysis.remember(read, side, work_out_long(analysis.verdict, read, side))
    return _response(battle, {"ok": True, **msgspec.to_builtins(verdict)})


def _response(battle: Battle, body: dict[str, Any]) -> Response:
    response = Response(msgspec.json.encode(body), mimetype="application/json")
    if request.args.get("v") == battle.version:  # samples can be played again
        assets.keep_for_ever(response)
    return response


def described(battle: Battle) -> dict[str, Any]:
    """Return a battle as JSON, with its links."""
    over = battle.is_over(now_ms())
    stored = battle.recording
    # While on air, the latest possible end, which does not depend on who wins.
    latest = battle.starts_at_ms + pace_of(games.game(battle.ruleset)).latest_ms
    link = partial(url_for, id_=battle.id, _external=True)
    return {
        "ok": True,
        "id": battle.id,
        "title": battle.title,
        "ruleset": stored.ruleset,
        "status": "over" if over else "on_air",
        "starts_at_ms": battle.starts_at_ms,
        "ends_at_ms": battle.ends_at_ms if over else latest,
        "sides": {
            "a": {"name": battle.name_a, "army": battle.army_a},
            "b": {"name": battle.name_b, "army": battle.army_b},
        },
        "result": stored if over else None,
        "links": {
            "self": link("battles.get_battle"),
            "watch": link("watch.watch"),
            "embed": link("embed.embed"),
            "card": link("cards.of_battle"),
            "qr": link("watch.qr_code", kind="svg"),
            "recording": link("battles.get_recording", v=battle.version),
            "log": link("download.log_text"),
            "html": link("download.page"),
            "file": link("download.battle_file"),
        },
    }


branches_blueprint = Blueprint(
    "branches", __name__, description="What if: battles that go on otherwise"
)


_finished: Final = partial(viewer.over, otherwise=branches.ON_AIR)
# describes a question about what can be changed in a battle that is over
_asks: Final = partial(answers, branches_blueprint, 200, of=_finished)


@branches_blueprint.post("/battles/<id_>/branches")
@branches_blueprint.arguments(schemas.NewBranchSchema)
@answers(branches_blueprint, 201, schemas.NewBattleBranchSchema, 404, 409, 503, of=_finished)
@heavy
@equivalent("battlereel branch FILE")
def make_branch(wanted: dict[str, Any], parent: Battle) -> dict[str, Any]:
    """Replay a battle with one change. The new battle is over immediately.

    Events before the change stay as they are, and so do all dice that it does not replace.
    """
    with playing() as run:
        battle = branches.make(parent, wanted["at"], wanted["change"], run)
    own, _none = branches.family(battle)
    return {**described(battle), "branch": own and _row(branches.views([own])[0], battle.id)}


@branches_blueprint.get("/battles/<id_>/branches")
@answers(branches_blueprint, 200, schemas.BranchesSchema, 404, of=viewer.found)
@private
def list_branches(battle: Battle) -> dict[str, Any]:
    """List your branches of a battle and its parent, without any results.

    The session cookie identifies you. Others find a branch only by its link.
    """
    own, of_it = branches.family(battle)
    return {
        "ok": True,
        "units": branches.unit_names(battle) if battle.is_over(now_ms()) else None,
        "parent": own and _row(branches.views([own])[0], own.parent_id),
        "branches": [_row(one, one.branch.battle_id) for one in branches.views(of_it)],
    }


@branches_blueprint.get("/battles/<id_>/rolls")
@_asks(schemas.RollsSchema, 404, 409, 422, 503)
@heavy
@equivalent("battlereel branch FILE")
def list_rolls(battle: Battle) -> dict[str, Any]:
    """List all dice of a battle that is over, as a branch may change them."""
    recording = battles.recording_of(battle)
    game = games.game(battle.ruleset)
    events = display_names.in_recording(game, recording)
    rolls = work_out(branches.rolls, recording)
    names = changes.roll_names(game.wording, events, rolls)
    listed = [one._asdict() | {"name": name} for one, name in zip(rolls, names, strict=True)]
    return {"ok": True, "events": len(events), "rolls": listed}


@branches_blueprint.get("/battles/<id_>/moment")
@branches_blueprint.arguments(schemas.AtArguments, location="query")
@_asks(schemas.MomentSchema, 404, 409, 422, 503)
@heavy
@equivalent("battlereel branch FILE")
def show_moment(arguments: dict[str, Any], battle: Battle) -> dict[str, Any]:
    """Describe what can be changed at one event of a battle that is over, besides dice.

    It reveals nothing about later events.
    """
    game = games.game(battle.ruleset)
    left, asked = work_out(branches.moment, battles.recording_of(battle), arguments["at"])
    names = branches.unit_names(battle) or {}
    return {
        "ok": True,
        "left": left
        and {
            "at": left.at,
            "sides": {
                side: [
                    {"place": place, "name": names[side][place], "held": number < one.held}
                    for number, place in enumerate(one.places)
                ]
                for side, one in left.left.items()
            },
            "fresh": left.fresh
            and {
                side: [names[side][unit.place] for unit in units]
                for side, units in left.fresh.items()
            },
        },
        "orders": [changes.asked_in_words(game, one) for one in asked],
    }


@branches_blueprint.post("/battles/<id_>/winning-order")
@branches_blueprint.arguments(schemas.SideArguments, location="query")
@_asks(schemas.WinningOrderSchema, 404, 409, 422, 503)
@heavy
@equivalent("battlereel branch FILE --winning-order")
def find_winning_order(arguments: dict[str, Any], battle: Battle) -> dict[str, Any] | Response:
    """Find an order of one side's units that would have won with the same dice.

    It tries orders near the army's own first, 5,040 at most; with `at`, orders of the units left
    then. With `Accept: application/x-ndjson` it is the last line; earlier lines say `done` of `of`
    orders. The search stops when the client disconnects.
    """
    recording, side = battles.recording_of(battle), arguments["side"]
    names = branches.unit_names(battle) or {}

    def searched(progress: Progress) -> dict[str, Any]:
        asked = (recording, side, arguments["at"], progress, progress.stopped)
        order = work_out_long(branches.winning_order, *asked)
        units = order.order and [names[side][place] for place in order.order]
        return {"ok": True, **msgspec.to_builtins(order), "units": units}

    if progress_lines.are_wanted():
        return progress_lines.lines(searched)
    return searched(Progress())


def _row(view: branches.BranchView, id_: str) -> dict[str, Any]:
    """Return a branch as JSON, under the id of the battle that it links to."""
    return {
        "id": id_,
        "at": view.branch.at,
        "change": view.change,
        "text": view.text,
        "odds": view.odds,
        "watch": url_for("watch.watch", id_=id_, _external=True),
    }
