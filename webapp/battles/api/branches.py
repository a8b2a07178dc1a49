"""Calls that replay a battle with one change from an event on."""

from typing import Any

import msgspec
from flask import Response, url_for
from flask_smorest import Blueprint

from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.jobs import Progress
from webapp.base.texts import _
from webapp.battles import branches, schemas
from webapp.battles import store as battles
from webapp.battles.api.battles import described, found, over
from webapp.guard.admission import equivalent, playing, work_out, work_out_long
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.rest import progress_lines
from webapp.rest.schemas import answers
from webapp.store.models import Battle
from webapp.words import changes

blueprint = Blueprint("branches", __name__, description="What if: battles that go on otherwise")


@blueprint.post("/battles/<id_>/branches")
@blueprint.arguments(schemas.NewBranchSchema)
@answers(blueprint, 201, schemas.NewBattleBranchSchema, 404, 409, 503)
@heavy
@equivalent("battlereel branch FILE")
def make_branch(wanted: dict[str, Any], id_: str) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Replay a battle with one change. The new battle is over immediately.

    Events before the change stay as they are, and so do all dice that it does not replace.
    """
    parent = _over(id_)
    with playing() as run:
        battle = branches.make(parent, wanted["at"], wanted["change"], run)
    body = described(battle)
    own, _none = branches.family(battle)
    game = games.game(parent.ruleset)
    body["branch"] = own and _row(branches.views(game, [own])[0], battle.id)
    return body, 201, {"Location": body["links"]["self"]}


@blueprint.get("/battles/<id_>/branches")
@answers(blueprint, 200, schemas.BranchesSchema, 404)
@private
def list_branches(id_: str) -> dict[str, Any]:
    """List your branches of a battle and its parent, without any results.

    The session cookie identifies you. Others find a branch only by its link.
    """
    battle = found(id_)
    own, of_it = branches.family(battle)
    game = games.game(battle.ruleset)
    parent = own and _row(branches.views(game, [own])[0], own.parent_id)
    is_over = battle.is_over(now_ms())
    return {
        "ok": True,
        "units": branches.unit_names(game, battle) if is_over else None,
        "parent": parent,
        "branches": [_row(one, one.branch.battle_id) for one in branches.views(game, of_it)],
    }


@blueprint.get("/battles/<id_>/rolls")
@answers(blueprint, 200, schemas.RollsSchema, 404, 409, 422, 503)
@heavy
@equivalent("battlereel branch FILE")
def list_rolls(id_: str) -> dict[str, Any]:
    """List all dice of a battle that is over, as a branch may change them."""
    battle = _over(id_)
    recording = battles.recording_of(battle)
    wording = games.game(battle.ruleset).wording
    rolls = work_out(branches.rolls, recording)
    return {
        "ok": True,
        "events": len(recording.events),
        "rolls": [
            {**roll._asdict(), "name": name}
            for roll, name in zip(rolls, changes.roll_names(wording, recording, rolls), strict=True)
        ],
    }


@blueprint.get("/battles/<id_>/moment")
@blueprint.arguments(schemas.AtArguments, location="query")
@answers(blueprint, 200, schemas.MomentSchema, 404, 409, 422, 503)
@heavy
@equivalent("battlereel branch FILE")
def show_moment(arguments: dict[str, Any], id_: str) -> dict[str, Any]:
    """Describe what can be changed at one event of a battle that is over, besides dice.

    It reveals nothing about later events.
    """
    battle = _over(id_)
    game = games.game(battle.ruleset)
    left, asked = work_out(branches.moment, battles.recording_of(battle), arguments["at"])
    names = branches.unit_names(game, battle) or {}
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


@blueprint.post("/battles/<id_>/winning-order")
@blueprint.arguments(schemas.SideArguments, location="query")
@answers(blueprint, 200, schemas.WinningOrderSchema, 404, 409, 422, 503)
@heavy
@equivalent("battlereel branch FILE --winning-order")
def find_winning_order(arguments: dict[str, Any], id_: str) -> dict[str, Any] | Response:
    """Find an order of one side's units that would have won with the same dice.

    It tries orders near the army's own first, 5,040 at most; with `at`, orders of the units left
    then. With `Accept: application/x-ndjson` it is the last line; earlier lines say `done` of `of`
    orders. The search stops when the client disconnects.
    """
    battle, side = _over(id_), arguments["side"]
    recording = battles.recording_of(battle)
    names = branches.unit_names(games.game(battle.ruleset), battle) or {}

    def searched(progress: Progress) -> dict[str, Any]:
        order = work_out_long(
            branches.winning_order,
            recording,
            side,
            arguments["at"],
            progress=progress,
            stop=progress.stopped,
        )
        units = order.order and [names[side][place] for place in order.order]
        return {"ok": True, **msgspec.to_builtins(order), "units": units}

    if progress_lines.are_wanted():
        return progress_lines.lines(searched)
    return searched(Progress())


def _over(id_: str) -> Battle:
    return over(id_, _("This battle is still on air. It can be branched as soon as it is over."))


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
