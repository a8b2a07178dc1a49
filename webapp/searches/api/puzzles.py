"""The puzzle of the day, and the grade of an order; the best order stays secret."""

from typing import Any

from flask import url_for
from flask_smorest import Blueprint
from werkzeug.exceptions import NotFound

from webapp.base import games
from webapp.guard.admission import work_out
from webapp.guard.limits import heavy
from webapp.guard.request_guard import small
from webapp.rest import bodies
from webapp.rest.error_responses import refuses
from webapp.searches import puzzles
from webapp.searches.schemas import GradeSchema, PuzzleOrderSchema, PuzzleSchema

blueprint = Blueprint("puzzles", __name__, description="The puzzle of the day")


@blueprint.get("/puzzles/<day>")
@blueprint.response(200, PuzzleSchema)
@refuses(blueprint, 404)
def get_puzzle(day: str) -> dict[str, Any]:
    """The puzzle of a day such as 2026-11-23, or of `today`: two armies, which are to be read.

    There is one for each day from the first one up to today, by UTC.
    """
    daily = _found(day)
    return {
        "ok": True,
        "day": daily.day,
        "ruleset": daily.game.id,
        "battle": daily.puzzle.file(daily.game),
        "orders": daily.puzzle.orders,
        "url": url_for("puzzle.show", day=daily.day.isoformat(), _external=True),
    }


@blueprint.post("/puzzles/<day>")
@blueprint.doc(requestBody=bodies.described(PuzzleOrderSchema))
@blueprint.response(200, GradeSchema)
@refuses(blueprint, 404, 422, 503)
@heavy
@small
def grade_order(day: str) -> dict[str, Any]:
    """The exact chance of an order of side a's units, and that of the best order."""
    daily = _found(day)
    order = bodies.read(PuzzleOrderSchema)["order"]
    grade = work_out(puzzles.grade, daily, order)
    return {"ok": True, "day": daily.day, **grade._asdict()}


def _found(day: str) -> puzzles.Daily:
    try:
        return puzzles.of_day(games.games().values(), day)
    except puzzles.NoPuzzleError as error:
        raise NotFound(str(error)) from None
