"""Calls of the API: win chances, searches, and the puzzle of the day."""

from functools import partial
from typing import Any

import msgspec
from flask import request, url_for
from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict

import engine
from webapp.base.clock import now_ms
from webapp.base.texts import N_
from webapp.battles import store as battles
from webapp.guard.admission import equivalent, refined_estimate, work_out, work_out_long
from webapp.guard.limits import heavy
from webapp.guard.request_guard import small
from webapp.rest.schemas import BATTLE_FILE, answers, read_body
from webapp.searches import limits, puzzles, schemas, verdicts

odds_blueprint = heavy(Blueprint("odds", __name__, description="Win chances, exact or sampled"))


@odds_blueprint.post("/odds")
@odds_blueprint.arguments(schemas.OddsArguments, location="query")
@answers(odds_blueprint, 200, schemas.OddsSchema, 422, 503, body=BATTLE_FILE)
def weigh(arguments: dict[str, Any]) -> dict[str, Any]:
    """The win chances in the battle in the body, a battle file, and how they were found.

    A battle with a bot that thinks long is refused where its odds would have to be sampled. Of
    others `samples` that would take more than some seconds are refused with their cost; without
    `samples`, fewer are played.
    """
    battle = engine.read(request.get_data())
    weigh = partial(limits.answered_odds, battle, arguments["method"])
    if samples := arguments.get("samples"):
        odds = work_out(weigh, samples)
    else:
        odds, _is_cut = refined_estimate(weigh, engine.SAMPLES, limits.ANSWER_OPERATIONS_MOST)
    return {"ok": True, **msgspec.to_builtins(odds)}


@odds_blueprint.post("/odds/worth")
@answers(odds_blueprint, 200, schemas.WorthSchema, 422, 503, body=BATTLE_FILE)
def weigh_bonuses() -> dict[str, Any]:
    """What each bonus in the battle in the body is worth: the exact chances without it.

    What makes no difference is left out. A battle whose odds have to be sampled is refused.
    """
    battle = engine.read(request.get_data())
    bonuses = work_out(engine.ablation, battle)
    return {"ok": True, "method": "exact", "bonuses": msgspec.to_builtins(bonuses)}


@odds_blueprint.post("/odds/wanted")
@odds_blueprint.arguments(schemas.WishArguments, location="query")
@answers(odds_blueprint, 200, schemas.WantedSchema, 422, 503, body=BATTLE_FILE)
def find_wanted(arguments: dict[str, Any]) -> dict[str, Any]:
    """The battle file in the body with dice that make its battle end as wanted.

    They are a seed, or for a rare end the rolls that the battle begins with, and a seed for the
    rest. The file can be put on air as it is.
    """
    battle = engine.read(request.get_data())
    found = work_out(limits.conditioned, battle, arguments["wish"], arguments["seed"])
    return {"ok": True, "battle": found.document}


ORDER_BODY = {"anyOf": [BATTLE_FILE, schemas.BestOrderBodySchema]}
blueprint = heavy(Blueprint("searches", __name__, description="Which order, and who beats whom"))


@blueprint.post("/best-order")
@blueprint.arguments(schemas.BestOrderArguments, location="query")
@answers(blueprint, 200, schemas.BestOrderSchema, 422, 503, body=ORDER_BODY)
@equivalent("battlereel best-order FILE")
def find_best_order(arguments: dict[str, Any]) -> dict[str, Any]:
    """The best orders of one side's units in the battle in the body.

    The body is a battle file, or has one as `battle`, with further opponents as `against`.
    All orders are weighed exactly where they are no more than those of eight units; others are
    searched locally, and the answer says so. It stops when the client hangs up.
    """
    data = engine.decode(request.get_data())
    if isinstance(data, dict) and "battle" in data:
        arguments |= read_body(schemas.BestOrderBodySchema)
        data = arguments.pop("battle")
    found = limits.search_out(limits.best_order, engine.read(data), **arguments)
    return {"ok": True, **msgspec.to_builtins(found)}


