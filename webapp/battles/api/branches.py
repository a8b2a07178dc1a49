"""Branches: a battle that is over goes on otherwise from a moment on."""

from typing import Any

import msgspec
from flask import Response, url_for
from flask_smorest import Blueprint

from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.texts import _
from webapp.base.threads import Progress
from webapp.battles import branches
from webapp.battles import store as battles
from webapp.battles.api.battles import described, found, over
from webapp.battles.schemas import (
    AtArguments,
    BranchesSchema,
    MomentSchema,
    NewBattleBranchSchema,
    NewBranchSchema,
    RollsSchema,
    SideArguments,
    WinningOrderSchema,
)
from webapp.guard.job_pool import playing, work_out, work_out_long
from webapp.guard.limits import heavy
from webapp.rest import progress_lines
from webapp.rest.schemas import ErrorSchema
from webapp.store.models import Battle
from webapp.words import changes

blueprint = Blueprint("branches", __name__, description="What if: battles that go on otherwise")


@blueprint.post("/battles/<id_>/branches")
@blueprint.arguments(NewBranchSchema)
@blueprint.response(201, NewBattleBranchSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@blueprint.alt_response(409, schema=ErrorSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
def make_branch(wanted: dict[str, Any], id_: str) -> tuple[dict[str, Any], int, dict[str, str]]:
    """The battle once more, with one change: a battle of its own, which is over at once.

    Events before the moment stay as they are, and so do all dice that are not changed.
    """
    parent = _over(id_)
    game = games.game(parent.ruleset)
    at, change = wanted["at"], branches.drawn(wanted["change"])
    with playing() as run:
        before = battles.recording_of(parent)
        change = branches.as_written(game, before, at, change)
        recording = run(branches.recording_of, before, at, change)
        at = branches.moment_of(recording, at, change)
        battle = branches.put(game, parent, at, change, recording, run)
    body = described(battle)
    own, _none = branches.family(battle)
    body["branch"] = own and _row(branches.told(game, [own])[0], battle.id)
    return body, 201, {"Location": body["links"]["self"]}


@blueprint.get("/battles/<id_>/branches")
@blueprint.response(200, BranchesSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
def list_branches(id_: str) -> dict[str, Any]:
    """What a battle is a branch of, and its branches that you made; not how any of them ends.

    You are the visitor of the session cookie. Others find a branch by its own link alone.
    """
    battle = found(id_)
    own, of_it = branches.family(battle)
    game = games.game(battle.ruleset)
    parent = own and _row(branches.told(game, [own])[0], own.parent_id)
    is_over = battle.is_over(now_ms())
    return {
        "ok": True,
        "units": branches.unit_names(game, battle) if is_over else None,
        "parent": parent,
        "branches": [_row(one, one.branch.battle_id) for one in branches.told(game, of_it)],
    }


@blueprint.get("/battles/<id_>/rolls")
@blueprint.response(200, RollsSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@blueprint.alt_response(409, schema=ErrorSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
def list_rolls(id_: str) -> dict[str, Any]:
    """All dice of a battle that is over, as a branch may change them."""
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
@blueprint.arguments(AtArguments, location="query")
@blueprint.response(200, MomentSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@blueprint.alt_response(409, schema=ErrorSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
def show_moment(arguments: dict[str, Any], id_: str) -> dict[str, Any]:
    """What of a battle that is over can be changed at a moment, beside its dice.

    Nothing in it tells what happens after that moment.
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
@blueprint.arguments(SideArguments, location="query")
@blueprint.response(200, WinningOrderSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@blueprint.alt_response(409, schema=ErrorSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
@heavy
def find_winning_order(arguments: dict[str, Any], id_: str) -> dict[str, Any] | Response:
    """An order of one side's units that would have won with the same dice.

    Orders near the army's own are tried first, 5,040 at most. With `at`, those left then. To
    `Accept: application/x-ndjson` it is the last of several lines; those before it tell `done` of
    `of` orders. It stops when the client hangs up.
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


def _row(told: branches.Told, id_: str) -> dict[str, Any]:
    """A branch under the id of whichever it leads to, itself or its parent."""
    return {
        "id": id_,
        "at": told.branch.at,
        "change": told.change,
        "text": told.text,
        "odds": told.odds,
        "watch": url_for("watch.watch", id_=id_, _external=True),
    }
