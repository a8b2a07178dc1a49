"""Calls of the builder: check an army, parse text, draw a random army."""

import secrets
from typing import Any

from flask_smorest import Blueprint

from engine import InputError, Seeded
from webapp.armies import schemas
from webapp.armies.builder import checking, importing, random_armies
from webapp.base import games, texts
from webapp.base.form import as_data
from webapp.base.game import Game
from webapp.rest import bodies
from webapp.rest.schemas import answers

SEED_BITS = 32

blueprint = Blueprint("building", __name__, description="Armies while they are built")


@blueprint.post("/builder/<ruleset>/check")
@answers(blueprint, 200, schemas.CheckedSchema, 404, 422, body=schemas.CheckBody)
def check_army(ruleset: str) -> dict[str, Any]:
    """Return an army's problems and figures, also while it is unfinished."""
    game, body = _game_and_body(ruleset, schemas.CheckBody)
    checked = checking.inspect(game, **body)
    return {
        "ok": True,
        "valid": checked.valid,
        "garrison": checked.garrison,
        "problems": [texts.translated(problem)._asdict() for problem in checked.problems],
        **as_data(checked.figures),
        "text": checked.text,
    }


@blueprint.post("/builder/<ruleset>/text")
@answers(blueprint, 200, schemas.ParsedArmySchema, 404, 422, body=schemas.TextBody)
def read_text(ruleset: str) -> dict[str, Any]:
    """Parse an army from compact text or JSON; it can still break rules. Errors name the line.

    With `partial`, unreadable parts are left out and listed, and errors name fields of the form.
    """
    game, body = _game_and_body(ruleset, schemas.TextBody)
    try:
        parsed = importing.read(game, body["text"], partial=body["is_partial"])
    except InputError as error:
        if body["is_partial"]:
            raise InputError(importing.in_form_words(game, error)) from None
        raise
    notes, unread = (
        [texts.translated(one)._asdict() for one in listed]
        for listed in (parsed.notes, parsed.unread)
    )
    return {"ok": True, "army": parsed.army, "notes": notes, "unread": unread}


@blueprint.post("/builder/<ruleset>/random")
@answers(blueprint, 200, schemas.RandomSchema, 404, 422, body=schemas.RandomBody)
def draw_army(ruleset: str) -> dict[str, Any]:
    """Draw a random army within the terms and limits; equal seeds draw equal armies."""
    game, body = _game_and_body(ruleset, schemas.RandomBody)
    seed = secrets.randbits(SEED_BITS) if body["seed"] is None else body["seed"]
    army = random_armies.draw(game, body["terms"], body["limits"], Seeded(seed))
    _, problems = checking.judge(game, army, body["terms"], body["limits"])
    if problems:
        raise InputError(problems)
    return {"ok": True, "army": army, "seed": seed}


def _game_and_body(ruleset: str, schema: Any) -> tuple[Game, dict[str, Any]]:
    body = bodies.read(schema)  # before the 404: a malformed body is refused for any ruleset
    return games.game(ruleset), body