@blueprint.post("/best-armies")
@blueprint.arguments(schemas.BestArmiesArguments, location="query")
@blueprint.arguments(schemas.BestArmiesBodySchema)
@answers(blueprint, 200, schemas.BestArmiesSchema, 503)
@equivalent(limits.BEST_ARMIES)
def find_best_armies(arguments: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """The best armies of one side that cost at most a budget, against the other side as it is.

    A local search by exact chances where there are some; else battles are played, and the answer
    has intervals. Bots can be met by name. It is the same each time, and stops when the client
    hangs up.
    """
    battle = engine.read(body.pop("battle"))
    found = limits.search_out(limits.best_armies, battle, **arguments, **body)
    return {"ok": True, **msgspec.to_builtins(found)}


@blueprint.post("/matchups")
@blueprint.arguments(schemas.MatchupsBodySchema)
@answers(blueprint, 200, schemas.MatchupsSchema, 503)
@equivalent(limits.MATCHUPS)
def compare_armies(body: dict[str, Any]) -> dict[str, Any]:
    """Every army against every other, and the mixture of them that no other beats.

    Exact where a kernel knows whole tables; else battles are played, fewer of a pair the more pairs
    there are, and each share has an interval.
    """
    found = limits.search_out(limits.matchups, body["armies"])
    return {"ok": True, **msgspec.to_builtins(found)}


@blueprint.post("/verdict")
@answers(blueprint, 200, schemas.SeriesVerdictSchema, 409, 422, 503, body=schemas.SeriesBodySchema)
@equivalent("battlereel verdict FILE…")
def sum_verdicts(body: dict[str, Any]) -> dict[str, Any]:
    """Why a player won as many of these battles as they did: the armies, the orders, the dice.

    Battles are named by their ids, or given as battle files, up to a hundred. Refused where odds
    are not exact, for battles of older rules, and while one of them is on air. What was weighed is
    remembered; it stops when the client hangs up.
    """
    found = work_out_long(verdicts.series_verdict, _fought(body["battles"]))
    return {"ok": True, **msgspec.to_builtins(found)}


def _fought(rows: list[dict[str, Any]]) -> list[verdicts.Fought]:
    stored = battles.find_all([row["id"] for row in rows if "id" in row])
    unknown = [
        engine.Problem(f"battles[{place}].id", engine.Text("there is no battle with this id"))
        for place, row in enumerate(rows)
        if "id" in row and row["id"] not in stored
    ]
    if unknown:
        raise engine.InputError(unknown)
    if on_air := [id_ for id_, battle in stored.items() if not battle.is_over(now_ms())]:
        text = N_("Still on air: {ids}. The verdict on a battle is available when it is over.")
        raise Conflict(engine.Text(text, ids=", ".join(on_air)))
    headers = battles.headers_of([*stored.values()])
    return [
        verdicts.Fought(headers[battle.digest], row["side"], battle.recording.winner)
        if (battle := stored.get(row.get("id", "")))
        else verdicts.Fought({"battle": row.get("battle")}, row["side"], None)
        for row in rows
    ]


puzzles_blueprint = Blueprint("puzzles", __name__, description="The puzzle of the day")


@puzzles_blueprint.get("/puzzles/<day>")
@answers(puzzles_blueprint, 200, schemas.PuzzleSchema, 404)
def get_puzzle(day: str) -> dict[str, Any]:
    """The puzzle of a day such as 2026-11-23, or of `today`: two armies, which are to be read.

    There is one for each day from the first one up to today, by UTC.
    """
    daily = puzzles.of_day(day)
    return {
        "ok": True,
        "day": daily.day,
        "ruleset": daily.game.id,
        "battle": daily.puzzle.file(daily.game),
        "orders": daily.puzzle.orders,
        "url": url_for("puzzle.show", day=daily.day.isoformat(), _external=True),
    }


@puzzles_blueprint.post("/puzzles/<day>")
@answers(puzzles_blueprint, 200, schemas.GradeSchema, 404, 422, 503, body=schemas.PuzzleOrderSchema)
@small
def grade_order(day: str, body: dict[str, Any]) -> dict[str, Any]:
    """The exact chance of an order of side a's units, and that of the best order."""
    daily = puzzles.of_day(day)
    grade = work_out(puzzles.grade, daily, body["order"])
    return {"ok": True, "day": daily.day, **grade._asdict()}
